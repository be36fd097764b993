"""A research as a file: Markdown, a page that prints, and a bibliography."""

from __future__ import annotations

import html as html_module
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from triptych.contract import ResearchReply
from triptych.views.research.bibliography import bibtex
from triptych.views.research.export import markdown
from triptych.views.research.printing import html

VOLCANO = "https://en.wikipedia.org/wiki/Volcano"
PLATE = "https://en.wikipedia.org/wiki/Plate_(geology)"
REPORT = (
    f"## How do __they__ form?\n\nVolcanoes form. [[1]({VOLCANO})] Plates part! [[2]({PLATE})]\n\n"
    f"- 2*3*4 is <b>. [[1]({VOLCANO})]\n- Two. [[9](https://gone.example/)]"
)


def source(**members: Any) -> dict[str, Any]:
    return {
        "title": "Volcano",
        "url": VOLCANO,
        "age": "2024-05-01T10:00:00Z",
        "reference_number": 1,
        "attribution": "Wikipedia contributors, CC BY-SA 4.0",
    } | members


def reply(**members: Any) -> ResearchReply:
    """A reply as the embedded service sends it."""
    sent = {
        "query": "How do [volcanoes] form?",
        "results": REPORT,
        "sources": [
            source(),
            source(title="Plate [tectonics]", url=PLATE, reference_number=2, age=None),
            source(title="Unused", url="https://u.org/", reference_number=3),
        ],
        "written_by": "extraction",
        "not_found": ["zebras"],
        "questions": [{"text": "form", "query": "form", "round": 1, "urls": [VOLCANO]}],
    }
    return ResearchReply.from_json(sent | members)


