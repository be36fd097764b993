"""Replies, tables, points and vectors as files."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

from triptych import views
from triptych.contract import Reply
from triptych.panels.base.browser import File
from triptych.views.base.markup import harmless

if TYPE_CHECKING:
    import numpy
    import pandas
    from numpy.typing import NDArray

FORMATS = ("csv", "parquet", "npy")
_LONGEST_DESCRIPTION = 1_000


class MissingParquetError(RuntimeError):
    """pyarrow is not installed; the message names the extra."""


def exported(frame: pandas.DataFrame, vectors: NDArray[numpy.float32] | None, kind: str) -> bytes:
    """Return rows and their (n, d) vectors as a file of a kind: csv, parquet or npy.

    Vectors become the columns `e0`, `e1`, ... of a CSV, the column `embedding` of a Parquet file,
    and are the only content of a .npy file. Raises MissingParquetError without pyarrow.

    Examples
    --------
    >>> import numpy, pandas
    >>> frame = pandas.DataFrame({"text": ["tea", "=1+1"]})
    >>> print(exported(frame, numpy.eye(2, dtype="f4"), "csv").decode("utf-8-sig"))
    text,e0,e1
    tea,1.0,0.0
    '=1+1,0.0,1.0
    <BLANKLINE>
    """
    import numpy
    import pandas

    if vectors is None:
        vectors = numpy.empty((len(frame), 0), numpy.float32)
    buffer = io.BytesIO()
    if kind == "npy":
        numpy.save(buffer, vectors, allow_pickle=False)
    elif kind == "parquet":
        if vectors.shape[1]:
            frame = frame.assign(embedding=list(vectors))
        try:
            frame.to_parquet(buffer, engine="pyarrow", index=False)
        except ImportError:
            raise MissingParquetError(
                "A Parquet file needs an extra: pip install 'triptych[parquet]'."
            ) from None
    else:
        numbers = pandas.DataFrame(
            vectors, columns=[f"e{n}" for n in range(vectors.shape[1])], index=frame.index
        )
        texts = frame.map(harmless)
        pandas.concat([texts, numbers], axis=1).to_csv(buffer, index=False, encoding="utf-8-sig")
    return buffer.getvalue()


def table_file(reply: Reply, stem: str) -> File:
    """Return the table of a reply as CSV."""
    return File(f"{stem}.csv", "text/csv", exported(reply.to_frame(), None, "csv"))


def picture_file(reply: Reply, stem: str) -> File:
    """Return the figure of a reply as PNG, described by its text."""
    # It loads Matplotlib.
    from triptych.views.base.figures import png

    content = png(views.figure(reply), description=views.text(reply)[:_LONGEST_DESCRIPTION])
    return File(f"{stem}.png", "image/png", content)


def reply_file(reply: Reply, stem: str) -> File:
    """Return the JSON of a reply as it came."""
    text = json.dumps(reply.raw, ensure_ascii=False, indent=1)
    return File(f"{stem}.json", "application/json", text.encode("utf-8", "replace"))
