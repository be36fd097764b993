"""Views of a search and of suggestions: what they say, mark, link, escape and survive."""

from __future__ import annotations

import html
import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import RendererAgg
from PIL import Image

from triptych import views
from triptych.contract import SearchReply, SearchRequest, SuggestReply, SuggestRequest
from triptych.views.base import theme
from triptych.views.base.figures import png
from triptych.views.base.sheet import Run, lines, width
from triptych.views.search.citing import PASSAGE, blocks, passages, supporting

FLEMING = "https://en.wikipedia.org/wiki/Alexander_Fleming"
MOULD = "https://en.wikipedia.org/wiki/Penicillin_(mould)"
SENTENCE = "Fleming found it in 1928."
OVERVIEW = (
    f"{SENTENCE} [[1]({FLEMING})] Moulds make it.[[2]({MOULD})][[1]({FLEMING})]\n"
    f"- It is an antibiotic [[2]({MOULD})]."
)


def result(**members: Any) -> dict[str, Any]:
    """A result as a server would send it."""
    return {
        "title": "Alexander Fleming",
        "url": FLEMING,
        "description": "He found <em>penicillin</em> &amp; <b>more</b>.",
        "content": f"A physician.\n{SENTENCE} It was a surprise.\nThe end.",
        "site_name": "en.wikipedia.org",
        "site_long_name": "Wikipedia",
        "language": "en",
        "age": "2024-05-01T10:00:00Z",
        "is_safe": True,
        "reference_number": 1,
        "attribution": "Wikipedia contributors, CC BY-SA 4.0",
    } | members


MOULD_PAGE = result(
    title="Penicillin",
    url=MOULD,
    reference_number=2,
    content=None,
    snippets=["Some moulds make this medicine.", "Other words."],
    age=None,
)
PLAIN_PAGE = result(title="A lamp", url="https://lamps.example/", reference_number=3, content=None)


def reply(asked: SearchRequest | None = None, **members: Any) -> SearchReply:
    """A reply as a server would send it."""
    sent = {
        "query": "penicillin",
        "ai_overview": OVERVIEW,
        "overview_by": "extraction",
        "provider": "index",
        "results": [result(), MOULD_PAGE, PLAIN_PAGE],
    }
    return SearchReply.from_json(sent | members, asked)


