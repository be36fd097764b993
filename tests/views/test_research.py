"""The view of a research: what it says, marks, links, escapes, draws and survives."""

from __future__ import annotations

import html
import io
import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from triptych import views
from triptych.contract import ResearchReply, ResearchRequest
from triptych.views.base import theme
from triptych.views.base.figures import png
from triptych.views.research.graph import MOST_QUESTIONS, MOST_SOURCES, layout, sub_questions
from triptych.views.research.prose import Prose, as_markdown

VOLCANO = "https://en.wikipedia.org/wiki/Volcano"
PLATE = "https://en.wikipedia.org/wiki/Plate_(geology)"
QUOTED = "https://en.wikipedia.org/wiki/Plate_%28geology%29"
FORM = "Volcanoes form where plates part."
ERUPT = "They erupt when gas drives magma up."
TWICE = "The module's __init__ is 2*3 <b>bold</b>."
REPORT = (
    f"## How do they form?\n\n{FORM} [[1]({VOLCANO})] {TWICE} [[2]({QUOTED})]\n\n"
    f"## Why do they erupt?\n\n- {ERUPT} [[1]({VOLCANO})]\n- {FORM} [[2]({QUOTED})]"
)
QUESTIONS = [
    {"text": "How do volcanoes form", "query": "volcanoes form", "round": 1, "urls": [VOLCANO]},
    {"text": "plates", "query": "plates", "round": 2, "urls": [PLATE, VOLCANO, "https://x/"]},
    {"text": "zebras", "query": "zebras", "round": 2, "urls": ["https://x/"]},
]


def source(**members: Any) -> dict[str, Any]:
    """A source as a server would send it."""
    return {
        "title": "Volcano",
        "url": VOLCANO,
        "site_long_name": "Wikipedia",
        "age": "2024-05-01T10:00:00Z",
        "content": f"Before it. {ERUPT} Behind it.",
        "reference_number": 1,
        "attribution": "Wikipedia contributors, CC BY-SA 4.0",
    } | members


def statement(text: str, number: int, support: str, heading: str) -> dict[str, Any]:
    return {"text": text, "reference_number": number, "support": support, "heading": heading}


def reply(asked: ResearchRequest | None = None, **members: Any) -> ResearchReply:
    """A reply as the embedded service sends it."""
    sent = {
        "query": "How do volcanoes form and why do they erupt?",
        "results": REPORT,
        "sources": [
            source(),
            source(title="Plate", url=PLATE, reference_number=2, content=None, age=None),
        ],
        "questions": QUESTIONS,
        "statements": [
            statement(FORM, 1, "Where plates part, volcanoes form.", "How do they form?"),
            statement(TWICE, 2, TWICE, "How do they form?"),
            statement(ERUPT, 1, ERUPT, "Why do they erupt?"),
            statement(FORM, 2, "Rift makes cones.", "Why do they erupt?"),
        ],
        "pages_read": 24,
        "rounds": 2,
        "written_by": "extraction",
        "provider": "index",
    }
    return ResearchReply.from_json(sent | members, asked)


def hosted(text: str, **members: Any) -> ResearchReply:
    """A reply of a service that keeps to the specification."""
    sources = [source(content=None, snippets=[f"{FORM} Yes."])]
    return ResearchReply.from_json({"query": "q", "results": text, "sources": sources} | members)


