"""Reports as files to keep."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Literal

from triptych.contract import ResearchReply
from triptych.panels.base.browser import File

Kind = Literal["markdown", "html", "pdf", "bibtex"]

#: Of each kind: the file's ending and its media type.
_FORMATS: dict[Kind, tuple[str, str]] = {
    "markdown": ("md", "text/markdown;charset=utf-8"),
    "html": ("html", "text/html;charset=utf-8"),
    "pdf": ("pdf", "application/pdf"),
    "bibtex": ("bib", "application/x-bibtex;charset=utf-8"),
}
_LONGEST_NAME = 60


def kept(reply: ResearchReply, kind: Kind) -> File:
    """Return a report as a file, called by its question.

    Parameters
    ----------
    reply : ResearchReply
        The report.
    kind : {"markdown", "html", "pdf", "bibtex"}
        The whole report as Markdown, as a page of its own or as a PDF; or its sources, for a
        bibliography.

    Raises
    ------
    RuntimeError
        If there is no Chromium for a PDF, or it does not print: the message says what to do.
    """
    # Loaded by whoever saves: a panel that is only looked at needs none of it.
    exporting = import_module("triptych.views.research.exporting")
    ending, media_type = _FORMATS[kind]
    made: str | bytes = getattr(exporting, kind)(reply)
    content = made if isinstance(made, bytes) else made.encode("utf-8", "replace")
    return File(f"{_stem(reply.query)}.{ending}", media_type, content)


def _stem(question: str) -> str:
    words = re.sub(r"[^\w]+", "-", question.lower()).strip("-")
    if len(words) > _LONGEST_NAME:
        words = words[: _LONGEST_NAME + 1].rpartition("-")[0] or words[:_LONGEST_NAME]
    return words or "report"
