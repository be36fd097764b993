"""HTML parts of a panel: title bar, footer, error card."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from html import escape
from typing import Any

from triptych.client import (
    APIError,
    APIStatusError,
    AsyncClient,
    ConfigurationError,
    InvalidInputError,
    TriptychError,
)
from triptych.contract import Operation, Reply
from triptych.panels.base.controls import fields_of
from triptych.views.base.units import count, duration


def title_bar(
    operation: Operation[Any, Any], members: Iterable[str], where: str, health: str, docs: str
) -> str:
    """Return the title bar: operation, connection and its health, and help on the members."""
    # A member of the request before one of the same name within another.
    fields = fields_of(operation.request) | operation.request.model_fields
    listed = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(fields[name].description or '')}</dd>"
        for name in members
        if name in fields
    )
    link = (
        f'<p><a href="{escape(docs)}" target="_blank" rel="noopener">All operations</a></p>'
        if docs
        else ""
    )
    deprecated = "<span>The API marks this operation as deprecated</span>"
    return (
        f'<div class="triptych-bar"><b>{escape(operation.title)}</b>'
        f"<code>{operation.method} {operation.path}</code>"
        f"{deprecated if operation.deprecated else ''}"
        f'<span class="triptych-where">{escape(where)} · {escape(health)}</span>'
        '<details><summary aria-label="About this operation" title="About this operation">?'
        "</summary>"
        f"<p>{escape(operation.summary)}.</p><dl>{listed}</dl>{link}</details></div>"
    )


def footer(reply: Reply, seconds: float, calls: int) -> str:
    """Return log_id, tokens, time and the number of calls."""
    parts = [f"log_id {reply.log_id}"] if reply.log_id else []
    if reply.usage is not None:
        parts.append(count(round(reply.usage.total_tokens), "token"))
    parts += [duration(seconds), f"history: {calls}"]
    return f'<div class="triptych-footer">{escape(" · ".join(parts))}</div>'


def address(client: AsyncClient) -> str | None:
    """Return the base URL without a login in it, which is as secret as a key; None if embedded."""
    return None if client.embedded else str(client.base_url.copy_with(userinfo=b""))


def error_card(error: Exception) -> str:
    """Return the error message and what to do, with folded technical details."""
    details = {"error": type(error).__name__}
    log_id = None
    message = str(error)
    if isinstance(error, APIStatusError):
        details |= {"status": str(error.status_code), "code": error.code}
        if error.field:
            details["field"] = error.field
        if error.retry_after is not None:
            details["retry after"] = f"{error.retry_after:g} s"
    if isinstance(error, APIError):
        message, log_id = error.message, error.log_id
        details["request"] = f"{error.request.method} {error.request.url.copy_with(userinfo=b'')}"
    trace = ""
    if not isinstance(error, TriptychError):
        message = (
            f"{type(error).__name__}: {message.removesuffix('.')}. This should not have happened: "
            "please report it with the details below."
        )
        trace = f"<pre>{escape(''.join(traceback.format_exception(error)[-6:]))}</pre>"
    listed = "".join(
        f"<div>{escape(name)}: {escape(value)}</div>" for name, value in details.items()
    )
    log = f"<p>log_id {escape(log_id)}</p>" if log_id else ""
    return (
        f'<div class="triptych-card" role="alert"><p><b>{_error_title(error)}</b></p>'
        f"<p>{escape(message)}</p>{log}<details><summary>Details</summary>{listed}{trace}"
        "</details></div>"
    )


def _error_title(error: Exception) -> str:
    match error:
        case InvalidInputError():
            return "Not sent"
        case ConfigurationError():
            return "The client is not configured"
        case APIStatusError():
            return f"The service answered {error.status_code}"
        case APIError():
            return "The call failed"
    return "Something unexpected happened"
