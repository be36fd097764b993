"""A map to walk about in: hover, lasso, find, export."""

from triptych.panels.embedding.explorer.explorer import MapExplorer

__all__ = ["MapExplorer"]
