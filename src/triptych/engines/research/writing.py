"""Write a report from the pages' own sentences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from triptych.engines.research.differences import differences
from triptych.engines.research.evidence import Evidence
from triptych.engines.research.outline import Outline, Section
from triptych.engines.research.report import Paragraph, Report, Unnumbered, numbered
from triptych.engines.text.encoder import count_tokens

#: Word pieces of a report where no length is wanted.
_TARGET = 2_000
#: From this cosine on two sentences say the same.
_SAME = 0.86
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
        Wanted length in word pieces, markers included; 2,000 by default. The report is shorter if
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
    fits = np.array([one.likelihood for _, one in pool])
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
        if likeness[at] >= _SAME and figures[at] <= shown_figures:
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
        likeness = np.maximum(likeness, vectors @ vectors[at])
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
    return _joined(paragraphs)


def _joined(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Return paragraphs in which a sentence alone stands with what is before or after it."""
    joined: list[Paragraph] = []
    for one in paragraphs:
        last = joined[-1] if joined else one
        number = len(last.sentences) + len(one.sentences)
        is_alone = 1 in {len(last.sentences), len(one.sentences)}
        if joined and is_alone and number <= _LONGEST_PARAGRAPH and not one.is_item | last.is_item:
            joined[-1] = Paragraph([*last.sentences, *one.sentences])
        else:
            joined.append(one)
    return joined


def _unnumbered(one: Evidence, place: int) -> Unnumbered:
    text = one.passage.statements[place].text
    return text, one.passage.url, text


def _key(one: Evidence) -> tuple[str, int, int]:
    return one.passage.url, one.passage.place, one.place
