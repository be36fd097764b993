"""The part of a page that is looked at."""

from __future__ import annotations

from triptych.engines.scrape.document import Document, Node, PageError
from triptych.engines.scrape.effort import Effort


def root_of(document: Document, root: str | None, effort: Effort | None = None) -> Node | None:
    """Return the first element that a selector selects; None, for the whole page, without one.

    Parameters
    ----------
    document : Document
        The page.
    root : str, optional
        CSS selector.
    effort : Effort, optional
        Of this page, where it is at hand.

    Raises
    ------
    PageError
        If the page has no such element.
    ValueError
        If it is no selector, or takes too long.
    """
    if root is None:
        return None
    if not (effort or Effort(document)).affordable(root):
        raise ValueError(f"{root!r} takes too long on this page; shorten the root selector.")
    at = document.select(root)
    if not at:
        raise PageError(f"The page has no element {root!r}; correct the root selector.")
    return document.nodes[at[0]]
