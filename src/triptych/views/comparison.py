"""Two replies to the same question, or to two, and where they differ."""

from __future__ import annotations

import json
import math
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from html import escape
from typing import Any, Final

from triptych.views.base import theme
from triptych.views.base.markup import card, heading, table
from triptych.views.base.units import count, shortened

#: Members that differ between any two calls, whatever the request; the sides show them.
_OF_EACH_CALL = ("log_id", "_usage")
#: Longer texts are shown without their differing words marked.
_LONGEST = 2_000
#: Rows that are looked at; the frame has them all.
_MOST_ROWS = 40
_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
_MARK = f"background: {theme.MARK}; color: inherit; border-bottom: 2px solid {theme.MARK_LINE}"
_SCROLLED = 'style="max-height: 22rem; overflow-y: auto" tabindex="0"'
#: Lists of so many numbers are compared as one: a row for each is useless.
_VECTOR = 8
#: Single precision, in which vectors and scores are computed, keeps seven digits.
_RELATIVE, _ABSOLUTE = 1e-6, 1e-9


@dataclass(frozen=True, slots=True)
class Side:
    """One of two replies."""

    #: Which call it is.
    title: str
    #: Where it went, how long it took and the like, by name.
    details: Mapping[str, str]
    #: JSON of the request and of the reply.
    request: Mapping[str, Any]
    reply: Mapping[str, Any]
    #: HTML that shows the reply.
    body: str


def comparison(left: Side, right: Side) -> str:
    """Return HTML: what differs in the requests and replies, both sides, and, folded, the rest.

    The sides are folded too where the replies are the same.
    """
    in_request = differences(left.request, right.request)
    in_reply = differences(answered(left.reply), answered(right.reply))
    words = f"{_summary(in_reply, 'reply', 'replies')}. {_summary(in_request, 'request')}."
    titles = (left.title, right.title)
    return card(
        heading(words),
        _section("Differences in the requests", in_request, titles, "request"),
        _section("Differences in the replies", in_reply, titles, "reply"),
        '<div style="display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1em">'
        f"{''.join(_side(side, folded=not in_reply) for side in (left, right))}</div>",
        _same_members(left, right),
    )


def _summary(items: Sequence[Difference], noun: str, plural: str = "requests") -> str:
    if not items:
        return f"Both {plural} are the same"
    return f"{count(len(items), 'member')} of the {noun} differ{'s' if len(items) == 1 else ''}"


