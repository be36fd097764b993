"""Whether the words of a page support a claim."""

from triptych.engines.matching.support import support

__all__ = ["support"]
