"""What a word is, and what its stem is, to everything that indexes and searches."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

#: The name under which the analyser is known to tantivy.
STEMMED = "triptych_english"
#: Longer ones are no words: keys, encoded pictures.
LONGEST_WORD = 60

#: As tantivy cuts: letters and digits of any script.
WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """Return a text's words, lower-cased, in order.

    Examples
    --------
    >>> words("Don't call sys.exit() in naïve code")
    ['don', 't', 'call', 'sys', 'exit', 'in', 'naïve', 'code']
    """
    return WORD.findall(text.lower())


def counted(words: Iterable[str]) -> set[str]:
    """Return the words that a vocabulary holds: neither numbers nor endless ones."""
    return {word for word in words if len(word) <= LONGEST_WORD and not word.isdigit()}


@cache
def analyser(*, stopped: bool = False) -> TextAnalyzer:
    """Return what makes stems: lower case, accents removed, endings removed (Snowball English).

    With `stopped`, words that carry no meaning are left out ("the", "of").
    """
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.remove_long(LONGEST_WORD))
        .filter(Filter.lowercase())
    )
    if stopped:
        builder = builder.filter(Filter.stopword("english")).filter(
            Filter.custom_stopword(list(_ASKING))
        )
    return builder.filter(Filter.ascii_fold()).filter(Filter.stemmer("english")).build()


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order.

    Examples
    --------
    >>> stems("Cafés, running")
    ['cafe', 'run']
    """
    return analyser().analyze(text)


def telling_stems(text: str) -> list[str]:
    """Return the stems without those of words that tell nothing; all, if none is left.

    Examples
    --------
    >>> telling_stems("What is the capital of France?"), telling_stems("to be or not to be")
    (['capit', 'franc'], ['to', 'be', 'or', 'not', 'to', 'be'])
    """
    return analyser(stopped=True).analyze(text) or stems(text)


@lru_cache(50_000)
def stem(word: str) -> str:
    """Return the stem of one word, or nothing where it is too long to be one."""
    found = stems(word)
    return found[0] if found else ""


#: Ends of "don't" and "it's", and what asks rather than names.
_ASKING = (
    *("what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did"),
    *("s", "t", "d", "ll", "re", "ve", "m", "can", "could", "would", "should", "am", "were"),
    *("been", "being", "has", "have", "had", "i", "you", "he", "she", "we", "me", "my", "your"),
    *("his", "her", "its", "our", "us", "about", "from", "so", "than", "too"),
)
