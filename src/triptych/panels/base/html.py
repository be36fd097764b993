"""HTML parts of a panel: title bar and footer."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from triptych.client import AsyncClient
from triptych.contract import Operation, Reply
from triptych.panels.base.controls import fields_of
from triptych.views.base.units import count, duration


def title_bar(operation: Operation[Any, Any], where: str, about: str) -> str:
    """Return the title bar: operation, connection and its health, and what `about` returns."""
    instead = escape(operation.instead)
    deprecated = f'<span title="{instead}">The API marks this as deprecated</span>'
    return (
        f'<div class="triptych-bar"><b>{escape(operation.title)}</b>'
        f"<code>{operation.method} {operation.path}</code>"
        f"{deprecated if operation.deprecated else ''}"
        f'<span class="triptych-where">{escape(where)}</span>{about}</div>'
    )


def about(operation: Operation[Any, Any], members: Iterable[str], docs: str) -> str:
    """Return what unfolds at a question mark: what an operation does, its route and members."""
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
    return (
        '<details class="triptych-about"><summary aria-label="About this operation" '
        'title="About this operation">?</summary>'
        f"<p>{escape(operation.summary)}. {escape(operation.instead)}</p>"
        f'<p class="triptych-route"><code>{operation.method} {operation.path}</code></p>'
        f"<dl>{listed}</dl>{link}</details>"
    )


def footer(reply: Reply, seconds: float, calls: int) -> str:
    """Return tokens, time and the number of calls; and folded, what identifies the call."""
    usage = reply.usage
    parts = [] if usage is None else [count(round(usage.total_tokens), "token")]
    shown = escape(" · ".join([*parts, duration(seconds)]))
    rows = {"log_id": reply.log_id or ""}
    if usage is not None:
        rows["tokens"] = (
            f"{usage.input_tokens:,.0f} input, {usage.output_tokens:,.0f} output, "
            f"{usage.inference_time_tokens:,.0f} inference"
        )
    listed = "".join(
        f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in rows.items() if value
    )
    details = f"<details><summary>Details</summary><dl>{listed}</dl></details>" if listed else ""
    return (
        f'<div class="triptych-footer"><span>{shown}<span class="triptych-number-of-calls"> · '
        f"history: {calls}</span></span>{details}</div>"
    )


def address(client: AsyncClient) -> str | None:
    """Return the base URL without a login in it, which is as secret as a key; None if embedded."""
    return None if client.embedded else str(client.base_url.copy_with(userinfo=b""))


def summary(title: str) -> str:
    """Return the line that stands for a folded form, with the button that opens it again."""
    button = '<button type="button" class="triptych-unfold">Show the form</button>'
    return f"<span>{escape(title)}</span>{button}"
