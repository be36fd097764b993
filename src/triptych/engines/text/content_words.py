"""The words of a text as they are compared: stems, without the words that carry no meaning."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer


def listed(text: str) -> frozenset[str]:
    """Return words that are written with spaces between."""
    return frozenset(text.split())


#: Words that any sentence may hold, whatever it is about.
STOP_WORDS = listed(
    # Articles, conjunctions, prepositions.
    "a an the and or but nor so if than then as at by for from in into of on onto to with without "
    "within upon about over under between among through during per via "
    # Pronouns and what points.
    "i you he she it we they me him her us them my your his its our their mine yours hers ours "
    "theirs this that these those there here who whom whose which what when where why how "
    # Helping verbs.
    "am is are was were be been being do does did doing have has had having can could may might "
    "shall should will would must "
    # Adverbs and amounts that any fact goes with.
    "also too very more most much many some any all both each every other such only just even "
    "still yet ever often usually generally s t"
)

#: Forms of verbs that stemming keeps apart. Those that are words of their own as well, as "found"
#: and "left", are not among them.
_IRREGULAR = {
    form: forms.split()[0]
    for forms in (
        "begin began begun",
        "break broke broken",
        "bring brought",
        "build built",
        "buy bought",
        "catch caught",
        "choose chose chosen",
        "draw drew drawn",
        "drive drove driven",
        "eat ate eaten",
        "fight fought",
        "fly flew flown",
        "freeze froze frozen",
        "give gave given",
        "grow grew grown",
        "hide hid hidden",
        "hold held",
        "keep kept",
        "know knew known",
        "lead led",
        "lose lost",
        "make made",
        "mean meant",
        "pay paid",
        "rise rose risen",
        "run ran",
        "sell sold",
        "send sent",
        "sing sang sung",
        "sink sank sunk",
        "speak spoke spoken",
        "spend spent",
        "steal stole stolen",
        "swim swam swum",
        "take took taken",
        "teach taught",
        "throw threw thrown",
        "understand understood",
        "wear wore worn",
        "win won",
        "write wrote written",
        "die death",
        "bear born birth",
    )
    for form in forms.split()[1:]
}
_WORD = re.compile(r"[^\W_]+")


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text that carry meaning, in order.

    Words are folded to lower case without accents and stemmed as English (M. F. Porter,
    "Snowball", 2001), so that other languages' words are compared by their letters.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    list of str
        As often as they stand there.

    Examples
    --------
    >>> stems("Which countries border Malawi?")
    ['countri', 'border', 'malawi']
    """
    words = [
        _IRREGULAR.get(word, word)
        for word in _WORD.findall(text.casefold())
        if word not in STOP_WORDS
    ]
    # One call for all: the way to the analyzer and back costs more than its work.
    return list(_analyzer().analyze(" ".join(words)))


@cache
def _analyzer() -> TextAnalyzer:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    return (
        TextAnalyzerBuilder(Tokenizer.simple())
        .filter(Filter.lowercase())
        .filter(Filter.ascii_fold())
        .filter(Filter.stemmer("english"))
        .build()
    )
