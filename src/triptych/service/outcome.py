"""What a handler hands back, and what is added to make it a reply."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from triptych.contract import Attachment, Request
from triptych.engines.text.encoder import count_tokens


@dataclass(frozen=True, slots=True)
class Outcome:
    """The operation's own members of a reply, and the texts its tokens are counted in.

    Parameters
    ----------
    members : dict
        JSON members, without `success`, `_usage` and `log_id`.
    input_texts, output_texts : sequence of str
        What was read and what was written.
    published : mapping of str to Attachment
        Further members: files of which the reply has the address.
    body : Attachment, optional
        What is sent instead of JSON; the members are then headers.
    worked : float, optional
        Seconds of model time, where the handler knows it better than a clock around it: who
        waits for pages of the web does not work.
    """

    members: dict[str, Any]
    input_texts: Sequence[str] = field(default=())
    output_texts: Sequence[str] = field(default=())
    published: Mapping[str, Attachment] = field(default_factory=dict)
    body: Attachment | None = None
    worked: float | None = None


#: Works in a thread of its own.
Handler = Callable[[Any], Outcome]
#: Works in the event loop, since it waits for the web, and hands what takes long to a thread.
AsyncHandler = Callable[[Any], Awaitable[Outcome]]


def work(handler: Handler, request: Request, log_id: str) -> Outcome:
    """Let the handler work and add what every reply has; runs in a worker thread."""
    began = time.perf_counter()
    outcome = handler(request)
    return finished(outcome, log_id, time.perf_counter() - began)


def finished(outcome: Outcome, log_id: str, seconds: float) -> Outcome:
    """Return the outcome with what every reply has."""
    milliseconds = round((seconds if outcome.worked is None else outcome.worked) * 1000)
    read, written = count_tokens(outcome.input_texts), count_tokens(outcome.output_texts)
    members = {
        "success": True,
        **outcome.members,
        "log_id": log_id,
        "_usage": {
            "input_tokens": read,
            "output_tokens": written,
            "inference_time_tokens": milliseconds,
            "total_tokens": read + written + milliseconds,
        },
    }
    return replace(outcome, members=members)
