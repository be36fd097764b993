"""From HTML to a tree, and to text where no tree can be had."""

from __future__ import annotations

import re
from typing import Any

from triptych.engines.page.text import lines

#: Attributes of one element; the parser compares each with all others.
_MOST_ATTRIBUTES = 3_000
_TAG = re.compile(r"<[^<>]*>")
_UNREAD = re.compile(r"<(script|style|template|noscript)\b.*?(?:</\1\s*>|\Z)", re.I | re.S)


def visible_text(page: str) -> str:
    r"""Return the text that a reader of a page sees, a blank line between its blocks.

    Parameters
    ----------
    page : str
        HTML, well-formed or not; text without any tag comes back as it is.

    Examples
    --------
    >>> visible_text("<title>T</title><h1>Tea</h1><p>Boil <b>water</b>.<script>x()</script>")
    'Tea\n\nBoil water.'
    """
    if not _TAG.search(page):
        return page
    tree = tree_of(page)
    return without_tags(page) if tree is None else lines(tree)


def tree_of(html: str) -> Any:
    """Return the tree of a page, or None where it has none or would take too long."""
    from lxml import etree
    from lxml.html import HTMLParser, document_fromstring

    if any(
        len(part) > 2 * _MOST_ATTRIBUTES and ">" in part and _has_many(part)
        for part in html.split("<")
    ):
        return None
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        return document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return None


def _has_many(part: str) -> bool:
    """Tell whether what follows a "<" may be a tag of very many attributes."""
    tag = part.rpartition(">")[0]
    return len(tag.split(None, _MOST_ATTRIBUTES)) > _MOST_ATTRIBUTES


def without_tags(html: str) -> str:
    """Return the text of a page by cutting its tags out."""
    text = _TAG.sub(" ", _UNREAD.sub(" ", html))
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))
