"""The words of prompts, labels and class names in the form in which they are compared."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from triptych._cancellation import check_cancelled
from triptych.engines.text.words import singular, stem
from triptych.models.files import rows

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|#")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
#: Characters of a text whose words are stemmed.
_LONGEST_STEMMED = 120
# Labels abbreviate these, prompts do not.
_ABBREVIATIONS = {"max": "maximum", "db": "database", "qty": "quantity", "approx": "approximate"}
# What a build tool appends to a class name: "item__tK0sj", "css-1x9k2ab".
_HASH = re.compile(
    r"(?:__|--|[-_])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])(?![a-z]+\d{1,2}$)(?!\d+[a-z]{1,2}$)"
    r"[A-Za-z0-9]{5,8}$|__(?=[A-Za-z]*[a-z][A-Z])[A-Za-z]{5}$"
)


@cache
def vocabulary(name: str) -> tuple[str, ...]:
    """Return the words of one row of the shipped `vocabulary.tsv`, in order.

    Examples
    --------
    >>> vocabulary("several")[:3]
    ('all', 'every', 'each')
    """
    row = next(words for key, words in rows("scrape/vocabulary.tsv") if key == name)
    return tuple(row.split(","))


def normalized(text: str) -> str:
    """Return a text as it is compared: NFKC, case folded, white space collapsed."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def letters(text: str) -> str:
    """Return a text's letters and digits alone.

    Examples
    --------
    >>> letters("3.20 EUR")
    '320EUR'
    """
    return "".join(filter(str.isalnum, text))


def has_digit(text: str) -> bool:
    """Return whether a text has a digit.

    Examples
    --------
    >>> has_digit("AB 208"), has_digit("two")
    (True, False)
    """
    return any(map(str.isdigit, text))


@lru_cache(maxsize=20_000)
def words(text: str) -> tuple[str, ...]:
    """Return a text's words, folded and singular.

    Examples
    --------
    >>> words("Authors' Names:")
    ('author', 'name')
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("(s)", "")
    bare = (word[:-2] if word.endswith(("'s", "’s")) else word for word in _WORD.findall(folded))
    return tuple(_ABBREVIATIONS.get(word) or singular(word) for word in bare)


def stems(text: str) -> frozenset[str]:
    """Return the stems of a text's first words.

    Examples
    --------
    >>> sorted(stems("Prices of the teas"))
    ['of', 'price', 'tea', 'the']
    """
    check_cancelled()
    return frozenset(map(stem, words(text[:_LONGEST_STEMMED])))


@lru_cache(maxsize=20_000)
def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a class, an id or an attribute's value.

    Examples
    --------
    >>> name_words("productPrice--sale_old")
    ('product', 'price', 'sale', 'old')
    >>> name_words("recipe_ingredientItem__tK0sj")
    ('recipe', 'ingredient', 'item')
    """
    name = _HASH.sub("", name) or name
    return words(_CAMEL.sub(" ", name))
