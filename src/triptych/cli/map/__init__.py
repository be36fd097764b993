"""`triptych map`: an operation on a column of a table, its result beside the table's columns."""

from triptych.cli.map.command import Job, run

__all__ = ["Job", "run"]
