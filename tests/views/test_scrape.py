"""The view of a scrape: what it says, outlines, folds, masks, escapes and survives."""

from __future__ import annotations

import base64
import html
import io
import random
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from triptych import views
from triptych._boxes import text_width
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.views.base import theme
from triptych.views.base.figures import png
from triptych.views.scrape.fields import colours, outlines, shown_fields
from triptych.views.scrape.screenshot import Screenshot, overlay, screenshot

NAMES = ["Sencha", "Assam", "Rooibos"]
PRICES = ["3.20 EUR", "4.10 EUR", "2.90 EUR"]
PAGE = "<h1>Teas</h1><ul>" + "".join(
    f'<li class="tea"><b class="name">{name}</b> <span class="price">{price}</span></li>'
    for name, price in zip(NAMES, PRICES, strict=True)
)
PROMPTS = {"name": "Tea names", "price": "Prices", "weight": "Weight of the parcel"}
NOTE = "Nothing on the page fits; describe the element in other words."


def field(key: str, values: list[str], **members: Any) -> dict[str, Any]:
    """A field as a server would send it, its elements one below the other."""
    results = [
        {"html": f'<b class="{key}">{text}</b>', "text": text, "box": [40, 100 + 60 * n, 200, 20]}
        for n, text in enumerate(values)
    ]
    sent = {"key": key, "selector": f".{key}", "results": results, "confidence": 0.93}
    return sent | {"source": "text"} | members


def reply(asked: ScrapeRequest | None = None, **members: Any) -> ScrapeReply:
    """A reply as a server would send it."""
    sent: dict[str, Any] = {
        "context": {"name": NAMES, "price": PRICES, "weight": []},
        "selectors": {"name": [".name", "b"], "price": [".price"], "weight": []},
        "data": [
            field("name", NAMES),
            field("price", PRICES, source="json-ld"),
            field("weight", [], note=NOTE, selector="", confidence=0.2),
        ],
        "records": [{"name": n, "price": p} for n, p in zip(NAMES, PRICES, strict=True)],
        "url": "https://www.tea.example/all?page=2",
    }
    return ScrapeReply.from_json(sent | members, asked)


def asked(**members: Any) -> ScrapeRequest:
    given: dict[str, Any] = {"html": PAGE, "element_prompts": PROMPTS}
    return ScrapeRequest(**(given | members))


