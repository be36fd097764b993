"""Names for the things of one picture: those of a kind that repeats are numbered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


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
