"""Profanity, spam, sentiment and embeddings, sync."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from triptych.client.exchange import build
from triptych.client.files import FileLike, plain, source_of
from triptych.client.operations.caller import Caller
from triptych.contract.embedding import ContentType, EmbeddingReply, EmbeddingV2Reply
from triptych.contract.operations import EMBED, EMBED_V2, PROFANITY, SENTIMENT, SPAM
from triptych.contract.text import ProfanityReply, SentimentReply, SpamReply


class TextOperations(Caller):
    """What is done with texts (and, for embeddings, with other content)."""

    def profanity(
        self,
        text: str,
        *,
        censor_replacement: str = "*",
        languages: Collection[str] | None = None,
        allow: Collection[str] = (),
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
                    "languages": plain(languages),
                    "allow": plain(allow),
                },
            ),
        )

    def spam(self, text: str | Sequence[str]) -> SpamReply:
        """Score one text or a list of texts for spam.

        Parameters
        ----------
        text : str or sequence of str
            Text to check, or texts: a list, a tuple, a pandas Series.

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
        return self.call(SPAM, build(SPAM, {"text": plain(text)}))

    def sentiment(self, text: str) -> SentimentReply:
        """Return sentiment and emotion of a text, overall and per sentence.

        Parameters
        ----------
        text : str
            Text to analyse; not blank. The embedded model knows English; of a text in another
            language the reply says so in `warnings`.

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
        return self.call(SENTIMENT, build(SENTIMENT, {"text": text}))

    def embed(
        self,
        text: str | None = None,
        *,
        file: FileLike | None = None,
        type: ContentType = "text",
        token_overflow_mode: Literal["error", "truncate"] = "error",
    ) -> EmbeddingReply:
        """Return vector embeddings (v1) of a text, an image, a sound or a PDF.

        Parameters
        ----------
        text : str, optional
            Text to embed; or give `file`.
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Address or content.
        type : {"text", "text-other", "image", "audio", "pdf"}
            Kind of content.
        token_overflow_mode : {"error", "truncate"}
            For long content: "error" gives one vector per chunk, "truncate" one vector of the
            beginning.

        Returns
        -------
        EmbeddingReply
        """
        members = {"text": text, "type": type, "token_overflow_mode": token_overflow_mode}
        return self.call(EMBED, build(EMBED, source_of(file) | members))

    def embed_v2(
        self,
        text: str | None = None,
        *,
        file: FileLike | None = None,
        type: ContentType = "text",
        token_overflow_mode: Literal["error", "truncate"] = "error",
        speaker_fingerprint: bool = False,
        dimensions: int | None = None,
        query: bool = False,
        instruction: str | None = None,
    ) -> EmbeddingV2Reply:
        """Return vector embeddings (v2), with optional speaker fingerprints for sound.

        Parameters
        ----------
        text : str, optional
            Text to embed; or give `file`.
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Address or content.
        type : {"text", "text-other", "image", "audio", "pdf"}
            Kind of content.
        token_overflow_mode : {"error", "truncate"}
            For long content: "error" gives one vector per chunk, "truncate" one vector of the
            beginning.
        speaker_fingerprint : bool, default False
            Add a vector of each speaker's voice (sound only).
        dimensions : int, optional
            Length of the vectors, renormalised.
        query : bool, default False
            The text is a query, to be compared with documents.
        instruction : str, optional
            What the vectors are for.

        Returns
        -------
        EmbeddingV2Reply
        """
        members = {
            "text": text,
            "type": type,
            "token_overflow_mode": token_overflow_mode,
            "speaker_fingerprint": speaker_fingerprint,
            "dimensions": dimensions,
            "query": query,
            "instruction": instruction,
        }
        return self.call(EMBED_V2, build(EMBED_V2, source_of(file) | members))
