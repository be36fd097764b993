"""A short answer to a query, every sentence of it found in a page it cites."""

from triptych.engines.search.overview.checked import checked
from triptych.engines.search.overview.excerpts import excerpts
from triptych.engines.search.overview.extract import write_overview
from triptych.engines.search.overview.overview import Claim, Overview, Source

__all__ = ["Claim", "Overview", "Source", "checked", "excerpts", "write_overview"]
