"""Elements with class names, and ways in which pages lay out labels with values."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from training.scrape.make import Make

_GENERAL = (
    "text", "info", "col", "item", "box", "content", "row", "block", "wrap", "cell", "label",
    "value", "data", "field", "meta", "c1", "inner", "left", "right",
)  # fmt: skip
#: Words of class names on pages whose authors name things in their own language.
_OWN_WORDS = {
    "price": ("price", "preis", "prix", "precio", "prezzo", "prijs"),
    "name": ("name", "name", "nom", "nombre", "nome", "naam"),
    "title": ("title", "titel", "titre", "titulo", "titolo", "titel"),
    "description": ("description", "beschreibung", "descriptif", "descripcion", "testo", "tekst"),
    "date": ("date", "datum", "date", "fecha", "data", "datum"),
    "product": ("product", "produkt", "produit", "producto", "prodotto", "product"),
    "location": ("location", "ort", "lieu", "lugar", "luogo", "plaats"),
    "list": ("list", "liste", "liste", "lista", "elenco", "lijst"),
    "details": ("details", "daten", "fiche", "ficha", "scheda", "gegevens"),
    "image": ("image", "bild", "photo", "foto", "foto", "foto"),
    "footer": ("footer", "fuss", "pied", "pie", "piede", "voet"),
    "rating": ("rating", "bewertung", "note", "nota", "voto", "score"),
}
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
ICONS = (
    '<svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label="{0}">'
    '<path d="M2 8h12"/></svg>',
    '<i class="icon icon-{1}" title="{0}"></i>',
    '<img src="/icons/{1}.svg" alt="{0}" width="16">',
    '<i class="fa fa-{1}" aria-label="{0}"></i>',
)


def classes(make: Make, words: str) -> str:
    """Return a class attribute; on some pages general words or the language's own are used."""
    if not words:
        return ""
    own = Random(f"{words}/{make.seed}")
    if own.random() < 0.12:
        return make.names(own.choice(_GENERAL))
    if Random(make.seed).random() < 0.3:
        place = _LANGUAGES.index(make.language)
        words = " ".join(_OWN_WORDS.get(one, (one,) * 6)[place] for one in words.split())
    # Pages of frameworks carry names for tests, or marks of a component.
    page = Random(make.seed + 2).random()
    more = f' data-testid="{words.replace(" ", "-")}"' if page < 0.07 else ""
    if page > 0.95:
        more = f" data-v-{make.seed % 0xFFFFFFF:x}"
    return make.names(words) + more


def tag(make: Make, name: str, words: str, content: str, attributes: str = "") -> str:
    """Return an element whose class is made from words."""
    if attributes:
        attributes = " " + attributes
    return f"<{name}{classes(make, words)}{attributes}>{content}</{name}>"


def lines(make: Make, parts: Sequence[str]) -> str:
    """Return parts one after another, on lines of their own on most pages."""
    separator = ("\n", "\n  ", "", "\n\n")[Random(make.seed + 1).choices(range(4), (5, 2, 2, 1))[0]]
    return separator.join(part for part in parts if part)


def icon(make: Make, label: str, words: str = "info") -> str:
    """Return an icon that carries its label in an attribute."""
    return str(make.pick(ICONS)).format(label, words.split()[-1])


def facts(make: Make, rows: Sequence[tuple[str, str]], words: str = "details") -> str:
    """Return labels with values, in one of many forms."""
    return str(make.pick(_FACTS)(make, rows, words))


def facts_alike(
    make: Make, groups: Sequence[Sequence[tuple[str, str]]], words: str = "details"
) -> list[str]:
    """Return several groups of labels with values, all in the same form."""
    state = make.random.getstate()
    parts = []
    for rows in groups:
        make.random.setstate(state)
        parts.append(facts(make, rows, words))
    return parts


