"""A research into a file, of the format that its name says."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path

from triptych.contract import ResearchReply

_FORMATS = {".md": "markdown", ".html": "html", ".pdf": "pdf", ".bib": "bibtex"}


def save_report(reply: ResearchReply, path: str | PathLike[str]) -> None:
    """Write a report into a file; see `ResearchReply.save`.

    Examples
    --------
    >>> save_report(ResearchReply(query="What is tea?", results=""), "report.docx")
    Traceback (most recent call last):
    ValueError: A report is saved as .md, .html, .pdf or .bib: end the name report.docx so.
    """
    from triptych.views.research import exporting

    path = Path(path)
    name = _FORMATS.get(path.suffix.lower())
    if name is None:
        raise ValueError(
            f"A report is saved as .md, .html, .pdf or .bib: end the name {path.name} so."
        )
    make: Callable[[ResearchReply], str | bytes] = getattr(exporting, name)
    made = make(reply)
    path.write_bytes(made if isinstance(made, bytes) else made.encode("utf-8", "replace"))
