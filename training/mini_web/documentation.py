"""Read documentation pages of Python and SQLite, as Debian packs them, into records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from lxml import etree, html

from triptych.engines.page import WebPage
from triptych.engines.page.text import lines

#: Pages without a text of their own: lists of links, of every release, of every word.
_SQLITE_LEFT_OUT = re.compile(
    r"requirements|doc_|keyword_index|sitemap|syntaxdiagrams|capi3ref|changes|oldnews|index|docs"
    r"|chronology|doclist|vtablist|c_interface|fileformat2|consortium|pressrelease|sqlite\b|news"
    r"|copyright-release|download|getthecode|hp1|crew|shortnames|syntax\b|lang\b|conflict|hirely"
    r"|codeof|books|sqlanalyze|opcode|capi3\b|famous|prosupport|34to35|35to36|np1|datatypes\b"
    r"|affcase|privatebranch|tclsqlite|session\b|pgszchng"
    # Long references, to which most readers come by a link.
    r"|fts3|compile|vdbe|fileformat|walformat|th3|vtab\b"
)
_PYTHON = """tutorial/* howto/* faq/* library/ argparse array asyncio asyncio-queue
asyncio-stream asyncio-task base64 bisect calendar collections.abc collections concurrent.futures
configparser contextlib copy csv dataclasses datetime decimal difflib doctest enum exceptions
fileinput fnmatch fractions functions functools gc getpass glob graphlib gzip hashlib heapq hmac
html html.parser http.client http.server inspect io ipaddress itertools json keyword linecache
locale logging math mimetypes multiprocessing numbers operator os.path pathlib pdb pickle platform
pprint profile queue random re sched secrets select shelve shlex shutil signal sqlite3
statistics stdtypes string struct subprocess sys tarfile tempfile textwrap threading time timeit
tkinter tomllib traceback tracemalloc turtle types typing unicodedata unittest urllib.parse
urllib.request uuid venv warnings wave weakref webbrowser xml.etree.elementtree zipapp zipfile zlib
zoneinfo"""
_PYTHON_LEFT_OUT = {"index", "clinic", "cporting", "pyporting", "installed", "appendix"}

#: Links and pictures kept of a page.
_ADDRESSES = 12

#: Neither text nor part of one.
_SKIPPED = frozenset(("script", "style", "svg", "noscript", "button", "form", "nav", "sup"))
_CLASSES = re.compile(
    r"\b(nosearch|headerlink|sphinxsidebar|contents|toctree-wrapper|imgcontainer)\b"
)


def python_pages(folder: Path, base: str) -> Iterator[WebPage]:
    """Yield the chosen pages of Python's documentation in `folder`."""
    for name in _chosen(folder):
        tree = html.parse(str(folder / f"{name}.html"), html.HTMLParser(encoding="utf-8")).getroot()
        title = re.sub(r"\s+— Python 3\.11\.\d+ documentation$", "", tree.findtext(".//title"))
        body, url = tree.find(".//div[@role='main']"), f"{base}{name}.html"
        page = WebPage(
            url=url,
            title=" ".join(title.split()),
            text=text_of(body),
            site_name="docs.python.org",
            site_long_name="Python 3.11 documentation",
            language="en",
            published=_last_updated(tree),
            favicon=f"{base}_static/py.svg",
            attribution="Python Software Foundation, PSF License Version 2",
        )
        yield _addressed(page, body)


def _last_updated(tree: Any) -> str:
    """Return the day that the footer of one of Python's pages names, if it names one."""
    date = re.search(r"Last updated on (\w+ \d\d, \d{4})\.", tree.text_content())
    return datetime.strptime(date[1], "%B %d, %Y").date().isoformat() if date else ""


def sqlite_pages(folder: Path, base: str) -> Iterator[WebPage]:
    """Yield the pages of SQLite's documentation in `folder` that have a text."""
    for path in sorted(folder.glob("*.html")):
        if _SQLITE_LEFT_OUT.match(path.stem):
            continue
        tree = html.parse(str(path), html.HTMLParser(encoding="utf-8")).getroot()
        body = tree.find("body")
        for navigation in body.xpath("(.//div[@class='nosearch'])"):
            navigation.drop_tree()
        # What is shown on demand: syntax diagrams, which repeat on dozens of pages.
        for hidden in body.xpath(".//*[contains(@style, 'display:none')]"):
            hidden.drop_tree()
        text = text_of(body)
        last = re.search(r"This page last modified on\s+([0-9-]{10}) ([0-9:]{8}) UTC\s*$", text)
        page = WebPage(
            url=f"{base}{path.name}",
            title=" ".join((tree.findtext(".//title") or path.stem).split()),
            text=text[: last.start()].rstrip() if last else text,
            site_name="sqlite.org",
            site_long_name="SQLite documentation",
            language="en",
            published=f"{last[1]}T{last[2]}Z" if last else "",
            favicon=f"{base}favicon.ico",
            attribution="The SQLite authors, public domain",
        )
        yield _addressed(page, body)


def text_of(element: Any) -> str:
    """Return an element's text, as that of any page, without links around it."""
    whole = deepcopy(element)
    for one in list(whole.iterdescendants("br")):
        # Here a line's end is a matter of looks.
        one.tail = f" {one.tail or ''}"
        one.drop_tag()
    for one in list(whole.iterdescendants(etree.Element)):
        if one.tag in _SKIPPED or _CLASSES.search(one.get("class") or ""):
            one.drop_tree()
    return lines(whole)


def _addressed(page: WebPage, body: Any) -> WebPage:
    """Return a page with the first few pages and pictures that its text names."""
    addresses: dict[str, dict[str, None]] = {"links": {}, "image_urls": {}}
    for element, attribute, link, _ in body.iterlinks():
        address = urldefrag(urljoin(page.url, link)).url
        if element.tag == "a" and element.get("class") != "headerlink":
            kind = "links"
        elif element.tag == "img" and attribute == "src" and "banner" not in link:
            kind = "image_urls"
        else:
            continue
        if address.startswith("https://") and address != page.url and "honeypot" not in address:
            addresses[kind][address] = None
    links, pictures = (tuple(one)[:_ADDRESSES] for one in addresses.values())
    return replace(page, links=links, image_urls=pictures)


def _chosen(folder: Path) -> Iterator[str]:
    prefix = ""
    for word in _PYTHON.split():
        if word.endswith("/*"):
            names = sorted(path.stem for path in (folder / word[:-2]).glob("*.html"))
            yield from (f"{word[:-1]}{name}" for name in names if name not in _PYTHON_LEFT_OUT)
        elif word.endswith("/"):
            prefix = word
        else:
            yield f"{prefix}{word}"
