"""A search and its results in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from urllib.parse import urlsplit

from triptych._boxes import colour_of
from triptych._colours import ink_on
from triptych._entities import unescape
from triptych.contract import SearchReply, SearchRequest, SearchResult
from triptych.views.base.units import count

_EMPHASIS = re.compile(r"<(/?)em\s*>", re.IGNORECASE)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SOURCES = {
    "index": "in the index",
    "byo_urls": "in pages of your own",
    "searxng": "from SearXNG",
    "brave": "from Brave Search",
    "ddgs": "from ddgs",
}


def emphasised(description: str) -> Iterator[tuple[str, bool]]:
    """Yield a description in pieces, each with whether it is emphasised.

    `<em>` is all that counts as HTML, beside characters that are written as references.

    Examples
    --------
    >>> list(emphasised("R&amp;D on <em>red</em> <b>"))
    [('R&D on ', False), ('red', True), (' <b>', False)]
    """
    end, strong = 0, False
    for tag in _EMPHASIS.finditer(description):
        if piece := description[end : tag.start()]:
            yield unescape(piece), strong
        end, strong = tag.end(), not tag[1]
    if rest := description[end:]:
        yield unescape(rest), strong


def plain(description: str) -> str:
    """Return a description as plain text.

    Examples
    --------
    >>> plain("R&amp;D on <em>red</em>")
    'R&D on red'
    """
    return "".join(piece for piece, _ in emphasised(description))


def printable(text: str) -> str:
    r"""Return a text without control characters: what pages send must not steer a terminal.

    Examples
    --------
    >>> printable("red \x1b[31mlamp")
    'red [31mlamp'
    """
    return _CONTROLS.sub("", text)


def link(url: str) -> str | None:
    """Return an address that may be linked to, or None: scripts hide in addresses of other kinds.

    Examples
    --------
    >>> link("https://example.org/"), link("javascript:alert(1)")
    ('https://example.org/', None)
    """
    url = url.strip()
    return url if url.lower().startswith(("http://", "https://", "file://")) else None


def site(result: SearchResult) -> str:
    """Return the name of a result's site, else its host."""
    return result.site_long_name or result.site_name or host_label(result.url)


def host_label(url: str) -> str:
    """Return the host of an address without "www."; "a file" for a file, else the scheme.

    Examples
    --------
    >>> host_label("https://www.example.org/a"), host_label("file:///docs/notes.md")
    ('example.org', 'a file')
    """
    try:
        parts = urlsplit(url)
        name = parts.hostname or ""
    except ValueError:
        return "an address that cannot be read"
    return name.removeprefix("www.") or ("a file" if parts.scheme == "file" else parts.scheme)


def date(result: SearchResult) -> str:
    """Return the day of a page in ISO 8601; empty where it is unknown."""
    return (result.age or "")[:10]


def language(result: SearchResult) -> str:
    """Return a page's language in English words, else its code."""
    from babel import Locale

    code = (result.language or "").strip()
    name: str = Locale("en").languages.get(code.lower().partition("-")[0], code)
    return name


def facts(result: SearchResult) -> str:
    """Return the site of a page, its day and its language.

    Examples
    --------
    >>> facts(SearchResult(title="", url="http://a.org/", age="2024-05-01T09:00", language="en"))
    'a.org · 2024-05-01 · English'
    """
    return " · ".join(filter(None, (site(result), date(result), language(result))))


def request_of(reply: SearchReply) -> SearchRequest | None:
    """Return the request, where it is known."""
    return reply.request if isinstance(reply.request, SearchRequest) else None


def corrected_words(reply: SearchReply) -> Iterator[tuple[str, bool]]:
    """Yield the words of the query, each with whether the spelling check changed it."""
    request = request_of(reply)
    words = reply.query.split()
    before = request.query.split() if request else words
    for kind, _, _, start, end in SequenceMatcher(None, before, words).get_opcodes():
        for word in words[start:end]:
            yield word, kind != "equal"


def summary(reply: SearchReply) -> str:
    """Return how many results there are, and where from.

    Examples
    --------
    >>> summary(SearchReply(query="tea", provider="index"))
    'No results for “tea” in the index'
    """
    request = request_of(reply)
    own = request.byo_urls if request else None
    if own:
        place = f" in {count(len(own), 'page')} of your own"
    elif reply.provider:
        place = f" {_SOURCES.get(reply.provider, f'from {reply.provider}')}"
    else:
        place = ""
    return f"{results(reply)} for “{reply.query}”{place}"


def results(reply: SearchReply) -> str:
    """Return how many results there are."""
    return count(len(reply.results), "result") if reply.results else "No results"


def author(reply: SearchReply) -> str:
    """Return who wrote the overview; empty where it is unknown."""
    if not reply.overview_by:
        return ""
    if reply.overview_by == "extraction":
        return "Extracted from the pages"
    return f"Written by {reply.overview_by}, each sentence checked"


def no_overview(reply: SearchReply) -> str:
    """Return why there is no overview; empty where none was asked for, or nothing was found."""
    request = request_of(reply)
    if reply.ai_overview or not reply.results or (request and not request.ai_overview):
        return ""
    return "" if reply.ai_overview is None else "No overview: nothing that was found answers this."


def advice(reply: SearchReply) -> list[str]:
    """Return what to try where nothing was found."""
    request = request_of(reply)
    tries = ["Use fewer words, or other words for the same."]
    if request and not request.spell_check:
        tries.append("Turn on spelling correction.")
    if '"' in reply.query:
        tries.append("Leave out the quotes: the exact phrase may not occur.")
    if "site:" in reply.query:
        tries.append("Leave out site: to search all sites.")
    if request and request.safe_search == "strict":
        tries.append("Relax safe search, which is set to strict.")
    if request and request.byo_urls:
        tries.append("Check the addresses of your pages.")
    elif reply.provider == "index":
        tries.append("Add your pages to the index: triptych index add FOLDER, or an address.")
    return tries


def times_cited(times: int) -> str:
    """Return how often a result is cited.

    Examples
    --------
    >>> times_cited(2)
    'cited twice'
    """
    return f"cited {({1: 'once', 2: 'twice'}).get(times, f'{times} times')}"


def badge(result: SearchResult) -> tuple[str, str, str]:
    """Return what marks a site: its initial, a colour, and that of letters on it."""
    name = site(result)
    colour = colour_of(name)
    initial = next((letter for letter in name.upper() if letter.isalnum()), "?")
    return initial, colour, ink_on(colour)
