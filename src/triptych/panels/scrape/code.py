"""A scrape as a program that needs no service: httpx or Playwright, and selectolax.

How a value is read from its element (its text, an attribute, a link around or in it, without a
label, only its number) is tried on the elements of the reply; what gives other values is not
written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.contract.scrape import ScrapedElement, ScrapedField
from triptych.panels.base.code import Expression, call_code, client_code
from triptych.views.base.units import shortened

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

#: A character that no page has: the separator of units (ASCII).
_SEPARATOR = "\x1f"
_PARTS = (0, 1, -1, 2, 3)
#: Elements of a field on which a way of reading is tried.
_TRIED = 50
_LINE = 88
#: Attributes that hold lists.
_LISTS = {"class", "rel", "rev", "accept-charset", "headers", "accesskey", "dropzone", "sizes"}
_NUMBER = r"\d+(?:[.,]\d+)*"
_LABEL = r"^[^:：]*[:：]\s*"
#: What some elements stand in, without which a parser drops their tags.
_PARENTS = {
    **dict.fromkeys(("html", "head", "body"), ""),
    **dict.fromkeys(("caption", "colgroup", "thead", "tbody", "tfoot"), "<table>"),
    "tr": "<table><tbody>",
    **dict.fromkeys(("td", "th"), "<table><tbody><tr>"),
    **dict.fromkeys(("option", "optgroup"), "<select>"),
}
_IMPORTS = {"re": "import re", "urljoin": "from urllib.parse import urljoin"}
_HELPERS = (
    ("text(element, ", 'text(element, separator=""):',
     ['return " ".join(element.text(separator=separator).split())']),
    ("text(element)", "text(element):", ['return " ".join(element.text().split())']),
    ("parts(element)", "parts(element):",
     ['texts = element.text(separator="\\x1f").split("\\x1f")',
      'return [" ".join(one.split()) for one in texts if one.strip()]']),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """How a value is read: the code, the same done here, and what the code imports."""

    code: str
    read: Callable[[LexborNode, str], str]
    needs: str = ""


def as_program(request: ScrapeRequest, reply: ScrapeReply) -> str:
    """Return a program that fetches the page and prints the same values.

    Examples
    --------
    >>> reply = ScrapeReply(
    ...     context={"tea": ["Sencha"]},
    ...     data=[{"key": "tea", "selector": "b", "results": [{"html": "<b>Sencha</b>",
    ...            "text": "Sencha"}]}],
    ... )
    >>> request = ScrapeRequest(url="https://example.com/", element_prompts=["tea"])
    >>> print(as_program(request, reply).partition("values =")[2].strip())
    {
        "tea": [text(element) for element in page.css("b")],
    }
    print(values)
    """
    url = reply.url or request.url or ""
    lines: list[str] = []
    needs: set[str] = set()
    for field in reply.data:
        line, needed = _line(field, reply.context.get(field.key, []), url)
        lines.append(line)
        needs.add(needed)
    head = _head(request, url, needs, drawn=bool(reply.rendered) and request.url is not None)
    rest = [*_helpers("".join(lines)), "values = {", *lines, "}", "print(values)"]
    return "\n".join([*head, "", *rest])


def for_many_pages(request: ScrapeRequest, base_url: str | None) -> str:
    """Return a program that reads pages of a site with the selectors of one of them.

    `base_url` is None for the embedded default.

    Examples
    --------
    >>> request = ScrapeRequest(
    ...     url="https://e.org/1", element_prompts=["tea"], selectors={"tea": ["h2"]}
    ... )
    >>> print(for_many_pages(request, None).partition("Client()")[2].strip())
    urls = ["https://e.org/1"]  # and further pages with the same layout
    pages = client.scrape_many(urls, ["tea"], selectors={"tea": ["h2"]})
    pages.to_frame()
    """
    taken = ("selectors", "root_element_selector", "render", "http_headers", "cookies")
    wire = request.to_wire()
    prompts = wire.get("element_prompts") or list(wire.get("selectors", ()))
    arguments = [("", Expression("urls")), ("", prompts)]
    arguments += [(f"{name}=", wire[name]) for name in taken if name in wire]
    lines = [
        client_code(base_url),
        f"urls = [{_quoted(request.url or '')}]  # and further pages with the same layout",
        call_code("pages = client.scrape_many", arguments),
        "pages.to_frame()",
    ]
    return "\n".join(lines)


def _head(request: ScrapeRequest, url: str, needs: set[str], *, drawn: bool) -> list[str]:
    """Return the lines that import, get the page and parse it."""
    standard = [line for name, line in _IMPORTS.items() if name in needs]
    packages = ["from selectolax.lexbor import LexborHTMLParser"]
    names = ["selectolax"]
    html = "html"
    read = [f"url = {_quoted(url)}"] if request.url or "urljoin" in needs else []
    if request.cookies or request.http_headers or request.byo_proxy:
        read.append("# Add the headers, the cookies and the proxy that you used.")
    if not request.url:
        standard.append("from pathlib import Path")
        read.append("# The page that you gave, saved in a file.")
        read.append('html = Path("page.html").read_text(encoding="utf-8")')
    elif drawn:
        names.insert(0, "playwright")
        packages.insert(0, "from playwright.sync_api import sync_playwright")
        read += [
            "with sync_playwright() as browsers:",
            "    tab = browsers.chromium.launch().new_page()",
            "    tab.goto(url)",
            "    html = tab.content()",
        ]
    else:
        names.insert(0, "httpx")
        packages.insert(0, "import httpx")
        read += ["response = httpx.get(url, follow_redirects=True)", "response.raise_for_status()"]
        html = "response.text"
    standard.sort(key=lambda line: (line.startswith("from"), line))
    imports = [*standard, ""] * bool(standard) + packages
    parse = f"page = LexborHTMLParser({html})"
    return [f"# pip install {' '.join(names)}", *imports, "", *read, parse]


def _helpers(used: str) -> list[str]:
    """Return the functions that read an element's text, as far as they are used."""
    helpers: list[str] = []
    for call, signature, body in _HELPERS:
        if call in used and not (signature.startswith("text(") and helpers):
            helpers += ["", f"def {signature}", *(f"    {line}" for line in body), ""]
    return [*helpers, ""] if helpers else []


