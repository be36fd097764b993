"""The search panel."""

from triptych.panels.search.panel import SearchPanel

__all__ = ["SearchPanel"]
