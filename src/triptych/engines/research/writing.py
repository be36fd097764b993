"""Write a report from the pages' own sentences, and set apart where two pages differ."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from triptych.engines.matching.numbers import Number, is_year, numbers
from triptych.engines.research.gaps import SAME
from triptych.engines.research.outline import Outline, Section
from triptych.engines.research.relevance import Evidence
from triptych.engines.research.report import Paragraph, Report, Unnumbered, numbered
from triptych.engines.text.encoder import count_tokens
from triptych.engines.text.words import STOP_WORDS, stems

#: Least cosine of two sentences about the same, and least share of words that both say.
_LEAST_COSINE, _LEAST_SHARE = 0.8, 0.6
#: Of which share of all their words, and of how many, two sentences say the same whatever stands
#: around them.
_SAME_SHARE, _SAME_WORDS = 0.75, 3
#: Words before and after a number that tell what it counts.
_AROUND = 3
_MOST = 5
_SMALL = 100
#: "The world's first programmable computer", but not "the second-longest".
_MOST_OF_ALL = re.compile(
    r"\b(?:the )?(?:world['’]s )?(?<!-)"
    r"(?P<most>first|(?:long|larg|old|earli|deep|high|tall|small|fast)est)"
    r"(?P<kind>(?:,? [\w-]+){1,6})",
    re.I,
)
#: Where what it calls so ends.
_ENDS = re.compile(
    r",? (?:although|though|which|that|an?|and|but|\w+ed|\w+ing|with|while|who|where|to|is|was)\b"
)
_DISPUTED = re.compile(r"\b(?:disput|debat|contest)\w*", re.I)
_NAME = re.compile(r"\b[A-Z]\w{2,}")


def differences(
    sentences: Sequence[Evidence],
) -> list[tuple[tuple[str, str], tuple[Evidence, Evidence]]]:
    """Return values and sentences of pairs of pages that contradict each other, at most five.

    Either both sentences say the same but for one number: they are near in meaning, share most of
    their words, and have the number, of one unit or a year, beside the same words. Or each calls
    something else the first or the longest of its kind.
    """
    pairs = []
    readings = [(one, numbers(one.text), claims(one.text)) for one in sentences]
    candidates = [each for each in readings if each[1] or each[2]]
    for (one, ours, mine), (other, theirs, their) in combinations(candidates, 2):
        if one.passage.url == other.passage.url:
            continue
        values = _rival(one, mine, other, their)
        if not values and ours and theirs and _alike(one, other):
            values = _differing(one.text, ours, other.text, theirs)
        if values:
            pairs.append((values, (one, other)))
    return pairs[:_MOST]


def claims(sentence: str) -> list[tuple[str, str, frozenset[str]]]:
    """Return superlatives of a sentence: the words, which superlative, and of what.

    Examples
    --------
    >>> [one[:2] for one in claims("It is the longest river in the world, and very old.")]
    [('the longest river in the world', 'longest')]
    """
    superlatives = []
    for match in _MOST_OF_ALL.finditer(sentence):
        kind = _ENDS.split(match["kind"])[0]
        # A programmer is no computer that can be programmed: words count, not stems.
        words = {word.casefold().removesuffix("s") for word in re.findall(r"\w+", kind)}
        subject = frozenset(words - STOP_WORDS)
        if len(subject) > 1:
            text = sentence[match.start() : match.start("kind")] + kind
            superlatives.append((text, match["most"].casefold(), subject))
    return superlatives


def _rival(
    one: Evidence,
    ours: Sequence[tuple[str, str, frozenset[str]]],
    other: Evidence,
    theirs: Sequence[tuple[str, str, frozenset[str]]],
) -> tuple[str, str] | None:
    """Return what two pages claim for different things, as written."""
    for mine, most, kind in ours:
        for their, same, their_kind in theirs:
            if most != same or not (kind <= their_kind or their_kind <= kind):
                continue
            # "Created the first vaccine" and "is the first vaccine" agree.
            agree = _mentions(one, other) or _mentions(other, one)
            if not agree or _DISPUTED.search(f"{one.text} {other.text}"):
                return mine, their
    return None


def _mentions(one: Evidence, other: Evidence) -> bool:
    """Return whether a sentence names the subject of the other's page, or shares a name with it."""
    title = re.sub(r" \(.*?\)", "", other.passage.title).casefold()
    names = set(_NAME.findall(one.text[1:])) & set(_NAME.findall(other.text[1:]))
    return title in one.text.casefold() or bool(names)


