"""A scrape as a program that needs no service: httpx, and BeautifulSoup or selectolax.

How a value is taken from its element (its text, an attribute, a link around or in it, less a label,
only its number) is tried on the elements of the reply; what gives other values is not written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urljoin

from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.contract.scrape import ScrapedElement, ScrapedField
from triptych.views.base.units import shortened

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

Library = Literal["BeautifulSoup", "selectolax"]

#: A character that no page has: the separator of units (ASCII).
_BETWEEN = "\x1f"
_PARTS = (0, 1, -1, 2, 3)
#: Elements of a field on which a way of reading is tried.
_TRIED = 50
_LINE = 88
#: BeautifulSoup makes lists of them.
_LISTS = {"class", "rel", "rev", "accept-charset", "headers", "accesskey", "dropzone", "sizes"}
_NUMBER = r"\d+(?:[.,]\d+)*"
_LABEL = r"^[^:：]*[:：]\s*"
#: What some elements stand in, without which a parser drops their tags.
_AROUND = {
    **dict.fromkeys(("html", "head", "body"), ""),
    **dict.fromkeys(("caption", "colgroup", "thead", "tbody", "tfoot"), "<table>"),
    "tr": "<table><tbody>",
    **dict.fromkeys(("td", "th"), "<table><tbody><tr>"),
    **dict.fromkeys(("option", "optgroup"), "<select>"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """How a value is read: the code, by the name of the library, and the same done here."""

    code: dict[Library, str]
    read: Callable[[LexborNode, str], str]
    needs: frozenset[str] = frozenset()


def as_program(library: Library, request: ScrapeRequest, reply: ScrapeReply) -> str:
    """Return a program that fetches the page and prints the same values.

    Parameters
    ----------
    library : {"BeautifulSoup", "selectolax"}
        What it reads the page with.
    request, reply : ScrapeRequest, ScrapeReply
        What was asked and what came.

    Examples
    --------
    >>> reply = ScrapeReply(
    ...     context={"tea": ["Sencha"]},
    ...     data=[{"key": "tea", "selector": "b", "results": [{"html": "<b>Sencha</b>",
    ...            "text": "Sencha"}]}],
    ... )
    >>> request = ScrapeRequest(url="https://example.com/", element_prompts=["tea"])
    >>> print(as_program("selectolax", request, reply).partition("found =")[2].strip())
    {
        "tea": [text(element) for element in page.css("b")],
    }
    print(found)
    """
    url = reply.url or request.url or ""
    lines: list[str] = []
    needs: set[str] = set()
    for field in reply.data:
        values = reply.context.get(field.key, [])
        line, needed = _line(library, field, values, url)
        lines.append(line)
        needs |= needed
    rest = [*_helpers(library, lines), "found = {", *lines, "}", "print(found)"]
    return "\n".join([*_head(library, request, reply, url, needs), "", *rest])


def _head(
    library: Library, request: ScrapeRequest, reply: ScrapeReply, url: str, needs: set[str]
) -> list[str]:
    drawn = bool(reply.rendered) and request.url is not None
    soup = library == "BeautifulSoup"
    packages = ["httpx"] if request.url and not drawn else ["playwright"] if drawn else []
    # Selectors are for the tree that browsers make of a page, and so does html5lib.
    packages += ["beautifulsoup4", "html5lib"] if soup else ["selectolax"]
    standard = ["import re"] if "number" in needs or "label" in needs else []
    standard += ["from pathlib import Path"] if not request.url else []
    standard += ["from urllib.parse import urljoin"] if "urljoin" in needs else []
    third = ["from bs4 import BeautifulSoup"] if soup else []
    third += ["from playwright.sync_api import sync_playwright"] if drawn else []
    third += [] if soup else ["from selectolax.lexbor import LexborHTMLParser"]
    if "httpx" in packages:
        third.insert(0, "import httpx")
    read, html = _reading(request, url, drawn=drawn, soup=soup)
    if not request.url and "urljoin" in needs:
        read.insert(0, f"url = {_quoted(url)}")
    parse = f"page = BeautifulSoup({html})" if soup else f"page = LexborHTMLParser({html})"
    imports = [*standard, ""] * bool(standard) + third
    return [f"# pip install {' '.join(packages)}", *imports, "", *read, parse]


def _reading(request: ScrapeRequest, url: str, *, drawn: bool, soup: bool) -> tuple[list[str], str]:
    """Return lines that get the page, and the arguments of its parser."""
    parser = ', "html5lib"' if soup else ""
    if not request.url:
        note = "# The page that you gave, saved in a file."
        return [
            note,
            'html = Path("page.html").read_text(encoding="utf-8")',
        ], f"html{parser}"
    lines = [f"url = {_quoted(url)}"]
    if request.cookies or request.http_headers or request.byo_proxy:
        lines.append("# Add the headers, the cookies and the proxy that you used.")
    if drawn:
        return [
            *lines,
            "with sync_playwright() as browsers:",
            "    tab = browsers.chromium.launch().new_page()",
            "    tab.goto(url)",
            "    html = tab.content()",
        ], f"html{parser}"
    lines += ["answer = httpx.get(url, follow_redirects=True)", "answer.raise_for_status()"]
    # Where the header names no character set, the page's own word for it counts.
    encoded = f"answer.content{parser}, from_encoding=answer.charset_encoding"
    return lines, encoded if soup else "answer.text"


def _helpers(library: Library, lines: Sequence[str]) -> list[str]:
    """Return the functions that read an element's text, as far as they are needed."""
    used = "".join(lines)
    get = "get_text" if library == "BeautifulSoup" else "text"
    name = "" if library == "BeautifulSoup" else "separator="
    helpers: list[str] = []
    if "text(element, " in used:
        body = f'    return " ".join(element.{get}({name}between).split())'
        helpers += ["", 'def text(element, between=""):', body, ""]
    elif "text(element)" in used:
        body = f'    return " ".join(element.{get}().split())'
        helpers += ["", "def text(element):", body, ""]
    if "parts(element)" in used:
        texts = f'    texts = element.{get}({name}"\\x1f").split("\\x1f")'
        body = '    return [" ".join(one.split()) for one in texts if one.strip()]'
        helpers += ["", "def parts(element):", texts, body, ""]
    return [*helpers, ""] if helpers else []


