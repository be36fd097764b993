"""From HTML to its tree, and from the tree to lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from triptych.models.files import word_list

#: What begins and ends a block of its own, in HTML and in the tree that trafilatura makes of it.
_BLOCKS = frozenset(word_list("page/blocks.txt"))
#: What holds items, in HTML and, with its own tag as "rend", in trafilatura's tree.
_LISTS = frozenset({"dl", "list", "menu", "ol", "ul"})
_LINES = {"li": "item", "item": "item", "dt": "item", "tr": "row", "row": "row"}
_CELLS = frozenset({"td", "th", "cell"})
_LINE_ENDS = frozenset({"br", "lb"})
_NOT_SHOWN = frozenset(word_list("page/not_shown.txt"))
_BLANK_LINES = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")
#: What replaces the line ends and spaces of code, which would be lost on the way through
#: trafilatura: two signs of Linear A, which it keeps because they are letters.
_LINE_END, _SPACE = "\U00010600", "\U00010601"
_SIGNS_OF_LINKS = re.compile(r"\s*[¶]+\s*$", re.M)


def lines(tree: Any) -> str:
    """Return the text of a tree of elements: HTML, or the simplified tree of trafilatura.

    Headings, paragraphs, items of lists and rows of tables (their cells parted by " | ") are a
    line each; a blank line is between blocks, but not between items or rows, nor within code,
    which keeps its own lines. Items begin with "- ", numbered ones with "1. " and so on. The tree
    is walked without recursion, however deep.

    Examples
    --------
    >>> from lxml.html import fromstring
    >>> page = "<div><h1>Tea</h1><ul><li>black<li>green</ul>Boil <b>it</b>.</div>"
    >>> print(lines(fromstring(page)))
    Tea
    <BLANKLINE>
    - black
    - green
    <BLANKLINE>
    Boil it.
    """
    before = ""
    parts: list[str] = []
    for kind, block in _blocks(tree):
        between = "\n" if before == kind and kind in {"item", "row"} else "\n\n"
        parts.append(between + block if parts else block)
        before = kind
    text = "".join(parts).replace(_LINE_END, "\n").replace(_SPACE, " ")
    return _SIGNS_OF_LINKS.sub("", text)


def keep_code(tree: Any) -> None:
    """Write the line ends and indents of code so that no step on the way to `lines` joins them."""
    for element in list(tree.iter("pre")):
        code = _BLANK_LINES.sub("\n", "".join(element.itertext()).strip("\n").rstrip())
        for child in list(element):
            element.remove(child)
        code = re.sub(r"(?m)^ +|  +", lambda match: _SPACE * len(match[0]), code.expandtabs(4))
        element.text = code.replace("\n", _LINE_END)


def _blocks(tree: Any) -> Iterator[tuple[str, str]]:
    """Yield blocks of text with their kinds: item, row, code, or block."""
    from lxml.etree import iterwalk

    buffer: list[str] = []
    lists: list[_List] = []
    mark = ""
    kind = "block"
    code = 0
    hidden = 0

    def finished() -> Iterator[tuple[str, str]]:
        nonlocal kind, mark
        text = "".join(buffer)
        buffer.clear()
        if code:
            text = _BLANK_LINES.sub("\n", text.strip("\n").rstrip())
        else:
            text = "\n".join(" ".join(line.split()) for line in text.split("\0"))
            text = _BLANK_LINES.sub("\n", text).strip(" \n|")
        if text.strip():
            yield ("code" if code else kind), (text if code else mark + text)
            kind, mark = "block", ""

    for event, element in iterwalk(tree, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):
            if event == "end" and element.tail and not hidden:
                buffer.append(element.tail)
            continue
        if event == "start":
            if tag in _NOT_SHOWN:
                hidden += 1
            if hidden:
                continue
            if tag in _BLOCKS:
                yield from finished()
                kind = _LINES.get(tag, kind if tag == "p" else "block")
                if tag in _LISTS:
                    lists.append(_List(element))
                elif tag in {"li", "item"}:
                    mark = lists[-1].mark() if lists else "- "
            elif tag in _CELLS and any(map(str.strip, buffer)):
                buffer.append(" | ")
            elif tag in _LINE_ENDS:
                buffer.append("\n" if code else "\0")
            if _is_code(element):
                if not code:
                    yield from finished()
                code += 1
            if element.text:
                buffer.append(element.text)
            continue
        if not hidden:
            if _is_code(element):
                if code == 1:
                    yield from finished()
                code = max(0, code - 1)
            elif tag in _BLOCKS:
                yield from finished()
                kind, mark = "block", ""
                if tag in _LISTS:
                    lists.pop()
        if tag in _NOT_SHOWN:
            hidden -= 1
        if element.tail and not hidden and element is not tree:
            buffer.append(element.tail)
    yield from finished()


class _List:
    """What its items begin with."""

    def __init__(self, element: Any) -> None:
        self._tag = element.get("rend", "ul") if element.tag == "list" else element.tag
        first = element.get("start", "")
        self._next = int(first) if re.fullmatch(r"[0-9]{1,4}", first) else 1

    def mark(self) -> str:
        """Return what the next item begins with."""
        if self._tag != "ol":
            return "" if self._tag == "dl" else "- "
        self._next += 1
        return f"{self._next - 1}. "


def _is_code(element: Any) -> bool:
    # trafilatura writes code for both, within a sentence and as lines of their own.
    return element.tag == "pre" or (
        element.tag == "code" and bool(element.text) and "\n" in element.text.strip()
    )


#: Attributes of one element; the parser compares each with all others.
_MOST_ATTRIBUTES = 3_000
_TAG = re.compile(r"<[^<>]*>")
_UNREAD = re.compile(r"<(script|style|template|noscript)\b.*?(?:</\1\s*>|\Z)", re.I | re.S)


def visible_text(page: str) -> str:
    r"""Return the text that a reader of a page of HTML sees, a blank line between its blocks.

    Text without any tag is returned as it is.

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
    """Return whether what follows a "<" may be a tag of very many attributes."""
    tag = part.rpartition(">")[0]
    return len(tag.split(None, _MOST_ATTRIBUTES)) > _MOST_ATTRIBUTES


def without_tags(html: str) -> str:
    """Return the text of a page by cutting its tags out."""
    text = _TAG.sub(" ", _UNREAD.sub(" ", html))
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))
