"""What some content holds for embedding: texts, or pictures that are vectors already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import numpy.typing


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a content, in order.

    Parameters
    ----------
    texts : sequence of str
        To embed, one vector each.
    vectors : ndarray of float32, (n, d), optional
        What is a vector already, instead of texts.
    chunks : list, optional
        What the reply tells of each piece, where that is more than its text.
    members : dict
        Further members of the reply.
    warnings : list of dict
        What to know before relying on the vectors: a code and a message each.
    """

    texts: Sequence[str] = ()
    vectors: numpy.typing.NDArray[numpy.float32] | None = None
    chunks: list[Any] | None = None
    members: dict[str, Any] = field(default_factory=dict)
    warnings: list[dict[str, str]] = field(default_factory=list)
