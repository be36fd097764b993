"""A page made harmless, to be drawn in a sandbox with its elements where they were."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import new_tree, parse
from triptych.engines.scrape.meta_and_links import base_address, picture_sources

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_INERT = 1_000_000
#: A page that is small may still more than double.
_MOST_ADDED = 20_000
_PASSES = 4
#: These are replaced by an empty template, which may stand wherever they may: elements after them
#: keep their places, and none of their kind is counted as another.
_REPLACED = frozenset(
    ("script", "iframe", "object", "embed", "applet", "portal", "fencedframe", "bgsound", "animate",
     "set", "animatetransform", "animatemotion", "foreignobject", "template", "base")
)  # fmt: skip
_ADDRESSES = frozenset(
    ("href", "xlink:href", "src", "poster", "background", "cite", "longdesc", "data", "lowsrc")
)
_SETS = frozenset(("srcset", "imagesrcset"))
#: Attributes that run, send, fetch behind the reader's back or take the reader elsewhere.
_DROPPED = frozenset(
    ("action", "formaction", "formmethod", "formtarget", "srcdoc", "ping", "nonce", "integrity",
     "autofocus", "autoplay", "manifest", "archive", "codebase", "classid", "profile", "dynsrc",
     "attributionsrc", "shadowrootmode")
)  # fmt: skip
_HARMLESS_META = frozenset(("content-type", "content-language", "x-ua-compatible"))
#: Kinds of `link` that open connections which no policy of a page can forbid.
_FETCHING = frozenset(
    ("dns-prefetch", "preconnect", "prefetch", "preload", "modulepreload", "prerender", "import",
     "manifest", "serviceworker")
)  # fmt: skip
_FOLLOWED = ("http://", "https://", "mailto:", "tel:")
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]")
_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\ufeff]+")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.I)
_RUNNING = ("javascript:", "vbscript:", "livescript:", "data:text", "data:application",
            "data:image/svg")  # fmt: skip
_LONGEST_ADDRESS = 4_000
_PLAIN_COMMENT = re.compile(r"[\w\s/$:,.]{0,30}")


def inert(html: str, url: str) -> str:
    """Return a page without all that runs, sends or leads away, its elements where they were.

    Scripts, frames and plugins become empty ``template`` elements, so that a selector that selects
    elements of the page selects the same of what is returned. Event handlers, addresses that run
    scripts, refreshing and forms' targets are gone; links and pictures have absolute addresses, and
    links open a new window, which a sandbox forbids. The tree is HTML5's, and what was written of
    it is read again until nothing is left to take out.

    Styles stay, also those that ``@import`` others or fetch pictures: the place where the page is
    drawn has to forbid the network (``Content-Security-Policy: default-src 'none'; style-src
    'unsafe-inline'; img-src data:``) and to be a sandbox (``<iframe sandbox srcdoc=...>``).

    Without a `url`, relative addresses stay as they are. A page that would be over 1,000,000
    characters, over 20,000 more than twice what it was, or has over 150,000 elements and texts, is
    empty. Errors are those of `extract`.

    Examples
    --------
    >>> inert('<p onclick="x()">Tea <a href="/b">b</a><script>x()</script>', "https://a.example/")
    ... # doctest: +NORMALIZE_WHITESPACE
    '<html><head></head><body><p>Tea <a href="https://a.example/b"
    target="_blank">b</a><template></template></p></body></html>'
    """
    document = parse(html)
    if document.is_cut:
        return ""
    longest = min(MOST_INERT, 2 * len(html) + _MOST_ADDED)
    tree, base = new_tree(html), base_address(document, url)
    for _ in range(_PASSES):
        changed = _clean(tree, base, longest)
        if changed > longest:
            return ""
        check_cancelled()
        written = tree.html or ""
        if len(written) > longest:
            return ""
        if not changed:
            return written
        check_cancelled()
        # What is harmless as a tree may be read as another tree once it is written.
        tree = new_tree(written)
    return ""


def _clean(tree: LexborHTMLParser, base: str, longest: int) -> int:
    """Clean a page's tree in place, until over `longest` characters of names and values changed.

    Return how many did: none only where there was nothing to clean.
    """
    changed = 0
    # A list, for the tree changes under the walk.
    nodes = list(tree.root.traverse(include_text=True)) if tree.root is not None else []
    for node in nodes:
        check_cancelled()
        changed += _clean_node(tree, node, base)
        if changed > longest:
            break
    return changed


def _clean_node(tree: LexborHTMLParser, node: LexborNode, base: str) -> int:
    """Clean one node; return how many characters changed, at least 1 if any did."""
    if node.is_comment_node:
        # Frameworks part texts by short comments, which are no markup to any reader.
        if _PLAIN_COMMENT.fullmatch(node.comment_content or ""):
            return 0
        node.remove()
        return 1
    if not node.is_element_node:
        return 0
    tag = (node.tag or "").lower()
    if tag in _REPLACED:
        if tag == "template" and node.html == "<template></template>":
            return 0
        node.replace_with(tree.create_node("template"))
        return 1
    attributes = {name: value or "" for name, value in node.attributes.items()}
    wanted = _attributes(tag, attributes, base)
    dropped = attributes.keys() - wanted.keys()
    for name in dropped:
        del node.attrs[name]
    changes = dict(wanted.items() - attributes.items())
    for name, value in changes.items():
        node.attrs[name] = value
    return sum(map(len, chain(dropped, changes, changes.values())))


def _attributes(tag: str, given: dict[str, str], base: str) -> dict[str, str]:
    """Return the attributes that an element keeps, as they may be."""
    kept: dict[str, str] = {}
    for name, value in given.items():
        lower = name.lower()
        if lower.startswith("on") or lower in _DROPPED:
            continue
        if lower in _ADDRESSES:
            kept[name] = _address(value, base)
        elif lower in _SETS:
            kept[name] = _picture_sources(value, base)
        elif not _start(value).startswith(_RUNNING):
            kept[name] = value
    if tag == "form":
        kept.pop("target", None)
        # The one method by which nothing is sent.
        kept["method"] = "dialog"
    elif tag in ("a", "area") and not kept.keys().isdisjoint(("href", "xlink:href")):
        kept["target"] = "_blank"
    elif tag == "frame":
        kept.pop("src", None)
    elif tag == "meta" and given.get("http-equiv", "content-type").lower() not in _HARMLESS_META:
        kept.pop("http-equiv", None)
        kept.pop("content", None)
    elif tag == "link" and not _FETCHING.isdisjoint(given.get("rel", "").lower().split()):
        kept.pop("href", None)
        kept.pop("imagesrcset", None)
    return kept


def _start(value: str) -> str:
    """Return the start of a value without what a browser skips in an address."""
    return _IGNORED.sub("", value[:200]).lower()


def _address(value: str, base: str) -> str:
    """Return an address that may stay, absolute; "#" in place of one that may not."""
    start = _start(value)
    if start.startswith("#") or _PICTURE.match(start):
        return value.strip()
    if _SCHEME.match(start) and not start.startswith(_FOLLOWED):
        return "#"
    if not base:
        return value
    if len(value) > _LONGEST_ADDRESS:
        return "#"
    try:
        joined = urljoin(base, value.strip())
    except ValueError:
        return "#"
    return joined if joined.lower().startswith(_FOLLOWED) else "#"


def _picture_sources(written: str, base: str) -> str:
    """Return the addresses of a picture's sizes, absolute, without those that may not stay."""
    absolute = ((_address(address, base), size) for address, size in picture_sources(written))
    return ", ".join(f"{address} {size}".strip() for address, size in absolute if address != "#")
