"""The page itself with its elements outlined, in a frame that runs and loads nothing.

The frame has an empty sandbox, so no script of the page runs and no form is sent; its policy lets
nothing be loaded; its body is inert, so no link can be followed; and what makes a browser look up
or open connections despite all that is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from triptych._colours import ink_on
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.views.base.markup import escape
from triptych.views.base.units import count, shortened
from triptych.views.scrape.fields import ShownField

#: Characters of a page; more make a notebook heavy.
LONGEST = 600_000
_LONGEST_NAME = 40
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
# Connections named by `link` are opened whatever the policy says, and `base` and `meta` are only
# trouble; `wbr` is as empty as they are, so the tree stays as it was.
_LOADING = re.compile(r"<(?:link|base|meta)(?=[\s/>])", re.IGNORECASE)
_SCRIPT, _SCRIPT_END = (re.compile(begun, re.IGNORECASE) for begun in (r"<script\b", r"</script"))
#: Nothing can be written in these, or a cell more would push the others aside.
_UNWRITABLE = frozenset(
    {
        *("img", "input", "textarea", "select", "video", "audio", "iframe", "svg", "meta", "link"),
        *("table", "tbody", "thead", "tr", "colgroup", "title", "hr", "br"),
    }
)


@cache
def _sheet() -> str:
    return (Path(__file__).parent / "page_frame.css").read_text(encoding="utf-8")


def page_of(reply: ScrapeReply) -> str:
    """Return the page's HTML; empty if neither the reply nor the request has it."""
    if reply.page:
        return reply.page
    request = reply.request
    return (request.html or "") if isinstance(request, ScrapeRequest) else ""


def rendering(page: str, fields: Iterable[ShownField], title: str) -> str:
    """Return a frame that shows a page."""
    bare = _without_scripts(page)
    left = len(bare) - LONGEST
    notes = [
        "The page without its scripts, and without the style sheets and pictures it would load: "
        "nothing is fetched for this. Links do nothing here."
    ]
    if left > 0:
        notes.append(f"Its last {count(left, 'character')} are left out.")
    return (
        f'<iframe class="triptych-page" sandbox="" referrerpolicy="no-referrer" '
        f'title="{escape(title)}" style="width: 100%; height: 420px; border: 1px solid '
        'rgba(128, 128, 128, .5); border-radius: 4px; background: #fff; box-sizing: border-box" '
        f'srcdoc="{escape(document(bare[:LONGEST], fields))}"></iframe>'
        f'<p class="triptych-note">{" ".join(notes)}</p>'
    )


def document(page: str, fields: Iterable[ShownField]) -> str:
    """Return a document around a page that runs nothing, loads nothing and links nowhere."""
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        # Names of linked hosts are looked up otherwise.
        '<meta http-equiv="x-dns-prefetch-control" content="off">'
        f"<style>{_sheet()}{outlines(fields)}</style></head>"
        f"<body inert>{_LOADING.sub('<wbr', page)}"
    )


def outlines(fields: Iterable[ShownField]) -> str:
    """Return the rules that outline elements and name them, from untrusted selectors."""
    together: dict[str, list[ShownField]] = {}
    for field in fields:
        safe = filter(None, map(safe_selector, field.selectors))
        if field.values and (selector := next(safe, None)):
            together.setdefault(selector, []).append(field)
    counters = " ".join(f"triptych-{same[0].number}" for same in together.values())
    # Elsewhere each element would count from one again.
    counted = f"html {{ counter-reset: {counters} !important }}\n" if counters else ""
    return counted + "\n".join(_rules(selector, same) for selector, same in together.items())


def _rules(selector: str, same: list[ShownField]) -> str:
    first = same[0]
    counter = f"triptych-{first.number}"
    rules = (
        f":is({selector}) {{ outline: 2px solid {first.colour} !important; "
        "outline-offset: 0 !important; scroll-snap-align: start !important; "
        f"scroll-margin: 64px !important; counter-increment: {counter} !important }}"
    )
    if _UNWRITABLE.intersection(first.tags):
        return rules
    name = css_string(shortened(" · ".join(field.key for field in same), _LONGEST_NAME))
    number = f' " " counter({counter})' if len(first.values) > 1 else ""
    look = (
        f"background: {first.colour}; color: {ink_on(first.colour)}; position: static; "
        "display: inline-block; float: none; width: auto; height: auto; margin: 0 6px 0 0; "
        "padding: 0 5px; border: 0; border-radius: 2px; text-indent: 0; text-transform: none; "
        "text-decoration: none; letter-spacing: normal; white-space: nowrap; vertical-align: "
        "middle; font: 600 11px/16px system-ui, sans-serif"
    ).replace(";", " !important;")
    label = f"content: {name}{number} !important; {look} !important"
    return f"{rules}\n:is({selector})::before {{ {label} }}"


def _without_scripts(page: str) -> str:
    """Return a page without its scripts: they would not run, but may be most of it."""
    pieces, end = [], 0
    while script := _SCRIPT.search(page, end):
        pieces.append(page[end : script.start()])
        closing = _SCRIPT_END.search(page, script.end())
        stop = page.find(">", closing.end()) if closing else -1
        end = stop + 1 if stop >= 0 else len(page)
    return "".join([*pieces, page[end:]])


_LONGEST = 2_000
# Names, combinators and strings whole; whatever could end a rule or a sheet, begin a comment or an
# at-rule, or hide the end of a string is none of these.
_PIECE = re.compile(
    r"""[\w\s.#*>+~,:^$|=\u00a0-\U0010ffff-]   # names and combinators
    | \\[!-/:;=?\[\]^`|~_g-zG-Z]               # a sign written as itself; no code points
    | "[^"\\\n\r\f{}<>@]*" | '[^'\\\n\r\f{}<>@]*'
    | [][()]""",
    re.VERBOSE,
)
_ENDS = {")": "(", "]": "["}


def safe_selector(selector: str) -> str | None:
    r"""Return a selector that can be written into a style sheet, or None.

    Only safe characters are let through; a browser may still not understand the selector.

    Examples
    --------
    >>> safe_selector('ul > li:nth-of-type(2) [data-name="price"]')
    'ul > li:nth-of-type(2) [data-name="price"]'
    >>> [safe_selector(bad) for bad in ("b}*{", "b</style>", "@import 'x'", "b[a='", "b/**/")]
    [None, None, None, None, None]
    """
    if len(selector) > _LONGEST or not selector.strip():
        return None
    end = 0
    open_ends: list[str] = []
    for piece in _PIECE.finditer(selector):
        if piece.start() != end:
            return None
        end = piece.end()
        if piece[0] in _ENDS.values():
            open_ends.append(piece[0])
        elif piece[0] in _ENDS and (not open_ends or open_ends.pop() != _ENDS[piece[0]]):
            return None
    return None if open_ends or end != len(selector) else selector


def css_string(words: str) -> str:
    r"""Return words as a string of a style sheet.

    Examples
    --------
    >>> print(css_string('a "b"</style>'))
    "a \22 b\22 \3c \2f style\3e "
    """
    escaped = (one if one.isalnum() or one in " -_" else f"\\{ord(one):x} " for one in words)
    return f'"{"".join(escaped)}"'
