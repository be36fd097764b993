"""Read a page of HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from triptych.engines.page import facts
from triptych.engines.page.addresses import absolute_url, absolute_urls, site_of
from triptych.engines.page.facts import changed
from triptych.engines.page.page import PageError, WebPage
from triptych.engines.page.text import keep_code, lines, tree_of, without_tags
from triptych.engines.text.language import foreign_language

#: Larger or deeper trees are read without looking for the main part of the page, which takes time
#: and recursion.
_MOST_NODES = 15_000
_DEEPEST = 200
#: Least share of the text of the page that must be in what trafilatura takes for its main part, if
#: that is short; a page of documentation has several such parts. Where the page marks its main
#: part itself, more must be in it.
_LEAST_SHARE = 0.25
_LEAST_SHARE_OF_MARKED = 0.8
_SHORT = 2_000
#: What is around the text of a page.
_AROUND = "//nav|//footer|//aside|//*[@role='navigation' or @role='search' or @role='banner']"
_HEADER_LINKS = "//a[contains(concat(' ', @class, ' '), ' headerlink ')]"
_FEWEST_WORDS = 12


def read_html(html: str, url: str, *, whole: bool = False) -> WebPage:
    """Return the text and the facts of a page; all of its text if `whole`, else its main part."""
    tree = tree_of(html)
    if tree is None:
        return _stripped(html, url)
    page = facts.head(tree)
    base = absolute_url(url, page.base) or url
    address = _own_address(page, url, base)
    name = facts.site_name(page)
    site = site_of(address)
    # Before the main part is looked for, which takes elements out.
    links = absolute_urls(base, (one.get("href") for one in tree.iter("a", "area")))
    # What searches a page takes long on the largest.
    nodes, depth = _size(tree)
    searched = nodes <= _MOST_NODES and depth <= _DEEPEST
    published = changed(page.meta, page.data, tree)
    icon = _first(page.links, "icon", "apple-touch-icon")
    text, pictures = _content(tree, whole=whole, searched=searched)
    if not text:
        return _stripped(html, url)
    pictured = ("og:image:secure_url", "og:image", "og:image:url", "twitter:image")
    thumbnail = _first(page.meta, *pictured) or page.links.get("image_src", "")
    return WebPage(
        url=address,
        title=facts.title(page, name, site) or first_words(text) or address,
        text=text,
        description=_first(page.meta, "description", "og:description", "twitter:description"),
        site_name=site,
        site_long_name=name or site,
        language=facts.language(page) or text_language(text),
        published=published,
        favicon=absolute_url(base, icon) or absolute_url(address, "/favicon.ico"),
        thumbnail=absolute_url(base, thumbnail),
        image_urls=absolute_urls(base, pictures),
        links=links,
    )


def _first(values: Mapping[str, str], *names: str) -> str:
    return next((values[name] for name in names if name in values), "")


def first_words(text: str) -> str:
    """Return the beginning of a text, in place of a title."""
    line = text.strip().partition("\n")[0]
    return line if len(line) <= 80 else line[:80].rpartition(" ")[0] + " …"


def text_language(text: str) -> str:
    """Return the language a text is in, if it is long enough to detect."""
    foreign = foreign_language(text)
    if foreign is not None:
        return "" if foreign.code == "und" else foreign.code
    # What is not foreign is English, or too short.
    return "en" if len(re.findall(r"[A-Za-z]{2,}", text[:2000])) >= _FEWEST_WORDS else ""


def _content(tree: Any, *, whole: bool, searched: bool) -> tuple[str, list[str]]:
    """Return the text that a reader came for, and the addresses of the pictures in it."""
    for element in tree.xpath(_HEADER_LINKS):
        element.drop_tree()
    if whole:
        return lines(tree), _pictures(tree)
    keep_code(tree)
    if searched:
        around = _around(tree)
        body = _main_part(tree)
        if body is not None:
            text = lines(body)
            marked = around.tag == "main" or around.get("role") == "main"
            share = len(text) / max(1, len(lines(around)))
            if share >= _LEAST_SHARE_OF_MARKED or (
                not marked and (len(text) >= _SHORT or share >= _LEAST_SHARE)
            ):
                return text, [one.get("src") for one in body.iter("graphic")]
        tree = around
    else:
        tree = _around(tree, copied=False)
    return lines(tree), _pictures(tree)


def _around(tree: Any, *, copied: bool = True) -> Any:
    """Return a page without what is around its text."""
    from copy import deepcopy

    rest = deepcopy(tree) if copied else tree
    for element in rest.xpath(_AROUND):
        if element.getparent() is not None:
            element.drop_tree()
    main = rest.xpath("//main|//*[@role='main']")
    return main[0] if len(main) == 1 else rest


def _main_part(tree: Any) -> Any:
    """Return the main part of a page as trafilatura finds it, or None."""
    from trafilatura import bare_extraction

    try:
        document = bare_extraction(
            tree, favor_recall=True, include_comments=False, include_images=True
        )
    except Exception:
        # It is written for real pages; whatever breaks it, there is still the plain text.
        return None
    body = getattr(document, "body", None)
    if body is not None and len(body) == 1 and "\n" in (body[0].text or ""):
        # Of a short page it gives all blocks as one paragraph: the page itself knows better.
        return None
    return body


def _size(tree: Any) -> tuple[int, int]:
    """Return how many elements a tree has, and how deep it is; counting ends at the limits."""
    from lxml.etree import iterwalk

    nodes = depth = deepest = 0
    for event, _ in iterwalk(tree, events=("start", "end")):
        if event == "start":
            nodes += 1
            depth += 1
            deepest = max(deepest, depth)
        else:
            depth -= 1
        if nodes > _MOST_NODES or deepest > _DEEPEST:
            break
    return nodes, deepest


def _pictures(tree: Any) -> list[str]:
    return [one.get("src") or one.get("data-src") or "" for one in tree.iter("img")]


def _own_address(page: facts.Head, url: str, base: str) -> str:
    """Return the address a page prefers, if it is on the same host; else the one it came from."""
    own = absolute_url(url, url) or url
    canonical = absolute_url(base, page.links.get("canonical", ""))
    return canonical if canonical and site_of(canonical) == site_of(own) else own


def _stripped(html: str, url: str) -> WebPage:
    """Return a page by cutting its tags out, where it has no tree that can be read."""
    return plain_page(without_tags(html), url)


def plain_page(text: str, url: str, *, title: str = "") -> WebPage:
    """Return a page of plain text without facts of its own; raise `PageError` if it is empty."""
    if not any(map(str.isalnum, text)):
        raise PageError("The page holds no text: give the address of one that does.")
    site = site_of(url)
    return WebPage(
        url=absolute_url(url, url) or url,
        title=title or first_words(text),
        text=text,
        site_name=site,
        site_long_name=site,
        language=text_language(text),
        favicon=absolute_url(url, "/favicon.ico"),
    )