def answered(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a reply without those that differ between any two calls."""
    return {name: value for name, value in raw.items() if name not in _OF_EACH_CALL}


def _same_members(left: Side, right: Side) -> str:
    """Return the members that have the same value in both, folded; unset ones are left out."""
    parts = (("request", left.request, right.request), ("reply", left.reply, right.reply))
    same = [
        (part, name, value)
        for part, one, other in parts
        for name, value in answered(one).items()
        if value not in (None, "", [], {}) and not differences(value, other.get(name, ABSENT))
    ]
    if not same:
        return ""
    rows = [[part, _code(name), _wrapped(_shortly(value))] for part, name, value in same]
    download = [[part, name, _plain(value)] for part, name, value in same]
    listed = table(["part", "member", "value"], rows, download=download, name="same-members")
    words = f"The same in both: {count(len(same), 'member')}"
    return _folded(words, listed)


def _folded(words: str, body: str) -> str:
    summary = f'<summary style="cursor: pointer">{escape(words)}</summary>'
    return f'<details style="margin: .6em 0">{summary}{body}</details>'


def _side(side: Side, *, folded: bool) -> str:
    details = " · ".join(f"{escape(name)} {escape(value)}" for name, value in side.details.items())
    return (
        f'<section data-side aria-label="{escape(side.title)}" '
        'style="flex: 1 1 20rem; min-width: 0; '
        f'border-top: 2px solid {theme.RULE}; padding-top: .4em"><b>{escape(side.title)}</b>'
        f'<div style="color: {theme.FAINT_INK}; font-size: 12px; margin-bottom: .4em">{details}'
        f"</div>{_folded('The reply', side.body) if folded else side.body}</section>"
    )


def _section(title: str, items: Sequence[Difference], titles: tuple[str, str], name: str) -> str:
    if not items:
        return ""
    columns = ["member", *titles]
    # To mark words takes time, and the rest is not looked at.
    rows = [[_path(one), *_marked(one.left, one.right)] for one in items[:_MOST_ROWS]]
    download = [[one.path, _plain(one.left), _plain(one.right)] for one in items]
    apart = [_by(one) for one in items[:_MOST_ROWS]]
    if counted := any(apart):
        rows = [[*row, words] for row, words in zip(rows, apart, strict=True)]
    listed = table(
        [*columns, "by"] if counted else columns,
        rows,
        download=download,
        download_columns=columns,
        name=f"{name}-differences",
        numbers=(3,),
        most=_MOST_ROWS,
    )
    # The replies themselves, below, are not far to go to.
    scrolled = f'<div {_SCROLLED} role="region" aria-label="{escape(title)}">{listed}</div>'
    return f'<h4 style="margin: 1em 0 .3em; font-size: 13px">{escape(title)}</h4>{scrolled}'


def _path(one: Difference) -> str:
    code = _code(one.path)
    if not one.about:
        return code
    words = escape(shortened(one.about, 60))
    return f'{code}<div dir="auto" style="color: {theme.FAINT_INK}; font-size: 12px">{words}</div>'


def _code(path: str) -> str:
    return f'<code style="background: none; color: inherit; padding: 0">{escape(path)}</code>'


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
    return all(map(_is_number, values))


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
        return f'<span style="color: {theme.FAINT_INK}">missing</span>'
    return _wrapped(f'<mark style="{_MARK}">{_shortly(value)}</mark>')


def _shortly(value: Any) -> str:
    return escape(shortened(_plain(value), 300))


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


class Absent(Enum):
    """Stands for a member that one side does not have; null is a value of its own."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Difference:
    """A member that differs."""

    #: Where it is, such as `sentences[2].score`; of a list's item, its place on the left.
    path: str
    #: Its value, `ABSENT` on a side that does not have it.
    left: Any
    right: Any
    #: What the item of a list is about that it belongs to, where that is known.
    about: str = ""


def differences(left: Any, right: Any, path: str = "", about: str = "") -> list[Difference]:
    """Return which members of two JSON values differ, in the order of the left one.

    Items of lists are paired by what they are about, which is their first text, in their order.
    Numbers that agree to six digits are the same. `path` and `about` say where the values are.

    Examples
    --------
    >>> one = {"score": 0.5, "found": [{"word": "tea", "at": 1}]}
    >>> two = {"score": 0.7, "found": [{"word": "rum", "at": 9}, {"word": "tea", "at": 2}]}
    >>> for difference in differences(one, two):
    ...     print(difference.path, difference.left, difference.right)
    score 0.5 0.7
    found[0].at 1 2
    found[+0] Absent.ABSENT {'word': 'rum', 'at': 9}
    """
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return [
            difference
            for name in [*left, *(name for name in right if name not in left)]
            for difference in differences(
                left.get(name, ABSENT),
                right.get(name, ABSENT),
                f"{path}.{name}".removeprefix("."),
                about,
            )
        ]
    if _is_list(left) and _is_list(right) and not (_is_vector(left) and _is_vector(right)):
        return [
            difference
            for name, one, other in _paired(left, right)
            for difference in differences(one, other, f"{path}[{name}]", _named(one) or about)
        ]
    return [] if _same(left, right) else [Difference(path, left, right, about)]


def _paired(left: Sequence[Any], right: Sequence[Any]) -> list[tuple[str, Any, Any]]:
    """Return the items that belong together, under the place of the left one."""
    places: dict[str | None, deque[int]] = {}
    for place, item in enumerate(right):
        places.setdefault(_about(item), deque()).append(place)
    partner: dict[int, int] = {}
    for place, item in enumerate(left):
        if alike := places.get(_about(item)):
            partner[place] = alike.popleft()
    rest = {place for left_over in places.values() for place in left_over}
    for place in sorted(rest):
        # A text that was changed stands where it stood.
        if place < len(left) and place not in partner and isinstance(left[place], str):
            partner[place] = place
    pairs = [
        (str(place), item, right[partner[place]] if place in partner else ABSENT)
        for place, item in enumerate(left)
    ]
    more = sorted(rest - set(partner.values()))
    return [*pairs, *((f"+{place}", ABSENT, right[place]) for place in more)]


def _named(item: Any) -> str:
    """Return what an object in a list is about."""
    return (_about(item) or "") if isinstance(item, Mapping) else ""


def _about(item: Any) -> str | None:
    """Return the text that identifies an item: itself, or the first of its members."""
    if isinstance(item, Mapping):
        return next((value for value in item.values() if isinstance(value, str)), None)
    return item if isinstance(item, str) else None


def _same(left: Any, right: Any) -> bool:
    if _is_vector(left) and _is_vector(right):
        return len(left) == len(right) and all(map(_same, left, right))
    if _is_number(left) and _is_number(right):
        return left == right or _near(left, right)
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _near(left: float, right: float) -> bool:
    try:
        return math.isclose(left, right, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE) or (
            math.isnan(left) and math.isnan(right)
        )
    except OverflowError:
        # JSON's whole numbers have no limit.
        return False


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _is_vector(value: Any) -> bool:
    return _is_list(value) and len(value) >= _VECTOR and all(map(_is_number, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
