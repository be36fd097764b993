"""A short answer to a query, every sentence of it found in a page it cites."""

from triptych.engines.overview.overview import Claim, Overview, Source

__all__ = ["Claim", "Overview", "Source"]
