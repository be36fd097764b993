"""Names for the things of one picture: those of a kind that repeats are numbered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_NUMBERED = re.compile(r"(?P<kind>.+)_[1-9][0-9]*", re.DOTALL)


def numbered(labels: Sequence[str]) -> list[str]:
    """Name things so that each can be told from the others.

    Parameters
    ----------
    labels : sequence of str
        Kinds of the things, the surest first.

    Returns
    -------
    list of str
        A kind that occurs once as it is; the others with ``_1``, ``_2`` and so on in their order.

    Examples
    --------
    >>> numbered(["person", "dog", "person"])
    ['person_1', 'dog', 'person_2']
    """
    counts, seen = Counter(labels), Counter[str]()
    names = []
    for label in labels:
        seen[label] += 1
        names.append(f"{label}_{seen[label]}" if counts[label] > 1 else label)
    return names


def kind_of(name: str, kinds: Iterable[str]) -> str:
    """Return the kind of a thing from its name.

    Parameters
    ----------
    name : str
        As `numbered` gives it.
    kinds : iterable of str
        The kinds there are, as in the tags of a reply.

    Returns
    -------
    str
        One of `kinds`; the name itself where none fits.

    Examples
    --------
    >>> kind_of("person_2", ["person", "dog"]), kind_of("route_66", ["route_66"])
    ('person', 'route_66')
    """
    kinds = set(kinds)
    match = _NUMBERED.fullmatch(name)
    return match["kind"] if name not in kinds and match and match["kind"] in kinds else name
