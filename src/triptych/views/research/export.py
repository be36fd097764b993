"""A research as a file: Markdown, a page that prints, a PDF, and entries for a bibliography."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from triptych._disk import writing_to
from triptych.contract import ResearchReply, SearchResult
from triptych.views.research.bibliography import bibtex
from triptych.views.research.printing import html, pdf
from triptych.views.research.prose import Prose
from triptych.views.research.sources import references
from triptych.views.research.wording import author, facts, left_unsaid, web_link
from triptych.views.research.writing import in_text, linked
from triptych.views.search.wording import printable


def markdown(reply: ResearchReply) -> str:
    r"""Return the report as Markdown with a footnote for each source.

    Footnotes are those of GitHub, Pandoc and JupyterLab's extensions: `[^1]` in the text and
    `[^1]: ...` below; elsewhere they are readable as numbers and a list. The question is the title.

    Examples
    --------
    >>> report = "Tea is hot. [[1](https://a.org/)]"
    >>> source = SearchResult(title="Tea [drink]", url="https://a.org/", reference_number=1)
    >>> print(markdown(ResearchReply(query="What is tea?", results=report, sources=[source])))
    # What is tea?
    <BLANKLINE>
    Tea is hot.[^1]
    <BLANKLINE>
    ## Sources
    <BLANKLINE>
    [^1]: [Tea \[drink\]](<https://a.org/>), a.org
    <BLANKLINE>
    """
    sources, prose = references(reply), Prose(reply)
    # A number that no source has would be a footnote without an end.
    cited = {one.number for sentence in prose.cited for one in sentence.citations}
    unknown = sorted(cited - set(sources))
    parts = [f"# {_plain(reply.query)}", prose.markdown(lambda number: f"[^{number}]")]
    if missing := left_unsaid(reply):
        listed = "\n".join(f"- {_plain(words)}" for words in missing)
        parts.append(f"Nothing was found about:\n\n{listed}")
    if by := author(reply):
        parts.append(f"*{_plain(by)}.*")
    if sources or unknown:
        parts.append("## Sources")
    # Readers leave out a footnote that nothing leads to.
    parts += [
        f"[^{number}]: {_footnote(result)}" if number in cited else f"- {_footnote(result)}"
        for number, result in sources.items()
    ]
    parts += [f"[^{number}]: A source that the reply does not list." for number in unknown]
    return printable("\n\n".join(filter(None, parts)) + "\n")


def _footnote(result: SearchResult) -> str:
    title = linked(_plain(result.title or result.url), result.url)
    if web_link(result.url) is None and result.title:
        title += f", {_plain(result.url)}"
    return ", ".join(filter(None, (title, _plain(facts(result)).replace(" · ", ", "))))


def _plain(text: str) -> str:
    return in_text(" ".join(text.split()))


class Format(NamedTuple):
    """A format that a report is saved in."""

    extension: str
    media_type: str
    make: Callable[[ResearchReply], str | bytes]

    def content(self, reply: ResearchReply) -> bytes:
        """Return the report as the bytes of a file."""
        made = self.make(reply)
        return made if isinstance(made, bytes) else made.encode("utf-8", "replace")


#: By name.
FORMATS: dict[str, Format] = {
    "markdown": Format("md", "text/markdown;charset=utf-8", markdown),
    "html": Format("html", "text/html;charset=utf-8", html),
    "pdf": Format("pdf", "application/pdf", pdf),
    "bibtex": Format("bib", "application/x-bibtex;charset=utf-8", bibtex),
}


def save_report(reply: ResearchReply, path: str | PathLike[str]) -> None:
    """Write a report into a file; see `ResearchReply.save`.

    Examples
    --------
    >>> save_report(ResearchReply(query="What is tea?", results=""), "report.docx")
    Traceback (most recent call last):
    ValueError: Unsupported extension .docx: use .md, .html, .pdf or .bib
    """
    path = Path(path)
    extension = path.suffix.lower()
    for form in FORMATS.values():
        if extension == f".{form.extension}":
            content = form.content(reply)
            with writing_to(path.parent):
                path.write_bytes(content)
            return
    raise ValueError(f"Unsupported extension {extension}: use .md, .html, .pdf or .bib")
