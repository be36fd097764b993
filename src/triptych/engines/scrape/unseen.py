"""Pages that show nothing yet: their scripts would draw what is asked for."""

from __future__ import annotations

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS
from triptych.engines.scrape.prompts import Prompt
from triptych.engines.scrape.words import same, words

_LEAST_SHOWN = 60
_LEAST_WORDS = 2
_SITES = frozenset(("publisher", "company", "seller", "link", "website", "title"))
_SITE_WORDS = frozenset(("site", "website", "shop", "store", "page"))
_AROUND = frozenset(("header", "footer", "nav", "aside"))


def of_the_site(prompt: Prompt, page: PageFeatures, node: Node) -> bool:
    """Tell whether an element in a page's header has the site's name, and something else is asked.

    Parameters
    ----------
    prompt : Prompt
        What is asked for.
    page : PageFeatures
        The page.
    node : Node
        The likeliest element.
    """
    if prompt.concept is not None and prompt.concept.name in _SITES:
        return False
    if not _SITE_WORDS.isdisjoint(words(prompt.text)):
        return False
    above = [node, *page.document.ancestors(node)]
    if not any(up.tag in _AROUND for up in above) or any(up.tag in HEADINGS for up in above):
        return False
    name = same(page.document.text(node))
    return bool(name) and name in page.segments and not page.title.startswith(name)


def unseen(prompt: Prompt, page: PageFeatures) -> bool:
    """Tell whether a page has nothing but its site's header and footer, and is asked for a thing.

    Parameters
    ----------
    prompt : Prompt
        What is asked for.
    page : PageFeatures
        The page.
    """
    if len(words(prompt.text)) < _LEAST_WORDS or prompt.type not in ("", "title", "name"):
        return False
    document = page.document
    if any(node.tag in HEADINGS and node.last_text > node.first_text for node in document.nodes):
        return False
    shown = 0
    framed = False
    for text in document.texts:
        node = document.nodes[text.node]
        around = node.tag in _AROUND or any(up.tag in _AROUND for up in document.ancestors(node))
        framed = framed or around
        shown += 0 if around else len(text.words)
        if shown >= _LEAST_SHOWN:
            return False
    return framed
