"""Ways to lay out labelled values, records and lists on a generated page."""

from __future__ import annotations

from collections.abc import Sequence

from training.scrape.make import Make

Row = tuple[str, str, str]


def facts(make: Make, block: str, rows: Sequence[Row], form: str = "") -> str:
    """Return labelled values: rows of a class word, a label and a value, in one of many forms."""
    form = form or make.pick(tuple(_FACTS))
    tags = make.pick(
        (("span", "span"), ("strong", "span"), ("div", "div"), ("b", "em"), ("dt", "dd"))
    )
    if tags == ("dt", "dd"):
        tags = ("small", "p")
    colon = make.pick((":", "", ":", " :")) if form not in ("inline", "lines", "list") else ":"
    general = make.chance(0.3)
    row_tag, outer = _FACTS[form]
    items = []
    for part, label, value in rows:
        own, heading = (
            (make.names(block, "value"), make.names(block, "label"))
            if general
            else (make.names(block, part), make.names(block, part, "label"))
        )
        if form in ("table", "plain table"):
            head = "th" if form == "table" else "td"
            items.append(f"<{head}{heading}>{label}{colon}</{head}><td{own}>{value}</td>")
        elif form == "dl":
            items.append(f"<dt{heading}>{label}{colon}</dt><dd{own}>{value}</dd>")
        elif form == "value first":
            items.append(f"<{tags[0]}{own}>{value}</{tags[0]}> <small{heading}>{label}</small>")
        elif form == "icons":
            hint = make.pick(("aria-label", "title"))
            icon = f'<i {hint}="{label}"{make.names("icon")}></i>'
            items.append(f"{icon} <{tags[1]}{own}>{value}</{tags[1]}>")
        elif form == "headings":
            items.append(f"<h4{heading}>{label}</h4><p{own}>{value}</p>")
        elif form in ("inline", "lines", "list"):
            strong = make.seed % 3
            start = f"{label}:" if strong == 0 else f"<b>{label}:</b>"
            items.append(f"{start} {value}")
        else:
            title = f"<{tags[0]}{heading}>{label}{colon}</{tags[0]}>"
            items.append(f"{title} <{tags[1]}{own}>{value}</{tags[1]}>")
    if form == "head row":
        heads = "".join(f"<th>{label}</th>" for _, label, _ in rows)
        cells = "".join(f"<td>{value}</td>" for _, _, value in rows)
        return f"<table{make.names(block)}><tr>{heads}</tr><tr>{cells}</tr></table>"
    if form == "lines":
        return f"<p{make.names(block)}>{'<br>'.join(items)}</p>"
    if form == "inline":
        return f"<p{make.names(block)}>{make.pick((' | ', ' · ', '; ', ', ')).join(items)}</p>"
    if row_tag:
        own = make.names(block, make.pick(("row", "item", "text", "line")))
        items = [f"<{row_tag}{own}>{item}</{row_tag}>" for item in items]
    return f"<{outer}{make.names(block)}>{''.join(items)}</{outer}>"


#: The forms of labelled values, each with the elements around a row and around all.
_FACTS = {
    "table": ("tr", "table"),
    "plain table": ("tr", "table"),
    "dl": ("", "dl"),
    "divs": ("div", "div"),
    "list": ("li", "ul"),
    "items": ("li", "ul"),
    "value first": ("div", "section"),
    "icons": ("div", "div"),
    "headings": ("", "div"),
    "head row": ("", "table"),
    "lines": ("", "p"),
    "inline": ("", "p"),
}


