"""Tables of a scrape: what each prompt found and where, and the things of the page."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.contract import ScrapeReply
from triptych.views.base.markup import escape, foldable, table
from triptych.views.base.units import shortened
from triptych.views.scrape.found import Part, keys, things
from triptych.views.scrape.wording import further, missing, shown_label, stated, web_address

#: Rows of the table of records.
MOST_RECORDS = 50
_MOST_VALUES = 50
#: Characters of an address that is linked to, and of what is shown of it.
_LONGEST_LINK, _LONGEST_ADDRESS = 2_000, 60


def fields_table(found: Sequence[Part]) -> str:
    """Return a row for each prompt: value, confidence, where it stands, and selectors."""
    columns = {
        "element": [_name(part) for part in found],
        "value": [_values(part) for part in found],
        "confidence": [_sure(part) for part in found],
        "where it stands": [_where(part) for part in found],
        "selector": [_selectors(part) for part in found],
    }
    told = {name: cells for name, cells in columns.items() if any(cells)}
    download = [
        [part.key, value, part.confidence, part.source, next(iter(part.selectors), "")]
        for part in found
        for value in (part.values or [""])
    ]
    listed = table(
        list(told),
        list(zip(*told.values(), strict=True)),
        download=download,
        download_columns=["element", "value", "confidence", "source", "selector"],
        name="elements",
        most=len(download),
    )
    return f'<div class="triptych-elements">{listed}</div>'


def records_table(reply: ScrapeReply) -> str:
    """Return a row for each thing of the page."""
    listed = things(reply)
    columns = [key for key in keys(reply) if any(key in one for one in listed)]
    rows = [
        [str(number), *(value(one.get(key, "")) for key in columns)]
        for number, one in enumerate(listed[:MOST_RECORDS], 1)
    ]
    shown = table(
        ["", *(shortened(column, 60) for column in columns)],
        rows,
        download=[[one.get(key, "") for key in columns] for one in listed],
        download_columns=columns,
        name="records",
        numbers={0},
        most=MOST_RECORDS,
    )
    return f'<div class="triptych-records">{shown}</div>'


def value(words: str) -> str:
    """Return a value: an address as a link, a long text folded."""
    address = web_address(words)
    if address is None or len(address) > _LONGEST_LINK or len(address.split()) > 1:
        return foldable(words.strip())
    return (
        f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer" dir="auto">'
        f"{escape(shortened(address, _LONGEST_ADDRESS))}</a>"
    )


def _name(part: Part) -> str:
    prompt = "" if part.prompt in ("", part.key) else part.prompt
    described = f'<div class="triptych-faint" dir="auto">{escape(shortened(prompt, 120))}</div>'
    return (
        f'<span class="triptych-key triptych-f{part.number}"><i style="background: {part.colour}" '
        f'aria-hidden="true"></i><b dir="auto">{escape(shortened(part.key, 50))}</b></span>'
        f"{described if prompt else ''}"
    )


def _values(part: Part) -> str:
    if not part.found:
        return f'<span class="triptych-faint">{escape(missing(part))}</span>'
    first, *others = part.values
    note = f'<div class="triptych-faint">{escape(part.note)}</div>' if part.note else ""
    if not others:
        return value(first) + note
    listed = "".join(f"<li>{value(one)}</li>" for one in others[: _MOST_VALUES - 1])
    rest = further(part.values, _MOST_VALUES)
    left = f"<p>{rest}: to_frame() has them all.</p>" if rest else ""
    return (
        f'{value(first)}<details class="triptych-more"><summary>{further(part.values)}</summary>'
        f'<ol start="2" class="triptych-values" tabindex="0">{listed}</ol>{left}</details>{note}'
    )


def _sure(part: Part) -> str:
    confidence = part.confidence
    if confidence is None or not part.found:
        return ""
    return (
        f'<span class="triptych-sure" role="img" aria-label="confidence {confidence:.2f} of 1">'
        f'{confidence:.2f}<i><i style="width: {100 * confidence:.0f}%"></i></i></span>'
    )


def _where(part: Part) -> str:
    if not part.found:
        return ""
    # A label may be written from right to left.
    label = f"“<bdi>{escape(shown_label(part))}</bdi>”" if part.label else ""
    return ", ".join(filter(None, (escape(stated(part)), label and f"beside the label {label}")))


def _selectors(part: Part) -> str:
    if not part.selectors:
        return ""
    best, *others = (f"<code>{escape(shortened(one, 300))}</code>" for one in part.selectors)
    if not others:
        return best
    listed = "".join(f"<li>{one}</li>" for one in others[:20])
    return (
        f'{best}<details class="triptych-more"><summary>{further(part.selectors)}</summary>'
        f'<ul class="triptych-values">{listed}</ul></details>'
    )
