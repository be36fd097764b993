"""Tell whether a text is in another language than English."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from triptych.engines.text.language.names import BY_SCRIPT, NAMES, NOT_FOREIGN
from triptych.engines.text.language.prose import latin_words, sample
from triptych.engines.text.language.script import script_shares

#: A language is named from here on: below, the detector's first guess is wrong in every third text.
_NAMED = 0.5

#: How much likelier than English (natural logarithm of the ratio) a language must be.
_MARGIN = 3.0

#: Fewer distinct Latin words than this say nothing: bon appetit.
_FEWEST = 3

#: In fewer than so many, a language that is likelier than English but unlikely itself is more often
#: a saying (hasta la vista, baby) or a play with sounds than a language.
_FEW = 8
_LIKELY = 0.25


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
    prose = sample(text)
    shares = script_shares(prose)
    other = max((name for name in shares if name != "LATIN"), key=shares.__getitem__, default=None)
    if other is not None and shares[other] >= 0.5:
        return _in_script(prose, other, shares[other])
    return _in_latin(latin_words(prose))


def _in_script(prose: str, script: str, share: float) -> Language:
    """Return the likeliest language that is written in a script, or else the script."""
    possible = BY_SCRIPT.get(script, frozenset())
    ranked = [(code, chance) for code, chance in _rank(prose) if code in possible]
    total = sum(chance for _, chance in ranked)
    if ranked and ranked[0][1] >= _NAMED * total > 0:
        code, chance = ranked[0]
        return Language(code, NAMES[code], chance / total)
    return Language("und", f"{script.title()} script", share)


def _in_latin(words: list[str]) -> Language | None:
    """Return the language of Latin words, if they suffice to say that it is not English."""
    if len(words) < _FEWEST:
        return None
    ranked = _rank(" ".join(words))
    chances = dict(ranked)
    code, chance = ranked[0]
    if code in NOT_FOREIGN or math.log(chance / max(chances["en"], 1e-30)) < _MARGIN:
        return None
    if len(words) < _FEW and chance < _LIKELY:
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
    from py3langid import langid

    detector = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    detector.set_languages([*NAMES, *NOT_FOREIGN])
    return detector
