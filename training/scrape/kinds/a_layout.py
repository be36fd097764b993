"""Ways in which pages lay out facts, cards and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
_ICON = (
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
    return str(make.pick(_ICON)).format(label, words.split()[-1])


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
    shown = str(make.pick(_ICON))
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


def cards(
    make: Make,
    words: str,
    items: Sequence[Mapping[str, str]],
    labels: Mapping[str, str] | None = None,
    joined: Sequence[str] = (),
    heading: str = "name",
) -> str:
    """Return cards with the same parts in the same form.

    A part is a value by its name; "image" is the HTML of a picture and "link" an address; `heading`
    names the part with the title. Labels by part are shown on some pages, and the parts in
    `joined` stand in one line on some.
    """
    labels = labels or {}
    parts: list[str] = []
    for item in items:
        parts += [part for part in item if part not in parts]
    rest = [part for part in parts if part not in (heading, "image", "link")]
    if make.chance(0.7):
        make.random.shuffle(rest)
    modes = {
        part: make.pick(("bare", "bare", "bare", "text", "span", "icon", "title", "line", "bold"))
        for part in rest
    }
    tags = {part: make.pick(("div", "div", "span", "p", "strong", "small", "b")) for part in rest}
    line = list(joined) if joined and make.chance(0.5) else []
    line_separator = make.pick((" · ", " | ", ", ", " – ", " • ", ""))
    outer, inner = make.pick(
        (("ul", "li"), ("div", "div"), ("div", "article"), ("section", "article"), ("ol", "li"))
    )
    heading_tag = make.pick(("h2", "h3", "h3", "h4", "div", "strong", "p", "a"))
    link_mode = make.pick(("heading", "heading", "all", "more"))
    more = make.say(
        en=["View", "More", "Details", "Read more"],
        de=["Ansehen", "Mehr", "Details"],
        fr=["Voir", "En savoir plus"],
        es=["Ver", "Más información"],
        it=["Vedi", "Dettagli"],
        nl=["Bekijk", "Meer"],
    )
    split = make.random.randint(0, len(rest)) if make.chance(0.5) else 0
    heading_place = 0 if make.chance(0.75) else make.random.randint(0, min(2, len(rest)))

    def part_of(item: Mapping[str, str], part: str) -> str:
        text, label, mode = item[part], labels.get(part, ""), modes[part]
        name = f"{words} {part}"
        if text.startswith(("<p", "<div", "<h", "<ul")):
            return tag(make, "div", name, text)
        if mode == "bare" or not label:
            return tag(make, tags[part], name, text)
        if mode == "text":
            return tag(make, tags[part], name, f"{label}: {text}")
        if mode == "span":
            return tag(make, "div", name, f"<span>{label}</span> <span>{text}</span>")
        if mode == "bold":
            return tag(make, "p", name, f"<b>{label}:</b> {text}")
        if mode == "line":
            return tag(make, "div", name, f"{label}<br>{text}")
        if mode == "icon":
            return tag(make, "div", name, f"{_ICON[len(words) % 4].format(label, part)} {text}")
        return tag(make, tags[part], name, text, f'title="{label}"')

    def card(item: Mapping[str, str]) -> str:
        title = item.get(heading, "")
        link = item.get("link", "")
        if link and heading_tag == "a":
            title = tag(make, "a", f"{words} {heading}", title, f'href="{link}"')
        elif title:
            if link and link_mode == "heading":
                title = f'<a href="{link}">{title}</a>'
            title = tag(make, heading_tag if link else "h3", f"{words} {heading}", title)
        shown = [part_of(item, part) for part in rest if part in item and part not in line]
        in_line = [item[part] for part in line if part in item]
        if in_line and line_separator:
            shown.insert(
                len(shown) // 2, tag(make, "p", words + " meta", line_separator.join(in_line))
            )
        elif in_line:
            spans = [tag(make, "span", "", text) for text in in_line]
            shown.insert(0, tag(make, "div", words + " meta", lines(make, spans)))
        shown.insert(min(heading_place, len(shown)), title)
        if link and link_mode == "more" and heading_tag != "a":
            shown.append(tag(make, "a", words + " more", more, f'href="{link}"'))
        if split:
            middle = min(split + 1, len(shown))
            shown = [
                tag(make, "div", words + " body", lines(make, shown[:middle])),
                tag(make, "div", words + " footer", lines(make, shown[middle:])),
            ]
        if "image" in item:
            shown.insert(0, tag(make, "div", words + " image", item["image"]))
        body = lines(make, shown)
        if link and link_mode == "all" and heading_tag != "a":
            body = f'<a href="{link}">{body}</a>'
        return tag(make, inner, words + " card", body)

    return tag(make, outer, words + " list", lines(make, [card(item) for item in items]))


def grid(
    make: Make,
    words: str,
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    caption: str = "",
) -> str:
    """Return a table; the first cell of a row is its name."""
    form = make.pick(("head", "head", "head", "plain", "old", "boxes"))
    row_head = "th" if make.chance(0.35) else "td"
    named = make.chance(0.3)
    if form == "boxes":
        head = tag(
            make,
            "div",
            words + " head",
            "".join(tag(make, "span", words + " th", one) for one in headers),
        )
        body = [
            tag(
                make,
                "div",
                words + " tr",
                "".join(tag(make, "span", words + " td", cell) for cell in row),
            )
            for row in rows
        ]
        return tag(make, "div", words + " table", lines(make, [head, *body]), 'role="table"')
    cell_tag = "td" if form == "old" else "th"
    bold = ("<b>", "</b>") if form == "old" else ("", "")
    head = "".join(f"<{cell_tag}>{bold[0]}{one}{bold[1]}</{cell_tag}>" for one in headers)
    body = []
    for row in rows:
        cells = [f"<{row_head}>{row[0]}</{row_head}>"]
        for column, cell in zip(headers[1:], row[1:], strict=True):
            data = f' data-label="{column}"' if named and "<" not in column else ""
            cells.append(f"<td{data}>{cell}</td>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    top = f"<caption>{caption}</caption>\n" if caption and make.chance(0.5) else ""
    if form == "head":
        content = f"<thead><tr>{head}</tr></thead>\n<tbody>{lines(make, body)}</tbody>"
    else:
        content = f"<tr>{head}</tr>\n{lines(make, body)}"
    attributes = 'border="1" cellpadding="4"' if form == "old" else ""
    return tag(make, "table", words + " table", top + content, attributes)
