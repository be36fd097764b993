"""Profanity, spam and sentiment, sync."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import httpx

from triptych.client.exchange import build
from triptych.client.operations.caller import Caller
from triptych.contract.operations import PROFANITY, SENTIMENT, SPAM
from triptych.contract.text import ProfanityReply, SentimentReply, SpamReply


class TextOperations(Caller):
    """Profanity, spam and sentiment."""

    def profanity(
        self,
        text: str,
        *,
        censor_replacement: str = "*",
        languages: Collection[str] | None = None,
        allow: Collection[str] = (),
        timeout: float | httpx.Timeout | None = None,
    ) -> ProfanityReply:
        """Find profanity in a text and return a censored copy.

        Parameters
        ----------
        text : str
            Text to check.
        censor_replacement : str, default "*"
            One character is repeated over the match; a longer string stands once for it.
        languages : collection of str, optional
            Language codes of the word lists to use; all when left out. An extension of the local
            service.
        allow : collection of str, optional
            Words that are never profanity. An extension of the local service.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        ProfanityReply
            `profanities` with offsets in code points of the input, and `clean_text`.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.profanity("What a sh1tty day")
        >>> reply.clean_text
        'What a ****** day'
        """
        return self.call(
            PROFANITY,
            build(
                PROFANITY,
                {
                    "text": text,
                    "censor_replacement": censor_replacement,
                    "languages": languages,
                    "allow": allow,
                },
            ),
            timeout=timeout,
        )

    def spam(
        self,
        text: str | Iterable[str],
        *,
        timeout: float | httpx.Timeout | None = None,
    ) -> SpamReply:
        """Score one text or a list of texts for spam.

        Parameters
        ----------
        text : str or iterable of str
            Text to check, or texts: a list, a tuple, a pandas Series.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        SpamReply
            `check` is one result for a text and a list, in the same order, for texts. A score is
            the probability of spam, 0 to 1.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> texts = ["See you at six", "WIN a FREE prize, text CLAIM to 80080 now"]
        >>> reply = client.spam(texts)
        >>> [check.is_spam for check in reply.checks]
        [False, True]
        """
        return self.call(SPAM, build(SPAM, {"text": text}), timeout=timeout)

    def sentiment(
        self,
        text: str,
        *,
        timeout: float | httpx.Timeout | None = None,
    ) -> SentimentReply:
        """Return sentiment and emotion of a text, overall and per sentence.

        Parameters
        ----------
        text : str
            Text to analyse; not blank. The embedded model knows English; of a text in another
            language the reply has a warning.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        SentimentReply
            A score is 0 for wholly negative, .5 for neutral or torn, and 1 for wholly positive;
            below a third it is called negative, above two thirds positive. Sentences are exact
            slices of the text, from `start_index` on.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.sentiment("The room was lovely. The breakfast was awful.")
        >>> [sentence.sentiment for sentence in reply.sentiment.sentences]
        ['positive', 'negative']
        """
        return self.call(SENTIMENT, build(SENTIMENT, {"text": text}), timeout=timeout)
