"""A research as a file: Markdown, a page that prints, a PDF, and entries for a bibliography."""

from __future__ import annotations

from triptych.contract import ResearchReply, SearchResult
from triptych.views.research.bibliography import bibtex
from triptych.views.research.citing import references
from triptych.views.research.paper import pdf
from triptych.views.research.plain import in_text
from triptych.views.research.printing import html
from triptych.views.research.prose import Prose
from triptych.views.research.wording import author, facts, left_unsaid, web_link
from triptych.views.research.writing import linked
from triptych.views.search.wording import printable

__all__ = ["bibtex", "html", "markdown", "pdf"]


def markdown(reply: ResearchReply) -> str:
    r"""Return the report as Markdown with a footnote for each source.

    Footnotes are those of GitHub, Pandoc and JupyterLab's extensions: `[^1]` in the text and
    `[^1]: ...` below; where they are not known, numbers and list read the same.

    Parameters
    ----------
    reply : ResearchReply
        Of any service.

    Returns
    -------
    str
        The question as the title, the report, what was not found, and a footnote a source: its
        title with its address, site, date, author and licence.

    Examples
    --------
    >>> told = "Tea is hot. [[1](https://a.org/)]"
    >>> source = SearchResult(title="Tea [drink]", url="https://a.org/", reference_number=1)
    >>> print(markdown(ResearchReply(query="What is tea?", results=told, sources=[source])))
    # What is tea?
    <BLANKLINE>
    Tea is hot.[^1]
    <BLANKLINE>
    ## Sources
    <BLANKLINE>
    [^1]: [Tea \[drink\]](<https://a.org/>), a.org
    <BLANKLINE>
    """
    known, prose = references(reply), Prose(reply)
    # A number that no source has would be a footnote without an end.
    cited = {one.number for sentence in prose.cited for one in sentence.citations}
    unknown = sorted(cited - set(known))
    parts = [f"# {_plain(reply.query)}", prose.markdown(lambda number: f"[^{number}]")]
    if missing := left_unsaid(reply):
        listed = "\n".join(f"- {_plain(words)}" for words in missing)
        parts.append(f"Nothing was found about:\n\n{listed}")
    if by := author(reply):
        parts.append(f"*{_plain(by)}.*")
    if known or unknown:
        parts.append("## Sources")
    # Readers leave out a footnote that nothing leads to.
    parts += [
        f"[^{number}]: {_footnote(result)}" if number in cited else f"- {_footnote(result)}"
        for number, result in known.items()
    ]
    parts += [f"[^{number}]: A source that is not told." for number in unknown]
    return printable("\n\n".join(filter(None, parts)) + "\n")


def _footnote(result: SearchResult) -> str:
    title = linked(_plain(result.title or result.url), result.url)
    if web_link(result.url) is None and result.title:
        title += f", {_plain(result.url)}"
    return ", ".join(filter(None, (title, _plain(facts(result)).replace(" · ", ", "))))


def _plain(text: str) -> str:
    return in_text(" ".join(text.split()))
