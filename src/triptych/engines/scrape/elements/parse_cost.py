"""What it costs to parse a page, counted before it is.

The parser of HTML5 looks through the open elements at almost every tag, and formatting that is left
open (``<p><b>``) is opened again in every block that follows. Either takes the square of a page's
length: 60 kB of ``<p><b a1>`` are three gigabytes of elements. So tags are read here as the parser
reads them, and an element counts as open until it is sure that it is closed.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from triptych._cancellation import check_cancelled

INLINE = frozenset(
    ("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
     "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span",
     "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr")
)  # fmt: skip
_FORMATTING = frozenset(
    ("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt",
     "u")
)  # fmt: skip
#: These are never open, or always.
_NEVER = frozenset(
    ("area", "base", "basefont", "bgsound", "body", "br", "col", "embed", "frame", "head", "hr",
     "html", "image", "img", "input", "keygen", "link", "meta", "param", "source", "track", "wbr")
)  # fmt: skip
#: What stands in these follows rules that are not looked at.
_UNKNOWN_RULES = frozenset(("annotation-xml", "malignmark", "mglyph", "select"))
_TABLE_PARTS = frozenset(("caption", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"))
_IMPLIED = frozenset(("dd", "dt", "li", "option", "p"))
#: What a start tag closes, and out of what.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "p": (frozenset(["p"]), INLINE),
    "li": (frozenset(["li"]), INLINE | {"p"}),
    **dict.fromkeys(("dd", "dt"), (frozenset(["dd", "dt"]), INLINE | {"p"})),
    "option": (frozenset(["option"]), frozenset()),
    "tr": (frozenset(["tr"]), INLINE | _IMPLIED | {"td", "th"}),
    **dict.fromkeys(("td", "th"), (frozenset(["td", "th"]), INLINE | _IMPLIED)),
    **dict.fromkeys(
        ("tbody", "tfoot", "thead"),
        (frozenset(["tbody", "tfoot", "thead"]), INLINE | _IMPLIED | _TABLE_PARTS),
    ),
    **dict.fromkeys(("a", "nobr"), (frozenset(["a", "nobr"]), INLINE)),
}
#: Formatting that is left open in these ends with them.
_MARKERS = frozenset(("applet", "caption", "marquee", "object", "td", "template", "th"))
#: Elements that open no formatting again.
_BLOCKS = _TABLE_PARTS | (_IMPLIED - {"option"}) | frozenset(
    ("address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl",
     "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "hgroup", "hr", "listing", "main", "menu", "nav", "ol", "pre", "section", "summary",
     "table", "ul")
)  # fmt: skip
#: In these other rules hold, and in these of them again those of texts.
_DRAWINGS = frozenset(("math", "svg"))
_TEXTS_IN = {
    "svg": frozenset(("desc", "foreignobject", "title")),
    "math": frozenset(("mi", "mn", "mo", "ms", "mtext")),
}
#: Elements that end a drawing they stand in, or may.
_ENDING = (INLINE | _NEVER | _BLOCKS | _UNKNOWN_RULES) - {"a"}
_UNSURE = "?"
#: Open elements that are looked through for the one that a tag closes.
_WINDOW = 64
#: Of formatting that is alike, so much is opened again.
_ALIKE = 3
_LONG = 4_000
# Quotes count behind "=" alone.
_ATTRIBUTE = r"[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"?+|'[^']*+'?+|[^\s>]*+))?+"
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_TAG = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|(?P<data><!\[CDATA\[)|<[!?][^>]*>?|</[^a-z>][^>]*>?|"
    rf"<(?P<end>/?)(?P<name>[a-z][^\s/>]*)(?P<rest>(?:[\s/]++|{_ATTRIBUTE})*+)>?",
    re.DOTALL | re.IGNORECASE,
)
_RAW_END = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp")
}
_DATA_END, _COMMENT_END, _TAG_END = map(re.compile, (r"\]\]>", "-->", ">"))
#: A script in which a script is commented out does not end where that does.
_SCRIPT_IN_COMMENT = re.compile(r"<!--.*<script", re.DOTALL | re.IGNORECASE)


class ParseCost(NamedTuple):
    """What a page costs its parser, at most."""

    #: Elements that are open, counted at each tag.
    steps: int
    #: Formatting that is opened again, counted at each tag.
    reopened: int
    #: Attributes of the element that has the most, where they are many.
    attributes: int


def parse_cost(html: str) -> ParseCost:
    """Return what a page costs its parser.

    Examples
    --------
    >>> parse_cost("<ul><li>Tea<li>Cake</ul><p><b>Price</p>")
    ParseCost(steps=8, reopened=2, attributes=0)
    """
    elements = _OpenElements()
    steps = reopened = attributes = of_page = at = closed_from = 0
    while tag := _TAG.search(html, at):
        check_cancelled()
        is_text_before, at = tag.start() > at, tag.end()
        rules, raw_end = elements.rules(), None
        if is_text_before:
            elements.reopen()
        if at <= closed_from and not tag["name"]:
            # It may be a text.
            at = tag.start() + 2
        elif tag["data"]:
            raw_end = _DATA_END if rules else _TAG_END
        elif name := (tag["name"] or "").lower():
            if not tag["end"]:
                if len(tag["rest"]) > _LONG or name in ("body", "html"):
                    count = sum(1 for _ in _ATTRIBUTES.finditer(tag["rest"]))
                    of_page += count if name in ("body", "html") else 0
                    attributes = max(attributes, count, of_page)
                elements.open(name, tag["rest"])
                raw_end = _RAW_END.get(name) if rules not in _DRAWINGS else None
            elif at > closed_from:
                elements.close(name)
            steps += len(elements.names)
            reopened += elements.open_formatting()
        if raw_end is not None and at > closed_from:
            start, end = at, _place(raw_end, html, at)
            if rules == _UNSURE:
                closed_from = end
            else:
                at = end
            if raw_end is _RAW_END["script"] and _SCRIPT_IN_COMMENT.search(html, start, end):
                closed_from = _place(_COMMENT_END, html, end)
    return ParseCost(steps, reopened, attributes)


def _place(pattern: re.Pattern[str], html: str, at: int) -> int:
    """Return where something is; the end of the page where it is not."""
    match = pattern.search(html, at)
    return match.start() if match else len(html)


class _OpenElements:
    """The elements that are open, and those that may be."""

    def __init__(self) -> None:
        self.names: list[str] = []
        #: Formatting by its place in `names`.
        self.formatting: dict[int, tuple[str, str]] = {}
        #: Formatting that has ended without an end tag of its own; None where a marker begins.
        self.left: list[tuple[str, str] | None] = []
        self._alike: Counter[tuple[str, str]] = Counter()
        self._rules: list[tuple[int, str]] = []
        self._tables = self._markers = 0

    def rules(self) -> str:
        """Return which rules hold: those of "svg" or "math", "?" for unknown ones, "" for texts."""
        return self._rules[-1][1] if self._rules else ""

    def open_formatting(self) -> int:
        """Return how much formatting is open, or was left open."""
        return len(self.formatting) + len(self.left) - self._markers

    def reopen(self) -> None:
        """Open the formatting again that was left open."""
        while self.left and (one := self.left[-1]) is not None:
            self.left.pop()
            self._alike[one] -= 1
            self.formatting[len(self.names)] = one
            self.names.append(one[0])

    def open(self, name: str, rest: str) -> None:
        """Open an element, if it has an end."""
        rules = self.rules()
        if rules in _DRAWINGS and name in _ENDING:
            self._doubt()
        elif (rules in _DRAWINGS or name in _DRAWINGS) and rest.endswith("/"):
            return
        if name in _TABLE_PARTS and not self._tables and not rules:
            return
        if name in _CLOSES and not rules:
            self._close(*_CLOSES[name])
        if name in ("a", "nobr"):
            self._forget(name)
        if name not in _BLOCKS:
            self.reopen()
        if name in _NEVER:
            return
        place = len(self.names)
        if name in _DRAWINGS or name in _UNKNOWN_RULES:
            self._rules.append((place, name if name in _DRAWINGS else _UNSURE))
        elif name in _TEXTS_IN.get(rules, ()):
            self._rules.append((place, ""))
        if name in _FORMATTING:
            self.formatting[place] = name, rest
        if name in _MARKERS:
            self.left.append(None)
            self._markers += 1
        self._tables += name == "table"
        self.names.append(name)

    def close(self, name: str) -> None:
        """Close an element, if it is sure that it is open and not kept open by another."""
        if name in INLINE:
            passed = INLINE
        elif name in _TABLE_PARTS or name == "table":
            passed = INLINE | _IMPLIED | _TABLE_PARTS
        elif name == "form":
            passed = frozenset()
        else:
            passed = INLINE | _IMPLIED
        if name not in _NEVER and not self._close(frozenset([name]), passed):
            self._forget(name)
            self._doubt()

    def _doubt(self) -> None:
        """Doubt the rules that hold, for a tag may have ended them."""
        if self.rules():
            self._rules[-1] = self._rules[-1][0], _UNSURE

    def _close(self, names: frozenset[str], passed: frozenset[str]) -> bool:
        """Close the innermost of some elements, if it is in none but those to pass."""
        last = len(self.names) - 1
        for place in range(last, max(-1, last - _WINDOW), -1):
            if self.names[place] in names:
                self._end(place)
                return True
            if self.names[place] not in passed:
                break
        return False

    def _end(self, place: int) -> None:
        """End an element and all in it."""
        left: list[tuple[str, str]] = []
        for at in range(len(self.names) - 1, place - 1, -1):
            name = self.names.pop()
            self._tables -= name == "table"
            if (one := self.formatting.pop(at, None)) and at > place:
                left.append(one)
            if name in _MARKERS:
                left.clear()
                self._markers -= 1
                while self.left and (other := self.left.pop()):
                    self._alike[other] -= 1
        while self._rules and self._rules[-1][0] >= place:
            self._rules.pop()
        for one in reversed(left):
            if self._alike[one] < _ALIKE:
                self._alike[one] += 1
                self.left.append(one)

    def _forget(self, name: str) -> None:
        """Forget formatting that was left open, the last of a name."""
        for place in range(len(self.left) - 1, max(-1, len(self.left) - 1 - _WINDOW), -1):
            one = self.left[place]
            if one is None:
                return
            if one[0] == name:
                self._alike[one] -= 1
                del self.left[place]
                return