def listing(
    make: Make, block: str, columns: Sequence[tuple[str, str]], records: Sequence[Sequence[str]],
    form: str = "",
) -> str:  # fmt: skip
    """Return many records as a table with headers, cards, a list or lines.

    `columns` has a class word and a header for each of a record's values; the first is its name.
    """
    form = form or make.pick(
        ("table", "table", "cards", "labelled cards", "list", "lines", "bare table")
    )
    item = make.pick(("item", "card", "entry", "box", "teaser"))
    general = make.chance(0.3)
    names = [make.names(block, "text" if general and place_ else part)
             for place_, (part, _) in enumerate(columns)]  # fmt: skip
    if form in ("table", "bare table"):
        head = "".join(f"<th>{label}</th>" for _, label in columns) if form == "table" else ""
        head = (
            f"<thead><tr>{head}</tr></thead>" if head and make.chance(0.7) else f"<tr>{head}</tr>"
        )
        first = make.pick(("td", "td", "th"))
        body = []
        for record in records:
            cells = [
                f"<{first if not place_ else 'td'}{name}>{value}</{first if not place_ else 'td'}>"
                for place_, (name, value) in enumerate(zip(names, record, strict=True))
            ]
            body.append(f"<tr>{''.join(cells)}</tr>")
        head = head if form == "table" else ""
        return f"<table{make.names(block, 'table')}>{head}{''.join(body)}</table>"
    if form in ("lines", "list"):
        bar = make.pick((", ", " – ", " · ", " | ", " "))
        title = make.pick(("b", "strong", "span", "a"))
        rows = []
        for record in records:
            first = f"<{title}{names[0]}>{record[0]}</{title}>"
            rest = [
                f"<span{name}>{value}</span>" if form == "list" else value
                for name, value in zip(names[1:], record[1:], strict=True)
                if value
            ]
            rows.append(bar.join([first, *rest]))
        if form == "lines" and make.chance(0.5):
            return (
                f"<div{make.names(block, 'list')}>"
                + "".join(f"<p>{row}</p>" for row in rows)
                + "</div>"
            )
        own = make.names(block, item)
        tag = make.pick(("ul", "ol"))
        return (
            f"<{tag}{make.names(block, 'list')}>"
            + "".join(f"<li{own}>{row}</li>" for row in rows)
            + f"</{tag}>"
        )
    tag, title, text = make.pick(
        (("div", "h3", "p"), ("article", "h2", "div"), ("li", "h4", "span"), ("div", "div", "div"))
    )
    cards = []
    for record in records:
        parts = [f"<{title}{names[0]}>{record[0]}</{title}>"]
        for name, (_, label), value in zip(names[1:], columns[1:], record[1:], strict=True):
            if value and form == "cards":
                parts.append(f"<{text}{name}>{value}</{text}>")
            elif value:
                parts.append(f"<{text}><b>{label}:</b> <span{name}>{value}</span></{text}>")
        cards.append(f"<{tag}{make.names(block, item)}>{''.join(parts)}</{tag}>")
    outer = "ul" if tag == "li" else "div"
    return f"<{outer}{make.names(block, 'grid')}>{''.join(cards)}</{outer}>"


def bullets(values: Sequence[str], tag: str = "ul", own: str = "") -> str:
    """Return values as a list's items."""
    return f"<{tag}{own}>{''.join(f'<li>{value}</li>' for value in values)}</{tag}>"


def titled(make: Make, title: str, values: Sequence[str], block: str = "group") -> str:
    """Return values under a title or behind it: items, a line, chips."""
    bar = make.pick((", ", " / ", " · ", "; ", " | "))
    tag = make.pick(("h2", "h3", "h4", "p", "dt"))
    if tag == "dt":
        rest = "".join(f"<dd>{value}</dd>" for value in values)
        return f"<dl{make.names(block)}><dt>{title}</dt>{rest}</dl>"
    chips = "".join(f"<span{make.names(block, 'chip')}>{value}</span> " for value in values)
    # Without a title, the class alone says what the values are.
    title_or_none = "" if make.style in ("semantic", "bem", "camel") else f"<b>{title}</b> "
    return str(
        make.pick(
            (
                f"<{tag}>{title}</{tag}>{bullets(values, own=make.names(block, 'list'))}",
                f"<{tag}>{title}</{tag}><p{make.names(block)}>{bar.join(values)}</p>",
                f"<p{make.names(block)}><strong>{title}:</strong> {bar.join(values)}</p>",
                f"<div{make.names(block)}><b>{title}</b> {chips}</div>",
                f"<p{make.names(block)}>{title}: {bar.join(values)}</p>",
                f"<div{make.names(block)}>{title_or_none}{chips}</div>",
            )
        )
    )