def many(questions: int, sources: int) -> ResearchReply:
    """A reply with so many sub-questions and sources."""
    urls = [f"https://a.org/{number}" for number in range(sources)]
    asked = [
        {"text": f"{place} " + "long " * 40, "query": "q", "round": 1 + place // 5, "urls": urls}
        for place in range(questions)
    ]
    named = [
        source(title="T" * 300 + "عربي 😀", url=url, reference_number=place, content=None)
        for place, url in enumerate(urls, 1)
    ]
    return reply(questions=asked, sources=named, statements=[])


def visible(fragment: str) -> str:
    """The text of a fragment, without its style sheets."""
    seen = re.sub(r"<style>.*?</style>", "", fragment, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", seen))


class Tags(HTMLParser):
    """The tags and attributes of a fragment."""

    def __init__(self, fragment: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.feed(fragment)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in {"href", "src"}}


def test_the_first_line_says_what_it_took() -> None:
    shown = visible(views.html(reply()))
    assert shown.startswith("4 sentences from 2 sources · 2 rounds · 3 searches · 24 pages read")
    assert "Extracted from the pages" in shown
    by = visible(views.html(reply(written_by="smol <1>")))
    assert "Written by smol <1>, each sentence checked" in by
    plain = visible(views.html(hosted(f"{FORM} [[1]({VOLCANO})]")))
    assert plain.startswith("1 cited sentence from 1 source "), "a service that tells no more"
    assert visible(views.html(hosted("Words."))).startswith("An answer that cites none of its 1 s")
    assert visible(views.html(hosted("Words.", sources=[]))).startswith("An answer without sources")


def test_markers_are_numbers_that_lead_to_their_pages() -> None:
    shown = views.html(reply())
    markers = re.findall(r'<a class="triptych-marker triptych-m(\d)"[^>]*href="([^"]*)"', shown)
    assert markers == [("1", VOLCANO), ("2", PLATE), ("1", VOLCANO), ("2", PLATE)]
    assert "[[" not in visible(shown)
    assert 'aria-label="Source 1: Volcano, Wikipedia"' in shown
    assert shown.count('target="_blank" rel="noopener noreferrer"') == 6


def test_a_marker_shows_the_supporting_words_in_their_page() -> None:
    tips = [html.unescape(tip) for tip in re.findall(r'data-tip="([^"]*)"', views.html(reply()))]
    assert tips[0] == "1 · Volcano · Wikipedia\n“Where plates part, volcanoes form.”"
    assert tips[2] == f"1 · Volcano · Wikipedia\nBefore it. “{ERUPT}” Behind it."
    assert tips[3].endswith("“Rift makes cones.”"), "the same sentence, of another source"


def test_without_statements_a_marker_shows_the_snippet() -> None:
    said = f"Nobody knows. {FORM} [[1]({VOLCANO})] Gone. [[7](https://b.org/)]"
    tips = re.findall(r'data-tip="([^"]*)"', views.html(hosted(said)))
    assert html.unescape(tips[0]).endswith(f"“{FORM} Yes.”")
    assert tips[1] == "7 · https://b.org/", "a source that is not told"


def test_a_difference_shows_the_sentences_that_it_rests_on() -> None:
    told = f"A says 1990 [[1]({VOLCANO})], B says 2 million [[2]({QUOTED})]."
    said = [
        statement("It is old.", 1, "It is old.", ""),
        statement("Finished in 1990.", 1, "Finished in 1990.", ""),
        statement("It cost 2 million.", 2, "It cost 2 million.", ""),
    ]
    page = views.html(reply(results=told, statements=said))
    tips = [html.unescape(tip) for tip in re.findall(r'data-tip="([^"]*)"', page)]
    assert [tip.partition("\n")[2] for tip in tips] == [
        "“Finished in 1990.”",
        "“It cost 2 million.”",
    ]


def test_pointing_lights_up_what_belongs_together_without_a_script() -> None:
    shown = views.html(reply())
    assert "<script" not in shown
    for name in ("s1", "r1", "t1", "m1", "s2", "r2", "t2", "q0", "q2", "e1"):
        assert re.search(rf'class="[^"]*triptych-{name}\b', shown), name
    assert ":has(.triptych-m2:is(:hover, :focus-visible)" in shown
    assert ".triptych-graph:has(.triptych-asked.triptych-q1:hover)" in shown


def test_the_contents_lead_to_the_headings() -> None:
    shown = views.html(reply())
    contents = re.findall(r'<a href="#([^"]*)">(?:<bdi>)?([^<]*)', shown)
    assert [words for _, words in contents] == [
        "How do they form?",
        "Why do they erupt?",
        "Sources",
        "How it was found",
    ]
    for name, _ in contents:
        assert shown.count(f'id="{name}"') == 1
    names = set(re.findall(r'id="([^"]*)"', views.html(reply(query="Another"))))
    assert names.isdisjoint(name for name, _ in contents), "two reports in one notebook"
    assert "<nav" not in views.html(hosted("# One\n\nWords."))


def test_a_notebook_finds_no_headings_for_its_own_contents() -> None:
    assert not re.search(r"<h\d", views.html(reply()))
    assert views.html(reply()).count('role="heading"') == 4


def test_a_first_heading_like_the_question_is_not_said_twice() -> None:
    same = reply(query="How do they form")
    assert [heading.text for heading in Prose(same).headings] == ["Why do they erupt?"]


def test_extracted_text_means_itself() -> None:
    assert TWICE in visible(views.html(reply()))
    for line in ("1990. That year", "#no", "+ a", "> b", "a | b", "&amp; &#60;", "[x](http://y/)"):
        shown = Prose(reply(results=line))
        assert next(token.type for token in shown._tokens) == "paragraph_open", line
        assert visible(views.html(reply(results=line))).count(line.strip()) >= 1, line
    assert as_markdown(reply(results="- an item")) == "- an item"


def test_the_markdown_of_a_service_is_shown() -> None:
    text = (
        "# Top\n\n**Bold** and *more* [[1](https://a/)].\n\n1. one\n2. two\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 [[1](https://a/)] |\n\n```\n<b>&\n```\n\n[link](https://l/)"
    )
    shown = views.html(hosted(text, questions=[]))
    for piece in (
        "<strong>Bold</strong>",
        "<em>more</em>",
        "<ol>",
        '<td dir="auto">1</td>',
        "&lt;b&gt;&amp;",
    ):
        assert piece in shown, piece
    assert '<a href="https://l/" target="_blank" rel="noopener noreferrer">link</a>' in shown
    assert "How it was found" not in shown


def test_a_stop_behind_a_marker_belongs_to_its_sentence() -> None:
    cited = Prose(hosted(f"Red [[1]({VOLCANO})]. Blue [[2](x)][[1](y)], and more.")).cited
    assert [one.text for one in cited] == ["Red.", "Blue,"]
    assert [citation.number for citation in cited[1].citations] == [2, 1]


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JavaScript:x", "data:text/html,<b>", "vbscript:x", "file:///etc/a"],
)
def test_addresses_that_are_not_of_the_web_are_no_links(url: str) -> None:
    text = f"A [[1]({url})] b [[9]({url})] [c]({url}) ![d]({url}) <{url}>\n\n[e][f]\n\n[f]: {url}"
    bad = hosted(text, sources=[source(url=url, favicon=url, thumbnail=url)])
    links = Tags(views.html(bad)).links
    assert all(link.startswith(("data:text/csv", "#research-")) for link in links), links


def test_what_pages_send_stays_text() -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    members = dict.fromkeys(("title", "description", "content", "site_long_name"), evil)
    members |= {"age": evil, "attribution": evil, "url": f"https://a/{evil}"}
    for by in ("extraction", evil):
        shown = views.html(
            reply(
                ResearchRequest(query=evil),
                query=evil,
                spell_fixed=True,
                results=f"## {evil}\n\n## {evil}\n\n{evil} [[1](https://a/{evil})] [[7](x{evil})]",
                written_by=by,
                not_found=[f"x{evil}"],
                warnings=[{"code": "x", "message": evil}],
                sources=[source(**members, snippets=[evil])],
                questions=[{"text": evil, "query": evil, "round": 1, "urls": [evil]}],
                statements=[statement(evil, 1, evil, evil)],
            )
        )
        seen = Tags(shown)
        assert not {"script", "img"} & seen.tags
        assert not {name for name in seen.attributes if name.startswith("on")}


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80), st.booleans())
def test_any_text_stays_text(text: str, extracted: bool) -> None:
    shown = views.html(reply(results=text, written_by="extraction" if extracted else None))
    body = re.sub(r"<style>.*?</style>", "", shown, flags=re.DOTALL)
    known = {"a", "b", "bdi", "blockquote", "br", "code", "details", "div", "em", "hr", "i", "li"}
    known |= {"nav", "ol", "p", "path", "pre", "s", "small", "span", "strong", "summary", "sup"}
    known |= {"svg", "table", "tbody", "td", "th", "thead", "tr", "ul"}
    assert set(re.findall(r"<(\w+)", body)) <= known


