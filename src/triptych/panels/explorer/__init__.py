"""A map to walk about in: hover, lasso, find, export."""

from triptych.panels.explorer.explorer import MapExplorer

__all__ = ["MapExplorer"]