def _alike(one: Evidence, other: Evidence) -> bool:
    """Return whether two sentences say the same, apart from numbers."""
    mine, theirs = (
        {word for word in stems(each.text) if not word.isdigit()} for each in (one, other)
    )
    both = len(mine & theirs)
    if both >= max(_SAME_WORDS, _SAME_SHARE * len(mine | theirs)):
        return True
    near = float(one.vector @ other.vector) >= _LEAST_COSINE
    return near and both >= _LEAST_SHARE * max(1, min(len(mine), len(theirs)))


def _differing(
    one: str, ours: Sequence[Number], other: str, theirs: Sequence[Number]
) -> tuple[str, str] | None:
    """Return two different numbers that count the same thing, as written."""
    for mine in ours:
        for their in theirs:
            same_kind = mine.unit == their.unit and is_year(mine, one) == is_year(their, other)
            if not same_kind or mine.value == their.value:
                continue
            # Small numbers without a unit number versions, days and parts.
            if not (mine.unit or their.unit) and min(mine.value, their.value) < _SMALL:
                continue
            if any(mine.value == each.value for each in theirs):
                continue
            if any(their.value == each.value for each in ours):
                continue
            # "About 8 million" and "8.1 million" do not differ.
            rounded = abs(mine.value - their.value) <= 0.05 * max(mine.value, their.value)
            if rounded and not is_year(mine, one):
                continue
            if _beside(mine, one) & _beside(their, other):
                return one[mine.start : mine.end].strip(), other[their.start : their.end].strip()
    return None


def _beside(number: Number, text: str) -> set[str]:
    """Return the stems around a number, marked as before or after it."""
    before = stems(text[: number.start])[-_AROUND:]
    after = stems(text[number.end :])[:1]
    return {f"<{word}" for word in before} | {f">{word}" for word in after}


#: Word pieces of a report where no length is wanted.
_TARGET = 3_000
#: What likeness to what is shown takes from a sentence's worth.
_REDUNDANCY = 0.35
#: What a sentence is worth more as the first of its section, and as the first of a part of its
#: page: long pages tell another side in each.
_FIRST, _NEW_PART = 0.25, 0.1
#: Word pieces of a marker that cites a page, about.
_MARKER_TOKENS = 22
#: Sentences of a paragraph.
_LONGEST_PARAGRAPH = 6
#: A sentence with a new figure does not say the same.
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")


def write(
    outline: Outline, *, target_tokens: int | None = None, max_tokens: int | None = None
) -> Report:
    """Write a report of whole sentences of the pages, each followed by its citation.

    Sentences are taken greedily, by how well they answer, less their likeness to those taken
    (maximal marginal relevance: J. Carbonell, J. Goldstein, 1998), and more as the first of their
    section, so that each section has some; each with the sentences it needs before it. Those of one
    paragraph stay together, in its order.

    Parameters
    ----------
    outline : Outline
        What was found.
    target_tokens : int, optional
        Wanted length in word pieces, markers included; 3,000 by default. The report is shorter if
        less was found.
    max_tokens : int, optional
        Upper bound of the Markdown's length, in word pieces.
    """
    room = min(target_tokens or _TARGET, max_tokens or target_tokens or _TARGET)
    while True:
        report = _written(outline, room)
        over = count_tokens([report.markdown]) - max_tokens if max_tokens else 0
        if over <= 0 or not report.sentences:
            return report
        room -= max(over, 10)