class Tags(HTMLParser):
    """The tags, ids and links of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in {"href", "src"}]


def shown(text: str) -> str:
    """What a reader of Markdown shows, HTML allowed as in most."""
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def letters(page: str) -> str:
    return html_module.unescape(re.sub(r"<[^>]*>", "", page))


def test_markdown_has_a_footnote_for_each_source() -> None:
    text = markdown(reply())
    assert "Volcanoes form.[^1] Plates part\\![^2]" in text, "![ would begin a picture"
    notes = re.findall(r"^\[\^(\d)\]: (.*)$", text, re.MULTILINE)
    assert [number for number, _ in notes] == ["1", "2", "9"]
    assert notes[0][1].startswith(f"[Volcano](<{VOLCANO}>), en.wikipedia.org, 2024-05-01, Wiki")
    assert f"](<{PLATE}>)" in notes[1][1]
    assert "\n- [Unused](<https://u.org/>)" in text, "nothing leads to it: no footnote"
    assert set(re.findall(r"\[\^(\d+)\](?!:)", text)) == {"1", "2", "9"}
    assert "[[" not in text


def test_markdown_reads_as_the_report() -> None:
    page = shown(markdown(reply()))
    for words in (
        "<h1>How do [volcanoes] form?</h1>",
        "<h2>How do __they__ form?</h2>",
        "2*3*4 is &lt;b&gt;.",
        "Nothing was found about:",
        "<em>Extracted from the pages.</em>",
    ):
        assert words in page, words
    assert page.count("<li>") == 4


def test_markdown_of_a_service_is_kept() -> None:
    text = (
        "**Bold** and *more*, `a``b` ~~old~~ [l](https://l/).  \nNew line\n\n"
        "3. one\n4. two\n   - deep\n\n> quote\n>\n> more\n\n"
        "| a | b |\n|---|---|\n| 1 | x \\| y |\n\n"
        "````py\n```\n````\n\n---\n\n### End"
    )
    mine = reply(results=text, written_by=None, not_found=[], sources=[])
    own = markdown(mine).partition("\n\n")[2]
    strict = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    assert strict.render(own) == strict.render(text)


@pytest.mark.parametrize("graph", [True, False])
def test_many_failures_are_at_the_end_of_a_page(graph: bool) -> None:
    lost = [{"code": "page_not_read", "message": f"P{n} was lost."} for n in range(5)]
    members: dict[str, Any] = {} if graph else {"questions": []}
    page = html(reply(warnings=lost, **members))
    top, _, end = page.partition("How it was found")
    assert "5 pages were not read: they are listed at the end." in top
    assert "P0 was lost." not in top
    assert all(one["message"] in end for one in lost)
    few = html(reply(warnings=lost[:1]))
    assert "P0 was lost." in few.partition("<article")[0]


def test_markdown_of_others_brings_no_html_and_no_scripts() -> None:
    text = (
        "<script>a</script> <img src=x onerror=a> [a](javascript:b) ![p](javascript:c) "
        "<javascript:d>\n\n<div onclick=e>\n\n[r][x]\n\n[x]: javascript:f\n\n```\n<script>\n```\n\n"
        "[[1](javascript:g)]"
    )
    for by in (None, "extraction"):
        evil = source(
            title="](javascript:h)<script>", url="javascript:i", attribution="<img src=x>"
        )
        mine = reply(results=text, written_by=by, query="<script>[a](javascript:j)", sources=[evil])
        seen = Tags(shown(markdown(mine)))
        assert not {"script", "img", "div"} & set(seen.tags)
        assert not [link for link in seen.links if "javascript" in link]


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_any_extracted_text_reads_the_same(text: str) -> None:
    mine = reply(results=f"A{text} [[1]({VOLCANO})]", sources=[], not_found=[])
    page = letters(shown(markdown(mine)))
    assert "".join(f"A{text}".split()) in "".join(page.split())


def test_html_is_a_page_of_its_own() -> None:
    page = html(reply())
    assert page.startswith("<!doctype html>")
    seen = Tags(page)
    assert not {"script", "img", "link", "iframe"} & set(seen.tags)
    assert "default-src 'none'" in page
    assert "@media print" in page
    assert "<title>How do [volcanoes] form?</title>" in page
    assert len(seen.ids) == len(set(seen.ids))
    inner = [link[1:] for link in seen.links if link.startswith("#")]
    assert set(inner) <= set(seen.ids), "every number leads to its source"
    assert inner.count("source-1") == 2
    for words in ("Wikipedia contributors, CC BY-SA 4.0", PLATE, "Nothing was found about", "form"):
        assert words in letters(page), words
    assert page.count("<path") == 1


def test_html_escapes_what_pages_send() -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    members = dict.fromkeys(("title", "age", "attribution", "site_name", "content"), evil)
    page = html(
        reply(
            query=evil,
            results=f"## {evil}\n\n## b\n\n{evil} [[1](x)] [[4](javascript:x)]",
            sources=[source(**members, url=f"javascript:{evil}")],
            not_found=[evil],
            warnings=[{"code": "x", "message": evil}],
            questions=[{"text": evil, "query": evil, "round": 1, "urls": [evil]}],
            written_by=evil,
        )
    )
    seen = Tags(page)
    assert not {"script", "img"} & set(seen.tags)
    assert not {name for name in seen.attributes if name.startswith("on")}
    assert all(link.startswith("#") for link in seen.links)


@pytest.mark.parametrize("members", [{"sources": []}, {"results": ""}, {"questions": []}])
def test_little_is_exported_too(members: dict[str, Any]) -> None:
    for export in (markdown, html, bibtex):
        assert isinstance(export(reply(**members)), str)


def fields(entry: str) -> dict[str, str]:
    """The fields of an entry, read as BibTeX reads them: braces are counted, whatever is before."""
    found, rest = {}, entry.partition(",")[2]
    while match := re.match(r"\s*(\w+) = \{", rest):
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(rest[end], 0)
            end += 1
        found[match[1]] = rest[match.end() : end - 1]
        rest = rest[end:].lstrip(",")
    assert rest.strip() == "}"
    return found


def test_bibtex_entries() -> None:
    entries = bibtex(reply(), urldate="2026-11-21").split("\n\n")
    assert entries[0].startswith("@online{wikipedia2024volcano,\n")
    assert fields(entries[0]) == {
        "title": "{Volcano}",
        "author": "{Wikipedia contributors}",
        "organization": "{en.wikipedia.org}",
        "date": "2024-05-01",
        "url": VOLCANO,
        "note": "Wikipedia contributors, CC BY-SA 4.0",
        "urldate": "2026-11-21",
    }
    assert "date" not in fields(entries[1])
    assert "urldate" not in bibtex(reply())
    assert bibtex(reply(sources=[])) == ""


def test_bibtex_keys_are_unique_and_plain() -> None:
    same = [source(reference_number=place) for place in range(1, 4)]
    other = [
        source(title="Ünïcode {x}, y", reference_number=4),
        source(title="漢字", reference_number=5),
    ]
    keys = re.findall(r"@online\{([^,]*),", bibtex(reply(sources=same + other)))
    assert len(set(keys)) == 5
    assert keys[:2] == ["wikipedia2024volcano", "wikipedia2024volcano-2"]
    assert keys[3] == "wikipedia2024unicode"
    assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys)


def test_bibtex_escapes() -> None:
    hard = source(
        title="50 % of {C} & $x_1$ #\\n ~^ }",
        url="https://a.org/{b} c%20_d#e&f\\g",
        attribution="A & B",
        age="not a date",
    )
    got = fields(bibtex(reply(sources=[hard])).rstrip())
    assert got["title"] == (
        r"{50 \% of \textbraceleft{}C\textbraceright{} \& \$x\_1\$ \#\textbackslash{}n "
        r"\textasciitilde{}\textasciicircum{} \textbraceright{}}"
    )
    assert got["url"] == "https://a.org/%7Bb%7D%20c%20_d#e&f%5Cg"
    assert got["note"] == r"A \& B"
    assert "author" not in got
    assert "date" not in got
    assert "url" not in fields(bibtex(reply(sources=[source(url="javascript:x")])).rstrip())


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_title_keeps_an_entry_whole(text: str) -> None:
    made = bibtex(reply(sources=[source(title=text, site_name=text, attribution=text)]))
    assert fields(made.rstrip())["url"] == VOLCANO
