"""Find profanity: search every view, verify every hit, keep the longest of what overlaps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate, chain, groupby
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.profanity import context, folding, views
from triptych.engines.profanity.automaton import STRONG, Automaton, Entry, Pattern, automata
from triptych.engines.profanity.censor import Match
from triptych.engines.profanity.disguises import masked_words, spaced_words

#: Anything longer than this is not a word: a hit in it is reported alone.
LONGEST_WORD = 40

#: Codes of the languages there are lists for.
LANGUAGES: tuple[str, ...] = (
    *("ar", "cs", "da", "de", "en", "eo", "es", "fa", "fi", "fil", "fr", "fr-CA", "hi", "hu"),
    *("it", "ja", "kab", "ko", "nl", "no", "pl", "pt", "ru", "sv", "th", "tr", "zh"),
)


class Candidate(NamedTuple):
    """A hit in the visible text: the whole word, its listed core, and how it was seen."""

    start: int
    end: int
    core_start: int
    core_end: int
    letters: str
    pattern: Pattern
    kind: str


def _word(view: views.View | views.Stretched, start: int, end: int, p: Pattern) -> tuple[int, int]:
    """Widen a hit to its word, as far as the pattern is open and if the word is not too long."""
    text = view.text
    first, last = start, end
    if p.left_open:
        first = text.rfind(" ", max(0, start - LONGEST_WORD), start) + 1
    if p.right_open:
        last = text.find(" ", end, end + LONGEST_WORD)
    if first == 0 or last < 0 or last - first > LONGEST_WORD:
        return start, end
    return first, last


def _agrees(view: views.Stretched, start: int, end: int, pattern: Pattern) -> bool:
    """Return whether the runs of a stretched word are the entry's, save runs of three or more."""
    runs = [len(list(run)) for _, run in groupby(pattern.core)]
    pairs = zip(view.lengths[start:end].tolist(), runs, strict=True)
    return all(written >= 3 or written == listed for written, listed in pairs)


def _without_outer_signs(
    text: str, candidate: tuple[int, int], core: tuple[int, int]
) -> tuple[int, int]:
    """Take digits and signs off the ends of a word, outside its core."""
    start, end = candidate
    while start < core[0] and text[start] in folding.LEET_CHARACTERS:
        start += 1
    while end > core[1] and text[end - 1] in folding.LEET_CHARACTERS:
        end -= 1
    return start, end


def _is_lettered(written: str) -> bool:
    """Return whether a word with digits is neither number nor code nor digest.

    Half of it must be letters, and there must be more than three places to see them in.
    """
    if not any(map(str.isdigit, written)):
        return True
    return len(written) > 3 and sum(map(str.isalpha, written)) * 2 >= len(written)


def _seen_through_signs(word: str, core: str) -> bool:
    """Return whether signs for letters make a word and not a number."""
    if not any(character in folding.LEET_CHARACTERS for character in word):
        return False
    return _is_lettered(core)


def _hits(
    view: views.View | views.Stretched, automaton: Automaton, text: str
) -> Iterator[Candidate]:
    """Yield the candidates of one view; innocents are candidates too."""
    for index, hit_start, hit_end in automaton.hits(view.text):
        check_cancelled()
        pattern = automaton.patterns[index]
        start = hit_start + (not pattern.left_open)
        end = hit_end - (not pattern.right_open)
        if isinstance(view, views.Stretched) and not (
            view.has_long_run(start, end) and _agrees(view, start, end, pattern)
        ):
            continue
        core = view.span(start, end)
        word = view.span(*_word(view, start, end, pattern))
        if view.kind == "leet" and not pattern.innocent:
            word = _without_outer_signs(text, word, core)
            if not _seen_through_signs(text[slice(*word)], text[slice(*core)]):
                continue
        elif view.kind == "stretched" and not pattern.innocent:
            word = _without_outer_signs(text, word, core)
            if not _is_lettered(text[slice(*core)]):
                continue
        if pattern.split and not _is_split(text[slice(*core)], pattern.core):
            continue
        yield Candidate(*word, *core, view.letters(text, start, end), pattern, view.kind)


def _is_split(written: str, core: str) -> bool:
    """Return whether a word in two pieces is one: no blank but in what nothing else is."""
    separator = written[core.index(" ")]
    whole = core.replace(" ", "")
    if whole not in STRONG:
        return separator in "-.*|·•" and core.index(" ") > 1  # not "s_hit", not "who're"
    if whole.startswith("fuck"):
        return separator != "\n"
    return separator in "-._*~'`|/,·•" and (core.index(" ") > 1 or separator in "-_*~")


def _running(view: views.View, text: str) -> Iterator[Candidate]:
    """Yield the candidates in scripts without spaces."""
    automaton = automata().running
    for index, start, end in automaton.hits(view.text):
        pattern = automaton.patterns[index]
        # Two Korean syllables are too short to be found inside a word.
        first = view.text[start]
        hangul = "\u3130" <= first <= "\u318f" or "\uac00" <= first <= "\ud7af"
        inside = "\uac00" <= view.text[start - 1] <= "\ud7af"
        if hangul and inside and end - start < 3 and not pattern.innocent:
            continue
        span = view.span(start, end)
        yield Candidate(*span, *span, text[slice(*span)], pattern, "running")


