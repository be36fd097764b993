"""The graph as HTML: lines in SVG that stretch, and labels over them that wrap and fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.markup import escape, nowrap, table
from triptych.views.base.units import count, shortened
from triptych.views.research.graph import (
    MOST_QUESTIONS,
    MOST_SOURCES,
    Layout,
    Row,
    SubQuestion,
    layout,
    sub_questions,
)
from triptych.views.research.wording import facts

# In CSS pixels: two lines of a label, one of a source, and a round's name.
_QUESTION, _SOURCE, _ROUND = 46.0, 27.0, 30.0
# Where the lines between the columns begin and end, in hundredths of the width; the style sheet
# has the same.
_FROM, _TO = 46, 58


def diagram(reply: ResearchReply, sources: Mapping[int, SearchResult]) -> str:
    """Return the graph and, folded, the same as a table; empty without sub-questions."""
    if not reply.questions:
        return ""
    return (
        f"{graph_alone(reply, sources)}"
        f'<details class="triptych-fold"><summary>The graph as a table</summary>'
        f"{_table(sub_questions(reply), sources)}</details>"
    )


def graph_alone(reply: ResearchReply, sources: Mapping[int, SearchResult]) -> str:
    """Return the graph; empty without sub-questions."""
    questions = sub_questions(reply)
    if not questions:
        return ""
    drawn = layout(
        questions,
        list(sources),
        question_height=_QUESTION,
        source_height=_SOURCE,
        round_height=_ROUND,
    )
    words = (
        f"Graph: the question, {count(len(questions), 'sub-question')} and "
        f"{count(len(sources), 'source')}."
    )
    return (
        f'<div class="triptych-graph" role="img" aria-label="{escape(words)}">'
        f'<div class="triptych-root" dir="auto">{escape(shortened(reply.query, 300))}</div>'
        f'<div class="triptych-columns" style="--height: {drawn.height:.0f}px">'
        # The trunk that the rounds hang on.
        f'<div class="triptych-trunk" style="--height: {drawn.left[-1].middle:.0f}px"></div>'
        f"{_lines(drawn)}"
        f"{''.join(map(_left, drawn.left))}"
        f"{''.join(_right(row, sources, drawn) for row in drawn.right)}</div></div>"
        f"{_left_out(questions, sources)}"
    )


def _lines(drawn: Layout) -> str:
    """Return the lines between the columns, in a drawing that stretches to the width."""
    middle = (_FROM + _TO) / 2
    paths = "".join(
        f'<path class="triptych-q{one.place} triptych-e{number}" d="M{_FROM} {start:.1f}'
        f'C{middle:g} {start:.1f} {middle:g} {end:.1f} {_TO} {end:.1f}"/>'
        for one, number, start, end in drawn.edges
    )
    # Many lines together are darker than each.
    strength = min(0.28, max(0.08, 20 / max(1, len(drawn.edges))))
    return (
        f'<svg viewBox="0 0 100 {drawn.height:.0f}" preserveAspectRatio="none" aria-hidden="true" '
        f'focusable="false" style="--edge: {strength:.2f}">{paths}</svg>'
    )


def _left(row: Row) -> str:
    where = f"--top: {row.middle - row.height / 2:.1f}px; --height: {row.height:.0f}px"
    if not isinstance(row.value, SubQuestion):
        return f'<div class="triptych-round" style="{where}">{escape(str(row.value))}</div>'
    one = row.value
    nothing = "nothing new" if one.sources else "nothing of it cited"
    note = "" if one.new else f"<small>{nothing}</small>"
    names = " ".join(f"triptych-e{number}" for number in one.new)
    title = f"Searched for: {one.query}" if one.query and one.query != one.text else one.text
    names = f"triptych-asked triptych-q{one.place} {names or 'triptych-bare'}"
    return (
        f'<div class="{names}" style="{where}" title="{escape(shortened(title, 300))}">'
        f'<div dir="auto">{escape(shortened(one.text, 300))}</div>{note}</div>'
    )


def _right(row: Row, sources: Mapping[int, SearchResult], drawn: Layout) -> str:
    number = int(str(row.value))
    result = sources[number]
    names = " ".join(f"triptych-q{one.place}" for one, to, _, _ in drawn.edges if to == number)
    title = f"{result.title or result.url}\n{facts(result)}"
    return (
        f'<div class="triptych-source triptych-r{number} triptych-e{number} {names}" '
        f'style="--top: {row.middle - row.height / 2:.1f}px; --height: {row.height:.0f}px" '
        f'title="{escape(title)}"><b>{number}</b> '
        f'<span dir="auto">{escape(shortened(result.title or result.url, 120))}</span></div>'
    )


def _left_out(questions: Sequence[SubQuestion], sources: Mapping[int, SearchResult]) -> str:
    more = []
    if (left := len(questions) - MOST_QUESTIONS) > 0:
        more.append(count(left, "more sub-question"))
    if (left := len(sources) - MOST_SOURCES) > 0:
        more.append(count(left, "more source"))
    return f"<p>… and {' and '.join(more)}: the tables have them all.</p>" if more else ""


def _table(questions: Sequence[SubQuestion], sources: Mapping[int, SearchResult]) -> str:
    def cited(one: SubQuestion) -> str:
        named = (
            f"{number} {escape(shortened(sources[number].title or sources[number].url, 60))}"
            for number in one.sources
        )
        return "<br>".join(named) or "none"

    rows = [
        [
            nowrap(str(one.round or "")),
            f'<span dir="auto">{escape(shortened(one.text, 300))}</span>',
            f'<span dir="auto">{escape(shortened(one.query, 300))}</span>',
            str(one.pages),
            cited(one),
        ]
        for one in questions
    ]
    download = [
        [one.round or "", one.text, one.query, one.pages, " ".join(map(str, one.sources))]
        for one in questions
    ]
    return table(
        ["round", "sub-question", "searched for", "pages", "sources cited"],
        rows,
        download=download,
        name="questions",
        numbers={0, 3},
    )
