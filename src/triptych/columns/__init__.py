"""A column of values becomes a typed frame: one operation for every row.

`triptych.pandas`, `triptych.polars` and `triptych.dask` register the accessor `.triptych` on the
Series of their library. Another engine (Spark, Ray) is a module beside them, which needs three
things from here:

- `ColumnAccessor`, whose methods are those of the accessor: the module adds how its Series is
  read, and registers the class;
- `run`, which makes the frame of a chunk of the column, wherever the chunk is (`run_async` in an
  event loop);
- `empty`, which gives the columns and dtypes of that frame before anything has run.

Nothing else is to be known about an operation: what comes out of it is one table, `TABLE`.
"""

from triptych.columns.accessor import ColumnAccessor
from triptych.columns.run import NOT_DONE, ColumnRun, empty, run, run_async
from triptych.columns.table import TABLE

__all__ = ["NOT_DONE", "TABLE", "ColumnAccessor", "ColumnRun", "empty", "run", "run_async"]
