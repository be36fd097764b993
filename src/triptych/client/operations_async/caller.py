"""What the methods of all three areas share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import httpx

from triptych.client.events import OnStep
from triptych.contract import Operation, ReplyT, Request


class AsyncCaller(ABC):
    """Something that sends a validated request; the methods of every area build on it."""

    @abstractmethod
    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT:
        """Send a validated request and return the reply."""
