"""Write the tool library in `data/pages/`: the small site of a repair café that does not exist.

    python -m training.samples.tool_library

The other pages of that folder are documentation as Debian publishes it; `data/README.md` names
their sources.
"""

from __future__ import annotations

import csv
import json
from datetime import date
from html import escape
from pathlib import Path
from string import Template
from typing import NamedTuple

OUTPUT = Path(__file__).parents[2] / "data" / "pages"
SOURCE = Path(__file__).parent / "site"
A_PAGE = 8
#: Tools whose pages state for machines what they say; the others say it in words only.
STATED = ("cordless-drill", "hedge-trimmer", "orbital-sander")
_BADGES = {"like new": "new", "good": "good", "worn but sound": "worn"}


class Tool(NamedTuple):
    """A tool to borrow; what is not known of it is empty."""

    slug: str
    name: str
    kind: str
    drawing: str
    fee: str
    condition: str
    available: str
    weight: str
    power: str
    rating: str
    loans: str
    box: str
    about: str

    @property
    def day(self) -> str:
        """The date from which it can be had, as written in English."""
        when = date.fromisoformat(self.available)
        return f"{when.day} {when:%B} {when.year}"

    @property
    def deposit(self) -> int:
        """The deposit in euros."""
        return 60 if self.kind == "power" else 20


def tools() -> list[Tool]:
    """Return the tools in the order of the listing."""
    with (SOURCE / "tools.tsv").open(encoding="utf-8", newline="") as file:
        return [Tool(**row) for row in csv.DictReader(file, delimiter="\t")]


def listing(some: list[Tool], number: int, of: int) -> str:
    """Return a page of the listing."""
    up = "" if number == 1 else "../../"
    cards = "".join(
        _fill("card.html", up=up, badge=_BADGES[tool.condition], **_escaped(tool)) for tool in some
    )
    links = []
    for page in range(1, of + 1):
        target = f"{up}page/{page}/index.html" if page > 1 else f"{up}index.html"
        current = ' aria-current="page"' if page == number else ""
        links.append(f'<li><a href="{target}"{current}>{page}</a></li>')
    if number < of:
        links.append(f'<li><a rel="next" href="{up}page/{number + 1}/index.html">Next</a></li>')
    body = _fill("listing.html", cards=cards, links="\n      ".join(links), number=number, of=of)
    title = "Tools to borrow" + ("" if number == 1 else f", page {number}")
    return _page(title, "en", f"../{up}", body)


def detail(tool: Tool, number: int) -> str:
    """Return the page of one tool, without the rows of what is not known."""
    rows = {
        "Inventory number": f"RC-{number:03}",
        "Daily fee": f"€{tool.fee}",
        "Deposit": f"€{tool.deposit}",
        "Condition": tool.condition,
        "Available from": f'<time datetime="{tool.available}">{tool.day}</time>',
        "Weight": tool.weight and f"{tool.weight} kg",
        "Power": tool.power and f"{tool.power} W",
        "Rating": tool.rating and f"{tool.rating} out of 5 ({tool.loans} loans)",
    }
    table = "\n      ".join(
        f"<tr><th scope=\"row\">{label}</th><td>{value}</td></tr>"
        for label, value in rows.items() if value
    )  # fmt: skip
    parts = "".join(f"      <li>{escape(part)}</li>\n" for part in tool.box.split("; "))
    box = f"    <h2>In the box</h2>\n    <ul>\n{parts}    </ul>\n" if tool.box else ""
    drawing = (SOURCE / "drawings" / f"{tool.drawing}.svg").read_text(encoding="utf-8")
    picture = drawing.replace("<svg", '<svg width="160" height="160" aria-hidden="true"')
    body = _fill("detail.html", rows=table, contents=box, picture=picture, **_escaped(tool))
    return _page(tool.name, "en", "../../", body, _stated(tool) if tool.slug in STATED else "")


def _stated(tool: Tool) -> str:
    product = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": tool.name,
        "description": tool.about,
        "offers": {
            "@type": "Offer",
            "price": tool.fee,
            "priceCurrency": "EUR",
            "availabilityStarts": tool.available,
        },
        "aggregateRating": {
            "@type": "AggregateRating",
            "ratingValue": tool.rating,
            "reviewCount": tool.loans,
        },
    }
    text = json.dumps(product, ensure_ascii=False, indent=1)
    return f'<script type="application/ld+json">\n{text}\n</script>\n'


def _escaped(tool: Tool) -> dict[str, str]:
    return {key: escape(value) for key, value in (tool._asdict() | {"day": tool.day}).items()}


def _fill(template: str, /, **values: object) -> str:
    return Template((SOURCE / template).read_text(encoding="utf-8")).substitute(values)


def _page(title: str, language: str, up: str, body: str, head: str = "") -> str:
    style = (SOURCE / "style.css").read_text(encoding="utf-8")
    return _fill("page.html", title=escape(title), language=language, up=up, body=body, head=head,
                 style=style)  # fmt: skip


def _write(name: str, text: str) -> None:
    path = OUTPUT / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Write the site."""
    all_tools = tools()
    pages = len(all_tools) // A_PAGE
    for number in range(1, pages + 1):
        some = all_tools[(number - 1) * A_PAGE : number * A_PAGE]
        folder = "tools" if number == 1 else f"tools/page/{number}"
        _write(f"{folder}/index.html", listing(some, number, pages))
    for number, tool in enumerate(all_tools, 1):
        _write(f"tools/{tool.slug}/index.html", detail(tool, number))
    titles = {
        "visit": ("Visit us", "en"),
        "akkuschrauber": ("Akkuschrauber", "de"),
        "visseuse": ("Perceuse-visseuse sans fil", "fr"),
        "app": ("Free today", "en"),
    }
    head = '<script src="app.js" defer></script>\n'
    for name, (title, language) in titles.items():
        body = (SOURCE / f"{name}.html").read_text(encoding="utf-8")
        _write(f"{name}.html", _page(title, language, "", body, head if name == "app" else ""))
    _write("app.js", (SOURCE / "app.js").read_text(encoding="utf-8"))
    for path in (SOURCE / "drawings").glob("*.svg"):
        _write(f"drawings/{path.name}", path.read_text(encoding="utf-8"))
    free = [{"name": tool.name, "fee": float(tool.fee), "condition": tool.condition,
             "drawing": f"drawings/{tool.drawing}.svg"} for tool in all_tools[::4]]  # fmt: skip
    _write("tools.json", json.dumps(free, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