def visible(fragment: str) -> str:
    """The text of a fragment, without its style sheet."""
    seen = re.sub(r"<style>.*?</style>", "", fragment, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", seen))


class Tags(HTMLParser):
    """The tags and attributes of a fragment."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def prose(shown: str) -> str:
    found = re.search(r'class="triptych-overview".*?</div>', shown, re.DOTALL)
    assert found is not None
    return found[0]


def test_an_overview_is_taken_apart() -> None:
    first, second = blocks(OVERVIEW)
    assert [sentence.text for sentence in first.sentences] == [SENTENCE, "Moulds make it."]
    assert [citation.number for citation in first.sentences[1].citations] == [2, 1]
    assert (first.is_item, second.is_item) == (False, True)
    (item,) = second.sentences
    assert item.text == "It is an antibiotic."
    assert item.citations[0].url == MOULD, "an address keeps its parentheses"
    assert blocks("No marker at all")[0].sentences[0].citations == ()
    assert "triptych-m1" in views.html(reply(ai_overview=f"[[1]({FLEMING})]")), "nothing before it"


def test_an_overview_without_an_end_is_read_in_no_time() -> None:
    long = "Words without a marker. " * 20_000 + "[[1](http://" * 2_000
    assert len(blocks(long)) == 1


def test_markers_lead_to_their_pages_and_carry_the_passage() -> None:
    shown = prose(views.html(reply()))
    markers = re.findall(r'<a class="triptych-marker triptych-m(\d)"[^>]*href="([^"]*)"', shown)
    assert markers == [("1", FLEMING), ("2", MOULD), ("1", FLEMING), ("2", MOULD)]
    assert shown.count('target="_blank" rel="noopener noreferrer"') == 4
    assert f"“{SENTENCE} It was a surprise.”" in shown
    assert "Source 1: Alexander Fleming, Wikipedia" in shown
    assert "[[" not in visible(shown)
    assert shown.count("<li") == 1
    assert "Extracted from the pages" in shown


ANSWER = {"text": "1928", "sentence": SENTENCE, "reference_number": 1, "start": 20, "end": 24}
BOLD = '<strong class="triptych-answer">'


def test_direct_answer_is_bold_in_page_and_picture() -> None:
    answered = reply(answer=ANSWER)
    shown = prose(views.html(answered))
    assert f"Fleming found it in {BOLD}1928</strong>.<sup" in shown
    assert shown.count("<strong") == 1
    assert "Fleming found it in 1928." in visible(shown), "no space around it"
    bold = [
        text.get_text()
        for text in answered.plot().axes[0].texts
        if text.get_fontweight() == "bold" and "1928" in text.get_text()
    ]
    assert bold == ["1928"]


def test_direct_answer_in_an_item_is_bold() -> None:
    start = OVERVIEW.index("antibiotic")
    answer = {
        "text": "antibiotic",
        "sentence": "It is an antibiotic",
        "reference_number": 2,
        "start": start,
        "end": start + len("antibiotic"),
    }
    overview = OVERVIEW.removesuffix(".")
    assert f"{BOLD}antibiotic</strong>" in views.html(reply(answer=answer, ai_overview=overview))


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": 21, "end": 25},
        {"end": 20},
        {"start": 10_000, "end": 10_004},
        {"sentence": "Fleming found nothing."},
        {"reference_number": 2},
        {"text": "1929"},
    ],
)
def test_direct_answer_that_is_not_there_is_not_marked(wrong: dict[str, Any]) -> None:
    shown = views.html(reply(answer=ANSWER | wrong))
    assert BOLD not in shown
    assert SENTENCE in visible(shown)


def test_code_keeps_its_lines_and_has_its_marker() -> None:
    code = "for x in <y>:\n    print(x)"
    overview = (
        f"To print: [[1]({FLEMING})]\n```\n{code}\n```\n[[1]({FLEMING})]\n\nMore. [[2]({MOULD})]"
    )
    introduction, block, after = blocks(overview)
    assert (block.is_code, block.sentences[0].text) == (True, code)
    assert [citation.number for citation in block.sentences[0].citations] == [1]
    assert (introduction.is_code, after.is_code) == (False, False)
    answered = reply(ai_overview=overview)
    shown = prose(views.html(answered))
    assert ">for x in &lt;y&gt;:\n    print(x)<sup" in shown
    assert "```" not in visible(shown)
    text = views.view_of(answered).text(answered)
    assert "    for x in <y>:\n        print(x) [1]\nMore." in text
    drawn = [one.get_text() for one in answered.plot().axes[0].texts]
    assert "for x in <y>:" in drawn
    assert blocks("```\nwithout an end")[0].is_code


def test_a_marker_lights_up_its_sentence_card_and_row() -> None:
    shown = views.html(reply())
    for number in "123":
        assert f".triptych-m{number}:is(:hover, :focus-visible)" in shown
    for name in ("s1", "r1", "t1", "s2", "r2", "t2"):
        assert re.search(rf'class="[^"]*triptych-{name}\b', shown), name


def test_an_address_with_brackets_lights_up_its_row() -> None:
    raw = "https://en.wikipedia.org/wiki/Malawi_(country)"
    quoted = "https://en.wikipedia.org/wiki/Malawi_%28country%29"
    for own, cited_as in ((quoted, quoted), (raw, quoted), (raw, raw)):
        malawi = result(url=own, title="Malawi", reference_number=2, content="Malawi is a state.")
        said = f"Malawi is a state. [[2]({cited_as})]"
        shown = views.html(reply(ai_overview=said, results=[result(), malawi]))
        assert re.findall(r'triptych-m(\d)" [^>]*href="([^"]*)"', shown) == [("2", own)]
        assert '<span class="triptych-s2">Malawi is a state.<sup' in shown
        assert 'class="triptych-hit triptych-r2"' in shown
        first_row = shown.partition("<tbody>")[2].partition("</tr>")[0]
        assert 'class="triptych-t2"' in first_row, "what is cited comes first"
        assert views.frame(reply(ai_overview=said, results=[malawi]))["cited"].tolist() == [True]


def test_a_passage_that_supports_several_sentences_is_shown_once() -> None:
    behind = "Nobody knows more. " * 30
    content = f"It is red. {'It is round too. ' * 8}It is sweet. {behind}"
    said = (
        f"It is red. [[1]({FLEMING})] It is sweet. [[1]({FLEMING})] Zebras graze [here]. [[1](x)]"
    )
    shown = views.html(reply(ai_overview=said, results=[result(content=content)]))
    assert "<b>It is red.</b> It is round too. It is" in shown
    assert "too. <b>It is sweet.</b> Nobody" in shown
    assert shown.count('class="triptych-support"') == 2, "one for two sentences, and one for none"
    assert shown.count("for: Zebras graze [here].") == 1


def test_a_model_that_wrote_it_is_named() -> None:
    shown = views.html(reply(overview_by="smol <1>"))
    assert "Written by smol &lt;1&gt;, each sentence checked" in shown


def test_an_overview_without_anything_relevant_says_so() -> None:
    nothing = reply(ai_overview="")
    assert "nothing that was found answers this" in views.html(nothing)
    assert "nothing that was found answers this" in views.text(nothing)
    unasked = reply(SearchRequest(query="penicillin", ai_overview=False), ai_overview="")
    assert "nothing that was found" not in views.html(unasked)


def test_a_corrected_query_shows_what_changed() -> None:
    asked = SearchRequest(query="who found penicilin")
    shown = views.html(reply(asked, query="who found penicillin", spell_fixed=True))
    assert "Showing results for <b>who found <mark>penicillin</mark></b>" in shown
    assert "in place of “who found penicilin”" in visible(shown)
    assert "<mark>" not in views.html(reply(asked, query="who found penicillin"))


def test_a_card_tells_site_date_language_licence_and_citations() -> None:
    shown = visible(views.html(reply()))
    facts = "Wikipedia · 2024-05-01 · English · Wikipedia contributors, CC BY-SA 4.0"
    assert f"{facts} · cited twice" in shown
    cards = views.html(reply()).split('<li class="triptych-hit')[1:]
    assert len(cards) == 3
    assert ["cited" in card.partition("<p")[0] for card in cards] == [True, True, False]


def test_only_emphasis_is_let_through() -> None:
    shown = views.html(reply())
    assert "He found <em>penicillin</em> &amp; &lt;b&gt;more&lt;/b&gt;." in shown
    within = views.html(reply(results=[result(description="<em><img src=x></em> <EM>b")]))
    assert "<em>&lt;img src=x&gt;</em> <em>b</em>" in within


def test_the_same_site_has_the_same_colour() -> None:
    colours = re.findall(r'data-initial="(\w)" style="background: (#\w+)', views.html(reply()))
    assert len(colours) == 3
    assert len(set(colours)) == 1
    for colour in colours:
        assert colour[0] == "W"


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        " vbscript:x",
    ],
)
def test_addresses_that_run_are_no_links(url: str) -> None:
    bad = [result(url=url, favicon=url, thumbnail=url)]
    overview = f"Fleming did. [[1]({url})] Gone. [[9]({url})]"
    shown = views.html(reply(results=bad, ai_overview=overview))
    links = re.findall(r'href="([^"]*)"', shown)
    assert all(link.startswith("data:text/csv") for link in links), links
    assert "<img" not in shown


def test_what_pages_send_stays_text() -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    members = dict.fromkeys(("title", "description", "content", "site_long_name"), evil)
    members |= {"language": evil, "age": evil, "attribution": evil, "url": f"https://a/{evil}"}
    shown = views.html(
        reply(
            SearchRequest(query=evil),
            query=evil,
            spell_fixed=True,
            ai_overview=f"{evil} [[1](https://a/{evil})] {evil} [[7](https://b/{evil})]",
            answer={
                "text": evil,
                "sentence": evil,
                "reference_number": 1,
                "start": 0,
                "end": len(evil),
            },
            overview_by=evil,
            provider=evil,
            warnings=[{"code": "x", "message": evil}],
            results=[result(**members, snippets=[evil])],
        )
    )
    seen = Tags()
    seen.feed(shown)
    assert not {"script", "img"} & seen.tags
    assert not {name for name in seen.attributes if name.startswith("on")}


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_any_description_stays_text(text: str) -> None:
    shown = views.html(reply(results=[result(description=text, snippets=[text], title=text)]))
    body = re.sub(r"<style>.*?</style>", "", shown, flags=re.DOTALL)
    known = {"a", "b", "blockquote", "details", "div", "em", "i", "li", "ol", "p", "span"}
    known |= {"summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul"}
    assert set(re.findall(r"<(\w+)", body)) <= known


def test_the_table_begins_with_what_is_cited() -> None:
    said = f"Moulds make it. [[3]({MOULD})]"
    shown = views.html(reply(ai_overview=said))
    assert re.findall(r'<span class="triptych-t(\d)"', shown) == ["3", "1", "2"]
    assert "for: Moulds make it." in visible(shown), "the passage does not hold the sentence"
    held = views.html(reply())
    assert f"<b>{SENTENCE}</b> It was a surprise." in held


def test_the_table_has_what_the_service_sent_of_each_result() -> None:
    sent = result(attribution="Wikipedia, CC BY-SA 4.0", content="The whole page.", thumbnail=None)
    table = views.table(reply(results=[sent]))
    assert table["attribution"].tolist() == ["Wikipedia, CC BY-SA 4.0"]
    assert table["content"].tolist() == ["The whole page."]
    assert "thumbnail" not in table.columns
    assert {"is safe", "published", "language"} <= set(table.columns)


def test_a_passage_is_the_paragraph_that_holds_the_sentence() -> None:
    one, two, three = passages(reply()).values()
    assert one == f"{SENTENCE} It was a surprise."
    assert two == "Some moulds make this medicine.", "shares most of the words"
    assert three == "He found penicillin & <b>more</b>.", "not cited: its best"


def test_a_long_passage_is_cut_around_the_sentence() -> None:
    page = (
        reply()
        .results[0]
        .model_copy(update={"content": f"{'Before it. ' * 80}{SENTENCE} {'Behind it. ' * 80}"})
    )
    passage = supporting(page, SENTENCE)
    assert SENTENCE in passage
    assert len(passage) <= PASSAGE + 4
    assert passage.startswith("… ")
    assert passage.endswith(" …")
    assert supporting(page, "Nothing of this kind stands there") == ""


def test_results_that_are_not_safe_and_queries_are_marked_in_words() -> None:
    unsafe = reply(is_safe=False, results=[result(is_safe=False), MOULD_PAGE])
    shown = visible(views.html(unsafe))
    assert "The query itself is not safe." in shown
    assert shown.count("not safe") == 2
    assert views.text(unsafe).count("not safe") == 2


def test_warnings_are_listed() -> None:
    warned = reply(warnings=[{"code": "unread", "message": "One page could not be read."}])
    assert "One page could not be read." in views.html(warned)
    assert "One page could not be read." in views.text(warned)


def test_nothing_found_says_what_to_try() -> None:
    asked = SearchRequest(query='"x y" site:a.org', safe_search="strict", spell_check=False)
    empty = reply(asked, query='"x y" site:a.org', results=[], ai_overview="")
    shown = visible(views.html(empty))
    for words in (
        "No results for",
        "Leave out the quotes",
        "Leave out site:",
        "Relax safe search",
        "Turn on spelling correction",
        "triptych index add",
    ):
        assert words in shown, words
        assert words in views.text(empty), words
    assert views.frame(empty).empty
    own = reply(SearchRequest(query="x", byo_urls=["https://a/"]), results=[], ai_overview=None)
    assert "1 page of your own" in views.html(own)
    assert "Check the addresses" in views.html(own)


def test_long_texts_are_folded_and_cut() -> None:
    long = reply(results=[result(content="word " * 20_000, description="long " * 1_000)])
    shown = views.html(long)
    assert "<summary>more</summary>" in shown
    assert len(shown) < 30_000
    assert "98,499 more characters" in visible(shown)


def test_the_frame() -> None:
    frame = views.frame(reply())
    assert list(frame.columns) == [
        "number",
        "title",
        "url",
        "site",
        "published",
        "language",
        "cited",
        "passage",
        "description",
        "is_safe",
    ]
    assert frame["cited"].tolist() == [True, True, False]
    assert frame["description"][0] == "He found penicillin & <b>more</b>."
    assert frame["published"].tolist()[:2] == ["2024-05-01T10:00:00Z", ""]
    assert str(frame["is_safe"].dtype) == "boolean"


def test_results_without_numbers_are_counted() -> None:
    plain = [result(reference_number=None), result(reference_number=None, url=MOULD)]
    assert views.frame(reply(results=plain))["number"].tolist() == [1, 2]


def test_plain_text() -> None:
    text = views.text(reply())
    assert text.startswith("3 results for “penicillin” in the index")
    assert f"{SENTENCE} [1] Moulds make it. [2] [1]" in text
    assert "- It is an antibiotic. [2]" in text
    assert f"1. Alexander Fleming\n   Wikipedia · 2024-05-01 · English\n   {FLEMING}" in text
    assert "\x1b" not in views.text(reply(results=[result(title="a\x1b[31mb")]))
    many = [result(reference_number=None)] * 14
    assert "4 more" in views.text(reply(results=many))


def suggested(*suggestions: str, typed: str = "penic") -> SuggestReply:
    asked = SuggestRequest(query=typed)
    return SuggestReply.from_json({"suggestions": list(suggestions)}, asked)


def test_suggestions() -> None:
    found = suggested("Penicillin", "<i>moulds")
    shown = views.html(found)
    assert "2 suggestions for “penic”" in shown
    assert "<b>illin</b>" in shown
    assert "<b>&lt;i&gt;moulds</b>" in shown
    corrected = views.html(suggested("History of Peru", typed="history of ph"))
    assert ">History of P</span><b>eru</b>" in corrected, "bold is what was not typed"
    assert views.text(found).splitlines()[1:] == ["  Penicillin", "  <i>moulds"]
    assert views.frame(found).to_dict("records") == [
        {"place": 1, "suggestion": "Penicillin"},
        {"place": 2, "suggestion": "<i>moulds"},
    ]
    assert "No suggestions for “penic”" in views.html(suggested())


@pytest.mark.parametrize(
    ("drawn", "dark"),
    [
        (reply(), False),
        (reply(), True),
        (reply(results=[], ai_overview=""), True),
        (reply(ai_overview=""), True),
        (
            reply(
                ai_overview="", results=[result(title="$\\bad{math", description="$x_1$ 漢字 😀")]
            ),
            True,
        ),
        (reply(results=[result(title="w" * 500, reference_number=None, is_safe=False)] * 12), True),
        (reply(ai_overview="Long sentences. " * 400, spell_fixed=True, is_safe=False), False),
        (suggested("Penicillin", "x" * 300), False),
        (suggested("Penicillin", "x" * 300), True),
        (suggested(), True),
    ],
)
def test_pictures(drawn: SearchReply | SuggestReply, dark: bool) -> None:
    picture = Image.open(io.BytesIO(png(drawn.plot(dark=dark))))
    assert picture.width > 1000
    assert picture.height < 6000
    corner = picture.convert("RGB").crop((2, 2, 3, 3)).tobytes()
    assert f"#{corner.hex().upper()}" == theme.palette(dark=dark).paper
    assert len(picture.convert("L").getcolors() or []) > 10, "nothing was drawn"


def test_letters_of_a_picture_are_as_wide_as_they_are_measured() -> None:
    text = "sometimes transliterated as Oersted, was a Danish chemist"
    figure = reply(results=[result(description=text)], ai_overview=None).plot()
    widths: list[float] = []

    class Recording(RendererAgg):
        def draw_text(self, *arguments: Any, **more: Any) -> None:
            _, _, _, written, font, _ = arguments[:6]
            if written == text:
                size: Any = super().get_text_width_height_descent
                widths.append(size(written, font, False)[0])

    recording: Any = Recording
    figure.draw(recording(1224, 600, 72))
    assert widths == [pytest.approx(width(text, 9, False), abs=0.1)]


def test_lines_of_a_picture_fit_and_keep_every_letter() -> None:
    text = "one two https://example.org/a-very-long-address-without-any-space three"
    broken = lines([Run(text, "#000000"), Run("4", "#000000", 7.5, chip="#FFFFFF")], 90)
    assert "".join(run.text for line in broken for run in line) == text + "4"
    for line in broken:
        *firsts, last = line
        assert sum(run.width for run in firsts) + width(last.text.rstrip(), 9.5, False) <= 91
    assert len(broken[-1]) > 1, "a chip stays with the word before it"
    cut = lines([Run(text, "#000000")], 90, most=2)
    assert len(cut) == 2
    assert cut[-1][-1].text.endswith(" …")


def test_a_passage_keeps_its_lines_and_is_cut_where_it_is_long() -> None:
    code = "To read a file:\n\nimport tea\ntea.read('a.csv')"
    shown = views.html(reply(results=[result(snippets=[code, "word " * 200])]))
    assert "To read a file:\n\nimport tea\ntea.read(&#x27;a.csv&#x27;)</blockquote>" in shown
    assert "word…</blockquote>" in shown
