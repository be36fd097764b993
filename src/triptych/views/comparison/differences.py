"""Which members of two JSON values differ."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final


class Absent(Enum):
    """What stands for a member that one side does not have; null is a value of its own."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT
#: Lists of so many numbers are compared as one: a row for each says nothing.
_VECTOR = 8
#: Single precision, in which vectors and scores are computed, keeps seven digits.
_RELATIVE, _ABSOLUTE = 1e-6, 1e-9


@dataclass(frozen=True, slots=True)
class Difference:
    """A member that differs.

    Attributes
    ----------
    path : str
        Where it is, such as `sentences[2].score`; of a list's item, its place on the left.
    left, right : object
        Its values, `ABSENT` on the side that does not have it.
    about : str
        What the item of a list is about that it belongs to, where that is known.
    """

    path: str
    left: Any
    right: Any
    about: str = ""


def differences(left: Any, right: Any, path: str = "", about: str = "") -> list[Difference]:
    """Return which members of two JSON values differ, in the order of the left one.

    Items of lists are paired by what they are about, which is their first text, in their order.
    Numbers that agree to six digits are the same.

    Parameters
    ----------
    left, right : object
        JSON values: mappings, lists, strings, numbers, booleans, None.
    path, about : str
        Where they are, and what the item is about that they belong to.

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
    found = [
        (str(place), item, right[partner[place]] if place in partner else ABSENT)
        for place, item in enumerate(left)
    ]
    more = sorted(rest - set(partner.values()))
    return [*found, *((f"+{place}", ABSENT, right[place]) for place in more)]


def _named(item: Any) -> str:
    """Return what an object in a list is about."""
    return (_about(item) or "") if isinstance(item, Mapping) else ""


def _about(item: Any) -> str | None:
    """Return the text that says what an item is about: itself, or the first of its members."""
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