def picture(width: int = 800, height: int = 600, kind: str = "PNG") -> str:
    """A picture of a page as a `data:` URL."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "#DDDDCC").save(buffer, kind)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(buffer.getvalue()).decode()}"


def visible(fragment: str) -> str:
    """The text of a fragment, without its style sheet."""
    seen = re.sub(r"<style>.*?</style>", "", fragment, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", seen))


class Tags(HTMLParser):
    """The tags and attributes of a fragment; what a frame's `srcdoc` holds is text here."""

    def __init__(self, fragment: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(fragment)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_the_first_line_says_what_was_found() -> None:
    drawn = reply(page_position=2, page_position_length=7, rendered=True)
    line = "2 of 3 elements found on tea.example · 3 records · page 2 of 7 · drawn by a browser"
    assert line in views.html(drawn)
    assert views.text(drawn).startswith(line + "\n")
    assert "Nothing found" in views.html(ScrapeReply.from_json({"context": {"x": []}}))
    one = reply(context={"a": ["1"]}, data=[], records=[{"a": "1"}], url=None)
    assert views.text(one).splitlines()[0] == "1 of 1 element found", "one record is no list"
    assert "javascript" not in views.text(reply(url="javascript:alert(1)"))


def test_warnings_come_first() -> None:
    warned = reply(warnings=[{"code": "shell", "message": "A browser <b>would</b> be needed."}])
    shown = views.html(warned)
    assert "A browser &lt;b&gt;would&lt;/b&gt; be needed." in shown
    assert shown.index("would") < shown.index("Elements")
    assert "would" in views.text(warned)


def test_each_prompt_has_a_row() -> None:
    shown = views.html(reply(asked()))
    rows = re.findall(r"<tr>.*?</tr>", shown.partition("Records</h4>")[0])[1:]
    assert len(rows) == 3
    name, price, weight = (visible(row) for row in rows)
    assert all(words in name for words in ("name", "Tea names", "Sencha", "+2 more", "0.93"))
    assert ".name" in name
    assert "stated by the page as JSON-LD" in price
    assert NOTE in weight
    assert "0.2" not in weight, "how sure a value is that nobody sees"
    assert 'aria-label="confidence 0.93 of 1"' in rows[0]


def test_where_a_value_stands_is_said() -> None:
    said = {
        "microdata": "stated by the page as microdata",
        "meta": "stated by the page in its metadata",
        "attribute": "in an attribute of the element",
        "selector": "by the selector that was given",
    }
    for source, words in said.items():
        assert words in visible(views.html(reply(data=[field("name", NAMES, source=source)])))
    labelled = reply(data=[field("name", NAMES, label="Tea <i>:")])
    assert "text, beside the label “Tea <i>:”" in visible(views.html(labelled))
    bare = reply(data=[], selectors={}, records=[])
    assert ">position<" not in views.html(bare), "no column that says nothing"


def test_records_have_a_row_each_and_their_addresses_are_links() -> None:
    links = [f"https://tea.example/{name}?a=1&b=2" for name in NAMES]
    records = [{"name": name, "link": link} for name, link in zip(NAMES, links, strict=True)]
    shown = views.html(reply(records=records)).partition("Records</h4>")[2]
    assert shown.count("<tr>") == 4
    opened = [own for own in Tags(shown).named("a") if "download" not in own]
    assert [own["href"] for own in opened] == links
    assert all(own["target"] == "_blank" and "noopener" in own["rel"] for own in opened)
    assert "weight" not in visible(shown), "a column nobody has"


def test_many_records_are_cut_and_long_values_folded() -> None:
    many = [{"name": f"tea {number}", "price": "x" * 500} for number in range(1_000)]
    shown = views.html(reply(records=many)).partition("Records</h4>")[2]
    assert shown.count("<tr>") == 51
    assert "950 more rows: to_frame() has them all" in shown
    assert shown.count("<details><summary") == 50
    assert len(views.frame(reply(records=many))) == 1_000


def test_large_replies_stay_light() -> None:
    values = {f"key {n}": [f"value {n} {place}" for place in range(1_000)] for n in range(5)}
    assert len(views.html(ScrapeReply.from_json({"context": values}))) < 700_000
    long = ScrapeReply.from_json({"context": {"a": ["y" * 100_000], "b": ["word " * 20_000]}})
    assert "80,000 more characters" in visible(views.html(long))
    assert len(views.text(long)) < 400


def test_the_frame_has_a_row_per_record_and_the_keys_in_the_order_of_prompts() -> None:
    request = asked(element_prompts={"weight": "w", "price": "p", "name": "n"})
    frame = views.frame(reply(request, records=[{"name": "A", "price": "1"}, {"name": "B"}]))
    assert list(frame.columns) == ["weight", "price", "name"]
    assert frame["name"].tolist() == ["A", "B"]
    assert frame["price"].isna().tolist() == [False, True]
    assert frame["weight"].isna().all()
    assert {str(kind) for kind in frame.dtypes} == {"str"}


def test_without_records_values_of_the_same_place_share_a_row() -> None:
    frame = views.frame(ScrapeReply.from_json({"context": {"a": ["1", "2"], "b": ["x"], "c": []}}))
    assert frame.shape == (2, 3)
    assert frame.iloc[0].tolist()[:2] == ["1", "x"]
    assert frame.iloc[1].isna().tolist() == [False, True, True]
    only_data = ScrapeReply.from_json({"data": [field("name", NAMES)]})
    assert views.frame(only_data)["name"].tolist() == NAMES
    assert views.frame(ScrapeReply.from_json({})).empty


def test_keys_have_colours_of_their_own_that_stay() -> None:
    together = colours(["price", "name", "rating", "author", "date"])
    assert len(set(together)) == 5
    assert colours(["price"])[0] == together[0]
    assert len(colours([f"key {number}" for number in range(50)])) == 50
    shown = views.html(reply(asked()))
    for part in shown_fields(reply(asked())):
        assert shown.count(f"background: {part.colour}") >= 1


# The picture of the page


def test_a_picture_is_overlaid_with_a_box_per_element_and_a_name_per_prompt() -> None:
    shown = views.html(reply(screenshot=picture(), page_size=[800, 600]))
    assert "<iframe" not in shown
    boxes = [own for own in Tags(shown).named("g") if "triptych-box" in own.get("class", "")]
    assert len(boxes) == 6
    (svg,) = Tags(shown).named("svg")
    assert svg["viewbox"] == "0 0 800 600"
    assert svg["aria-label"] == "The page with name, price outlined"
    assert re.findall(r'dir="auto" style="background: #\w+; color: #\w+">([^<]*)</b>', shown) == [
        "name ×3",
        "price ×3",
    ]
    assert "tr:hover .triptych-f0" in shown
    assert 'class="triptych-key triptych-f0"' in shown


def test_boxes_of_the_same_element_lie_around_each_other() -> None:
    (first, inner), (second, outer) = [
        drawn for drawn in outlines(shown_fields(reply()), 1) if drawn[0].key in ("name", "price")
    ]
    assert (first.key, second.key) == ("name", "price")
    assert outer[0] < inner[0] < 40
    assert outer[2] > inner[2] > 200


def test_names_stay_on_the_picture_and_off_each_other() -> None:
    random.seed(7)
    data = [
        field(f"k{n}", ["v"])
        | {"results": [{"html": "<b>", "text": "v", "box": [random.random() * 760, n * 9, 40, 9]}]}
        for n in range(8)
    ]
    shown = overlay(Screenshot("data:,", 800, 600), shown_fields(reply(data=data, context={})))
    places = re.findall(
        r"left: ([\d.-]+)%; top: ([\d.-]+)%; transform: translate\((-?\d+)%, (-?\d+)%\)", shown
    )
    width, height = (text_width("k0", 12) + 10) / 640 * 100, 18 / 640 * 800 / 600 * 100
    spots = [
        (float(x) + int(dx) * width / 100, float(y) + int(dy) * height / 100)
        for x, y, dx, dy in places
    ]
    assert len(spots) == 8
    for place, (x, y) in enumerate(spots):
        assert -0.01 <= x <= 100.01 - width
        assert -0.01 <= y <= 100.01 - height
        for other_x, other_y in spots[:place]:
            assert abs(x - other_x) > width - 0.01 or abs(y - other_y) > height - 0.01


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:image/svg+xml;base64,PHN2Zz4=",
        "data:image/png;base64,AAAA",
        'data:image/png;base64,AAAA" onload="alert(1)',
        "file:///etc/passwd",
        "",
    ],
)
def test_only_pictures_are_taken_for_pictures(address: str) -> None:
    told = reply(asked(), screenshot=address, page_size=[800, 600])
    assert screenshot(told) is None
    shown = views.html(told)
    assert "<image" not in shown
    assert "<iframe" in shown, "the page itself in its place"


