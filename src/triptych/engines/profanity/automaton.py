"""Compile the word lists to automata, once.

Aho-Corasick finds all forms in one pass whose time does not depend on how many there are. A form
that must begin or end a word carries the space of that border, so that the automaton, and not
Python, throws away the "ass" of every "class". ahocorasick_rs scans ordinary English twice as fast
as pyahocorasick (121 against 66 million characters a second) and gives offsets in code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from threading import Lock
from types import MappingProxyType

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from triptych.engines.profanity import folding
from triptych.models.files import lines, rows

#: Forms that nothing innocent begins with or is split into: found in two pieces, and spaced out
#: with other words right after them.
STRONG = (
    "fuck", "fucking", "fucker", "motherfucker", "bitch", "nigger", "asshole", "cunt",
)  # fmt: skip
#: Forms that a single sign in their middle does not hide: "sh.it".
DIVIDED = (*STRONG, "shit", "dick", "cock", "slut", "whore", "prick", "pussy", "crap", "damn")
_ARABIC_CLITICS = ("", "ال", "و", "وال", "يا", "ب", "ل")
_INFLECTIONS = ("", "s", "ed", "er", "ers", "ing", "in", "y", "es")
_COMPILING = Lock()


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed form."""

    #: Lower case, composed (NFC), words separated by one space. A star at either end stands for any
    #: further letters of the same word.
    form: str
    #: Code of the list it comes from.
    language: str
    #: 1 (mild) to 4 (strongest), where the source or we gave one.
    severity: int | None


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A condition on forms, as in `Entry`, that are ordinary words elsewhere."""

    language: str
    forms: frozenset[str]
    #: ``"in"``, ``"near"``, ``"unless"``, ``"joining"`` or ``"name"``.
    condition: str
    #: For ``"in"`` the other languages, for ``"near"`` the words that must stand near, for
    #: ``"unless"`` those that must not.
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordLists:
    """Everything that is shipped for the profanity engine."""

    entries: tuple[Entry, ...]
    innocents: tuple[str, ...]
    ambiguities: tuple[Ambiguity, ...]
    ordinary: Mapping[str, frozenset[str]]
    function_words: Mapping[str, frozenset[str]]


def _ambiguity(language: str, forms: str, rule: str) -> Ambiguity:
    condition, _, words = rule.partition(":")
    listed = frozenset(form.strip() for form in forms.split(","))
    return Ambiguity(language, listed, condition, frozenset(words.split()))


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """Return the shipped lists, read and checked once.

    Examples
    --------
    >>> sorted({entry.language for entry in word_lists().entries})[:3]
    ['ar', 'cs', 'da']
    """
    function_words: dict[str, frozenset[str]] = {}
    for language, words in rows("profanity/function_words.txt", "|"):
        function_words[language] = frozenset(words.split()) | function_words.get(
            language, frozenset()
        )
    ordinary: dict[str, frozenset[str]] = {}
    for language, words in rows("profanity/ordinary.txt", "|"):
        for word in words.split():
            ordinary[word] = ordinary.get(word, frozenset()) | {language}
    return WordLists(
        entries=tuple(
            Entry(form, language, None if severity == "-" else int(severity))
            for language, severity, form in rows("profanity/words.tsv")
        ),
        innocents=lines("profanity/innocents.txt"),
        ambiguities=tuple(_ambiguity(*row) for row in rows("profanity/ambiguous.txt", "|")),
        ordinary=MappingProxyType(ordinary),
        function_words=MappingProxyType(function_words),
    )


@dataclass(slots=True)
class Pattern:
    """What a place of an automaton stands for."""

    core: str
    left_open: bool
    right_open: bool
    entries: list[Entry] = field(default_factory=list)
    innocent: bool = False
    split: bool = False

    @property
    def key(self) -> str:
        """The folded form with the spaces of the borders that must be there."""
        left, right = "" if self.left_open else " ", "" if self.right_open else " "
        return f"{left}{self.core}{right}"


@dataclass(frozen=True, slots=True)
class Automaton:
    """A compiled set of patterns."""

    patterns: Sequence[Pattern]
    search: AhoCorasick

    def hits(self, text: str) -> list[tuple[int, int, int]]:
        """Return (pattern, start, end) of every hit, overlapping ones too."""
        return self.search.find_matches_as_indexes(text, overlapping=True)


@dataclass(frozen=True, slots=True)
class Automata:
    """The automata of all views."""

    words: Automaton
    stretched: Automaton
    pieces: Automaton
    running: Automaton
    censored: Mapping[tuple[int, str], Sequence[tuple[str, Entry]]]


def _compile(patterns: Iterable[Pattern], keys: Iterable[str]) -> Automaton:
    search = AhoCorasick(
        list(keys), matchkind=MatchKind.Standard, implementation=Implementation.ContiguousNFA
    )
    return Automaton(tuple(patterns), search)


def collapsed(text: str) -> str:
    """Write every run of one letter once."""
    return "".join(letter for letter, _ in groupby(text))


def _patterns(table: dict[int, int]) -> dict[tuple[str, bool, bool], Pattern]:
    patterns: dict[tuple[str, bool, bool], Pattern] = {}

    def add(form: str) -> Pattern:
        left_open, right_open = form.startswith("*"), form.endswith("*")
        core = " ".join(form.strip("*").translate(table).split())
        key = (core, left_open, right_open)
        return patterns.setdefault(key, Pattern(*key))

    lists = word_lists()
    for entry in lists.entries:
        clitics = _ARABIC_CLITICS if entry.language == "ar" else ("",)
        for clitic in clitics:
            add(clitic + entry.form).entries.append(entry)
    for form in lists.innocents:
        add(form).innocent = True
    return {key: pattern for key, pattern in patterns.items() if len(pattern.core) > 1}


def _split(patterns: Mapping[tuple[str, bool, bool], Pattern]) -> list[Pattern]:
    """Return the forms cut in two."""
    halves = []
    for form in DIVIDED:
        entries = [
            entry
            for (core, _, _), pattern in patterns.items()
            if core in (form, "fuck") and core in form
            for entry in pattern.entries
            if entry.language == "en"
        ][:1]
        for cut in range(1, len(form)):
            core = f"{form[:cut]} {form[cut:]}"
            halves.append(Pattern(core, False, False, entries, split=True))
    return halves


def _censored(entries: Iterable[Entry]) -> dict[tuple[int, str], list[tuple[str, Entry]]]:
    forms: dict[tuple[int, str], list[tuple[str, Entry]]] = {}
    seen = set()
    for entry in entries:
        core = entry.form.strip("*")
        if entry.language != "en" or " " in core or not core.isascii() or len(core) < 4:
            continue
        for ending in _INFLECTIONS if "*" in entry.form else ("",):
            form = core + ending
            if form not in seen:
                seen.add(form)
                forms.setdefault((len(form), form[0]), []).append((form, entry))
    return forms


def automata() -> Automata:
    """Return the automata, compiled at the first call, once for all threads."""
    with _COMPILING:
        return _compiled()


@lru_cache(maxsize=1)
def _compiled() -> Automata:
    lists = word_lists()
    words = _patterns(folding.PLAIN)
    spelled = [*words.values(), *_split(words)]
    whole = [pattern for pattern in words.values() if " " not in pattern.core]
    running = [
        pattern
        for pattern in _patterns(folding.RUNNING_TEXT).values()
        if folding.RUNNING.search(pattern.core)
    ]
    return Automata(
        words=_compile(spelled, (pattern.key for pattern in spelled)),
        stretched=_compile(words.values(), (collapsed(pattern.key) for pattern in words.values())),
        pieces=_compile(whole, (pattern.core for pattern in whole)),
        running=_compile(running, (pattern.core for pattern in running)),
        censored=_censored(lists.entries),
    )
