"""Return whether a page is an empty shell that only a script fills."""

from __future__ import annotations

import re
from itertools import islice

from triptych.engines.scrape.elements.document import Document, Node, parse

#: Characters of text beside menus and footers from which on a page has something to read.
_ENOUGH = 250
_FEW_SKELETONS = 3
_MOST_ROOTS = 20
_LONGEST_WAIT = 60
_ROOT = re.compile(
    r"(?:__|___)?(?:react-?|vue-?|ng-?|ember-?|elm-?|spa-?|main-?|page-?|my-?)?(?:root|app|mount|next|"
    r"nuxt|gatsby|svelte|application|docusaurus|layout|blazor)(?:-?(?:root|app|container|mount|"
    r"content|wrapper|main|shell|element))?",
    re.I,
)
_ROOT_ATTRIBUTES = frozenset(
    ("ng-app", "data-ng-app", "ng-version", "data-reactroot", "data-v-app", "v-cloak", "ng-cloak",
     "data-server-rendered", "ng-view", "ui-view", "data-ember-root", "data-sveltekit-root")
)  # fmt: skip
_SKELETON = re.compile(
    r"skeleton|shimmer|placeholder-(?:glow|wave|item|card)|ghost-(?:line|card)", re.I
)
_WAITING = re.compile(
    r"(?:loading|please wait|one moment|just a moment|initiali[sz]ing|starting|wird geladen|"
    r"lädt|laden|bitte warten|chargement|veuillez patienter|cargando|un momento|caricamento|"
    r"carregando|aguarde|laddar|загрузка|読み込み中|加载中|載入中|로딩)[\w\s]{0,30}[\s.…·:!]*",
    re.I,
)
_ASKS = re.compile(
    r"javascript|\bjs\b|enable scripts?|スクリプト",
    re.I,
)
_UNFILLED = re.compile(r"\{\{[^{}]{1,200}\}\}|\[\[[^\[\]]{1,200}\]\]")
_SCRIPTS = re.compile(
    r"(?:(?:text|application)/(?:x-)?(?:java|ecma)script|module|text/babel)?\s*", re.I
)
_AROUND = frozenset(("nav", "header", "footer", "aside", "dialog"))
#: What a page may show instead of a text.
_SHOWN = frozenset(("img", "picture", "video", "audio", "canvas", "object", "embed", "iframe"))
_CONTROLS = frozenset(("input", "textarea", "select"))


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
    texts = _texts(document)
    size = sum(map(len, texts))
    if size >= _ENOUGH and not _unfilled(texts, size):
        return False
    said = [text for text in texts if not _waits(text)]
    body = next((node for node in document.nodes if node.tag == "body"), None)
    shown = body is not None and _has(document, body, _SHOWN, large=True)
    if _unfilled(texts, size) or (not said and not shown):
        return not (body is not None and _has(document, body, _CONTROLS))
    roots = (node for node in document.nodes if _is_root(document, node))
    if any(_empty(document, root) for root in islice(roots, _MOST_ROOTS)):
        return True
    skeletons = sum(_SKELETON.search(node.attributes.get("class", "")[:500]) is not None
                    for node in document.nodes)  # fmt: skip
    if skeletons >= _FEW_SKELETONS:
        return True
    filled = body is not None and (shown or _has(document, body, _CONTROLS))
    return not filled and _asks_for_scripts(document)


def _runs(script: Node) -> bool:
    """Return whether a script is one that a browser runs: not data, not shared words of a CDN."""
    return _SCRIPTS.fullmatch(script.attributes.get("type", "")) is not None


def _texts(document: Document) -> list[str]:
    """Return the texts that a reader sees beside menus and footers."""
    around: set[int] = set()
    for node in document.nodes:
        if node.parent in around or node.tag in _AROUND or node.hidden:
            around.add(node.index)
    return [text.words for text in document.texts if text.node not in around]


def _waits(text: str) -> bool:
    return len(text) <= _LONGEST_WAIT and (
        _WAITING.fullmatch(text) is not None or not any(map(str.isalnum, text))
    )


def _unfilled(texts: list[str], size: int) -> bool:
    """Return whether most of a page's text is templates."""
    marks = sum(len(found[0]) for text in texts for found in _UNFILLED.finditer(text))
    return marks > 0.3 * size > 0


def _is_root(document: Document, node: Node) -> bool:
    """Return whether an element is one that frameworks draw in."""
    if node.tag in ("script", "style", "link", "meta", "template", "html", "head"):
        return False
    if _ROOT.fullmatch(node.attributes.get("id", "")[:60]):
        return True
    if not _ROOT_ATTRIBUTES.isdisjoint(node.attributes):
        return True
    # Elements of the page's own, such as <app-root> and <my-shop>, are drawn by scripts.
    return "-" in node.tag and node.parent >= 0 and document.nodes[node.parent].tag == "body"


def _empty(document: Document, node: Node) -> bool:
    texts = document.texts[node.first_text : min(node.last_text, node.first_text + 6)]
    said = [text.words for text in texts if not document.nodes[text.node].hidden]
    nothing = all(map(_waits, said)) and len(texts) < 6
    return nothing and not _has(document, node, _SHOWN | _CONTROLS, large=True)


def _has(document: Document, node: Node, tags: frozenset[str], *, large: bool = False) -> bool:
    """Return whether elements of some kinds are in one, and are not just counters or spinners."""
    for one in document.nodes[node.index : node.end]:
        if one.tag in tags and not one.hidden and one.attributes.get("type") != "hidden":
            sizes = [one.attributes.get(name, "") for name in ("width", "height")]
            style = one.attributes.get("style", "").replace(" ", "").lower()
            unseen = sizes in (["0", "0"], ["1", "1"]) or "width:0" in style or "width:1px" in style
            named = f"{one.attributes.get('class', '')} {one.attributes.get('src', '')}"
            spins = re.search(r"spinner|loader|loading|splash", named[:500], re.I)
            above = document.nodes[one.parent] if one.parent >= 0 else one
            if not (large and (unseen or spins or above.tag == "noscript")):
                return True
    return False


def _asks_for_scripts(document: Document) -> bool:
    """Return whether the page says to who runs no scripts that it needs them."""
    for node in document.nodes:
        if node.tag == "noscript" and _ASKS.search((node.handle.text() or "")[:2_000]):
            return True
    return any(_ASKS.search(text.words) and len(text.words) < 300 for text in document.texts[:20])
