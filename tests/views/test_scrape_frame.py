"""The page in a frame that runs and loads nothing, and the selectors that outline its elements."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych import views
from triptych.contract import ScrapeReply
from triptych.engines.scrape import extract
from triptych.views.scrape.page_frame import LONGEST, css_string, document, safe_selector

from .test_scrape import NAMES, PAGE, PROMPTS, Tags, asked, field, reply


def frame_of(told: ScrapeReply) -> dict[str, str]:
    (frame,) = Tags(views.html(told)).named("iframe")
    return frame


def test_without_a_picture_the_page_is_shown_in_a_frame_that_runs_and_loads_nothing() -> None:
    frame = frame_of(reply(asked()))
    assert frame["sandbox"] == ""
    assert frame["title"] == "The page with name, price outlined"
    shown = frame["srcdoc"]
    head, _, body = shown.partition("<body inert>")
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in head
    assert head.index("Content-Security-Policy") < head.index("<style>")
    assert ":is(.name) { outline: 2px solid" in head
    assert 'content: "name" " " counter(triptych-0)' in head
    assert body == PAGE
    assert frame_of(reply(page="<p>as read"))["srcdoc"].endswith("<p>as read")
    assert "<iframe" not in views.html(reply()), "no page at hand"


def test_what_a_page_would_load_or_run_is_taken_out() -> None:
    evil = (
        '<LINK/rel=preconnect href="//a"><base href="//a"><meta http-equiv=refresh content=0>'
        "<scr<script></script>ipt>x()</script><li<script></script>nk rel=preconnect href=//b>"
        "<SCRIPT src=//c></SCRIPT ><linked>kept</linked>"
    )
    body = document(evil, []).partition("<body inert>")[2]
    assert not re.search(r"<(link|base|meta)[\s/>]", body, re.IGNORECASE)
    assert "<linked>kept" in body
    shown = frame_of(reply(page=evil))["srcdoc"].partition("<body inert>")[2]
    assert not re.search(r"<(link|base|meta)[\s/>]", shown, re.IGNORECASE)
    assert "//c" not in shown


def test_a_frame_cannot_be_left() -> None:
    frame = frame_of(reply(page='"></iframe><script>alert(1)</script>'))
    assert frame["srcdoc"].endswith('"></iframe>')
    shown = views.html(reply(page='"></iframe><img src=x>'))
    assert "img" not in {tag for tag, _ in Tags(shown).found}


def test_a_large_page_is_cut() -> None:
    shown = views.html(reply(page="x" * (LONGEST + 500)))
    assert "Its last 500 characters are left out." in shown
    light = views.html(reply(page=f"<script>{'x' * LONGEST}</script><p>seen"))
    assert "left out" not in light
    assert len(light) < 60_000
    assert "seen" in views.html(reply(page="seen" + "<script>" * 100_000))


@pytest.mark.parametrize(
    "selector",
    [
        "h1",
        "#main > ul.list > li:nth-of-type(2) a[href]",
        'div[data-name="a b: c"], p + p ~ p',
        r".md\:flex",
        ".größe",
        ":is(h1, h2):not(.x)",
    ],
)
def test_selectors_go_into_the_sheet(selector: str) -> None:
    assert safe_selector(selector) == selector


@pytest.mark.parametrize(
    "selector",
    [
        "}*{background:url(//a)",
        "h1{color:red",
        "h1;",
        "@import '//a'",
        "</style><script>",
        "h1</style",
        "<!--",
        'a[b="',
        "a[b='c\"]",
        "a(b",
        "a)b(",
        "a[(b])",
        "a/**/",
        "h1\\",
        "h1\\\n",
        r"\7d x",
        'a[b="\\"]',
        'a[b="}"]',
        "",
        " ",
        "a" * 2_001,
    ],
)
def test_selectors_that_could_break_out_are_dropped(selector: str) -> None:
    assert safe_selector(selector) is None
    told = reply(asked(), selectors={"name": [selector]}, data=[field("name", NAMES)])
    head = frame_of(told)["srcdoc"].partition("<body")[0]
    assert "outline: 2px" not in head


@given(st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_whatever_is_let_through_stays_in_its_rule(selector: str) -> None:
    kept = safe_selector(selector)
    if kept is not None:
        assert not set("{}<@;").intersection(kept)
        # What is escaped is a letter of a name.
        kept = re.sub(r"\\.", "", kept, flags=re.DOTALL)
        assert kept.count("(") == kept.count(")") or '"' in kept or "'" in kept
    written = css_string(selector)
    assert re.fullmatch(r'"[\w\s\\\-²-\U0010ffff]*"', written), written


def test_the_next_safe_selector_is_taken_and_prompts_of_the_same_elements_are_named_together() -> (
    None
):
    same = {"name": ["a{", ".tea b"], "price": [".tea b"]}
    head = frame_of(reply(asked(), selectors=same))["srcdoc"].partition("<body")[0]
    assert head.count("outline: 2px") == 1
    assert 'content: "name \\b7  price"' in head


def test_nothing_is_written_into_elements_that_hold_no_text() -> None:
    pictures = [{"html": '<IMG src="a.png">', "text": ""}]
    told = reply(
        asked(),
        context={"name": ["https://tea.example/a.png"]},
        data=[field("name", []) | {"results": pictures}],
    )
    head = frame_of(told)["srcdoc"].partition("<body")[0]
    assert "outline: 2px" in head
    assert "::before" not in head


def test_a_real_extraction_shows_itself() -> None:
    found = extract(PAGE, PROMPTS)
    told = ScrapeReply.from_json(
        {
            "context": {key: list(own.values) for key, own in found.fields.items()},
            "selectors": {key: list(own.selectors) for key, own in found.fields.items()},
            "data": [
                {
                    "key": key,
                    "selector": next(iter(own.selectors), ""),
                    "results": [{"html": one.html, "text": one.text} for one in own.elements],
                    "confidence": own.confidence,
                    "source": own.source,
                    "note": own.note,
                }
                for key, own in found.fields.items()
            ],
            "records": list(found.records),
        },
        asked(),
    )
    assert told.to_frame()["name"].tolist() == NAMES
    bundle = told._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}
    head = frame_of(told)["srcdoc"].partition("<body")[0]
    assert head.count("outline: 2px") == 2, "every selector of the engine can be written"
