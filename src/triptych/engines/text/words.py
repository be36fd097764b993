"""Words, their stems and their singulars: one of each for everything that compares texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from triptych._cancellation import check_cancelled
from triptych.models.files import lines, word_list

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

#: The name under which the analyser is registered with tantivy.
STEMMED = "triptych_english"
#: Longer ones are not words but keys and encoded pictures.
LONGEST_WORD = 60

#: As tantivy splits: letters and digits of any script.
WORD = re.compile(r"[^\W_]+")
#: Words that any sentence may contain, whatever it is about.
STOP_WORDS = frozenset(word_list("text/stop_words.txt"))

_BASE_FORMS = {
    form: forms.split()[0]
    for forms in lines("text/irregular_verbs.txt")
    for form in forms.split()[1:]
}
_SINGULARS = dict(line.split() for line in lines("text/irregular_plurals.txt"))


def listed(text: str) -> frozenset[str]:
    """Return words that are written with spaces between."""
    return frozenset(text.split())


def words(text: str) -> list[str]:
    """Return a text's words, lower-cased, in order.

    Examples
    --------
    >>> words("Don't call sys.exit() in naïve code")
    ['don', 't', 'call', 'sys', 'exit', 'in', 'naïve', 'code']
    """
    return WORD.findall(text.lower())


def counted(words: Iterable[str]) -> set[str]:
    """Return the words that a vocabulary holds: neither numbers nor overlong ones."""
    return {word for word in words if len(word) <= LONGEST_WORD and not word.isdigit()}


@cache
def analyser(*, longest: int | None = LONGEST_WORD, stop_words: bool = False) -> TextAnalyzer:
    """Return the stemmer: lower case, accents removed, endings removed.

    The endings are those of English (M. F. Porter, "Snowball", 2001), so that words of other
    languages are compared by their letters. Words longer than `longest` are left out; None keeps
    all, such as sentences of scripts without spaces. `stop_words` leaves out those without meaning.
    """
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple())
    if longest is not None:
        builder = builder.filter(Filter.remove_long(longest))
    builder = builder.filter(Filter.lowercase())
    if stop_words:
        builder = builder.filter(Filter.stopword("english")).filter(
            Filter.custom_stopword(list(word_list("text/query_stop_words.txt")))
        )
    return builder.filter(Filter.ascii_fold()).filter(Filter.stemmer("english")).build()


def index_stems(text: str) -> list[str]:
    """Return the stems of all words of a text, in order, as an index holds them.

    Examples
    --------
    >>> index_stems("Cafés, running")
    ['cafe', 'run']
    """
    return analyser().analyze(text)


def query_stems(text: str) -> list[str]:
    """Return the stems of a query without those of stop words; all, if none is left.

    Examples
    --------
    >>> query_stems("What is the capital of France?"), query_stems("to be or not to be")
    (['capit', 'franc'], ['to', 'be', 'or', 'not', 'to', 'be'])
    """
    return analyser(stop_words=True).analyze(text) or index_stems(text)


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text that carry meaning, in order, repetitions included.

    They compare sentences. Unlike the stems of a query, which meet those of an index, they bring
    irregular verbs to their base form, and more words count as stop words.

    Examples
    --------
    >>> stems("Which countries border Malawi?"), stems("It was written")
    (['countri', 'border', 'malawi'], ['write'])
    """
    check_cancelled()
    base_forms = [
        _BASE_FORMS.get(word, word)
        for word in WORD.findall(text.casefold())
        if word not in STOP_WORDS
    ]
    # One call for all: the way to the analyser and back costs more than its work.
    return list(analyser(longest=None).analyze(" ".join(base_forms)))


@lru_cache(50_000)
def stem(word: str) -> str:
    """Return the stem of one word; the word itself where it has none.

    Examples
    --------
    >>> stem("directed"), stem("director"), stem("#")
    ('direct', 'director', '#')
    """
    return next(iter(index_stems(word)), word)


def singular(phrase: str) -> str:
    """Return an English noun, or a phrase that ends with one, in the singular; in small letters.

    Examples
    --------
    >>> [singular(word) for word in ("cities", "boxes", "mice", "sizes", "address", "bus")]
    ['city', 'box', 'mouse', 'size', 'address', 'bus']
    """
    before, space, word = phrase.rpartition(" ")
    return before + space + _singular(word)


def _singular(word: str) -> str:
    if word in _SINGULARS:
        return _SINGULARS[word]
    if len(word) < 4 or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "tzes", "atoes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is", "ies")) else word[:-1]
