"""What is said of a scrape, in words."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.views.base.units import count, shortened
from triptych.views.scrape.found import Part, parts
from triptych.views.search.wording import host_label, link

_STATED = {
    "json-ld": "stated by the page as JSON-LD",
    "microdata": "stated by the page as microdata",
    "rdfa": "stated by the page as RDFa",
    "meta": "stated by the page in its metadata",
    "attribute": "in an attribute of the element",
    "selector": "by the selector that was given",
}


def address(reply: ScrapeReply) -> str:
    """Return the address of the page; empty where the page itself was given."""
    request = reply.request
    return reply.url or (request.url if isinstance(request, ScrapeRequest) else None) or ""


def web_address(words: str) -> str | None:
    """Return an address of the web, or None.

    Examples
    --------
    >>> web_address(" https://tea.example/ "), web_address("file:///etc/hosts")
    ('https://tea.example/', None)
    """
    address = link(words)
    return None if address is None or address.lower().startswith("file:") else address


def summary(reply: ScrapeReply) -> str:
    """Return what was found, in one line.

    Examples
    --------
    >>> summary(ScrapeReply(context={"price": ["3"], "name": []}, url="https://tea.example/"))
    '1 of 2 elements found on tea.example'
    """
    all_of = parts(reply)
    found = sum(part.found for part in all_of)
    words = f"{found} of {count(len(all_of), 'element')} found" if found else "Nothing found"
    if where := web_address(address(reply)):
        words += f" on {shortened(host_label(where), 60)}"
    said = [words]
    if len(reply.records) > 1:
        said.append(count(len(reply.records), "record"))
    if reply.page_position_length > 1:
        said.append(f"page {reply.page_position:,} of {reply.page_position_length:,}")
    elif reply.page_position > 1:
        said.append(f"page {reply.page_position:,}")
    if reply.rendered:
        said.append("drawn by a browser")
    return " · ".join(said)


def where(part: Part) -> str:
    """Return where the values of a prompt stand.

    Examples
    --------
    >>> from triptych.views.scrape.found import parts
    >>> field = {"key": "p", "selector": "b", "source": "text", "label": "Price:"}
    >>> field["results"] = [{"html": "<b>3</b>", "text": "3"}]
    >>> where(parts(ScrapeReply(data=[field]))[0])
    'text, beside the label “Price:”'
    """
    label = f"beside the label “{shown_label(part)}”" if part.label else ""
    return ", ".join(filter(None, (stated(part), label)))


def stated(part: Part) -> str:
    """Return in what of the page the values of a prompt stand."""
    return _STATED.get(part.source, shortened(part.source, 60))


def shown_label(part: Part) -> str:
    """Return the label that the values of a prompt stand beside."""
    return shortened(part.label, 60)


def missing(part: Part) -> str:
    """Return why a prompt found nothing.

    Examples
    --------
    >>> from triptych.views.scrape.found import parts
    >>> missing(parts(ScrapeReply(context={"price": []}))[0])
    'Not found.'
    """
    return part.note or "Not found."


def further(values: Sequence[object], shown: int = 1) -> str:
    """Return how many values are not shown; nothing where all are.

    Examples
    --------
    >>> further(["a", "b", "c"])
    '+2 more'
    """
    return f"+{len(values) - shown:,} more" if len(values) > shown else ""
