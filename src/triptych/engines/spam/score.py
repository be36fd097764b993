"""Score texts: the one entrance of the spam engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from triptych.engines.spam.model import KINDS, counts, load, probabilities

# Characters worked on at once: enough to keep numpy busy, few enough to stay in the cache.
_BATCH_CHARACTERS = 60_000


@dataclass(frozen=True, slots=True)
class SpamScore:
    """How likely a text is to be spam."""

    #: Calibrated probability of spam, 0 to 1.
    score: float
    #: What sort of text it was taken for: ``message`` (SMS, chat), ``comment``, ``mail`` or
    #: ``post`` (an ordinary social-media post). A guess from the words alone.
    kind: str

    @property
    def is_spam(self) -> bool:
        """Whether spam is at least as likely as not."""
        return self.score >= 0.5


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += min(len(text), 5000) + 1
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def score_spam(texts: Sequence[str]) -> list[SpamScore]:
    """Return the spam score of each text, which does not depend on the others, to the last bit.

    A mixture of linear experts over word and character n-grams, one each for short messages, mail,
    and comments and posts, weighted by how much the text reads like that kind. Texts may be in any
    script, empty, and have lone surrogates; of one longer than 5,000 characters the first 4,000 and
    the last 1,000 are read.

    Examples
    --------
    >>> spam, ham = score_spam(
    ...     ["WINNER! Claim your £500 prize now, call 09050001234", "I'll be home by six, love"]
    ... )
    >>> spam.is_spam, ham.is_spam
    (True, False)
    """
    weights = load()
    results: list[SpamScore] = []
    for batch in _batches(texts):
        spam, kinds = probabilities(counts(batch), weights)
        results += [
            SpamScore(float(min(max(score, 0.0), 1.0)), KINDS[kind])
            for score, kind in zip(spam.tolist(), kinds.argmax(axis=1).tolist(), strict=True)
        ]
    return results