def _written(outline: Outline, room: int) -> Report:
    chosen = _chosen(outline.sections, room)
    sections = []
    seen: set[tuple[str, int, int]] = set()
    for section in outline.sections:
        paragraphs = _paragraphs(section, chosen, seen)
        if paragraphs:
            sections.append((section.heading, paragraphs))
    shown = [one for section in outline.sections for one in section.evidence if _key(one) in chosen]
    differing = [
        (values, (_unnumbered(one, one.place), _unnumbered(two, two.place)))
        for values, (one, two) in differences(shown)
    ]
    titles = {one.passage.url: one.passage.title for one in shown}
    return numbered(sections, differing, outline.unanswered, titles)


def _chosen(sections: Sequence[Section], room: int) -> set[tuple[str, int, int]]:
    """Return which sentences are shown, with what they need before them."""
    pool = [(place, one) for place, section in enumerate(sections) for one in section.evidence]
    if not pool:
        return set()
    vectors = np.stack([one.vector for _, one in pool])
    fits = np.array([one.fit + one.likelihood for _, one in pool])
    likeness = np.zeros(len(pool))
    figures = [frozenset(_FIGURE.findall(one.text)) for _, one in pool]
    shown_figures: frozenset[str] = frozenset()
    chosen: set[tuple[str, int, int]] = set()
    begun: set[int] = set()
    parts = [(one.passage.url, one.passage.heading) for _, one in pool]
    begun_parts: set[tuple[str, str]] = set()
    left = np.ones(len(pool), bool)
    while left.any():
        bonus = np.array([0.0 if place in begun else _FIRST for place, _ in pool])
        bonus += [0.0 if part in begun_parts else _NEW_PART for part in parts]
        worth = np.where(left, fits - _REDUNDANCY * likeness + bonus, -np.inf)
        at = int(worth.argmax())
        left[at] = False
        place, one = pool[at]
        if likeness[at] >= SAME and figures[at] <= shown_figures:
            continue
        added = {(one.passage.url, one.passage.place, each) for each in (*one.before, one.place)}
        added -= chosen
        cost = sum(
            count_tokens([one.passage.statements[each].text]) + _MARKER_TOKENS
            for _, _, each in added
        )
        if cost > room:
            continue
        room -= cost
        chosen |= added
        begun.add(place)
        begun_parts.add(parts[at])
        shown_figures |= figures[at]
        likeness = np.maximum(likeness, vectors @ one.vector)
    return chosen


def _paragraphs(
    section: Section, chosen: set[tuple[str, int, int]], seen: set[tuple[str, int, int]]
) -> list[Paragraph]:
    """Return the sentences of a section: those of one part of a page together, in its order."""
    runs: dict[tuple[str, int], set[int]] = defaultdict(set)
    passages = {}
    for one in section.evidence:
        if _key(one) in chosen:
            run = (one.passage.url, one.passage.place)
            passages[run] = one
            runs[run].update((*one.before, one.place))
    order = {url: at for at, url in enumerate(dict.fromkeys(url for url, _ in runs))}
    paragraphs: list[Paragraph] = []
    part: tuple[str, str, bool] | None = None
    for run in sorted(runs, key=lambda one: (order[one[0]], one[1])):
        places = [each for each in sorted(runs[run]) if (*run, each) not in seen]
        seen.update((*run, each) for each in places)
        passage = passages[run].passage
        sentences = [_unnumbered(passages[run], each) for each in places]
        if not sentences:
            continue
        here = (passage.url, passage.heading, passage.is_item)
        if passage.is_item:
            paragraphs.append(Paragraph(sentences, is_item=True))
        elif here == part and len(paragraphs[-1].sentences) + len(sentences) <= _LONGEST_PARAGRAPH:
            paragraphs[-1] = Paragraph([*paragraphs[-1].sentences, *sentences])
        else:
            paragraphs.append(Paragraph(sentences))
        part = here
    return paragraphs


def _unnumbered(one: Evidence, place: int) -> Unnumbered:
    text = one.passage.statements[place].text
    return text, one.passage.url, text


def _key(one: Evidence) -> tuple[str, int, int]:
    return one.passage.url, one.passage.place, one.place
