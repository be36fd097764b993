"""The steps that report the progress of a research."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triptych.contract import ReplyWarning, ResearchStep, SearchResult
from triptych.service.operations.research.library import Unread


def planned(questions: Sequence[str]) -> dict[str, Any]:
    """Return the step that lists the parts of the question."""
    return _step(
        "planned", f"{_count(len(questions), 'part')} of the question", questions=questions
    )


def searching(number: int, question: str, query: str) -> dict[str, Any]:
    """Return the step that begins a search."""
    return _step("searching", question, round=number, question=question, query=query)


def found(
    number: int, question: str, pages: Sequence[SearchResult], passages: int
) -> dict[str, Any]:
    """Return the step that lists the pages of a sub-question and counts its passages."""
    message = f"{_count(len(pages), 'page')} read, {_count(passages, 'passage')} taken"
    return _step(
        "found",
        message,
        round=number,
        question=question,
        urls=[page.url for page in pages],
        titles=[page.title for page in pages],
        count=passages,
    )


def brought(number: int, question: str, one: SearchResult | Unread) -> dict[str, Any]:
    """Return the step of a page that was read, or that could not be read."""
    members: dict[str, Any] = {"round": number, "question": question}
    if isinstance(one, Unread):
        return not_read(one.warning, urls=[one.url] if one.url else [], **members)
    return _step("read", one.title, urls=[one.url], titles=[one.title], **members)


def not_read(warning: ReplyWarning, **members: Any) -> dict[str, Any]:
    """Return the step of something that could not be read."""
    return _step("not_read", warning.message, **members)


def outlined(headings: Sequence[str]) -> dict[str, Any]:
    """Return the step that lists the headings of the answer."""
    message = f"{_count(len(headings), 'section')} laid out"
    return _step("outlined", message, questions=list(headings), count=len(headings))


def written(sentences: int, sources: int) -> dict[str, Any]:
    """Return the step with the length of the answer."""
    message = f"{_count(sentences, 'sentence')} from {_count(sources, 'source')}"
    return _step("written", message, count=sentences)


def _step(kind: str, message: str, **members: Any) -> dict[str, Any]:
    step = ResearchStep(step=kind, message=message, **members)
    return step.model_dump(mode="json", exclude_defaults=True)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
