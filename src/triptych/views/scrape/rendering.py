"""The page itself with what was found outlined, in a frame that runs and loads nothing.

The frame has an empty sandbox, so no script of the page runs and no form is sent; its policy lets
nothing be loaded; its body is inert, so no link can be followed; and what makes a browser look up
or open connections despite all that is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from triptych._colours import ink_on
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.views.base.markup import escape
from triptych.views.base.units import count, shortened
from triptych.views.scrape.found import Part
from triptych.views.scrape.selecting import css_string, safe_selector

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
# In a layer, so that a page that has a style of its own keeps it. What was found first is scrolled
# to: the page snaps to it, and is let go.
_SHEET = """
@layer triptych {
  body { margin: 14px 18px; font: 15px/1.5 system-ui, sans-serif; color: #1f2328;
    overflow-wrap: anywhere }
  a { color: #0b57a4 }
  img, svg { max-width: 100% }
  img:not([src^="data:"]) { max-height: 9em; color: #59636e; font-size: 12px;
    background: rgba(128, 128, 128, .15) }
  svg { max-height: 3em }
  table { border-collapse: collapse } td, th { padding: 2px 8px; text-align: start }
}
/* They would tell that they cannot be loaded. */
img[alt=""]:not([src^="data:"]) { content: url("data:image/svg+xml,\
%3Csvg xmlns='http://www.w3.org/2000/svg' width='24' height='24'/%3E") }
iframe, object, embed, video, audio { display: none !important }
html, body { display: block !important; overflow: visible !important;
  visibility: visible !important; opacity: 1 !important; height: auto !important }
html { background: #fff; color-scheme: light; scroll-behavior: auto !important;
  scroll-snap-type: y mandatory; animation: triptych-release 1ms .4s forwards }
@keyframes triptych-release { to { scroll-snap-type: none } }
"""


def page_of(reply: ScrapeReply) -> str:
    """Return the page's HTML; empty where it is not at hand."""
    if reply.page:
        return reply.page
    request = reply.request
    return (request.html or "") if isinstance(request, ScrapeRequest) else ""


def rendering(page: str, found: Iterable[Part], title: str) -> str:
    """Return a frame that shows a page.

    Parameters
    ----------
    page : str
        Its HTML.
    found : iterable of Part
        What to outline, by its selectors.
    title : str
        What the frame shows, in words.
    """
    kept = _without_scripts(page)
    left = len(kept) - LONGEST
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
        f'srcdoc="{escape(document(kept[:LONGEST], found))}"></iframe>'
        f'<p class="triptych-note">{" ".join(notes)}</p>'
    )


def document(page: str, found: Iterable[Part]) -> str:
    """Return a document around a page that runs nothing, loads nothing and links nowhere."""
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        # Names of linked hosts are looked up otherwise.
        '<meta http-equiv="x-dns-prefetch-control" content="off">'
        f"<style>{_SHEET}{outlines(found)}</style></head>"
        f"<body inert>{_LOADING.sub('<wbr', page)}"
    )


def outlines(found: Iterable[Part]) -> str:
    """Return the rules that outline elements and name them, from selectors nobody vouches for."""
    together: dict[str, list[Part]] = {}
    for part in found:
        safe = filter(None, map(safe_selector, part.selectors))
        if part.found and (selector := next(safe, None)):
            together.setdefault(selector, []).append(part)
    counters = " ".join(f"triptych-{same[0].number}" for same in together.values())
    # Elsewhere each element would count from one again.
    counted = f"html {{ counter-reset: {counters} !important }}\n" if counters else ""
    return counted + "\n".join(_rules(selector, same) for selector, same in together.items())


def _rules(selector: str, same: list[Part]) -> str:
    first = same[0]
    counter = f"triptych-{first.number}"
    rules = (
        f":is({selector}) {{ outline: 2px solid {first.colour} !important; "
        "outline-offset: 0 !important; scroll-snap-align: start !important; "
        f"scroll-margin: 64px !important; counter-increment: {counter} !important }}"
    )
    if _UNWRITABLE.intersection(first.tags):
        return rules
    name = css_string(shortened(" · ".join(part.key for part in same), _LONGEST_NAME))
    number = f' " " counter({counter})' if len(first.values) > 1 else ""
    look = (
        f"background: {first.colour}; color: {ink_on(first.colour)}; position: static; "
        "display: inline-block; float: none; width: auto; height: auto; margin: 0 6px 0 0; "
        "padding: 0 5px; border: 0; border-radius: 2px; text-indent: 0; text-transform: none; "
        "text-decoration: none; letter-spacing: normal; white-space: nowrap; vertical-align: "
        "middle; font: 600 11px/16px system-ui, sans-serif"
    ).replace(";", " !important;")
    said = f"content: {name}{number} !important; {look} !important"
    return f"{rules}\n:is({selector})::before {{ {said} }}"


def _without_scripts(page: str) -> str:
    """Return a page without its scripts: they would not run, but may be most of it."""
    kept, end = [], 0
    while script := _SCRIPT.search(page, end):
        kept.append(page[end : script.start()])
        closing = _SCRIPT_END.search(page, script.end())
        stop = page.find(">", closing.end()) if closing else -1
        end = stop + 1 if stop >= 0 else len(page)
    return "".join([*kept, page[end:]])
