"""The research panel."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any

import ipywidgets
from pydantic import ValidationError

from triptych.client import AsyncClient
from triptych.contract import Reply, Request, ResearchReply, ResearchRequest, ResearchStep
from triptych.panels.base.controls import Control
from triptych.panels.base.page_sources import QueryPanel, addresses_control, provider_control
from triptych.panels.base.panel import Sample, State
from triptych.panels.base.save_menu import Saveable
from triptych.panels.research.export import Kind, as_file
from triptych.panels.research.progress import Outcome, Progress, ResearchTree

#: Seconds between two changes of the tree: more often than ten times a second nobody sees.
_PAUSE = 0.1
_OUTCOMES: dict[State, Outcome] = {"done": "done", "cancelled": "cancelled", "failed": "failed"}
#: What can be saved, and what it contains.
_FILES: Mapping[Kind, tuple[str, str]] = MappingProxyType(
    {
        "markdown": ("Markdown", "the report, with its sources as links"),
        "html": ("HTML", "the report as a page of its own"),
        "pdf": ("PDF", "the report on A4 pages; takes some seconds"),
        "bibtex": ("BibTeX", "the sources, for a bibliography"),
    }
)
_LABELS = MappingProxyType(
    {
        "query": "Question",
        "max_depth": "Maximum rounds",
        "max_breadth": "Questions per round",
        "target_output_tokens": "Length (tokens)",
        "time_limit": "Time limit (seconds)",
        "max_output_tokens": "Maximum length (tokens)",
        "spell_check": "Correct spelling",
    }
)


def _sample(label: str, query: str) -> Sample:
    """Return a sample question, which also resets the source of pages."""
    return Sample(label, {"query": query, "provider": None, "byo_urls": None})


class ResearchPanel(QueryPanel):
    """Research a question, and watch sub-questions and pages as they come.

    Pages come from those on this machine, from a web search engine that the service is configured
    for, or from addresses of your own. Cancel ends the work on the service too; the steps reported
    by then stay. The steps behind a report stay beside it, in a tab.

    Parameters
    ----------
    query : str, optional
        The question to begin with.
    urls : iterable of str, optional
        Addresses of your own pages: then only these are read.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = ResearchPanel("How do vaccines work?")
    >>> panel
    <ResearchPanel: ready>
    >>> panel.close()
    """

    operation_name = "research"
    takes = "a question"
    lines = (
        "query",
        ("max_depth", "max_breadth"),
        "provider",
        ("target_output_tokens", "time_limit"),
    )
    more = ("byo_urls", ("max_output_tokens", "safe_search"), "spell_check")
    labels = _LABELS
    placeholders = MappingProxyType(
        {
            "target_output_tokens": "automatic",
            "max_output_tokens": "no limit",
            "time_limit": "none; up to 600",
        }
    )
    multiline = ("query",)
    samples = (
        _sample("an encyclopedia", "How do vaccines work?"),
        _sample("a manual", "How do I read and write CSV files in Python?"),
        _sample("a comparison", "How do jet engines and rockets differ?"),
    )
    missing_query = "Type a question, or choose a sample."
    empty = "The search will appear here as it goes on, then a report that cites its sources."
    sketch = (
        '<svg viewBox="0 0 220 96" width="220" fill="none" stroke="currentColor">'
        '<circle cx="16" cy="48" r="8"/><path d="M24 48H48M48 16V80M48 16H64M48 48H64M48 80H64"/>'
        '<circle cx="70" cy="16" r="6"/><circle cx="70" cy="48" r="6"/>'
        '<circle cx="70" cy="80" r="6"/><path d="M76 16H100M76 48H100M76 80H100"/>'
        '<path d="M112 10H204M112 22H176M112 42H204M112 54H150M112 74H204M112 86H190"/></svg>'
    )

    def __init__(
        self, query: str = "", *, urls: Iterable[str] = (), client: AsyncClient | None = None
    ) -> None:
        self.tree = ResearchTree()
        self._progress = Progress("", 1)
        self._drawing: asyncio.TimerHandle | None = None
        super().__init__(query, urls=urls, client=client)
        self._arrange()

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the controls for the source of pages."""
        return {
            "provider": provider_control("Pages from"),
            "byo_urls": addresses_control("Read these pages only"),
        }

    def _arrange(self) -> None:
        """Add this panel's own widgets."""
        self.form.controls["query"].widget.add_class("triptych-short")
        self.result.add_work_tab("Steps", self.tree)

    # What is asked

    def prepare(self, request: Request) -> None:
        """Reset the steps, also for a run that ends before its first."""
        assert isinstance(request, ResearchRequest)
        self._progress = Progress(request.query, request.max_depth)

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Make the call, and show each step as it is reported."""
        progress = self._progress
        self._show_activity(progress.status)
        self._draw()
        self.result.show_work()

        def on_step(step: dict[str, Any]) -> None:
            # The reply does not depend on a valid step.
            with suppress(ValidationError):
                progress.take(ResearchStep.model_validate(step))
            self._show_activity(progress.status, *progress.steps)
            self._draw_soon()

        reply: ResearchReply = await client.call(self.operation, request, on_step=on_step)
        progress.complete(reply)
        return reply

    # What is shown

    def _draw_soon(self) -> None:
        """Show the steps of a moment together: each alone would keep the front end busy."""
        if self._drawing is None:
            self._drawing = asyncio.get_running_loop().call_later(_PAUSE, self._draw)

    def _draw(self) -> None:
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        self.tree.tree = self._progress.tree

    def _set_state(self, state: State, words: str | None = None) -> None:
        if self.state == "running" and state in _OUTCOMES:
            self._progress.end(_OUTCOMES[state], words or "")
            self._draw()
        super()._set_state(state, words)

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved: the report in several formats, its sources, and the reply."""
        if not isinstance(reply := self.reply, ResearchReply):
            return {}
        files: dict[str, Saveable] = {
            kind: Saveable(label, contains, partial(as_file, reply, kind))
            for kind, (label, contains) in _FILES.items()
        }
        return {**files, **self.reply_to_save()}
