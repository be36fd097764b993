"""Tell whether a text is in another language than English."""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from triptych.engines.language.names import BY_SCRIPT, NAMES, NOT_FOREIGN
from triptych.engines.language.script import script_shares

#: Three pieces of this many characters are read of a longer text: its begin, middle and end.
_PIECE = 1500

#: A language is named from here on: of what the detector is less sure of, it names half wrongly.
_NAMED = 0.5

#: How much likelier than English (natural logarithm of the ratio) a language must be, by the number
#: of words from which on that holds.
_MARGINS = ((4, 2.5), (3, 3.0))

#: Addresses, mentions, hashtags, markup and quoted code are in no language.
_NO_LANGUAGE = re.compile(
    r"```.*?```|`[^`\n]*`|<[^<>]{1,200}>|&#?\w+;|\w+://\S+|www\.\S+|\S+@\S+|[@#]\w+"
    # Identifiers, paths and versions: signs or digits within a word.
    r"|\S*\w[_/\\=(){}\[\]]\S*\w\S*|\S*\d\S*",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CODE_SIGN = re.compile(r"[{}\[\]<>=;_|\\$]")


@dataclass(frozen=True)
class Language:
    """A language other than English.

    Attributes
    ----------
    code : str
        ISO 639-1 code, or ``und`` (ISO 639-3, undetermined) where only the script, or only that
        it is not English, is known.
    name : str
        English name: ``German``, ``Cyrillic script``, ``another language``.
    probability : float
        How sure the name is, from 0 to 1: the detector's probability of the language; for a
        script its share of the letters; for another language, that of all but English.
    """

    code: str
    name: str
    probability: float


def foreign_language(text: str) -> Language | None:
    """Return the language of a text that is not English.

    A text in another script is recognised by its letters, however short; one in Latin letters
    by py3langid, a naive Bayes classifier over byte n-grams [1]_, from three words on, and by
    a clear margin over English. At most 4,500 characters of a text are read.

    Parameters
    ----------
    text : str
        A text of any length.

    Returns
    -------
    Language or None
        None for English, and for what is too short or too mixed to say: names, numbers,
        addresses, hashtags, code, English with a foreign quotation.

    References
    ----------
    .. [1] M. Lui and T. Baldwin, "langid.py: An off-the-shelf language identification tool",
       ACL 2012 system demonstrations, 25-30.

    Examples
    --------
    >>> foreign_language("Das Essen war kalt und der Kellner unfreundlich.").name
    'German'
    >>> foreign_language("The food was cold and the waiter rude.") is None
    True
    """
    sample = _NO_LANGUAGE.sub(" ", _sample(text))
    shares = script_shares(sample)
    other = max((name for name in shares if name != "LATIN"), key=shares.__getitem__, default=None)
    if other is not None and shares[other] > 0.5:
        return _in_script(sample, other, shares[other])
    return _in_latin(sample)


def _sample(text: str) -> str:
    """Return a text of bounded length, cut between words, in compatible letters."""
    if len(text) > 3 * _PIECE:
        middle = (len(text) - _PIECE) // 2
        pieces = (text[:_PIECE], text[middle : middle + _PIECE], text[-_PIECE:])
        # The first and the last word of a piece may be halves of words.
        text = " ".join(re.sub(r"^\S{0,40}\s|\s\S{0,40}$", " ", piece) for piece in pieces)
    # Letters of ornament (𝓵𝓲𝓴𝓮 𝓽𝓱𝓲𝓼) are no script of their own; lone surrogates are no text.
    return unicodedata.normalize("NFKC", text.encode("utf-8", "ignore").decode())


def _in_script(sample: str, script: str, share: float) -> Language:
    """Return the likeliest language that is written in a script, or else the script."""
    possible = BY_SCRIPT.get(script, frozenset())
    ranked = [(code, chance) for code, chance in _rank(sample) if code in possible]
    total = sum(chance for _, chance in ranked)
    if ranked and ranked[0][1] >= _NAMED * total > 0:
        code, chance = ranked[0]
        return Language(code, NAMES[code], chance / total)
    return Language("und", f"{script.title()} script", share)


def _in_latin(sample: str) -> Language | None:
    """Return the language of the Latin words, if they suffice to say that it is not English."""
    words = [word for word in _WORD.findall(sample) if word[0] < "\u0370" or word[0] > "\u1dff"]
    margin = next((margin for count, margin in _MARGINS if len(words) >= count), math.inf)
    if math.isinf(margin) or len(words) < 12 and all(word.istitle() for word in words):
        return None
    if len(_CODE_SIGN.findall(sample)) * 15 > sum(map(len, words)):
        return None
    ranked = _rank(" ".join(words))
    chances = dict(ranked)
    code, chance = ranked[0]
    if code in NOT_FOREIGN or math.log(chance / max(chances["en"], 1e-30)) < margin:
        return None
    if chance >= _NAMED:
        return Language(code, NAMES[code], chance)
    return Language("und", "another language", 1 - sum(chances[one] for one in NOT_FOREIGN))


def _rank(text: str) -> list[tuple[str, float]]:
    """Return the languages and their probabilities, the likeliest first."""
    ranked: list[tuple[str, float]] = _detector().rank(text)
    return ranked


@lru_cache(maxsize=1)
def _detector() -> Any:
    """Load the detector, when it is first needed."""
    from py3langid import langid  # type: ignore[import-untyped]

    detector = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    detector.set_languages([*NAMES, *NOT_FOREIGN])
    return detector
