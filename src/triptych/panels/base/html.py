"""HTML parts of a panel: title bar and footer."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from triptych.client import AsyncClient
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
    instead = escape(operation.instead)
    deprecated = f'<span title="{instead}">The API marks this as deprecated</span>'
    return (
        f'<div class="triptych-bar"><b>{escape(operation.title)}</b>'
        f"<code>{operation.method} {operation.path}</code>"
        f"{deprecated if operation.deprecated else ''}"
        f'<span class="triptych-where">{escape(where)} · {escape(health)}</span>'
        '<details><summary aria-label="About this operation" title="About this operation">?'
        "</summary>"
        f"<p>{escape(operation.summary)}. {instead}</p><dl>{listed}</dl>{link}</details></div>"
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
