"""Records: the n-th title belongs with the n-th price."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from triptych.engines.scrape.document import Document


def records(
    document: Document, found: Mapping[str, Sequence[tuple[int, str]]]
) -> tuple[dict[str, str], ...]:
    """Return the things of a list, each with its fields.

    A thing reaches as far around its first field's element as no other of that field begins; what
    stands within belongs to it. Fields that occur once belong to a page's only thing.

    Parameters
    ----------
    document : Document
        The page.
    found : mapping of str to sequence of (int, str)
        For each field its elements' indices, ascending, and values. An index of -1 stands for a
        value without an element.
    """
    longest = max(found, key=lambda key: len(found[key]), default=None)
    if longest is None or not found[longest]:
        return ()
    placed = all(index >= 0 for values in found.values() for index, _ in values)
    if len(found[longest]) == 1 or not placed:
        return _in_turn(found)
    anchors = sorted(index for index, _ in found[longest])
    rows: list[dict[str, str]] = [{longest: value} for _, value in found[longest]]
    for key, values in found.items():
        if key == longest:
            continue
        taken = 0
        starts = [at for at, _ in values]
        for row, (index, _) in zip(rows, found[longest], strict=True):
            start, end = _scope(document, index, anchors)
            first = bisect_left(starts, start)
            if first < len(starts) and starts[first] < end:
                row[key] = values[first][1]
                taken += 1
        if not taken and len(values) == len(rows):
            for row, (_, value) in zip(rows, values, strict=True):
                row[key] = value
    return tuple(rows)


def _scope(document: Document, index: int, anchors: list[int]) -> tuple[int, int]:
    """Return the largest element around one anchor that holds no other."""
    node = document.nodes[index]
    start, end = node.index, node.end
    for up in document.ancestors(node):
        if bisect_right(anchors, up.end - 1) - bisect_left(anchors, up.index) > 1:
            break
        start, end = up.index, up.end
    return start, end


def _in_turn(found: Mapping[str, Sequence[tuple[int, str]]]) -> tuple[dict[str, str], ...]:
    size = max(len(values) for values in found.values())
    counts = {len(values) for values in found.values() if values}
    if len(counts) > 1 and size > 1:
        # Lists of different lengths cannot be told apart into things; the page is one thing.
        return (
            {key: "\n".join(value for _, value in rows) for key, rows in found.items() if rows},
        )
    return tuple(
        {key: values[place][1] for key, values in found.items() if place < len(values)}
        for place in range(size)
    )
