"""Listings of what there is online: repositories, search results and apps."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import listing_words as words
from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.layout import lines, tag
from training.scrape.kinds.shops_and_offers.listing import (
    FIRMS,
    Part,
    add_links,
    items_shown,
    listing_of,
    listing_page,
)
from training.scrape.kinds.shops_and_offers.terms import ask_all
from training.scrape.make import Make

_SUFFIXES = ("", "-js", ".py", "-cli", "kit", "-core")
_DOWNLOADS = ("10K+", "500,000+", "1M+", "5.000+", "100 000", "2,3 Mio.")


def _stars(make: Make, short: bool) -> str:
    count = make.random.randint(1, 90000)
    return f"{count / 1000:.1f}k" if short and count > 1000 else values.number(make, count)


def repositories(make: Make) -> str:
    """Return repositories of code."""
    count = make.random.randint(2, 12)
    write = values.dates(make)
    names = [values.brand(make).lower() + make.pick(_SUFFIXES) for _ in range(count)]
    names = list(dict.fromkeys(names))
    relative = make.chance(0.6)
    short = make.chance(0.5)
    parts: list[Part] = [
        ("description", terms.DESCRIPTION, lambda: make.pick(words.PURPOSES.split("|"))),
        ("stars", words.STARS, lambda: _stars(make, short)),
        ("language", words.CODE, lambda: make.pick(words.CODES.split("|"))),
        ("forks", words.FORKS, lambda: str(make.random.randint(0, 4000))),
        ("licence", words.LICENCE, lambda: make.pick(words.LICENCES.split("|"))),
        (
            "updated",
            words.UPDATED,
            lambda: values.ago(make) if relative else write(values.day(make)),
        ),
        ("owner", words.OWNER, lambda: values.slug(values.nickname(make))),
    ]
    parts = parts[:2] + make.some(parts[2:], 1, 5)
    listing = listing_of(make, "repository", words.REPOSITORY, names, parts)
    add_links(make, listing, "r", False)
    if "owner" in listing.labels and make.chance(0.6):
        between = make.pick((" / ", "/"))
        for item in listing.items:
            item["name"] = item.pop("owner") + between + item["name"]
    joined = ("language", "stars", "forks", "licence", "updated")
    shown = items_shown(
        make, listing, make.pick(("repo", "repository", "project")), words.REPOSITORY, joined
    )
    title = make.pick(("Repositories", "Explore", "Trending", values.brand(make)))
    return listing_page(make, title, shown, (terms.PRICE, terms.PLACE, words.VERSION))


def search_results(make: Make) -> str:
    """Return what a search engine found."""
    topic = values.word(make, words.TOPICS)
    count = make.random.randint(3, 10)
    write = values.dates(make)
    sites = [
        f"{make.pick(('www.', '', 'blog.'))}{values.brand(make).lower()}.example"
        for _ in range(count)
    ]
    names = []
    for number in range(count):
        text = f"{topic[:1].upper()}{topic[1:]}: {values.word(make, words.ENDINGS)}"
        names.append(text if text not in names else f"{text} ({number + 1})")
    parts: list[Part] = [
        ("site", words.SITE, iter(sites).__next__),
        ("text", words.SNIPPET, lambda: values.prose(make, 1, 2)),
        ("date", terms.PUBLISHED, lambda: write(values.day(make)) if make.chance(0.6) else ""),
    ]  # fmt: skip
    listing = listing_of(make, "result", words.RESULT, names, parts)
    form = make.pick(("above", "below", "list", "table"))
    dash, path = make.pick((" — ", " - ", " · ")), values.slug(topic)
    heading = make.pick(("h3", "h2", "h3", "h4"))
    date_in_text = make.chance(0.6)
    rows = []
    for item, site in zip(listing.items, sites, strict=True):
        address = make.mark("links", f"https://{site}/{path}-{make.random.randint(1, 99)}")
        cite = tag(make, "cite", "result url", f"{item['site']}{make.pick((' › ' + path, ''))}")
        date = item.get("date", "")
        text = item["text"]
        if date and date_in_text:
            text = f"{date}{dash}{text}"
        body = tag(make, make.pick(("p", "div")), "result snippet", text)
        if date and not date_in_text:
            body = tag(make, "span", "result date", date) + body
        title = f'<a href="{address}">{item["name"]}</a>'
        if form == "list":
            rows.append(f"<li>{title}<br>{cite}<br>{body}</li>")
        elif form == "table":
            rows.append(f"<tr><td>{title}<br>{body}{cite}</td></tr>")
        elif form == "above":
            rows.append(tag(make, "div", "result", f"{cite}<{heading}>{title}</{heading}>{body}"))
        else:
            rows.append(
                tag(make, "article", "result", f"<{heading}>{title}</{heading}>{cite}{body}")
            )
    shown = lines(make, rows)
    if form in ("list", "table"):
        shown = f"<ol>{shown}</ol>" if form == "list" else f"<table>{shown}</table>"
    ask_all(make, "links", terms.LINK, "result")
    return listing_page(make, topic, shown, (terms.PRICE, terms.RATING, terms.AUTHOR))


def apps(make: Make) -> str:
    """Return apps of a store."""
    money, count = values.prices(make), make.random.randint(2, 14)
    kinds = ("{}", "{} Notes", "{}: Timer", "{} Cam", "My {}", "{} Go", "{} – Maps")
    names = list(dict.fromkeys(make.pick(kinds).format(values.brand(make)) for _ in range(count)))
    free = make.text(en="Free", de="Kostenlos", fr="Gratuit", es="Gratis", it="Gratis", nl="Gratis")
    parts: list[Part] = [
        ("developer", words.DEVELOPER, lambda: f"{values.brand(make)} {make.pick(FIRMS)}"),
        ("rating", terms.RATING, lambda: products.rating(make)),
        (
            "price",
            terms.PRICE,
            lambda: free if make.chance(0.5) else money(make.random.randint(0, 19) + 0.99),
        ),
        ("category", terms.CATEGORY, lambda: values.word(make, words.APP_KINDS)),
        ("downloads", words.DOWNLOADS, lambda: make.pick(_DOWNLOADS)),
        ("size", words.APP_SIZE, lambda: f"{make.random.randint(4, 900)} MB"),
        (
            "version",
            words.VERSION,
            lambda: values.fill(make, make.pick(("&.#", "&.#.#", "1&.0.&"))),
        ),
    ]
    parts = make.some(parts, 2, 6)
    listing = listing_of(make, "app", words.APP, names, parts)
    add_links(make, listing, "app", make.chance(0.5))
    joined = ("category", "rating", "size", "version", "downloads")
    shown = items_shown(
        make, listing, make.pick(("app", "store item", "tile", "card")), words.APP, joined
    )
    title = make.text(en=["Top apps", "Apps"], de=["Beliebte Apps"], fr=["Applications"],
                     es=["Aplicaciones"], it=["Le app più scaricate"],
                     nl=["Populaire apps"])  # fmt: skip
    return listing_page(make, title, shown, (terms.DELIVERY, terms.PLACE, words.SALARY))


KINDS = (repositories, search_results, apps)
