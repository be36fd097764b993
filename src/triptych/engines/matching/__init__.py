"""Whether what a language model wrote stands in the pages that it cites."""

from triptych.engines.matching.checked import checked

__all__ = ["checked"]