def _line(field: ScrapedField, values: Sequence[str], url: str) -> tuple[str, str]:
    """Return the line that reads a field, and what it imports."""
    key = _quoted(field.key)
    if not field.results or not field.selector:
        source = shortened(field.source or "", 40)
        why = f"the page states it for machines only ({source})" if values else "nothing found"
        return f"    # {key}: {why}", ""
    way, note = _way(field.results, values, url), ""
    if way is None:
        note = "  # the elements' texts: the values were read from them in another way"
        way = _nearest(field.results, values)
    elements = f"page.css({_quoted(field.selector)})"
    line = f"    {key}: [{way.code} for element in {elements}],{note}"
    if len(line) > _LINE:
        parts = (way.code, f"for element in {elements}")
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
            # One of the elements lacks what this way reads.
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
    """Return an element by its HTML; None for a part of a table without the table."""
    from selectolax.lexbor import LexborHTMLParser

    match = re.match(r"<([\w-]+)", html)
    name = match[1].lower() if match else ""
    if name in _PARENTS:
        return LexborHTMLParser(_PARENTS[name] + html).css_first(name)
    return LexborHTMLParser(html, is_fragment=True).root


def _ways(elements: Sequence[ScrapedElement]) -> Iterator[Way]:
    """Yield ways to try, the simplest first."""
    separators = ("", " ")
    yield from map(_text, separators)
    for name in (one.name for one in elements[0].attributes if one.name not in _LISTS):
        yield _attribute(name)
        yield _joined(_attribute(name))
    for selector, name in (("a[href]", "href"), ("img[src]", "src")):
        yield _joined(_attribute(name, selector))
    for separator in separators:
        text = _text(separator)
        yield _pattern(text, _LABEL)
        yield _pattern(text, _NUMBER)
    yield from map(_part, _PARTS)


def _text(separator: str) -> Way:
    code = "text(element)" if not separator else f"text(element, {_quoted(separator)})"
    return Way(code, lambda node, _: " ".join(node.text(separator=separator).split()))


def _part(place: int) -> Way:
    """Return the way to one of an element's texts, parted by the tags in it."""

    def read(node: LexborNode, _: str) -> str:
        raw = node.text(separator=_SEPARATOR).split(_SEPARATOR)
        texts = [" ".join(text.split()) for text in raw if text.strip()]
        if not -len(texts) <= place < len(texts):
            raise ValueError
        return texts[place]

    return Way(f"parts(element)[{place}]", read)


def _pattern(text: Way, pattern: str) -> Way:
    """Return the way to a text's number, or to the text without its label."""
    if pattern == _LABEL:
        code = f're.sub(r"{_LABEL}", "", {text.code})'
        return Way(code, lambda node, url: re.sub(_LABEL, "", text.read(node, url)), "re")
    code = f're.search(r"{_NUMBER}", {text.code}).group()'

    def read(node: LexborNode, url: str) -> str:
        match = re.search(_NUMBER, text.read(node, url))
        return match.group() if match else ""

    return Way(code, read, "re")


def _attribute(name: str, selector: str = "") -> Way:
    """Return the way to an attribute of the element, or of the first one in it."""
    inner = f"element.css_first({_quoted(selector)})" if selector else "element"

    def read(node: LexborNode, _: str) -> str:
        one = node.css_first(selector) if selector else node
        value = None if one is None else one.attributes.get(name)
        if value is None:
            raise KeyError(name)
        return value.strip()

    return Way(f"{inner}.attributes[{_quoted(name)}].strip()", read)


def _joined(way: Way) -> Way:
    """Return the way to an absolute address."""
    code = f"urljoin(url, {way.code})"
    return Way(code, lambda node, url: urljoin(url, way.read(node, url)), "urljoin")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