class _Cover:
    """Spans that excuse what lies inside one of them."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        # Of the spans that begin together the longest is enough.
        longest: dict[int, int] = {}
        for start, end in spans:
            longest[start] = max(end, longest.get(start, end))
        ordered = sorted(longest.items())
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max))

    def covers(self, start: int, end: int) -> bool:
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and self._ends[at] >= end


def _occurrences(view: views.View, phrase: str, border: int = 0) -> Iterator[tuple[int, int]]:
    check_cancelled()
    at = view.text.find(phrase)
    while at >= 0:
        yield view.span(at + border, at + len(phrase) - border)
        at = view.text.find(phrase, at + 1)


def _known(languages: Collection[str] | None) -> frozenset[str] | None:
    if languages is None:
        return None
    if isinstance(languages, str):
        raise TypeError("languages is a collection of codes, such as ['en'], not one string.")
    unknown = sorted(set(languages) - set(LANGUAGES))
    if unknown:
        raise ValueError(
            f"Unknown language {', '.join(map(repr, unknown))}. Known are {', '.join(LANGUAGES)}."
        )
    return frozenset(languages)


def _entry(
    evidence: context.Evidence, candidate: Candidate, languages: frozenset[str] | None
) -> Entry | None:
    """Return the entry a candidate is, or None if it is an ordinary word after all."""
    text = evidence.text
    plainly = candidate.kind in ("plain", "running")
    accepted = [
        entry
        for entry in candidate.pattern.entries
        if (languages is None or entry.language in languages)
        and context.same_letters(candidate.letters, entry, runs=candidate.kind == "stretched")
        and context.same_script(
            text, candidate.core_start, candidate.core_end, candidate.letters, entry
        )
        and (
            not plainly
            or context.is_meant(evidence, candidate.start, candidate.end, entry, languages)
        )
    ]
    if len(accepted) < 2:
        return accepted[0] if accepted else None
    counts = evidence.around(candidate.start)
    # The language the sentence speaks; English where nothing shows it.
    return max(accepted, key=lambda e: (counts[e.language], e.language == "en"))


def find_profanity(
    text: str, *, languages: Collection[str] | None = None, allow: Collection[str] = ()
) -> list[Match]:
    """Return the profane words and phrases of a text, in order and without overlaps.

    Words are found as written, inflected, with digits and signs for letters, with letters starred
    out, spaced or punctuated, stretched, in look-alike letters of other scripts, in full-width or
    mathematical letters, and with invisible characters or marks between. Swear words, slurs and
    crude words are profanity; the plain names of body parts, of health and of sex are not. The time
    is linear in the length of the text, whatever it is.

    Parameters
    ----------
    text : str
        Any text.
    languages : collection of str, optional
        Codes of the lists to search, of `LANGUAGES` (others: `ValueError`). All by default; a word
        that is ordinary in another language then counts only in a sentence of its own language.
    allow : collection of str, optional
        Words or phrases that are not reported, in any disguise.

    Notes
    -----
    Search by A. V. Aho and M. J. Corasick, "Efficient string matching", Communications of the ACM
    18 (1975). Look-alikes after Unicode Technical Standard 39.

    Examples
    --------
    >>> [match.text for match in find_profanity("Cr@p, I missed the d.a.m.n cocktail class!")]
    ['Cr@p', 'd.a.m.n']
    """
    chosen = _known(languages)
    seen = views.visible(text)
    shown = seen.text
    plain = views.plain(shown)
    through_signs = list(views.leet(shown))
    base = through_signs[0] if through_signs else plain
    compiled = automata()

    candidates = list(_hits(plain, compiled.words, shown))
    for view in through_signs:
        check_cancelled()
        candidates += _hits(view, compiled.words, shown)
    long = views.stretched(base)
    if long is not None:
        candidates += _hits(long, compiled.stretched, shown)
    candidates += (Candidate(*hit, "spaced") for hit in spaced_words(base, compiled.pieces, shown))
    check_cancelled()
    candidates += (Candidate(*hit, "masked") for hit in masked_words(shown, compiled.censored))
    without_spaces = views.running(shown)
    if without_spaces is not None:
        candidates += _running(without_spaces, shown)
    if not candidates:
        return []

    allowed = {" ".join(word.translate(folding.PLAIN).split()) for word in allow} - {""}
    innocent = ((c.start, c.end) for c in candidates if c.pattern.innocent)
    spaced = (
        span
        for word in allowed
        for view in (plain, *through_signs)
        for span in _occurrences(view, f" {word} ", border=1)
    )
    unspaced = (
        span
        for word in {word.translate(folding.RUNNING_TEXT) for word in allow}
        if without_spaces is not None and folding.RUNNING.search(word)
        for span in _occurrences(without_spaces, word)
    )
    cover = _Cover(chain(innocent, spaced, unspaced))

    matches: list[Match] = []
    evidence = context.Evidence(shown)
    done = 0
    candidates.sort(key=lambda c: (c.start, -c.end))
    for candidate in candidates:
        check_cancelled()
        if candidate.start < done or not candidate.pattern.entries:
            continue
        if cover.covers(candidate.core_start, candidate.core_end):
            continue
        if allowed and (
            candidate.pattern.core in allowed
            or shown[candidate.start : candidate.end].translate(folding.LEET_I) in allowed
        ):
            continue
        entry = _entry(evidence, candidate, chosen)
        if entry is None:
            continue
        done = candidate.end
        start, end = seen.span(text, candidate.start, candidate.end)
        matches.append(Match(text[start:end], start, end, entry.language, entry.severity))
    return matches
