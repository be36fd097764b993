"""Return whether a page is an empty shell that only a script fills."""

from __future__ import annotations

import re
from itertools import islice

from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.engines.scrape.elements.words import name_words

#: Characters of text beside menus and footers from which on a page has something to read.
_ENOUGH = 250
#: The share of the text that is templates from which on they are not filled in.
_MOSTLY_UNFILLED = 0.3
_FEW_SKELETONS = 3
_MOST_ROOTS = 20
_LONGEST_WAIT = 60
#: What frameworks draw in, by tag and by a word of the id or by an attribute.
_ROOT_TAGS = frozenset(("body", "div", "main", "section", "article"))
_ROOT_WORDS = frozenset(
    ("root", "app", "mount", "next", "nuxt", "gatsby", "svelte", "application", "docusaurus",
     "layout", "blazor")
)  # fmt: skip
_ROOT_ATTRIBUTES = frozenset(("ng-app", "data-ng-app", "ng-view", "ui-view", "v-cloak"))
_SKELETON = re.compile(
    r"skeleton|shimmer|placeholder-(?:glow|wave|item|card)|ghost-(?:line|card)", re.I
)
_WAITING = re.compile(
    r"(?:loading|please wait|one moment|just a moment|initiali[sz]ing|starting|wird geladen|"
    r"lädt|laden|bitte warten|chargement|veuillez patienter|cargando|un momento|caricamento|"
    r"carregando|aguarde|laddar|загрузка|読み込み中|加载中|載入中|로딩)[\w\s]{0,30}[\s.…·:!]*",
    re.I,
)
_ASKS = re.compile(r"javascript|\bjs\b|enable scripts?|スクリプト", re.I)
_UNFILLED = re.compile(r"\{\{[^{}]{1,200}\}\}|\[\[[^\[\]]{1,200}\]\]")
_LOADS = re.compile(r"spinner|loader|loading|splash", re.I)
_AROUND = frozenset(("nav", "header", "footer", "aside", "dialog"))
#: What a page may show or ask for instead of a text.
_SHOWN = frozenset(
    ("img", "picture", "video", "audio", "canvas", "object", "embed", "iframe", "input", "textarea",
     "select")
)  # fmt: skip


def is_shell(html: str) -> bool:
    """Return whether a page is an empty shell that only a script fills.

    It is one when scripts are on it and hardly any text is beside menus and footers, and either the
    element that frameworks draw in is empty or says to wait, or the page asks for JavaScript, or it
    shows skeletons, or its text is templates that are not filled in. A short page that is complete
    is none, nor one with a text in the element that a framework takes over.

    Errors are those of `extract`.

    Examples
    --------
    >>> is_shell('<title>Shop</title><div id="root"></div><script src="/main.js"></script>')
    True
    >>> is_shell('<h1>Hello</h1><p>This is my page.</p><script src="/counter.js"></script>')
    False
    """
    document = parse(html)
    if not any(node.tag == "script" and _runs(node) for node in document.nodes):
        return False
    beside = _beside_menus(document)
    texts = [text for text in document.texts if text.node in beside]
    size = sum(len(text.words) for text in texts)
    unfilled = sum(len(marks[0]) for text in texts for marks in _UNFILLED.finditer(text.words))
    if unfilled > _MOSTLY_UNFILLED * size:
        return True
    if size >= _ENOUGH:
        return False
    shown = [node for node in document.nodes if _is_shown(document, node)]
    skeletons = [node for node in document.nodes if _is_skeleton(node)]
    if len(skeletons) >= _FEW_SKELETONS or (not shown and _asks_for_scripts(document)):
        return True
    roots = (node for node in document.nodes if _is_root(document, node))
    return any(
        all(_waits(text.words) for text in texts if root.index <= text.node < root.end)
        and not any(map(root.contains, shown))
        for root in (document.nodes[0], *islice(roots, _MOST_ROOTS))
    )


def _runs(script: Node) -> bool:
    """Return whether a browser runs a script; it does not run data and templates."""
    kind = script.attributes.get("type", "").strip().lower()
    return kind in ("", "module") or "script" in kind


def _beside_menus(document: Document) -> set[int]:
    """Return the indices of the elements that a reader sees beside menus and footers."""
    beside: set[int] = set()
    for node in document.nodes:
        is_inside = node.parent < 0 or node.parent in beside
        if is_inside and node.tag not in _AROUND and not node.hidden:
            beside.add(node.index)
    return beside


def _waits(text: str) -> bool:
    return len(text) <= _LONGEST_WAIT and (
        _WAITING.fullmatch(text) is not None or not any(map(str.isalnum, text))
    )


def _is_root(document: Document, node: Node) -> bool:
    """Return whether an element is one that frameworks draw in."""
    if node.tag in _ROOT_TAGS:
        words = name_words(node.attributes.get("id", "")[:60])
        return not (_ROOT_WORDS.isdisjoint(words) and _ROOT_ATTRIBUTES.isdisjoint(node.attributes))
    # Elements of the page's own, such as <app-root> and <my-shop>, are drawn by scripts.
    return "-" in node.tag and node.parent >= 0 and document.nodes[node.parent].tag == "body"


def _is_skeleton(node: Node) -> bool:
    return _SKELETON.search(node.attributes.get("class", "")[:500]) is not None


def _is_shown(document: Document, node: Node) -> bool:
    """Return whether an element shows or asks for something, and does not just count or load."""
    attributes = node.attributes
    if node.tag not in _SHOWN or node.hidden or attributes.get("type") == "hidden":
        return False
    named = f"{attributes.get('class', '')} {attributes.get('src', '')}"
    if attributes.get("width") in ("0", "1") or _LOADS.search(named[:500]):
        return False
    return document.nodes[node.parent].tag != "noscript"


def _asks_for_scripts(document: Document) -> bool:
    """Return whether the page says to who runs no scripts that it needs them."""
    for node in document.nodes:
        if node.tag == "noscript" and _ASKS.search((node.handle.text() or "")[:2_000]):
            return True
    return any(_ASKS.search(text.words) and len(text.words) < 300 for text in document.texts[:20])