def test_a_report_without_an_end_is_read_in_no_time() -> None:
    for text in ("[[1](http://" * 3_000, "[[1](http://a/)]" * 3_000, "[" * 9_000, "> " * 9_000):
        views.html(hosted(text))
    shown = views.html(hosted("word " * 100_000))
    assert "200,000 more characters" in visible(shown)


def test_what_was_not_found_is_said_once() -> None:
    said = reply(not_found=["zebras"])
    assert "Nothing was found about:zebras" in visible(views.html(said))
    assert "Nothing was found about:\n- zebras" in views.text(said)
    told = reply(not_found=["zebras"], results=REPORT + "\n\nNothing was found about: zebras.")
    assert visible(views.html(told)).count("Nothing was found") == 1


def test_nothing_found_says_what_to_try() -> None:
    asked = ResearchRequest(query="zorbs", max_depth=1)
    members: dict[str, Any] = {"results": "", "sources": [], "statements": [], "questions": []}
    empty = reply(asked, not_found=["zorbs"], **members)
    shown = visible(views.html(empty))
    assert shown.startswith("Nothing was found · 2 rounds · 24 pages read")
    for words in ("max_depth was 1", "triptych index add", "Nothing was found about:zorbs"):
        assert words in shown, words
    assert "Extracted" not in shown
    assert views.frame(empty).empty
    own = reply(ResearchRequest(query="x", byo_urls=["https://a/"]), **members)
    assert "Check the addresses" in views.html(own)


