"""Read a page, whatever it does to its reader."""

from __future__ import annotations

from dataclasses import replace

from triptych.engines.page import PageError, WebPage, read_page


def read(content: bytes, address: str, media_type: str = "") -> WebPage:
    """Return the page that an address holds, known by this very address.

    Raises
    ------
    PageError
        If it cannot be read, for whatever reason: one page must not end a run.
    """
    try:
        return replace(read_page(content, address, media_type), url=address)
    except PageError:
        raise
    except Exception as error:
        raise PageError(f"It cannot be read ({type(error).__name__}: {error}).") from error
