"""What goes wrong with an index."""

from __future__ import annotations


class IndexFileError(RuntimeError):
    """An index cannot be opened, is damaged, or is being written by somebody else."""
