"""Reports as files to download."""

from __future__ import annotations

import re
from typing import Literal

from triptych.contract import ResearchReply
from triptych.panels.base.browser import File

Kind = Literal["markdown", "html", "pdf", "bibtex"]

_LONGEST_NAME = 60


def as_file(reply: ResearchReply, kind: Kind) -> File:
    """Return a report, or its sources as BibTeX, as a file named after its question.

    Raises RuntimeError if Chromium is missing for a PDF, or does not print.
    """
    # Loaded when a report is saved: a panel that is only looked at needs none of it.
    from triptych.views.research.export import FORMATS

    form = FORMATS[kind]
    return File(f"{_stem(reply.query)}.{form.extension}", form.media_type, form.content(reply))


def _stem(question: str) -> str:
    words = re.sub(r"[^\w]+", "-", question.lower()).strip("-")
    if len(words) > _LONGEST_NAME:
        words = words[: _LONGEST_NAME + 1].rpartition("-")[0] or words[:_LONGEST_NAME]
    return words or "report"
