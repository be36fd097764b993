"""Ways in which pages lay out several things of one sort: as cards or as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from training.scrape.kinds.shops_and_offers.layout import ICONS, classes, lines, tag
from training.scrape.make import Make


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
        (
            ("ul", "li"),
            ("div", "div"),
            ("div", "article"),
            ("section", "article"),
            ("ol", "li"),
            ("ul", "li"),
            ("div", "div"),
            ("table", "tr"),
        )
    )
    heading_tag = make.pick(("h2", "h3", "h3", "h4", "div", "strong", "p", "a"))
    link_mode = make.pick(("heading", "heading", "all", "more"))
    link_mode = "heading" if inner == "tr" else link_mode
    more = make.text(
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
            return tag(make, "div", name, f"{ICONS[len(words) % 4].format(label, part)} {text}")
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
        if inner == "tr":
            cells = "".join(f"<td>{one}</td>" for one in shown)
            return f"<tr{classes(make, words + ' row')}>{cells}</tr>"
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
