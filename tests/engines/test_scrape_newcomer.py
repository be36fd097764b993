"""What a newcomer asks first: links, tables, lists under a heading, values in sentences."""

from __future__ import annotations

import pytest

from triptych.engines.scrape import extract

URL = "https://example.org/x/index.html"

BIKES = "<title>Used bikes</title><h1>Used bikes</h1><ol>{}</ol>".format(
    "".join(
        f"<li><a href=/b/{number}>{name}</a><dl><dt>Price<dd>{price}<dt>Condition<dd>{state}</dl>"
        for number, (name, price, state) in enumerate(
            [("City bike", "$120", "fair"), ("Cargo bike", "$900", "good"),
             ("Racer", "$310", "good"), ("Folding bike", "$150", "worn")], start=1
        )
    )
)  # fmt: skip
FLATS = "<h1>Wohnungen</h1>" + "".join(
    f"<div class=card><h3>{name}</h3><p>{rooms} Zimmer</p><p><strong>{rent} €</strong> im Monat</p>"
    f"<p>frei ab {day}. März 2027</p><a href=/w/{day}>Ansehen</a></div>"
    for name, rooms, rent, day in (
        ("Altbau", 3, 980, 1), ("Dachwohnung", 2, 720, 9), ("Garten", 4, 1350, 5),
        ("Studio", 1, 540, 7)
    )
)  # fmt: skip
OPTIONS = """<title>Options</title><h1>Options</h1><p>New in version 2.1.</p>
<table><thead><tr><th><p>Option</p></th><th><p>Default</p></th><th><p>Description</p></th></tr>
</thead><tbody><tr><td><code>depth</code></td><td>3</td><td>How deep to look.</td></tr>
<tr><td><code>*</code></td><td>false</td><td>Whether to follow links.</td></tr></tbody></table>
<p>Source: <a href="https://code.example/options.py">options.py</a></p>
<footer>Last updated on May 4, 2026.</footer>"""
TABLE = """<h1>New books</h1><table><tr><th>Title</th><th>Author</th><th>Price</th></tr>
<tr><td>Moor</td><td>Inga Sommer</td><td>18,00 €</td></tr>
<tr><td>Winter</td><td>Peter Lang</td><td>22,00 €</td></tr>
<tr><td>Bridges</td><td>Ada Wolf</td><td>16,50 €</td></tr></table>"""
DOWNLOAD = """<nav><a href=/>Home</a></nav><h1>Get frob</h1><p>
<a href="frob-2.4.tar.gz">Download</a>
<a href="frob.asc">Signature</a></p><p>Read the <a href="/docs/">manual</a>.</p>"""
VISIT = """<h1>Visit</h1><dl><dt>Phone</dt><dd>01572 555 014</dd></dl>
<table><tr><td>Deposit, power tools</td><td>£60.00</td></tr>
<tr><td>Deposit, hand tools</td><td>£20.00</td></tr></table>
<h2>Not allowed inside</h2><ul><li>tripods</li><li>food</li></ul>
<h2>What to bring</h2><ul><li>your card</li><li>a pen</li></ul>"""


def values(html: str, prompt: str) -> tuple[str, ...]:
    return extract(html, {"it": prompt}, url=URL).fields["it"].values


@pytest.mark.parametrize(
    ("html", "prompt", "expected"),
    [
        (BIKES, "condition", ("fair", "good", "good", "worn")),
        (BIKES, "Preis", ("$120", "$900", "$310", "$150")),
        (BIKES, "page title", ("Used bikes",)),
        (FLATS, "Miete pro Monat", ("980 €", "720 €", "1350 €", "540 €")),
        (OPTIONS, "default", ("3", "false")),
        (OPTIONS, "descriptions", ("How deep to look.", "Whether to follow links.")),
        (OPTIONS, "new in version", ("2.1",)),
        (OPTIONS, "last updated", ("May 4, 2026",)),
        (TABLE, "authors", ("Inga Sommer", "Peter Lang", "Ada Wolf")),
        (DOWNLOAD, "download link", ("https://example.org/x/frob-2.4.tar.gz",)),
        (VISIT, "deposit for power tools", ("£60.00",)),
        (VISIT, "section headings", ("Not allowed inside", "What to bring")),
    ],
)
def test_what_is_there_is_found(html: str, prompt: str, expected: tuple[str, ...]) -> None:
    assert values(html, prompt) == expected


@pytest.mark.parametrize(
    ("html", "prompt"),
    [
        (BIKES, "warranty"),
        (BIKES, "phone number"),
        (FLATS, "Zustand"),
        (FLATS, "Heizung"),
        (TABLE, "rating"),
        (DOWNLOAD, "link to the forum"),
        (VISIT, "fax number"),
    ],
)
def test_silence_is_better_than_nonsense(html: str, prompt: str) -> None:
    assert values(html, prompt) == ()


def test_rows_are_records() -> None:
    found = extract(TABLE, {"title": "Title", "author": "Author", "price": "Price"}).records
    assert found[1] == {"title": "Winter", "author": "Peter Lang", "price": "22,00 €"}
    assert len(found) == 3
