"""Correct the words of a query that an index does not know."""

from triptych.engines.text.spelling.query import corrected

__all__ = ["corrected"]
