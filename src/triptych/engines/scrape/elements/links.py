"""The addresses of links, as they are given back."""

from __future__ import annotations

from urllib.parse import urljoin


def contact(address: str) -> str | None:
    """Return the e-mail address or telephone number that a link leads to; None if to a page.

    Examples
    --------
    >>> contact("mailto:tea@example.org?subject=Tea"), contact("/tea")
    ('tea@example.org', None)
    """
    scheme, colon, reached = address.partition(":")
    if not colon or scheme.lower() not in ("mailto", "tel"):
        return None
    return reached.split("?")[0].strip()


def join_address(base: str, value: str) -> str:
    """Return an absolute address; the value itself if it cannot be made one."""
    address = value.strip()
    try:
        return urljoin(base, address)
    except ValueError:
        return address
