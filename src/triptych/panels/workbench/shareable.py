"""Requests as they may be shown and saved: without logins, cookies and other secrets."""

from __future__ import annotations

import re
from typing import Any

from triptych.contract import Attachment, Request, ScrapeRequest
from triptych.views.units import count, shortened

#: Members that say what a call is about, the first that is there.
_ABOUT = ("text", "query", "prompt", "element_prompts", "prompts", "selectors")
_PLACES = ("url", "html")
_LOGIN = re.compile(r"(?i)\b(https?://)[^/@\s\"'<>]*@")
_LENGTH = 80


def without_logins(text: str) -> str:
    """Return a text in which no address names a user or a password.

    Examples
    --------
    >>> without_logins("see http://me:secret@example.com/a")
    'see http://<user>:<password>@example.com/a'
    """
    return _LOGIN.sub(r"\1<user>:<password>@", text)


def shareable(request: Request) -> Request:
    """Return a request whose secrets are replaced by their names."""
    if isinstance(request, ScrapeRequest):
        # Its controls load when there is something to hide.
        from triptych.panels.scrape_controls import without_secrets

        request = without_secrets(request)
    changed: dict[str, Any] = {}
    for name in type(request).model_fields:
        value = getattr(request, name)
        if isinstance(value, str) and name == "url":
            changed[name] = without_logins(value)
        elif isinstance(value, list) and name == "byo_urls":
            changed[name] = [without_logins(url) for url in value]
    return request.model_copy(update=changed) if changed else request


def wire(request: Request) -> dict[str, Any]:
    """Return the JSON of a request to save; a file is named, not contained."""
    return shareable(request).to_wire() | _file(request)


def members(request: Request) -> dict[str, Any]:
    """Return the same with the members that stand at their default, to compare."""
    return shareable(request).model_dump(mode="json", by_alias=True) | _file(request)


def brief(request: Request) -> str:
    """Return what was asked, on one line.

    Examples
    --------
    >>> from triptych.contract import ScrapeRequest, SpamRequest
    >>> brief(SpamRequest(text=["WIN", "hello"]))
    '2 texts: WIN'
    >>> brief(ScrapeRequest(url="http://example.com", element_prompts=["price", "name"]))
    'price, name · http://example.com'
    """
    file: Attachment | None = getattr(request, "file", None)
    parts = [file.filename] if file is not None else []
    about = next((found for name in _ABOUT if (found := getattr(request, name, None))), None)
    if isinstance(about, list) and isinstance(request, ScrapeRequest):
        parts.append(", ".join(map(str, about)))
    elif isinstance(about, list):
        parts.append(about[0] if len(about) == 1 else f"{count(len(about), 'text')}: {about[0]}")
    elif isinstance(about, dict):
        parts.append(", ".join(about))
    elif about:
        parts.append(str(about))
    parts += [str(found) for name in _PLACES if (found := getattr(request, name, None))]
    line = " · ".join(shortened(_undressed(part), _LENGTH) for part in parts)
    return shortened(line, 2 * _LENGTH)


def _file(request: Request) -> dict[str, str]:
    file: Attachment | None = getattr(request, "file", None)
    return {} if file is None else {"file": file.filename}


def _undressed(text: str) -> str:
    """Return a text without logins, and of a data: URL what it holds instead of its bytes."""
    if text.startswith("data:"):
        return text.partition(";")[0].partition(",")[0]
    return without_logins(text)