def _line(
    library: Library, field: ScrapedField, values: Sequence[str], url: str
) -> tuple[str, frozenset[str]]:
    key = _quoted(field.key)
    if not field.results or not field.selector:
        why = (
            f"the page states it for machines only ({shortened(field.source or '', 40)})"
            if values
            else "nothing found"
        )
        return f"    # {key}: {why}", frozenset()
    way, note = _way(field.results, values, url), ""
    if way is None:
        note = "  # the elements' texts: the values were taken from them otherwise"
        way = _nearest(field.results, values)
    select = "select" if library == "BeautifulSoup" else "css"
    chosen = f"page.{select}({_quoted(field.selector)})"
    line = f"    {key}: [{way.code[library]} for element in {chosen}],{note}"
    if len(line) > _LINE:
        parts = (way.code[library], f"for element in {chosen}")
        line = "\n".join([f"    {key}: [{note}", *(f"        {one}" for one in parts), "    ],"])
    return line, way.needs


def _way(elements: Sequence[ScrapedElement], values: Sequence[str], url: str) -> Way | None:
    """Return the first way of reading that gives these values of these elements."""
    if len(elements) != len(values):
        return None
    elements, values = elements[:_TRIED], values[:_TRIED]
    roots = [_root(element.html) for element in elements]
    if any(root is None for root in roots):
        return None
    for way in _ways(elements):
        try:
            read = [way.read(root, url) for root in roots if root is not None]
        except (AttributeError, KeyError, TypeError, ValueError):
            # What one of the elements lacks.
            continue
        if read == list(values):
            return way
    return None