def test_a_picture_without_a_size_tells_its_own() -> None:
    shot = screenshot(reply(screenshot=picture(300, 200)))
    assert shot is not None
    assert (shot.width, shot.height) == (300, 200)
    away = "https://api.example/shot.png"
    assert screenshot(reply(screenshot=away)) is None, "no box could be placed"
    assert screenshot(reply(screenshot=away, page_size=[9, 9])) == Screenshot(away, 9, 9)


def test_a_heavy_picture_is_made_lighter() -> None:
    noise = Image.frombytes("RGB", (2_000, 1_500), random.Random(1).randbytes(9_000_000))
    buffer = io.BytesIO()
    noise.save(buffer, "PNG")
    sent = f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    shot = screenshot(reply(screenshot=sent, page_size=[1_000, 750]))
    assert shot is not None
    assert len(shot.address) < len(sent) / 5
    assert (shot.width, shot.height) == (1_000, 750)


def test_boxes_that_are_none_are_left_out() -> None:
    # What is not finite, the contract refuses.
    bad = [[1, 2, 3], [0, 0, 0, 9], [0, 0, -1, 1], None]
    results = [{"html": "<b>", "text": "x", "box": box} for box in bad]
    told = reply(data=[field("name", []) | {"results": results}], screenshot=picture())
    assert "triptych-box" not in re.sub(r"<style>.*?</style>", "", views.html(told))
    png(told.plot())