def test_warnings_and_corrections_are_told() -> None:
    asked = ResearchRequest(query="volcanos")
    warned = reply(asked, spell_fixed=True, warnings=[{"code": "u", "message": "One failed."}])
    for shown in (visible(views.html(warned)), views.text(warned)):
        assert "One failed." in shown
        assert "Spelling corrected from “volcanos”." in shown


@pytest.mark.parametrize(("failures", "folded"), [(3, False), (4, True)])
def test_many_failures_do_not_come_before_the_report(failures: int, folded: bool) -> None:
    lost = [{"code": "page_not_read", "message": f"P{n} was lost."} for n in range(failures - 1)]
    lost.append({"code": "search_failed", "message": "No answer."})
    over = {"code": "time_limit", "message": "The time was over."}
    page = views.html(reply(warnings=[*lost, over]))
    before, fold, behind = page.partition('<details class="triptych-fold triptych-failed">')
    assert "The time was over." in before
    assert bool(fold) == folded
    told = behind.partition("</details>")[0] if folded else before
    assert [one["message"] in told for one in lost] == [True] * failures
    assert ("<summary>3 pages were not read and 1 search failed</summary>" in page) == folded


def test_sources_tell_site_date_licence_and_coverage() -> None:
    shown = views.html(reply())
    facts = "Wikipedia · 2024-05-01 · Wikipedia contributors, CC BY-SA 4.0"
    assert facts in visible(shown)
    assert re.findall(r'style="width: (\d+)%"></i><span>(\d)', shown) == [("100", "2")] * 2
    assert "rests on “Where plates part, volcanoes form.”" in shown
    assert "in these words" in shown
    fewer = reply(statements=[statement(FORM, 1, FORM, "")] * 4 + [statement(FORM, 2, "", "")])
    bars = re.findall(r'style="width: (\d+)%"></i><span>(\d)', views.html(fewer))
    assert bars == [("100", "4"), ("25", "1")]


def test_the_graph_leads_from_questions_to_the_sources_they_brought() -> None:
    first, second, third = sub_questions(reply())
    assert (first.sources, second.sources, third.sources) == ((1,), (1, 2), ())
    assert (first.new, second.new, third.new) == ((1,), (2,), ())
    shown = views.html(reply())
    assert shown.count("<path") == 2, "each source from the sub-question that found it first"
    assert "nothing of it cited" in shown
    assert [words for words in ("Round 1", "Round 2") if words in visible(shown)]
    table = shown.partition("The graph as a table")[2]
    assert "2 Plate" in table
    assert ">none<" in table


