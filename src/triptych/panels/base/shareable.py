"""Requests as they may be shown and saved: without logins, cookies and other secrets."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from triptych.contract import Request, ScrapeRequest
from triptych.panels.base.code import file_of
from triptych.views.base.units import count, shortened

#: Members that describe a call; the first that is set is shown.
_ABOUT = ("text", "query", "prompt", "element_prompts", "prompts", "selectors")
_PLACES = ("url", "html")
#: The last @ ends a login: a password may hold others.
_LOGIN = re.compile(r"(?i)\b(https?://)[^/?#\s\"<>]*@")
_LENGTH = 80


def without_logins(text: str) -> str:
    """Return a text in which no address names a user or a password.

    Examples
    --------
    >>> without_logins("see http://me:secret@example.com/a")
    'see http://<user>:<password>@example.com/a'
    >>> without_logins("http://example.com?mail=me@example.com")
    'http://example.com?mail=me@example.com'
    """
    return _LOGIN.sub(r"\1<user>:<password>@", text) if "@" in text else text


def without_logins_in(value: Any) -> Any:
    """Return a JSON value without the logins in its texts: a reply may quote the request.

    Examples
    --------
    >>> without_logins_in({"warnings": ["http://me:secret@example.com was not read"], "seconds": 2})
    {'warnings': ['http://<user>:<password>@example.com was not read'], 'seconds': 2}
    """
    if isinstance(value, str):
        return without_logins(value)
    if isinstance(value, list):
        return [without_logins_in(item) for item in value]
    if isinstance(value, dict):
        return {name: without_logins_in(member) for name, member in value.items()}
    return value


def shareable(request: Request) -> Request:
    """Return a request to show, without what only a scrape holds: cookies, headers, a proxy login.

    Its texts may still hold addresses with logins: see `without_logins_in`.
    """
    if not isinstance(request, ScrapeRequest):
        return request
    # Its controls load when there is something to hide.
    from triptych.panels.scrape.controls import without_secrets

    return without_secrets(request)


def wire(request: Request) -> dict[str, Any]:
    """Return the JSON of a request to save; a file is named, not contained."""
    file = file_of(request)
    named = {} if file is None else {"file": file.filename}
    return {**without_logins_in(shareable(request).to_wire()), **named}


def members(request: Request) -> dict[str, Any]:
    """Return the same with the members that stand at their default, to compare."""
    file = file_of(request)
    # Pasted pictures, and those that were arrays, have one name.
    named = {} if file is None else {"file": f"{file.filename}, {fingerprint(file.content)}"}
    return {**without_logins_in(shareable(request).model_dump(mode="json", by_alias=True)), **named}


def fingerprint(content: bytes) -> str:
    """Return size and digest of content, to identify it.

    Examples
    --------
    >>> fingerprint(b"tea")
    '3 bytes, SHA-256 a9f74d1ec36e…'
    """
    return f"{count(len(content), 'byte')}, SHA-256 {hashlib.sha256(content).hexdigest()[:12]}…"


def brief(request: Request) -> str:
    """Return the request on one line.

    Examples
    --------
    >>> from triptych.contract import ScrapeRequest, SpamRequest
    >>> brief(SpamRequest(text=["WIN", "hello"]))
    '2 texts: WIN'
    >>> brief(ScrapeRequest(url="http://example.com", element_prompts=["price", "name"]))
    'price, name · http://example.com'
    """
    file = file_of(request)
    parts = [file.filename] if file is not None else []
    about = next((value for name in _ABOUT if (value := getattr(request, name, None))), None)
    if isinstance(about, list) and isinstance(request, ScrapeRequest):
        parts.append(", ".join(map(str, about)))
    elif isinstance(about, list):
        parts.append(about[0] if len(about) == 1 else f"{count(len(about), 'text')}: {about[0]}")
    elif isinstance(about, dict):
        parts.append(", ".join(about))
    elif about:
        parts.append(str(about))
    parts += [str(value) for name in _PLACES if (value := getattr(request, name, None))]
    line = " · ".join(shortened(_readable(part), _LENGTH) for part in parts)
    return shortened(line, 2 * _LENGTH)


def _readable(text: str) -> str:
    """Return a text without logins; of a data: URL only the type."""
    if text.startswith("data:"):
        return text.partition(";")[0].partition(",")[0]
    return without_logins(text)
