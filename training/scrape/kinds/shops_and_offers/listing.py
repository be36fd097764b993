"""What listings of many things of one sort share: marked items, their layout and the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from training.scrape.kinds.shops_and_offers import listing_words as words
from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.cards import cards, grid
from training.scrape.kinds.shops_and_offers.frame import page
from training.scrape.kinds.shops_and_offers.layout import facts, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish
from training.scrape.make import Make

FIRMS = ("GmbH", "Ltd", "SA", "Group", "Labs", "Inc.", "AG")
#: The name of a part of a listing's items, what it is, and what makes a value of it.
Part = tuple[str, Term, Callable[[], str]]


_FIRST = Term(
    (
        "first in the list|first result",
        "erster Treffer|erster Eintrag",
        "premier résultat",
        "primer resultado",
        "primo risultato",
        "eerste resultaat",
    )
)


@dataclass(frozen=True)
class Listing:
    """The items of a listing with their parts marked, and which of them is asked for alone."""

    items: list[dict[str, str]]
    labels: dict[str, str]
    chosen: str


def listing_of(
    make: Make, thing: str, heading: Term, names: Sequence[str], parts: Sequence[Part]
) -> Listing:
    """Return marked items, and ask for their names, their parts, and the parts of one of them."""
    chosen = make.random.randrange(len(names))
    items: list[dict[str, str]] = []
    for place, name in enumerate(names):
        shown = make.mark("names", name)
        item = {"name": make.mark("first", shown) if place == 0 else shown}
        for part, _, build in parts:
            if value := build():
                text = make.mark(part, value)
                item[part] = make.mark(f"{part} of one", text) if place == chosen else text
        items.append(item)
    ask_all(make, "names", heading, thing, f"names of the {thing}s|{thing} names")
    for part, term, _ in parts:
        if not any(part in item for item in items):
            continue
        ask_all(make, part, term, thing)
        if part in items[chosen] and names.count(names[chosen]) == 1:
            ask_of(make, f"{part} of one", term, names[chosen])
    if make.chance(0.3):
        ask(make, "first", _FIRST, asked=f"first {thing}|top {thing}")
    return Listing(items, {part: term.label(make) for part, term, _ in parts}, names[chosen])


def add_links(make: Make, listing: Listing, folder: str, with_pictures: bool) -> None:
    """Give items an address, and pictures on some pages."""
    for item in listing.items:
        number = values.fill(make, "&#####")
        item["link"] = make.mark("links", f"/{folder}/{number}{make.pick(('', '.html', '-x'))}")
        if with_pictures:
            item["image"] = products.picture(make, folder, "pictures")
    ask_all(make, "links", terms.LINK)
    if with_pictures:
        ask_all(make, "pictures", terms.IMAGE)


def items_shown(
    make: Make, listing: Listing, name: str, heading: Term, joined: Sequence[str]
) -> str:
    """Return the items as cards, or as a table on some pages."""
    with_pictures = "image" in listing.items[0]
    columns = [part for part in listing.labels if all(part in item for item in listing.items)]
    if with_pictures or make.chance(0.7) or len(columns) < len(listing.labels):
        around = {part: values.word(make, form) for part, form in words.AROUND.items()}
        with_form = make.chance(0.8)
        for item in listing.items if with_form else ():
            item.update({part: around[part].format(item[part]) for part in around if part in item})
        labels = listing.labels if make.chance(0.6) or not with_form else {}
        return cards(make, name, listing.items, labels, joined)
    rows = []
    for item in listing.items:
        title = item["name"]
        if "link" in item:
            title = f'<a href="{item["link"]}">{title}</a>'
        rows.append([title, *(item[part] for part in columns)])
    heads = [heading.label(make), *(listing.labels[part] for part in columns)]
    return grid(make, name, heads, rows)


def listing_page(
    make: Make, title: str, shown: str, absent: Sequence[Term], aside: Sequence[str] = ()
) -> str:
    """Return a page with a listing; the number of results and filters are there by chance."""
    site = values.brand(make)
    main = [f"<h1>{title}</h1>"]
    if make.chance(0.6):
        count = make.mark("count", values.number(make, make.random.randint(12, 60000)))
        main.append(tag(make, "p", "result count", values.word(make, words.FOUND).format(count)))
        ask(make, "count", words.COUNT)
    main.append(shown)
    if make.chance(0.5):
        main.append(tag(make, "nav", "pagination", '<a href="?p=1">1</a> <a href="?p=2">2</a>'))
    finish(make, 8, *absent)
    return page(make, title, site, main, [site, title], aside)


def filters(make: Make, *rows: tuple[Term, str]) -> list[str]:
    """Return a sidebar of filters on some pages."""
    if make.chance(0.6):
        return []
    return [facts(make, [(term.label(make), text) for term, text in rows], "filters")]