# The page itself


# The rest


def test_metadata_and_links_are_folded() -> None:
    told = reply(
        meta={"title": "Teas", "og": {"title": "All <teas>", "n": 3, "none": None}},
        link=[
            {"href": "https://tea.example/a", "text": "A", "type": "a"},
            {"href": "javascript:alert(1)", "text": "B", "type": "a"},
            {"href": "https://tea.example/a.png", "type": "img"},
        ],
    )
    shown = views.html(told)
    folded = re.findall(r'<details class="triptych-fold"><summary>([^<]*)', shown)
    assert folded == ["Metadata: 3 entries", "3 links"]
    assert "og.title" in visible(shown)
    assert "All &lt;teas&gt;" in shown
    assert "<img" not in shown
    hrefs = [own["href"] for own in Tags(shown).named("a") if "download" not in own]
    assert hrefs == ["https://tea.example/a", "https://tea.example/a.png"]
    bare = views.html(reply(meta=None, advance_config={"cookies": []}))
    assert '<details class="triptych-fold"' not in bare


def test_what_is_secret_stays_so() -> None:
    secret = "s3cr3t-value"
    browser = {
        "console": [{"type": "log", "text": "hello <b>"}, "plain"],
        "network": {
            "requests": [
                {
                    "url": "https://tea.example/",
                    "method": "POST",
                    "headers": {"Authorization": f"Bearer {secret}", "Accept": "*/*"},
                    "postData": f"password={secret}",
                    "response": {
                        "status": 200,
                        "headers": [{"name": "Set-Cookie", "value": secret}],
                    },
                }
            ]
        },
        "cookies": [
            {"name": "sid", "value": secret, "domain": "tea.example", "expires": 1893456000.5},
            {"name": "tmp", "value": secret, "expires": -1, "httpOnly": True},
            f"sid={secret}",
        ],
    }
    told = reply(advance_config=browser)
    shown = views.html(told)
    for saved in re.findall(r"data:text/csv;base64,([^\"]*)", shown):
        assert secret not in base64.b64decode(saved).decode()
    assert secret not in shown
    assert secret not in views.text(told)
    seen = visible(shown)
    assert "Cookies: 3, values not shown" in seen
    assert "2030-01-01 00:00" in seen
    for words in ("Authorization: •••", "Set-Cookie: •••", "sid", "tea.example", "hello <b>"):
        assert words in seen, words


EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def test_what_pages_send_stays_text() -> None:
    told = ScrapeReply.from_json(
        {
            "context": {EVIL: [EVIL, f"https://a/{EVIL}"]},
            "selectors": {EVIL: [EVIL, EVIL]},
            "data": [field(EVIL, [EVIL], source=EVIL, label=EVIL, note=EVIL)],
            "records": [{EVIL: EVIL, "b": f"https://a/{EVIL}"}] * 2,
            "meta": {EVIL: {EVIL: EVIL}},
            "link": [{"href": EVIL, "text": EVIL, "type": EVIL}],
            "advance_config": {
                "console": [{EVIL: EVIL}],
                "network": [EVIL],
                "cookies": [{EVIL: 1}],
            },
            "page": EVIL,
            "url": f"https://{EVIL}/",
            "warnings": [{"code": EVIL, "message": EVIL}],
        },
        ScrapeRequest(html="x", element_prompts={EVIL[:50]: EVIL}),
    )
    with_picture = told.model_copy(update={"screenshot": picture()})
    for shown in (views.html(told), views.html(with_picture)):
        tags = Tags(shown).found
        assert not {"script", "img"} & {tag for tag, _ in tags}
        assert not {name for _, own in tags for name in own if name.startswith("on")}
        assert all(
            own["href"].startswith(("https://", "data:text/csv", "data:image/png"))
            for _, own in tags
            if "href" in own
        )
    assert "\x1b" not in views.text(reply(context={"a": ["\x1b[31m"]}))


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80))
def test_any_value_stays_text(text: str) -> None:
    shown = views.html(ScrapeReply.from_json({"context": {text: [text, text]}}))
    body = re.sub(r"<style>.*?</style>", "", shown, flags=re.DOTALL)
    known = {"a", "b", "bdi", "code", "details", "div", "h4", "i", "li", "ol", "p", "span"}
    known |= {"summary", "table", "tbody", "td", "th", "thead", "tr", "u", "ul"}
    assert set(re.findall(r"<(\w+)", body)) <= known


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "told",
    [
        reply(),
        reply(screenshot=picture(), page_size=[400, 300]),
        reply(screenshot=picture(390, 9_000), page_size=[390, 9_000]),
        reply(screenshot=picture(), data=[]),
        ScrapeReply.from_json({}),
        ScrapeReply.from_json(
            {"context": {f"key {n} 漢字 😀 $x$": ["y" * 9_999] for n in range(30)}}
        ),
    ],
)
def test_pictures(told: ScrapeReply, dark: bool) -> None:
    drawn = Image.open(io.BytesIO(png(told.plot(dark=dark))))
    assert 1_000 < drawn.width < 1_400
    assert drawn.height < 2_600
    corner = drawn.convert("RGB").crop((2, 2, 3, 3)).tobytes()
    assert f"#{corner.hex().upper()}" == theme.palette(dark=dark).paper


def test_the_picture_shows_that_part_of_the_page_where_something_was_found() -> None:
    tall = Image.new("RGB", (400, 4_000), "#FFFFFF")
    tall.paste("#FF00FF", (0, 3_000, 400, 3_200))
    buffer = io.BytesIO()
    tall.save(buffer, "PNG")
    sent = f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    results = [{"html": "<b>", "text": "x", "box": [50, 3_050, 100, 40]}]
    told = reply(data=[field("name", []) | {"results": results}], screenshot=sent)
    drawn = Image.open(io.BytesIO(png(told.plot()))).convert("RGB")
    seen: list[Any] = [colour for _, colour in drawn.getcolors(1 << 24) or []]
    assert any(red > 240 and green < 20 and blue > 240 for red, green, blue in seen)


def test_names_hide_nothing_where_the_page_has_room() -> None:
    from PIL import Image, ImageDraw

    from triptych.views.scrape.screenshot import Screenshot, free_place, plain_on

    shot = Screenshot("", 200, 100)
    picture = Image.new("RGB", (400, 200), "white")
    # Something is written above, below and to the left of the box, in pixels of two by two.
    draw = ImageDraw.Draw(picture)
    for rectangle in ((0, 0, 280, 76), (0, 124, 280, 199), (0, 0, 76, 199)):
        draw.rectangle(rectangle, fill="grey")
        draw.line(rectangle, fill="black", width=8)
    box, size = (40.0, 40.0, 100.0, 20.0), (30.0, 10.0)
    taken: list[tuple[float, float, float, float]] = []
    place = free_place(box, size, shot, taken, plain_on(picture, shot), [box])
    assert place == (140, 50, 0, -50)
    assert taken == [(140, 45, 30, 10)]
    # Without a picture, above; the next to it.
    taken = []
    nowhere = plain_on(None, shot)
    assert free_place(box, size, shot, taken, nowhere, [box]) == (40, 40, 0, -100)
    assert free_place(box, size, shot, taken, nowhere, [box]) == (40, 60, 0, 0)