def _table_facts(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    head = make.pick(("th", "th", "td", 'th scope="row"'))
    colon = make.pick(("", "", ":"))
    value = "value" if make.chance(0.5) else ""
    body = lines(
        make,
        [
            "<tr>"
            + f"<{head}{classes(make, 'label') if value else ''}>{label}{colon}</{head.split()[0]}>"
            + tag(make, "td", value, text)
            + "</tr>"
            for label, text in rows
        ],
    )
    if make.chance(0.6):
        body = f"<tbody>{body}</tbody>"
    return tag(make, "table", words + " table", body)


def _paired_table(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    cells = [f"<th>{label}</th><td>{text}</td>" for label, text in rows]
    return tag(
        make,
        "table",
        words,
        lines(make, [f"<tr>{''.join(cells[i : i + 2])}</tr>" for i in range(0, len(cells), 2)]),
    )


def _lying_table(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    head = make.pick(("th", "td"))
    labels = "".join(f"<{head}>{label}</{head}>" for label, _ in rows)
    values = "".join(f"<td>{text}</td>" for _, text in rows)
    if make.chance(0.5):
        return tag(
            make,
            "table",
            words,
            f"<thead><tr>{labels}</tr></thead><tbody><tr>{values}</tr></tbody>",
        )
    return tag(make, "table", words, f"<tr>{labels}</tr>\n<tr>{values}</tr>")


def _definitions(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    colon = make.pick(("", ":"))
    pairs = [f"<dt>{label}{colon}</dt><dd>{text}</dd>" for label, text in rows]
    if make.chance(0.3):
        pairs = [tag(make, "div", words + " row", pair) for pair in pairs]
    return tag(make, "dl", words, lines(make, pairs))


def _items_with_label(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    label_tag = make.pick(("strong", "b", "span", "em", "small"))
    value_tag = make.pick(("", "", "span"))
    inside = make.chance(0.5)
    colon = make.pick((":", ":", " –", ""))
    items = []
    for label, text in rows:
        head = f"{label}{colon}" if inside else label
        tail = "" if inside else colon
        value = tag(make, value_tag, words + " value", text) if value_tag else text
        items.append(
            tag(
                make,
                "li",
                words + " item",
                tag(make, label_tag, words + " label", head) + tail + " " + value,
            )
        )
    return tag(make, make.pick(("ul", "ul", "ol")), words + " list", lines(make, items))


def _plain_texts(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    outer, inner = make.pick((("ul", "li"), ("div", "p"), ("div", "div"), ("section", "span")))
    colon = make.pick((": ", ": ", ": ", " - ", " "))
    return tag(
        make,
        outer,
        words,
        lines(make, [tag(make, inner, "", f"{label}{colon}{text}") for label, text in rows]),
    )


def _joined(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    separator = make.pick((" | ", " · ", "; ", " • ", " / "))
    return tag(
        make,
        make.pick(("p", "div")),
        words,
        separator.join(f"{label}: {text}" for label, text in rows),
    )


def _paragraph(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    bold = make.pick(("b", "strong"))
    return tag(
        make,
        "p",
        words,
        "<br>\n".join(f"<{bold}>{label}:</{bold}> {text}" for label, text in rows),
    )


def _boxes(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    outer, inner = make.pick((("div", "div"), ("div", "span"), ("ul", "span"), ("section", "p")))
    row = "li" if outer == "ul" else "div"
    value_first = make.chance(0.3)
    own = make.chance(0.4)
    parts: list[str] = []
    for label, text in rows:
        pair = [
            tag(make, inner, words + " label", label),
            tag(make, inner, words + " value", text),
        ]
        if value_first:
            pair.reverse()
        number = f'id="{words.split()[0]}-{len(parts) + 1}"' if own else ""
        parts.append(tag(make, row, words + " row", lines(make, pair), number))
    return tag(make, outer, words, lines(make, parts))


def _grid(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    left, right = make.pick(
        (("col-sm-4", "col-sm-8"), ("col-6", "col-6 text-right"), ("w-1/3", "w-2/3"))
    )
    return lines(
        make,
        [
            f'<div class="row"><div class="{left}">{label}</div>'
            f'<div class="{right}">{text}</div></div>'
            for label, text in rows
        ],
    )


def _icons(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    shown = str(make.pick(ICONS))
    as_title = make.chance(0.3)
    items = [
        f'<span title="{label}">{text}</span>'
        if as_title
        else shown.format(label, "info") + f" <span>{text}</span>"
        for label, text in rows
    ]
    return tag(make, "ul", words, lines(make, [f"<li>{item}</li>" for item in items]))


def _headings(make: Make, rows: Sequence[tuple[str, str]], words: str) -> str:
    level = make.pick(("h3", "h4", "h5", "h4"))
    return tag(
        make,
        "div",
        words,
        lines(make, [f"<{level}>{label}</{level}>\n<p>{text}</p>" for label, text in rows]),
    )


_FACTS = (
    _table_facts, _table_facts, _table_facts, _definitions, _definitions, _items_with_label,
    _items_with_label, _plain_texts, _plain_texts, _joined, _paragraph, _boxes, _boxes, _grid,
    _icons, _headings, _paired_table, _lying_table,
)  # fmt: skip
