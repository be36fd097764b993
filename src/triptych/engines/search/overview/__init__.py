"""A short answer to a query, every sentence of it found in a page it cites."""

from triptych.engines.search.overview.candidates import excerpts
from triptych.engines.search.overview.extract import write_overview
from triptych.engines.search.overview.overview import Claim, DirectAnswer, Overview, Source
from triptych.engines.search.overview.review import check_overview

__all__ = [
    "Claim",
    "DirectAnswer",
    "Overview",
    "Source",
    "check_overview",
    "excerpts",
    "write_overview",
]
