"""Ways pages lay out facts of one thing, tables of many, and lists of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from training.scrape.kinds.tables_and_services.asking import label
from training.scrape.kinds.tables_and_services.values import always, word, words
from training.scrape.make import Make

Fact = tuple[str, str]  # what it is: a term, and the HTML of its value


def shown(make: Make, term: str) -> str:
    """Return a term's label, or the text itself where it is no term (it starts with "=")."""
    return term[1:] if term.startswith("=") else label(make, term)


def short(term: str) -> str:
    """Return the word that class names have for a term."""
    return term.strip("=").split()[0].lower() if term.strip("=") else "cell"


def heading(make: Make, html: str, level: int = 2) -> str:
    """Return a heading over a part of a page, as an element of the page's choice."""
    form = always(make, f"heading {level}", ["h", "h", "h", "div", "strong", "span in h"])
    if form == "div":
        return f"<div{make.names('section', 'title')}>{html}</div>"
    if form == "strong":
        return f"<p><strong>{html}</strong></p>"
    if form == "span in h":
        return f"<h{level}><span>{html}</span></h{level}>"
    return (
        f"<h{level}{make.names('section', 'heading') if make.chance(0.4) else ''}>{html}</h{level}>"
    )


def facts(make: Make, group: str, items: Sequence[Fact], bare: bool = False) -> str:
    """Return the facts of one thing in one of many layouts; `bare` allows values without labels."""
    name = make.names
    vague = always(make, f"vague {group}", [True, True, False, False, False])
    colon = always(make, f"colon {group}", [":", "", " :" if make.language == "fr" else ":"])
    layout = always(
        make,
        f"layout {group}",
        ["th", "td", "dl", "dl div", "spans", "ul", "text", "above", "icon", "br", "tile", "across",
         "four", "grid", "class only" if bare else "spans", "pairs", "row text"]
    )  # fmt: skip

    def mine(term: str, *more: str) -> str:
        return name(group, *more) if vague else name(group, *(more or (short(term),)))

    entries = list(items)
    if make.chance(0.15):  # something nobody asks for
        entries.append((f"={word(make, 'noise')}", str(make.random.randrange(90000))))
    pairs = [(term, f"{shown(make, term)}{colon}", value) for term, value in entries]
    rows: list[str] = []
    if layout == "th":
        scope = make.pick(["", ' scope="row"'])
        rows = [f"<tr><th{scope}>{one}</th><td{mine(t)}>{v}</td></tr>" for t, one, v in pairs]
        return f"<table{name(group, 'table')}><tbody>{''.join(rows)}</tbody></table>"
    if layout == "td":
        strong = make.pick(["{}", "<b>{}</b>", "<strong>{}</strong>"])
        rows = [f"<tr><td>{strong.format(one)}</td>\n<td>{v}</td></tr>" for t, one, v in pairs]
        return f"<table{name(group, 'info')}>{''.join(rows)}</table>"
    if layout == "dl":
        rows = [f"<dt>{one}</dt><dd{mine(t)}>{v}</dd>" for t, one, v in pairs]
        return f"<dl{name(group, 'list')}>{''.join(rows)}</dl>"
    if layout == "dl div":
        rows = [f"<div{name(group, 'row')}><dt>{o}</dt><dd>{v}</dd></div>" for _, o, v in pairs]
        return f"<dl>{''.join(rows)}</dl>"
    if layout in ("spans", "class only"):
        for t, one, v in pairs:
            before = f"<span{name(group, 'label')}>{one}</span> " if layout == "spans" else ""
            rows.append(f"<div{mine(t, short(t), 'row')}>{before}<span{mine(t)}>{v}</span></div>")
        return f"<div{name(group, 'details')}>{''.join(rows)}</div>"
    if layout == "ul":
        tag = make.pick(["strong", "b", "span", "em"])
        rows = [f"<li{mine(t, 'item')}><{tag}>{o or ':'}</{tag}> {v}</li>" for t, o, v in pairs]
        return f"<ul{name(group, 'meta')}>{''.join(rows)}</ul>"
    if layout == "text":
        rows = [f"<p{mine(t, 'text')}>{o.rstrip(': ')}: {v}</p>" for t, o, v in pairs]
        return f"<div{name(group)}>{''.join(rows)}</div>"
    if layout == "above":
        top = make.pick(["h4", "h3", "div", "small", "p"])
        for t, one, v in pairs:
            head = f"<{top}{name(group, 'caption')}>{one}</{top}>"
            rows.append(f"<div{name(group, 'block')}>{head}<div{mine(t, 'value')}>{v}</div></div>")
        return f"<section{name(group, 'facts')}>{''.join(rows)}</section>"
    if layout == "icon":
        attribute = make.pick(["title", "aria-label"])
        for t, one, v in pairs:
            icon = f'<i{name("icon", short(t))} {attribute}="{one.rstrip(": ")}"></i>'
            rows.append(f"<li{name(group, 'feature')}>{icon}<span>{v}</span></li>")
        return f"<ul{name(group, 'features')}>{''.join(rows)}</ul>"
    if layout == "br":
        rows = [f"<b>{one.rstrip(': ')}:</b> {v}" for _, one, v in pairs]
        return f"<p{name(group, 'info')}>{'<br>'.join(rows)}</p>"
    if layout == "tile":
        for t, one, v in pairs:
            parts = [f"<strong{mine(t, 'number')}>{v}</strong>", f"<span>{one.rstrip(': ')}</span>"]
            rows.append(f"<div{name(group, 'tile')}>{' '.join(parts)}</div>")
        return f"<div{name(group, 'tiles')}>{''.join(rows)}</div>"
    if layout == "across" and len(pairs) < 9:
        head = "".join(f"<th>{one.rstrip(': ')}</th>" for _, one, _ in pairs)
        body = "".join(f"<td>{v}</td>" for _, _, v in pairs)
        return f"<table{name(group)}><tr>{head}</tr><tr>{body}</tr></table>"
    if layout == "four":
        cells = [f"<td{name('label')}>{one}</td><td>{v}</td>" for _, one, v in pairs]
        rows = [f"<tr>{''.join(cells[i : i + 2])}</tr>" for i in range(0, len(cells), 2)]
        return f"<table>{''.join(rows)}</table>"
    if layout == "pairs":
        for _, one, v in pairs:
            rows += [f"<div{name('col', 'left')}>{one}</div>", f"<div{name('col')}>{v}</div>"]
        return f"<div{name('row')}>{''.join(rows)}</div>"
    if layout == "row text":
        between = make.pick([" | ", " · ", " – ", "; "])
        rows = [f"{one.rstrip(': ')}: {v}" for _, one, v in pairs]
        return f"<p{name('text')}>{between.join(rows)}</p>"
    for t, one, v in pairs:
        rows.append(f"<p{name('label')}>{one}</p><p{mine(t, 'text')}>{v}</p>")
    return f"<div{name(group, 'grid')}>{''.join(rows)}</div>"


