"""Notice texts that are not English."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from triptych.models.files import lines

#: What the detector may answer that is not a foreign language: English, a Creole that shares most
#: of its written words, and no language at all.
NOT_FOREIGN = frozenset({"en", "pcm", "zxx"})
#: The languages written in a script, by the first word of its letters' Unicode names.
BY_SCRIPT = {
    script: frozenset(codes) for script, *codes in map(str.split, lines("text/languages.txt"))
}
LANGUAGES = frozenset().union(*BY_SCRIPT.values())
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
#: Japanese mixes three scripts in one word, and Chinese shares one of them.
_ONE = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "IDEOGRAPHIC": "CJK"}
#: A letter of these scripts stands for as much as two or more of an alphabet.
_WEIGHT = {"CJK": 2, "HANGUL": 2, "ETHIOPIC": 2}
#: Three pieces of this many characters are read of a longer text: its begin, middle and end.
_PIECE = 1500
_HALF_WORD = re.compile(r"^\S{0,40}\s|\s\S{0,40}$")
#: Addresses, markup and quoted code are in no language. Every part has a bounded start, so that
#: no text, whatever it repeats, takes longer than others of its length.
_NO_LANGUAGE = re.compile(r"```.*?```|`[^`\n]*`|<[^<>]{1,200}>|&#?\w{1,9};|[a-z]{2,9}://\S+", re.S)
#: Mentions, hashtags, mail addresses; identifiers, paths, versions: signs or digits in a word.
_NO_WORD = re.compile(r"^[@#]|\w@\w|^www\.|\w[_/\\=(){}\[\]]\S*\w|\d")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CODE_SIGN = re.compile(r"[{}\[\]<>=;_|\\$]")
_QUOTATION = re.compile(r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»')
#: Laughter and the like, ``haha`` and ``nooo``, are the same everywhere.
_CRY = re.compile(r"(\w)\1\1|(\w\w)\2\2|^(\w\w)\3$")


@dataclass(frozen=True)
class Language:
    """A language other than English."""

    #: ISO 639-1 code, or ``und`` (ISO 639-3, undetermined) where only the script, or only that it
    #: is not English, is known.
    code: str
    #: English name: ``German``, ``Cyrillic script``, ``another language``.
    name: str
    #: How sure the name is, 0 to 1: the detector's probability of the language; for a script its
    #: share of the letters; for another language, that of all but English.
    probability: float


def foreign_language(text: str) -> Language | None:
    """Return the language of a text that is not English, and None for English.

    None also for what is too short or too mixed to say: names, numbers, addresses, hashtags, code,
    English with a foreign quotation. A text in another script is recognised by its letters, however
    short; one in Latin letters by py3langid, a naive Bayes classifier over byte n-grams (M. Lui and
    T. Baldwin, "langid.py", ACL 2012), from three words on, and by a clear margin over English. At
    most 4,500 characters of a text are read.

    Examples
    --------
    >>> foreign_language("Das Essen war kalt und der Kellner unfreundlich.").name
    'German'
    >>> foreign_language("The food was cold and the waiter rude.") is None
    True
    """
    prose = sample(text)
    # Other scripts are not ASCII.
    shares = {} if prose.isascii() else script_shares(prose)
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
        return Language(code, _name(code), chance / total)
    return Language("und", f"{script.title()} script", share)


def _in_latin(words: list[str]) -> Language | None:
    """Return the language of Latin words, if they suffice to say that it is not English."""
    if len(words) < _FEWEST:
        return None
    prose = " ".join(words)
    # Most texts are English, and the likeliest language alone takes half the time.
    if _detector().classify(prose)[0] in NOT_FOREIGN:
        return None
    ranked = _rank(prose)
    chances = dict(ranked)
    code, chance = ranked[0]
    if math.log(chance / max(chances["en"], 1e-30)) < _MARGIN:
        return None
    if len(words) < _FEW and chance < _LIKELY:
        return None
    if chance >= _NAMED:
        return Language(code, _name(code), chance)
    return Language("und", "another language", 1 - sum(chances[one] for one in NOT_FOREIGN))


def _name(code: str) -> str:
    """Return the English name of a language."""
    # Imported late: most texts are English.
    from babel import Locale

    return str(Locale("en").languages[code])


def _rank(text: str) -> list[tuple[str, float]]:
    """Return the languages and their probabilities, the likeliest first."""
    ranked: list[tuple[str, float]] = _detector().rank(text)
    return ranked


@lru_cache(maxsize=1)
def _detector() -> Any:
    """Load the detector, when it is first needed."""
    from py3langid import langid

    detector = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    detector.set_languages([*sorted(LANGUAGES), *NOT_FOREIGN])
    return detector


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """Return the script of a letter (``LATIN``, ``CYRILLIC``), and None of anything else.

    It is the first word of the letter's Unicode name; kanji, kana and hanzi are all ``CJK``.

    Examples
    --------
    >>> script_of("ж"), script_of("字"), script_of("7")
    ('CYRILLIC', 'CJK', None)
    """
    if not character.isalpha():
        return None
    first = unicodedata.name(character, "UNKNOWN").split()[0]
    return _ONE.get(first, first)


def script_shares(text: str) -> dict[str, float]:
    """Return the share of a text's letters, in all 1, of each script with two letters in a row.

    A single letter between others of another script is not a word of its language but a face
    (``ಠ_ಠ``), a symbol (``α``) or a disguise (``hеllo``): it is left out.

    Examples
    --------
    >>> script_shares("да, yes")
    {'CYRILLIC': 0.4, 'LATIN': 0.6}
    """
    # Marks, such as the vowels of Hindi and Thai, belong to the letter before them.
    letters = (one for one in text if not unicodedata.category(one).startswith("M"))
    weights: Counter[str] = Counter()
    for script, run in groupby(letters, script_of):
        count = sum(1 for _ in run)
        if script is not None and (count > 1 or script == "LATIN"):
            weights[script] += count * _WEIGHT.get(script, 1)
    total = weights.total()
    return {script: weight / total for script, weight in weights.items()}


def sample(text: str) -> str:
    """Return at most about 4,500 characters of a text, in whole words.

    What is in no language is left out.

    Examples
    --------
    >>> sample("Voyez https://example.org @marie 𝓫𝓲𝓮𝓷")
    'Voyez bien'
    """
    if len(text) > 3 * _PIECE:
        middle = (len(text) - _PIECE) // 2
        pieces = (text[:_PIECE], text[middle : middle + _PIECE], text[-_PIECE:])
        text = " ".join(_HALF_WORD.sub(" ", piece) for piece in pieces)
    # Ornamental letters are not a script; lone surrogates are not text.
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.encode("utf-8", "ignore").decode())
    parts = _NO_LANGUAGE.sub(" ", text).split()
    # Scripts without spaces have whole sentences in a part: those stay, with their numbers.
    return " ".join(part for part in parts if not (_NO_WORD.search(part) and _western(part)))


def latin_words(prose: str) -> list[str]:
    """Return the words in Latin letters that show the language of a `sample`, each once.

    Without quotations if enough is left; none for code and for nothing but names or titles.

    Examples
    --------
    >>> latin_words('She only said "c\u2019est la vie" and left, hahaha.')
    ['She', 'only', 'said', 'and', 'left']
    """
    words = _words(_QUOTATION.sub(" ", prose))
    if len(words) < 3:
        words = _words(prose)
    if len(words) < 12 and all(word.istitle() for word in words):
        return []
    if len(_CODE_SIGN.findall(prose)) * 15 > sum(map(len, words)):
        return []
    return words


def _words(prose: str) -> list[str]:
    """Return the distinct Latin words, in the letters they first had."""
    distinct: dict[str, str] = {}
    for word in _WORD.findall(prose):
        if _western(word) and not _CRY.search(word.lower()):
            distinct.setdefault(word.lower(), word)
    return list(distinct.values())


def _western(part: str) -> bool:
    """Return whether all letters are Latin: they stand before Greek, or are Vietnamese's."""
    return all(one < "\u0370" or "\u1e00" <= one < "\u1f00" or not one.isalpha() for one in part)
