"""Two replies beside each other, above a table of what differs."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from typing import Any

from triptych.views.base import theme
from triptych.views.base.markup import card, heading, table
from triptych.views.base.units import count, shortened
from triptych.views.comparison.differences import ABSENT, Difference, differences

#: Members that differ between any two calls, whatever was asked; the sides tell of them.
_OF_EACH_CALL = ("log_id", "_usage")
#: Longer texts are shown without their differing words marked.
_LONGEST = 2_000
#: Rows that are looked at; the frame has them all.
_MOST_ROWS = 40
_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
_MARK = f"background: {theme.MARK}; color: inherit; border-bottom: 2px solid {theme.MARK_LINE}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of two replies.

    Parameters
    ----------
    title : str
        Which call it is.
    details : mapping of str to str
        Where it went, how long it took and the like, by name.
    asked, raw : mapping
        JSON of the request and of the reply.
    body : str
        HTML that shows the reply.
    """

    title: str
    details: Mapping[str, str]
    asked: Mapping[str, Any]
    raw: Mapping[str, Any]
    body: str


def comparison(left: Side, right: Side) -> str:
    """Return HTML: both sides, what was asked differently, and what came back differently."""
    asked = differences(left.asked, right.asked)
    came = differences(answered(left.raw), answered(right.raw))
    words = (
        f"{count(len(came), 'member')} of the reply {'differs' if len(came) == 1 else 'differ'}"
        if came
        else "Both replies say the same"
    )
    input_words = (
        f"{count(len(asked), 'member')} of the request {'differs' if len(asked) == 1 else 'differ'}"
        if asked
        else "The same was asked"
    )
    titles = (left.title, right.title)
    return card(
        heading(f"{words}. {input_words}."),
        f'<div style="display: flex; flex-wrap: wrap; gap: 1rem">{_side(left)}{_side(right)}</div>',
        _section("Asked differently", asked, titles, "request") if asked else "",
        _section("Answered differently", came, titles, "reply") if came else "",
    )


def answered(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a reply that answer what was asked."""
    return {name: value for name, value in raw.items() if name not in _OF_EACH_CALL}


def _side(side: Side) -> str:
    details = " · ".join(f"{escape(name)} {escape(value)}" for name, value in side.details.items())
    return (
        f'<section data-side aria-label="{escape(side.title)}" '
        'style="flex: 1 1 20rem; min-width: 0; '
        f'border-top: 2px solid {theme.RULE}; padding-top: .4em"><b>{escape(side.title)}</b>'
        f'<div style="color: {theme.FAINT_INK}; font-size: 12px; margin-bottom: .4em">{details}'
        f"</div>{side.body}</section>"
    )


def _section(title: str, found: Sequence[Difference], titles: tuple[str, str], name: str) -> str:
    columns = ["member", *titles]
    # To mark words takes time, and the rest is not looked at.
    rows = [[_path(one), *_marked(one.left, one.right)] for one in found[:_MOST_ROWS]]
    download = [[one.path, _plain(one.left), _plain(one.right)] for one in found]
    apart = [_by(one) for one in found[:_MOST_ROWS]]
    if counted := any(apart):
        rows = [[*row, words] for row, words in zip(rows, apart, strict=True)]
    return f'<h4 style="margin: 1em 0 .3em; font-size: 13px">{escape(title)}</h4>' + table(
        [*columns, "by"] if counted else columns,
        rows,
        download=download,
        download_columns=columns,
        name=f"{name}-differences",
        numbers=(3,),
        most=_MOST_ROWS,
    )


def _path(one: Difference) -> str:
    code = f'<code style="background: none; color: inherit; padding: 0">{escape(one.path)}</code>'
    if not one.about:
        return code
    words = escape(shortened(one.about, 60))
    return f'{code}<div dir="auto" style="color: {theme.FAINT_INK}; font-size: 12px">{words}</div>'


def _by(difference: Difference) -> str:
    """Return how far two numbers are apart, or how alike two vectors are."""
    try:
        return _apart(difference)
    except (OverflowError, ZeroDivisionError):
        # Numbers beyond what can be computed with.
        return ""


def _apart(difference: Difference) -> str:
    left, right = difference.left, difference.right
    if _numbers([left, right]):
        apart = right - left
        return f"{apart:+,}" if isinstance(apart, int) else f"{apart:+.3g}"
    if isinstance(left, list) and isinstance(right, list) and _numbers([*left, *right]):
        if len(left) != len(right) or not any(left) or not any(right):
            return ""
        length = math.sqrt(_product(left, left) * _product(right, right))
        return f"cosine {_product(left, right) / length:.3f}"
    return ""


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(one * other for one, other in zip(left, right, strict=True))


def _numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)


def _marked(left: Any, right: Any) -> tuple[str, str]:
    """Return both values as HTML, with the words that only one of them has marked."""
    if isinstance(left, str) and isinstance(right, str) and max(len(left), len(right)) <= _LONGEST:
        one, other = _WORDS.findall(left), _WORDS.findall(right)
        codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        sides = (
            "".join(_part(one[a:b], tag) for tag, a, b, _, _ in codes),
            "".join(_part(other[c:d], tag) for tag, _, _, c, d in codes),
        )
        return _wrapped(sides[0]), _wrapped(sides[1])
    return _whole(left), _whole(right)


def _part(words: Sequence[str], tag: str) -> str:
    text = escape("".join(words))
    return text if tag == "equal" or not text else f'<mark style="{_MARK}">{text}</mark>'


def _whole(value: Any) -> str:
    if value is ABSENT:
        return f'<span style="color: {theme.FAINT_INK}">not there</span>'
    return _wrapped(f'<mark style="{_MARK}">{escape(shortened(_plain(value), 300))}</mark>')


def _wrapped(markup: str) -> str:
    return f'<span dir="auto" style="overflow-wrap: anywhere">{markup}</span>'


def _plain(value: Any) -> str:
    if value is ABSENT:
        return ""
    if isinstance(value, list) and value and _numbers(value):
        first = ", ".join(
            f"{number:.3g}" if isinstance(number, float) else str(number) for number in value[:3]
        )
        return f"{count(len(value), 'number')}: {first}, …"
    if isinstance(value, float):
        return f"{value:.6g}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