def table(
    make: Make,
    group: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    head: int | None = None,
    caption: str = "",
    foot: str = "",
) -> str:
    """Return a table of many things, made of table elements, of divs, or of a list.

    `columns` are terms (or, after "=", texts); `head` is the column that names the row; `foot` is
    the HTML of a last row's cell over all columns.
    """
    name = make.names
    columns, rows = list(columns), [list(row) for row in rows]
    extra = always(make, f"extra {group}", ["", "", "", "", "", "", "button", "number", "box"])
    if extra == "number" and "rank" not in columns:
        columns.insert(0, "=#")
        rows = [[str(index + 1), *row] for index, row in enumerate(rows)]
        head = None if head is None else head + 1
    elif extra in ("button", "box"):
        box = '<input type="checkbox">' if extra == "box" else ""
        columns.append("=")
        rows = [
            [*row, box or f'<a href="#">{always(make, "more", words(make, "more"))}</a>']
            for row in rows
        ]
    titles = [shown(make, one) for one in columns]
    layouts = ["thead"] * 4 + ["plain", "plain", "labels", "roles", "divs", "ul", "dense", "turned"]
    layout = always(make, f"table {group}", layouts)
    if layout == "turned" and (len(rows) > 6 or len(columns) < 3):
        layout = "thead"
    marked = always(make, f"cells {group}", [True, False])

    def own(index: int) -> str:
        return name(group, short(columns[index])) if marked else ""

    def cells(row: Sequence[str], tag: str, attributes: Sequence[str] = ()) -> str:
        texts = []
        for index, value in enumerate(row):
            more = attributes[index] if attributes else ""
            texts.append(f"<{tag}{own(index)}{more}>{value}</{tag}>")
        return "".join(texts)

    over = f"<caption>{caption}</caption>" if caption and make.chance(0.5) else ""
    title = heading(make, caption, 3) if caption and not over else ""
    if layout in ("thead", "labels", "plain", "dense"):
        row_head = layout != "dense" and head is not None and make.chance(0.4)
        scope = make.pick(["", ' scope="col"'])
        lines = []
        for row in rows:
            line = cells(
                row, "td", [f' data-label="{t}"' for t in titles] if layout == "labels" else ()
            )
            if row_head:
                parts = [
                    f'<th scope="row">{value}</th>'
                    if index == head
                    else f"<td{own(index)}>{value}</td>"
                    for index, value in enumerate(row)
                ]
                line = "".join(parts)
            lines.append(f"<tr{name(group, 'row')}>{line}</tr>")
        cell = "td" if layout == "plain" and make.chance(0.5) else "th"
        top = "".join(f"<{cell}{scope}>{one}</{cell}>" for one in titles)
        last = f'<tr><td colspan="{len(columns)}">{foot}</td></tr>' if foot else ""
        if layout == "thead" or layout == "labels":
            inner = f"<thead><tr>{top}</tr></thead>\n<tbody>{chr(10).join(lines)}</tbody>"
            inner += f"<tfoot>{last}</tfoot>" if last else ""
        else:
            inner = f"<tr>{top}</tr>" + "".join(lines) + last
        return f"{title}<table{name(group, 'table')}>{over}{inner}</table>"
    tail = f"<div{name(group, 'note')}>{foot}</div>" if foot else ""
    if layout == "turned":
        lines = []
        for index, one in enumerate(titles):
            values = "".join(f"<td>{row[index]}</td>" for row in rows)
            lines.append(f"<tr><th>{one}</th>{values}</tr>")
        return f"{title}<table{name(group, 'compare')}>{over}{''.join(lines)}</table>{tail}"
    title = heading(make, caption, 3) if caption else ""
    if layout == "roles":
        top = "".join(f'<div role="columnheader">{one}</div>' for one in titles)
        lines = [
            f'<div role="row"{name(group, "row")}>{cells(r, "div", [" role=cell"] * len(r))}</div>'
            for r in rows
        ]
        return f'{title}<div role="table"><div role="row">{top}</div>{"".join(lines)}</div>{tail}'
    tag, outer, inner = ("span", "ul", "li") if layout == "ul" else ("div", "div", "div")
    top = "".join(f"<{tag}{name('th')}>{one}</{tag}>" for one in titles)
    lines = [f"<{inner}{name(group, 'row')}>{cells(r, tag)}</{inner}>" for r in rows]
    head_row = f"<{inner}{name(group, 'header')}>{top}</{inner}>"
    return f"{title}<{outer}{name(group, 'list')}>{head_row}{''.join(lines)}</{outer}>{tail}"


