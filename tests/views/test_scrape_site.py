"""The view of several pages of a site: a row per thing, and what drifted or was not read."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from triptych import views
from triptych.contract import ScrapedPages, ScrapeReply, ScrapeRequest
from triptych.views.base.figures import png

SITE = "https://shop.example/teas"


def page(name: str, price: str | None, *, drifted: bool = False) -> ScrapeReply:
    context: dict[str, list[str]] = {"name": [name], "price": [price] if price else []}
    sent: dict[str, Any] = {
        "context": context,
        "records": [{key: values[0] for key, values in context.items() if values}],
        "template": {"rules": {}},
    }
    if drifted:
        sent["warnings"] = [{"code": "template_drifted", "message": "price: elsewhere"}]
    asked = ScrapeRequest(url=SITE, element_prompts={"price": "price", "name": "tea"})
    return ScrapeReply.from_json(sent, asked)


def site() -> ScrapedPages:
    replies = {
        f"{SITE}/1": page("Sencha <b>", "3.20 EUR"),
        f"{SITE}/2": page("Assam", None),
        f"{SITE}/3": page("Rooibos", "2.90 EUR", drifted=True),
    }
    return ScrapedPages.joined(replies, {f"{SITE}/4": "The url answered 404."})


def test_a_row_per_record_in_the_order_of_the_prompts() -> None:
    frame = site().to_frame()
    assert list(frame.columns) == ["url", "price", "name"]
    assert list(frame["name"]) == ["Sencha <b>", "Assam", "Rooibos"]
    assert frame["price"].isna().tolist() == [False, True, False]
    assert frame["url"][0] == f"{SITE}/1"


def test_it_says_what_drifted_and_what_was_not_read() -> None:
    shown = views.html(site())
    assert "3 pages read · by one template · 1 with another layout · 1 not read" in shown
    assert "The url answered 404." in shown
    assert "Sencha &lt;b&gt;" in shown
    assert "Sencha <b>" not in shown
    assert "shop.example/teas/4: The url answered 404." in views.text(site()).replace("\n", " ")


def test_the_picture_has_a_line_for_each_page() -> None:
    short = Image.open(io.BytesIO(png(site().plot())))
    many = {f"{SITE}/{number}": page(f"Tea {number}", "3 EUR") for number in range(30)}
    long = Image.open(io.BytesIO(png(ScrapedPages.joined(many, {}).plot(dark=True))))
    assert short.width == long.width
    assert long.height > 3 * short.height


def test_pages_that_hold_nothing_and_pages_without_an_address() -> None:
    data = "data:text/html,<p>tea"
    reply = ScrapedPages.joined({data: ScrapeReply(context={"url": []})}, {})
    frame = reply.to_frame()
    assert list(frame.columns) == ["page url", "url"]
    assert len(frame) == 1
    assert "page 1" in views.html(reply)
    assert "text/html" not in views.text(reply)
