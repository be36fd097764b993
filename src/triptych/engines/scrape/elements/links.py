"""The addresses of links, as they are given back."""

from __future__ import annotations

import re
from urllib.parse import urljoin

_CONTACT = re.compile(r"(?:mailto|tel):", re.IGNORECASE)


def contact(address: str) -> str | None:
    """Return the e-mail address or telephone number that a link leads to; None if to a page.

    Examples
    --------
    >>> contact("mailto:tea@example.org?subject=Tea"), contact("/tea")
    ('tea@example.org', None)
    """
    match = _CONTACT.match(address)
    return address[match.end() :].split("?")[0].strip() if match else None


def join_address(base: str, value: str) -> str:
    """Return an absolute address; the value itself if it cannot be made one."""
    try:
        return urljoin(base, value.strip()) if base else value.strip()
    except ValueError:
        return value.strip()