@dataclass
class Part:
    """One part of a card: what it is, its HTML, and how it may be shown."""

    term: str
    html: str
    labelled: float = 0.0  # how often it has a label
    title: bool = False  # whether it is the card's title
    line: bool = False  # whether it may stand in one line with others


def cards(make: Make, group: str, items: Sequence[Sequence[Part]]) -> str:
    """Return a list of cards, or of rows of a table, all with one layout."""
    name = make.names
    look = Random(f"cards {group} {make.seed}")  # the same for all lists of a page
    outer, inner = look.choice(
        [("div", "div"), ("ul", "li"), ("section", "article"), ("div", "article"), ("ol", "li"),
         ("table", "tr"), ("div", "a"), ("main", "section"), ("", "div")]
    )  # fmt: skip
    if (
        outer == "div"
        and inner == "a"
        and any("<a" in part.html for item in items for part in item)
    ):
        inner = "div"
    title_tag = look.choice(["h2", "h3", "h4", "div", "strong", "a", "p"])
    if title_tag == "a" and inner == "a":
        title_tag = "div"
    tags = ["div", "span", "p", "span", "div"]
    looks: dict[str, tuple[str, str]] = {}
    joined = look.random() < 0.4
    between = look.choice([" · ", " | ", ", ", " – ", " • ", " "])
    wrapped = look.random() < 0.5
    separate_meta = look.random() < 0.5

    badges, button = look.random() < 0.2, look.choice(["", "", "", "button", "span", "div"])
    action = always(make, "more", words(make, "more"))

    def render(part: Part) -> str:
        if part.term not in looks:
            own_look = Random(f"{group} {part.term} {make.seed}")
            style = ""
            if own_look.random() < part.labelled:
                style = own_look.choice(["colon", "span", "strong", "icon", "dt"])
            looks[part.term] = (own_look.choice(tags), style)
        tag, style = looks[part.term]
        own = (
            name(group, short(part.term))
            if always(make, f"own {group}", [True, True, False])
            else ""
        )
        if part.title:
            if title_tag == "a" and "<a" not in part.html:
                return f'<a href="/{group}/{make.random.randrange(10**5)}"{own}>{part.html}</a>'
            safe = "div" if title_tag == "a" else title_tag
            return f"<{safe}{own}>{part.html}</{safe}>"
        text = {
            "colon": f"{shown(make, part.term)}: ",
            "span": f"<span{name(group, 'label')}>{shown(make, part.term)}</span> ",
            "strong": f"<strong>{shown(make, part.term)}:</strong> ",
            "icon": f'<i{name("icon")} aria-label="{shown(make, part.term)}"></i>',
            "dt": f"<small>{shown(make, part.term)}</small><br>",
        }.get(style, "")
        return f"<{tag}{own}>{text}{part.html}</{tag}>"

    blocks = []
    for item in items:
        if outer == "table":
            line = "".join(f"<td>{render(part)}</td>" for part in item)
            blocks.append(f"<tr{name(group, 'row')}>{line}</tr>")
            continue
        texts, meta = [], []
        for part in item:
            if joined and part.line:
                meta.append(part.html)
            else:
                texts.append(render(part))
        if meta:
            place = 1 if separate_meta and texts else len(texts)
            texts.insert(place, f"<p{name(group, 'meta')}>{between.join(meta)}</p>")
        if wrapped and len(texts) > 2:
            texts = [texts[0], f"<div{name(group, 'body')}>{''.join(texts[1:])}</div>"]
        more = f' href="/{group}/{len(blocks)}"' if inner == "a" else ""
        if badges and make.chance(0.3):
            badge = f"<span{name(group, 'badge')}>{word(make, 'badge')}</span>"
            texts.insert(make.random.randrange(len(texts) + 1), badge)
        if button:
            texts.append(f"<{button}{name(group, 'more')}>{action}</{button}>")
        blocks.append(f"<{inner}{name(group, 'item')}{more}>{chr(10).join(texts)}</{inner}>")
    text = "\n".join(blocks)
    return f"<{outer}{name(group, 'list')}>{text}</{outer}>" if outer else text


def links(make: Make, key: str, values: Sequence[str], group: str = "tag") -> str:
    """Return several values behind one label, each marked on its own with the key."""
    marked = [make.mark(key, one) if key else one for one in values]
    form = always(make, f"links {key}", ["comma", "comma", "links", "spans", "br", "slash"])
    if form == "comma":
        return ", ".join(marked)
    if form == "slash":
        return str(make.pick([" / ", " | ", " &amp; "])).join(marked)
    if form == "br":
        return "<br>".join(marked)
    if form == "links":
        return ", ".join(f'<a href="/{group}/{i}">{one}</a>' for i, one in enumerate(marked))
    return " ".join(f"<span{make.names(group)}>{one}</span>" for one in marked)


def marks(make: Make, **texts: str) -> dict[str, str]:
    """Return texts by their terms, each marked with its term as the key."""
    return {term: make.mark(term, text) for term, text in texts.items()}
