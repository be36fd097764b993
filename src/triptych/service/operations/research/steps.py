"""What is told of a research while it is under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from triptych.contract import ReplyWarning, ResearchStep, SearchResult
from triptych.service.operations.research.library import Unread


def planned(questions: Sequence[str]) -> dict[str, Any]:
    """Tell how the question is understood."""
    return _step(
        "planned", f"{_count(len(questions), 'part')} of the question", questions=questions
    )


def searching(number: int, question: str, query: str) -> dict[str, Any]:
    """Tell what is searched for."""
    return _step("searching", question, round=number, question=question, query=query)


def found(
    number: int, question: str, pages: Sequence[SearchResult], passages: int
) -> dict[str, Any]:
    """Tell which pages a sub-question brought, and how many passages of them may answer."""
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
    """Tell of a page that was read, or of what could not be."""
    told: dict[str, Any] = {"round": number, "question": question}
    if isinstance(one, Unread):
        return not_read(one.warning, urls=[one.url] if one.url else [], **told)
    return _step("read", one.title, urls=[one.url], titles=[one.title], **told)


def not_read(warning: ReplyWarning, **told: Any) -> dict[str, Any]:
    """Tell what could not be read."""
    return _step("not_read", warning.message, **told)


def outlined(headings: Sequence[str]) -> dict[str, Any]:
    """Tell the headings of the answer."""
    message = f"{_count(len(headings), 'section')} laid out"
    return _step("outlined", message, questions=list(headings), count=len(headings))


def written(sentences: int, sources: int) -> dict[str, Any]:
    """Tell how long the answer is."""
    message = f"{_count(sentences, 'sentence')} from {_count(sources, 'source')}"
    return _step("written", message, count=sentences)


def _step(kind: str, message: str, **members: Any) -> dict[str, Any]:
    step = ResearchStep(step=kind, message=message, **members)
    return step.model_dump(mode="json", exclude_defaults=True)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
