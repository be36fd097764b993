"""Say in which script a text is written."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import groupby

#: Japanese mixes three scripts in one word, and Chinese shares one of them.
_ONE = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "KATAKANA-HIRAGANA": "CJK", "IDEOGRAPHIC": "CJK"}

#: A letter of these scripts stands for as much as two or more of an alphabet.
_WEIGHT = {"CJK": 2, "HANGUL": 2, "ETHIOPIC": 2}


@lru_cache(maxsize=4096)
def script_of(character: str) -> str | None:
    """Return the script of a letter, and None of anything else.

    Parameters
    ----------
    character : str
        One character.

    Returns
    -------
    str or None
        The first word of the letter's Unicode name, which is its script's: ``LATIN``,
        ``CYRILLIC``. Kanji, kana and hanzi are all ``CJK``.

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
    """Return how much of a text's letters each script has.

    A single letter between others of another script is no word of its language but a face
    (``ಠ_ಠ``), a symbol (``α``) or a disguise (``hеllo``): it is left out.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    dict of str to float
        Shares, which sum to 1, of the scripts with at least two letters in a row. Empty for a
        text without any.

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
