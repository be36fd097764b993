"""What it costs to parse a page, counted before it is.

The parser of HTML5 looks through the open elements at almost every tag, and formatting that is left
open (``<p><b>``) is opened again in every block that follows. Either takes the square of a page's
length: 60 kB of ``<p><b a1>`` are three gigabytes of elements. So tags are read here as the parser
reads them, and an element counts as open until it is sure that it is closed: at an end tag with
nothing left open in it, or where it is sure that it was still open.
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
#: These are never open, or always; the first of them in a drawing neither.
_NEVER_IN_DRAWINGS = frozenset(("body", "br", "embed", "head", "hr", "img", "meta"))
_NEVER = _NEVER_IN_DRAWINGS | frozenset(
    ("area", "base", "basefont", "bgsound", "col", "frame", "html", "image", "input", "keygen",
     "link", "param", "source", "track", "wbr")
)  # fmt: skip
_CELLS = frozenset(("caption", "colgroup", "td", "th"))
_TABLE_PARTS = _CELLS | {"tbody", "tfoot", "thead", "tr"}
_TABLES = frozenset(("table", "template"))
_PASSED = INLINE | {"dd", "dt", "li", "option", "p"}
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
#: Formatting that is left open in these ends with them.
_MARKERS = frozenset(("applet", "caption", "marquee", "object", "td", "template", "th"))
#: Elements that open no formatting again.
_BLOCKS = _TABLE_PARTS | _HEADINGS | frozenset(
    ("address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
     "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr",
     "li", "listing", "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section",
     "summary", "table", "ul", "xmp")
)  # fmt: skip
_LISTS = (_BLOCKS | _MARKERS | {"button"}) - {"address", "dialog", "div"}
#: What a start tag closes, out of what (None: that is not known), and in what it stays open.
_CLOSES: dict[str, tuple[frozenset[str], frozenset[str] | None, frozenset[str]]] = {
    **dict.fromkeys(_BLOCKS, (frozenset("p"), INLINE, _MARKERS)),
    **dict.fromkeys(_HEADINGS, (_HEADINGS | {"p"}, frozenset(), _MARKERS)),
    **{name: (frozenset([name]), INLINE, _MARKERS) for name in ("a", "button", "nobr")},
    "table": (frozenset(("p", "table")), None, _MARKERS),
    **dict.fromkeys(("rb", "rp", "rt", "rtc"), (frozenset(["ruby"]), None, _MARKERS)),
    "option": (frozenset(["option"]), frozenset(), _LISTS),
    "li": (frozenset(("li", "p")), INLINE, _LISTS),
    **dict.fromkeys(("dd", "dt"), (frozenset(("dd", "dt", "p")), INLINE, _LISTS)),
    **dict.fromkeys(_TABLE_PARTS | {"col"}, (_TABLE_PARTS, _PASSED, _TABLES)),
    **dict.fromkeys(("td", "th"), (_CELLS, _PASSED, _TABLES)),
    "tr": (_CELLS | {"tr"}, _PASSED, _TABLES),
}
#: Out of what an end tag closes an element; out of inline ones, if it is not here.
_PASSED_AT_END: dict[str, frozenset[str]] = {
    **dict.fromkeys(_BLOCKS | _MARKERS | {"button", "select"}, _PASSED),
    **dict.fromkeys(_TABLE_PARTS | {"table"}, _PASSED | _TABLE_PARTS),
    **dict.fromkeys(("colgroup", "desc", "foreignobject", "form", "title"), frozenset()),
}
#: In these other rules hold, in some drawings those of texts again, and in the last unknown ones.
_DRAWINGS = frozenset(("math", "svg"))
_TEXTS_IN_SVG = frozenset(("desc", "foreignobject", "title"))
_UNKNOWN_RULES = frozenset(("annotation-xml", "frameset", "mi", "mn", "mo", "ms", "mtext"))
#: Elements that end a drawing they stand in, or may.
_ENDING = (INLINE | _NEVER | _BLOCKS | _MARKERS | {"frameset", "select"}) - {"a"}
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
    ParseCost(steps=9, reopened=2, attributes=0)
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
            if at <= closed_from:
                elements.doubt()
            steps += len(elements.names) + len(elements.left)
            reopened += elements.open_formatting()
        if raw_end is not None and at > closed_from:
            start, end = at, _place(raw_end, html, at)
            if rules in ("select", _UNSURE):
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
        self._count: Counter[str] = Counter()
        #: The parser may have closed so many of the outermost, and those at these places.
        self._doubted = 0
        self._doubtful: set[int] = set()
        #: Formatting by its place in `names`.
        self.formatting: dict[int, tuple[str, str]] = {}
        #: Formatting that has ended without an end tag of its own; None where a marker begins.
        self.left: list[tuple[str, str] | None] = []
        self._alike: Counter[tuple[str, str]] = Counter()
        self._rules: list[tuple[int, str]] = []

    def rules(self) -> str:
        """Return which rules hold: the name of their element, "?" if unknown, "" for texts."""
        place, rules = self._rules[-1] if self._rules else (self._doubted, "")
        return rules if place >= self._doubted else _UNSURE

    def open_formatting(self) -> int:
        """Return how much formatting is open, or was left open."""
        markers = sum(self._count[name] for name in _MARKERS)
        return len(self.formatting) + len(self.left) - markers

    def doubt(self) -> None:
        """Doubt that what counts as open still is, and the rules that hold in it."""
        self._doubted = len(self.names)

    def reopen(self) -> None:
        """Open the formatting again that was left open."""
        while self.left and (one := self.left[-1]) is not None:
            self.left.pop()
            self._alike[one] -= 1
            self.formatting[len(self.names)] = one
            # Of others, the parser may have dropped one of many.
            self._push(one[0], is_sure=one[0] == "a")

    def open(self, name: str, rest: str) -> None:
        """Open an element, if it has an end."""
        rules, is_sure = self.rules(), True
        if rules == "select" and name == "option":
            self._close(*_CLOSES[name])
        elif rules in ("select", _UNSURE) or (rules and name in _ENDING):
            self.doubt()
            is_sure = False
        elif (rules or name in _DRAWINGS) and rest.endswith("/"):
            return
        elif not rules:
            if (name in _TABLE_PARTS or name == "col") and not self._has_table():
                return
            is_sure = self._close_before(name)
        if name in ("a", "nobr"):
            self._forget(name)
        if name not in _BLOCKS:
            self.reopen()
        if name in _NEVER and (not rules or name in _NEVER_IN_DRAWINGS):
            return
        place = len(self.names)
        if name in _UNKNOWN_RULES or name in _DRAWINGS or name == "select":
            is_known = is_sure and name not in _UNKNOWN_RULES
            self._rules.append((place, name if is_known else _UNSURE))
        elif rules == "svg" and name in _TEXTS_IN_SVG:
            self._rules.append((place, ""))
        if name in _FORMATTING and rules not in _DRAWINGS:
            self.formatting[place] = name, rest
        if name in _MARKERS:
            self.left.append(None)
        self._push(name, is_sure=is_sure)

    def _push(self, name: str, *, is_sure: bool) -> None:
        if not is_sure:
            self._doubtful.add(len(self.names))
        self._count[name] += 1
        self.names.append(name)

    def _is_sure(self, place: int) -> bool:
        return place >= self._doubted and place not in self._doubtful

    def _close_before(self, name: str) -> bool:
        """Close what a start tag closes, and return whether it surely opens an element."""
        while name in _CLOSES and self._close(*_CLOSES[name]):
            pass
        if name in _TABLE_PARTS or name == "col":
            if self.names[-1] not in _TABLE_PARTS | {"table"}:
                self.doubt()
            return self._is_sure(len(self.names) - 1)
        return True

    def close(self, name: str) -> None:
        """Close an element, if it is sure that the parser does."""
        if name in _FORMATTING and self._forget(name):
            return
        if name == "form" and (self._count[name] > 1 or not self._is_sure(len(self.names) - 1)):
            # An end tag ends the first form, and others have none any more.
            self.doubt()
            return
        rules, names = self.rules(), _HEADINGS if name in _HEADINGS else frozenset([name])
        passed, kept_in = _PASSED_AT_END.get(name, INLINE), frozenset() if rules else _TABLES
        if not self._close(names, passed, kept_in) and (
            rules or (name in _TABLE_PARTS and self._has_table())
        ):
            self.doubt()

    def _has_table(self) -> bool:
        return self._count["table"] + self._count["template"] > 0

    def _close(
        self, names: frozenset[str], passed: frozenset[str] | None, kept_in: frozenset[str]
    ) -> bool:
        """Close the innermost of some elements if the parser surely does; doubt it if it may."""
        if not any(self._count[name] for name in names):
            return False
        is_passed, last = passed is not None, len(self.names) - 1
        for place in range(last, max(-1, last - _WINDOW), -1):
            name, is_sure = self.names[place], self._is_sure(place)
            if name in names and is_passed and (place == last or is_sure):
                self._end(place)
                return True
            if name in names or place < self._doubted:
                break
            if name in kept_in and is_sure:
                return False
            is_passed = passed is not None and is_passed and name in passed
        self.doubt()
        return False

    def _end(self, place: int) -> None:
        """End an element and all in it."""
        left: list[tuple[str, str]] = []
        for at in range(len(self.names) - 1, place - 1, -1):
            name = self.names.pop()
            self._count[name] -= 1
            if (one := self.formatting.pop(at, None)) and at > place:
                left.append(one)
            if name in _MARKERS:
                if self._is_sure(at):
                    left.clear()
                while self.left and (other := self.left.pop()):
                    self._alike[other] -= 1
                    if not self._is_sure(at):
                        left.append(other)
            self._doubtful.discard(at)
        self._doubted = min(self._doubted, place)
        while self._rules and self._rules[-1][0] >= place:
            self._rules.pop()
        for one in reversed(left):
            if self._alike[one] < _ALIKE:
                self._alike[one] += 1
                self.left.append(one)

    def _forget(self, name: str) -> bool:
        """Forget formatting that was left open, the last of a name, and return whether it was."""
        for place in range(len(self.left) - 1, max(-1, len(self.left) - 1 - _WINDOW), -1):
            if (one := self.left[place]) is None:
                break
            if one[0] == name:
                self._alike[one] -= 1
                del self.left[place]
                return True
        return False
