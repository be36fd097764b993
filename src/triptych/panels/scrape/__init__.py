"""The scrape panel."""

from triptych.panels.scrape.panel import ScrapePanel

__all__ = ["ScrapePanel"]
