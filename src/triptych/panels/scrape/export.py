"""The records of a page, and what was learned of its site, as files."""

from __future__ import annotations

import json
from itertools import zip_longest

from triptych.contract import ScrapeReply
from triptych.panels.base.browser import File
from triptych.panels.base.export import exported


def rows(reply: ScrapeReply) -> list[dict[str, str]]:
    """Return the records; a value that a record lacks is absent.

    Of a reply without records, as of a hosted service, the n-th values of all keys form the n-th.

    Examples
    --------
    >>> rows(ScrapeReply(context={"tea": ["Sencha", "Uji"], "price": ["9.80"]}))
    [{'tea': 'Sencha', 'price': '9.80'}, {'tea': 'Uji'}]
    """
    if reply.records:
        return reply.records
    keys = list(reply.context)
    return [
        {key: value for key, value in zip(keys, values, strict=True) if value is not None}
        for values in zip_longest(*reply.context.values())
    ]


def table(reply: ScrapeReply) -> File:
    """Return the rows as CSV, a column for each key."""
    import pandas

    frame = pandas.DataFrame(rows(reply), columns=list(reply.context), dtype="object").fillna("")
    return File("records.csv", "text/csv", exported(frame, None, "csv"))


def template(reply: ScrapeReply) -> File | None:
    """Return what a reply learned of its site as JSON, or None if it learned nothing."""
    if reply.template is None:
        return None
    text = json.dumps(reply.template, ensure_ascii=False, indent=1)
    return File("template.json", "application/json", text.encode("utf-8", "replace"))


def records(reply: ScrapeReply) -> File:
    """Return the records as JSON, and all values by key, since a record has one of each."""
    content = {"url": reply.url, "records": rows(reply), "values": reply.context}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return File("records.json", "application/json", text.encode("utf-8", "replace"))
