"""What a handler hands back, and what is added to make it a reply."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from triptych.contract import Attachment, Request
from triptych.engines.tokens import count_tokens


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
    """

    members: dict[str, Any]
    input_texts: Sequence[str] = field(default=())
    output_texts: Sequence[str] = field(default=())
    published: Mapping[str, Attachment] = field(default_factory=dict)
    body: Attachment | None = None


Handler = Callable[[Any], Outcome]


def work(handler: Handler, request: Request, log_id: str) -> Outcome:
    """Let the handler work and add what every reply has; runs in a worker thread."""
    began = time.perf_counter()
    outcome = handler(request)
    milliseconds = round((time.perf_counter() - began) * 1000)
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
