"""Go over a report that a language model wrote, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from triptych.engines.research.outline import Outline
from triptych.engines.research.report import Paragraph, Report, numbered
from triptych.engines.research.statements import ITEM
from triptych.engines.search.overview import Overview, Source, check_overview

#: Characters that are read; more is no report.
_LONGEST = 60_000
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(?P<marked>.+?)\s*#*|\*\*(?P<bold>[^*]+)\*\*)\s*$")
_CITED = re.compile(r"[\[【(]\^?(\d+(?:\s*[,;]\s*\d+)*)[\]】)]")


def checked_report(
    written: str, sources: Sequence[Source], *, unanswered: Sequence[str] = ()
) -> Report:
    r"""Return what a report written by a language model says that its sources support.

    Each sentence is looked up in the pages it cites, then in others (see
    `triptych.engines.matching.support`): a claim that no page supports is left out, and so is a
    heading without a sentence. A citation is moved to the page that supports it, and the pages are
    numbered anew in order of first citation.

    Parameters
    ----------
    written : str
        Markdown with markers such as ``[1]``; its first 60,000 characters are read.
    sources : sequence of Source
        What it was written from, of any count.
    unanswered : sequence of str
        Parts of the question that the report does not answer, listed at the end.

    Examples
    --------
    >>> page = Source(7, "https://example.org/", "Kettle", "A kettle is a pot. It holds 2 litres.")
    >>> written = "# Size\n\nIt is blue. A kettle holds two litres [7]."
    >>> print(checked_report(written, [page]).markdown)
    ## Size
    <BLANKLINE>
    A kettle holds two litres. [[1](https://example.org/)]
    """
    sections: list[tuple[str, list[Paragraph]]] = [("", [])]
    urls = {source.number: source.url for source in sources}
    texts: set[str] = set()
    for heading, block, is_item in _blocks(written[:_LONGEST]):
        if heading:
            sections.append((heading, []))
            continue
        supported = _checked(block, sources)
        claims = [claim for claim in supported.claims if claim.text not in texts]
        texts.update(claim.text for claim in claims)
        if claims:
            sentences = [(one.text, urls[one.number], one.support) for one in claims]
            sections[-1][1].append(Paragraph(sentences, is_item))
    return numbered(sections, unanswered=unanswered)


def material(laid_out: Outline) -> list[Source]:
    """Return what a language model may write a report from: a source for each page.

    They are numbered in the order of the outline, each with its sentences in its own order.
    """
    texts: dict[str, dict[tuple[int, int], str]] = {}
    titles: dict[str, str] = {}
    for section in laid_out.sections:
        for one in section.evidence:
            titles[one.passage.url] = one.passage.title
            held = texts.setdefault(one.passage.url, {})
            for place in (*one.before, one.place):
                held[one.passage.place, place] = one.passage.statements[place].text
    return [
        Source(number, url, titles[url], " ".join(text for _, text in sorted(held.items())))
        for number, (url, held) in enumerate(texts.items(), 1)
    ]


def _checked(block: str, sources: Sequence[Source]) -> Overview:
    """Check a block against the pages it cites first: a check reads ten pages."""
    cited = {int(number) for group in _CITED.findall(block) for number in re.findall(r"\d+", group)}
    return check_overview(block, sorted(sources, key=lambda source: source.number not in cited))


def _blocks(written: str) -> Iterator[tuple[str, str, bool]]:
    """Yield headings, and paragraphs and items of lists, each alone."""
    paragraph: list[str] = []
    for line in [*written.splitlines(), ""]:
        heading = _HEADING.match(line)
        is_item = bool(ITEM.match(line)) and not heading
        if (not line.strip() or heading or is_item) and paragraph:
            yield "", " ".join(paragraph), False
            paragraph = []
        if heading:
            yield " ".join(_CITED.sub("", heading["marked"] or heading["bold"]).split()), "", False
        elif is_item:
            yield "", line, True
        elif line.strip():
            paragraph.append(line.strip())