def test_a_sub_question_whose_pages_were_known_before_leads_to_none() -> None:
    again = QUESTIONS[1] | {"urls": QUESTIONS[0]["urls"]}
    shown = views.html(reply(questions=[QUESTIONS[0], again]))
    assert shown.count("<path") == 1
    assert "nothing new" in shown


def test_addresses_written_in_two_ways_are_one() -> None:
    quoted = reply(questions=[QUESTIONS[0] | {"urls": [QUOTED + "#top"]}])
    assert sub_questions(quoted)[0].sources == (2,)


@pytest.mark.parametrize(("questions", "sources"), [(15, 30), (1, 60), (25, 1), (15, 0), (0, 5)])
def test_nothing_overlaps(questions: int, sources: int) -> None:
    drawn = many(questions, sources)
    placed = layout(
        sub_questions(drawn),
        range(1, sources + 1),
        question_height=40,
        source_height=27,
        round_height=30,
    )
    for column in (placed.left, placed.right):
        for above, below in pairwise(column):
            assert above.middle + above.height / 2 <= below.middle - below.height / 2 + 1e-6
        for row in column:
            assert row.height / 2 <= row.middle + 1e-6
            assert row.middle <= placed.height - row.height / 2 + 1e-6
    assert len(placed.edges) == (sources if questions else 0)


def test_more_than_a_drawing_holds_is_told() -> None:
    drawn = many(MOST_QUESTIONS + 2, MOST_SOURCES + 3)
    assert "… and 2 more sub-questions and 3 more sources" in visible(views.html(drawn))


def test_the_frame() -> None:
    frame = views.frame(reply())
    assert list(frame.columns) == [
        *("number", "title", "url", "site", "published", "language", "attribution", "sentences"),
        *("cited_for", "supports", "headings", "questions", "is_safe"),
    ]
    assert frame["sentences"].tolist() == [2, 2]
    assert frame["cited_for"][0] == [FORM, ERUPT]
    assert frame["supports"][0] == ["Where plates part, volcanoes form.", ERUPT]
    assert frame["questions"][1] == ["plates"]
    assert frame["headings"][0] == ["How do they form?", "Why do they erupt?"]
    assert len(frame.explode(["cited_for", "supports"])) == 4
    plain = views.frame(hosted(f"{FORM} [[1]({VOLCANO})]"))
    assert plain["supports"][0] == [f"{FORM} Yes."]


def test_plain_text() -> None:
    text = views.text(reply())
    assert text.startswith("4 sentences from 2 sources")
    assert f"{FORM} [1] {TWICE} [2]" in text
    assert (
        f"1. Volcano · Wikipedia · 2024-05-01 · Wikipedia contributors, CC BY-SA 4.0\n   {VOLCANO}"
        in text
    )
    assert "\x1b" not in views.text(reply(results="a\x1b[31mb"))
    assert "… and 30 more" in views.text(many(1, 60))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "drawn",
    [
        reply(),
        reply(query="$\\bad{math 漢字 😀 " + "w" * 400, not_found=["x"], sources=[]),
        reply(sources=[source(title="$\\bad{math"), source(reference_number=2)], statements=[]),
        hosted(f"{FORM} [[1]({VOLCANO})]"),
        hosted("", sources=[]),
        many(15, 30),
        many(3, 70),
    ],
)
def test_pictures(drawn: ResearchReply, dark: bool) -> None:
    picture = Image.open(io.BytesIO(png(drawn.plot(dark=dark))))
    assert picture.width > 1000
    assert picture.height < 6000
    corner = picture.convert("RGB").crop((2, 2, 3, 3)).tobytes()
    assert f"#{corner.hex().upper()}" == theme.palette(dark=dark).paper
    assert len(picture.convert("L").getcolors() or []) > 10, "nothing was drawn"


def test_a_reply_shows_itself() -> None:
    bundle = reply()._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
