"""Deep research: a long answer that cites its sources, and the steps that led to it."""

from __future__ import annotations

from os import PathLike
from typing import Annotated

from pydantic import Field

from triptych.contract import display
from triptych.contract.limits import LONGEST_QUERY
from triptych.contract.model import Address, Message, NotBlank, Reply, Request, Text
from triptych.contract.text import ReplyWarning
from triptych.contract.web import SafeSearch, SearchProvider, SearchResult


class ResearchRequest(Request):
    """Research a question.

    `byo_urls`, `provider` and `time_limit` go beyond the specification.
    """

    query: Annotated[Text, NotBlank] = Field(
        min_length=1, max_length=LONGEST_QUERY, description="The question."
    )
    max_depth: int = Field(3, ge=1, le=5, description="Rounds of searching, 1 to 5.")
    max_breadth: int = Field(3, ge=1, le=5, description="Sub-questions a round, 1 to 5.")
    max_output_tokens: int | None = Field(None, ge=1, description="Upper bound of the answer.")
    target_output_tokens: int | None = Field(None, ge=1, description="Wanted length.")
    safe_search: SafeSearch = Field("moderate", description="How strictly to filter results.")
    spell_check: bool = Field(True, description="Correct the query's spelling.")
    byo_urls: list[Address] | None = Field(
        None, max_length=50, description="Research in these pages only, at most 50."
    )
    provider: SearchProvider | None = Field(
        None, description="Where pages come from; the service's default when left out."
    )
    time_limit: float | None = Field(
        None, gt=0, le=600, description="Seconds after which what was found so far is written."
    )


class ResearchQuestion(Message):
    """A part of the question that was searched for by itself."""

    text: str = Field(description="As a person would put it.")
    query: str = Field(description="What was searched for.")
    round: int = Field(description="In which round of searching, from 1.")
    urls: list[str] = Field(default_factory=list, description="Pages that it brought, best first.")
    term: str | None = Field(
        None, description="What the pages named again and again, where that is why it was asked."
    )


class ResearchStatement(Message):
    """A sentence of the answer, and what supports it."""

    text: str = Field(description="The sentence, without its citation.")
    reference_number: int = Field(description="The source that is cited.")
    support: str = Field(description="The words of that page that say so.")
    heading: str = Field("", description="The section it stands in.")


class ResearchReply(Reply):
    """A long-form answer with inline citations, and the sources it cites.

    What follows `sources` goes beyond the specification: the embedded service gives it.
    """

    query: str = Field(description="The question as interpreted.")
    results: str = Field(description="Answer; citations are markers of the form [[n](url)].")
    sources: list[SearchResult] = Field(
        default_factory=list, description="In order of first citation."
    )
    questions: list[ResearchQuestion] = Field(
        default_factory=list, description="What was searched for, in order."
    )
    statements: list[ResearchStatement] = Field(
        default_factory=list, description="The sentences of the answer, in order."
    )
    not_found: list[str] = Field(
        default_factory=list, description="What is asked and nothing was found about."
    )
    pages_read: int | None = Field(None, description="Pages that were read.")
    rounds: int | None = Field(None, description="Rounds of searching.")
    written_by: str | None = Field(
        None, description='Who wrote it: "extraction", or the language model\'s name.'
    )
    spell_fixed: bool = Field(False, description="Whether the question was spell-corrected.")
    provider: str | None = Field(None, description="Where the pages come from.")
    warnings: list[ReplyWarning] = Field(
        default_factory=list, description="For instance, which pages could not be read."
    )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the report into a file; its extension decides the format.

        Markdown (`.md`) has a footnote a source; a page of its own (`.html`) has neither scripts
        nor anything to load; a PDF (`.pdf`) is that page on A4, printed by the Chromium of the
        extra `browser`; a bibliography (`.bib`) has the sources for BibTeX.

        Parameters
        ----------
        path : str or path
            Where to; an existing file is replaced.

        Raises
        ------
        ValueError
            If the file has another extension.
        RuntimeError
            If there is no Chromium for a PDF, or it fails to print one.
        """
        display.views().save_report(self, path)


class ResearchStep(Message):
    """A step of the work, reported while it is done."""

    step: str = Field(description="planned, searching, read, not_read, found, outlined or written.")
    message: str = Field(description="One sentence for people.")
    round: int = Field(0, description="Round of searching, from 1; 0 of the plan.")
    question: str | None = Field(None, description="The sub-question it is about.")
    query: str | None = Field(None, description="What is searched for.")
    questions: list[str] = Field(default_factory=list, description="What is planned.")
    urls: list[str] = Field(default_factory=list, description="Pages that were read or not.")
    titles: list[str] = Field(default_factory=list, description="Their titles.")
    count: int | None = Field(None, description="Passages, sections or sentences.")
