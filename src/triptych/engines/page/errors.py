"""What may be wrong with a page."""

from __future__ import annotations


class PageError(ValueError):
    """The content holds no text that can be read."""