def _nearest(elements: Sequence[ScrapedElement], values: Sequence[str]) -> Way:
    """Return the way of reading texts that gives the most of these values."""
    roots = [root for element in elements[:_TRIED] if (root := _root(element.html)) is not None]

    def hits(way: Way) -> int:
        return len(set(values) & {way.read(root, "") for root in roots})

    return max(map(_text, ("", " ")), key=hits)


def _root(html: str) -> LexborNode | None:
    """Return an element by its HTML; parts of a table are none without the table."""
    from selectolax.lexbor import LexborHTMLParser

    match = re.match(r"<([\w-]+)", html)
    name = match[1].lower() if match else ""
    if name in _AROUND:
        return LexborHTMLParser(_AROUND[name] + html).css_first(name)
    return LexborHTMLParser(html, is_fragment=True).root


def _ways(elements: Sequence[ScrapedElement]) -> list[Way]:
    """Return ways to try, the simplest first."""
    names = [one.name for one in elements[0].attributes if one.name not in _LISTS]
    ways = [_text(""), _text(" ")]
    ways += [_attribute(name, joined=joined) for name in names for joined in (False, True)]
    ways += [_inner("a[href]", "href"), _inner("img[src]", "src")]
    for between in ("", " "):
        ways += [_pattern(between, "label"), _pattern(between, "number")]
    return [*ways, *map(_part, _PARTS)]


def _text(between: str) -> Way:
    code = "text(element)" if not between else f"text(element, {_quoted(between)})"
    return Way({"BeautifulSoup": code, "selectolax": code}, lambda node, _: _words(node, between))


def _part(place: int) -> Way:
    """Return the way to one of an element's texts, between which other elements begin or end."""
    code = f"parts(element)[{place}]"

    def read(node: LexborNode, _: str) -> str:
        texts = node.text(separator=_BETWEEN).split(_BETWEEN)
        found = [" ".join(text.split()) for text in texts if text.strip()]
        if not -len(found) <= place < len(found):
            raise ValueError
        return found[place]

    return Way({"BeautifulSoup": code, "selectolax": code}, read)


def _pattern(between: str, kind: Literal["label", "number"]) -> Way:
    text = "text(element)" if not between else f"text(element, {_quoted(between)})"
    if kind == "number":
        code = f're.search(r"{_NUMBER}", {text}).group()'

        def read(node: LexborNode, _: str) -> str:
            match = re.search(_NUMBER, _words(node, between))
            return match.group() if match else ""
    else:
        code = f're.sub(r"{_LABEL}", "", {text})'

        def read(node: LexborNode, _: str) -> str:
            return re.sub(_LABEL, "", _words(node, between))

    return Way({"BeautifulSoup": code, "selectolax": code}, read, frozenset([kind]))


def _attribute(name: str, *, joined: bool) -> Way:
    quoted = _quoted(name)
    codes: dict[Library, str] = {
        "BeautifulSoup": f"element[{quoted}].strip()",
        "selectolax": f"element.attributes[{quoted}].strip()",
    }
    if not joined:
        return Way(codes, lambda node, _: _given(node, name))
    return Way(
        {library: f"urljoin(url, {code})" for library, code in codes.items()},
        lambda node, url: urljoin(url, _given(node, name)),
        frozenset(["urljoin"]),
    )


def _inner(selector: str, name: str) -> Way:
    """Return the way to the address of the first link or picture in an element."""
    quoted = _quoted(selector)
    return Way(
        {
            "BeautifulSoup": f'urljoin(url, element.select_one({quoted})["{name}"].strip())',
            "selectolax": f'urljoin(url, element.css_first({quoted}).attributes["{name}"].strip())',
        },
        lambda node, url: urljoin(url, _given(node.css_first(selector), name)),
        frozenset(["urljoin"]),
    )


def _words(node: LexborNode, between: str) -> str:
    return " ".join(node.text(separator=between).split())


def _given(node: LexborNode | None, name: str) -> str:
    value = None if node is None else node.attributes.get(name)
    if value is None:
        raise KeyError(name)
    return value.strip()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
