"""Views of both replies, and of any other: what they say, escape, and survive."""

from __future__ import annotations

import base64
import html
import io
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter
from PIL import Image

from triptych import views
from triptych._colours import contrast
from triptych.contract import (
    OPERATIONS,
    EmbeddingReply,
    ProfanityReply,
    ProfanityRequest,
    Reply,
    SpamReply,
    SpamRequest,
)
from triptych.views.base import theme
from triptych.views.base.figures import png

TEXT = "oh <b>damn</b> & shit"


def profanity(
    text: str = TEXT,
    words: tuple[str, ...] = ("damn", "shit"),
    *,
    asked: bool = True,
    by: str = "*",
) -> ProfanityReply:
    """A reply as a server would send it."""
    found, clean, shift = [], text, 0
    for word in words:
        start = text.index(word)
        found.append({"profanity": word, "startIndex": start, "endIndex": start + len(word)})
        stand_in = by * len(word) if len(by) == 1 else by
        clean = clean[: start + shift] + stand_in + clean[start + shift + len(word) :]
        shift += len(stand_in) - len(word)
    sent = {"profanities_found": bool(found), "profanities": found, "clean_text": clean}
    return ProfanityReply.from_json(sent, ProfanityRequest(text=text) if asked else None)


def spam(*scores: float, texts: list[str] | None = None) -> SpamReply:
    """A reply for a list of texts."""
    checks = [{"score": score, "is_spam": score >= 0.5} for score in scores]
    return SpamReply.from_json({"check": checks}, SpamRequest(text=texts) if texts else None)


def _visible(fragment: str) -> str:
    """The text of a fragment, without what only screen readers hear."""
    seen = re.sub(r"<span[^>]*>[^<]*\(profane\)</span>", "", fragment)
    return html.unescape(re.sub(r"<[^>]*>", "", seen))


def _marks(fragment: str) -> list[str]:
    return re.findall(r"<mark[^>]*>([^<]*)<span[^>]*> \(profane\)</span></mark>", fragment)


def test_profanity_is_marked_beside_the_censored_copy() -> None:
    shown = views.html(profanity())
    assert _marks(shown) == ["damn", "shit"]
    assert "2 profane words found" in shown
    assert "oh <b>****</b> & ****" in _visible(shown)


def test_a_match_is_escaped_too() -> None:
    assert _marks(views.html(profanity("oh <i>damn", ("<i>damn",)))) == ["&lt;i&gt;damn"]


def test_without_the_request_the_text_is_put_together_again() -> None:
    assert views.html(profanity(asked=False)) == views.html(profanity())


def test_where_it_cannot_be_the_words_are_named() -> None:
    shown = views.html(profanity(asked=False, by="[bleep]"))
    assert "<mark" not in shown
    assert "2 profane words found: damn, shit" in shown


def test_offsets_that_lead_elsewhere_mark_nothing() -> None:
    reply = profanity()
    reply.profanities[0].start_index += 1
    assert _marks(views.html(reply)) == ["shit"]


def test_nothing_found_is_said() -> None:
    reply = profanity("all is well", ())
    assert "No profanity found" in views.html(reply)
    assert views.text(reply) == "No profanity found\nall is well"
    assert views.frame(reply).empty


def test_profanity_frame() -> None:
    frame = views.frame(profanity())
    assert frame["profanity"].tolist() == ["damn", "shit"]
    assert frame["start_index"].tolist() == [TEXT.index("damn"), TEXT.index("shit")]
    assert all("damn" in context for context in frame["context"])


def test_spam_table_bars_and_verdicts() -> None:
    reply = spam(0.02, 0.98, texts=["see you", "<i>WIN</i>"])
    shown = views.html(reply)
    assert "1 of 2 texts is spam" in shown
    assert "&lt;i&gt;WIN" in shown
    assert 'aria-label="score 0.98 of 1' in shown
    assert [word in _visible(shown) for word in ("not spam", "0.98")] == [True, True]
    frame = views.frame(reply)
    assert frame["text"].tolist() == ["see you", "<i>WIN</i>"]
    assert frame["is_spam"].tolist() == [False, True]


def test_one_text_is_told_as_one() -> None:
    reply = SpamReply.from_json({"check": {"score": 0.9, "is_spam": True}})
    assert views.text(reply) == "spam, score 0.90"
    assert "This text is spam" in views.html(reply)


def test_the_csv_is_whole_and_harmless_to_a_spreadsheet() -> None:
    shown = views.html(spam(0.1, texts=["=cmd|' /C calc'!A0"]))
    link = re.search(r"data:text/csv;base64,([^\"]+)", shown)
    assert link is not None
    rows = base64.b64decode(link.group(1)).decode("utf-8-sig").splitlines()
    assert rows[1].startswith("'=cmd")


def test_a_long_list_shows_its_beginning_and_says_so() -> None:
    shown = views.html(spam(*[0.1] * 1000))
    assert shown.count("<tr>") == 201
    assert "800 more rows" in shown
    assert "980 more" in views.text(spam(*[0.1] * 1000))


def test_very_many_marks_are_cut_and_it_is_said() -> None:
    text = "damn " * 20_000
    found = [
        {"profanity": "damn", "startIndex": i, "endIndex": i + 4} for i in range(0, 100_000, 5)
    ]
    sent = {"profanities_found": True, "profanities": found, "clean_text": "**** " * 20_000}
    shown = views.html(ProfanityReply.from_json(sent, ProfanityRequest(text=text)))
    assert shown.count("<mark") == 1_000
    assert len(shown) < 500_000
    assert "20,000 profane words found" in shown
    assert "95,000 more characters" in shown


def test_long_texts_of_a_list_are_folded_and_cut() -> None:
    shown = views.html(spam(0.1, texts=["long " * 20_000]))
    assert "<details>" in shown
    assert len(_visible(shown)) < 21_000
    assert "80,000 more characters" in shown


def test_a_very_long_text_shows_its_beginning_and_says_so() -> None:
    reply = profanity("damn " + "a word " * 20_000 + "shit")
    shown = views.html(reply)
    assert len(shown) < 130_000
    assert "more characters" in shown


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "reply",
    [
        profanity(),
        profanity("all is well", ()),
        profanity("", ()),
        profanity("damn $x$ _ \\frac 漢字 😀 " + "word " * 600 + "shit"),
        profanity(asked=False, by="[bleep]"),
        spam(0.2),
        spam(),
        spam(0.1, 0.9, texts=["$\\bad{math", "two\nlines"]),
        spam(*[i / 99 for i in range(100)]),
    ],
)
def test_pictures(reply: Reply, dark: bool) -> None:
    picture = Image.open(io.BytesIO(png(reply.plot(dark=dark))))
    assert picture.width > 1000
    corner = picture.convert("RGB").crop((2, 2, 3, 3)).tobytes()
    assert f"#{corner.hex().upper()}" == theme.palette(dark=dark).paper
    assert len(picture.convert("L").getcolors() or []) > 10, "nothing was drawn"


def test_a_figure_shows_itself_without_pyplot() -> None:
    formatter: Any = DisplayFormatter()
    data, metadata = formatter.format(spam(0.2, 0.9).plot())
    shown = Image.open(io.BytesIO(data["image/png"]))
    assert shown.width > metadata["image/png"]["width"] > 1000, "it fills a notebook's output"


def test_html_needs_neither_pandas_nor_matplotlib_and_pictures_no_pyplot() -> None:
    program = (
        "import sys\n"
        "from triptych import views\n"
        "from triptych.contract import SpamReply\n"
        "reply = SpamReply(check={'score': .9, 'is_spam': True})\n"
        "views.html(reply), views.text(reply)\n"
        "assert not {'pandas', 'matplotlib'} & set(sys.modules)\n"
        "views.mimebundle(reply)\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_picture_says_what_it_shows() -> None:
    bundle = spam(0.2, 0.9)._repr_mimebundle_()
    image: Any = bundle["image/png"]
    picture = Image.open(io.BytesIO(image))
    assert picture.info["Description"] == bundle["text/plain"]


def test_a_score_off_the_scale_stays_in_its_bar() -> None:
    assert "width: 100.0%" in views.html(spam(1.7))


def test_a_reply_shows_itself() -> None:
    bundle = profanity()._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert bundle["image/png"][:4] == b"\x89PNG"


DRAWN = {"profanity", "spam", "sentiment", "embed", "embed_v2", "detect", "generate_image"} | {
    "search",
    "suggest",
    "research",
    "scrape",
}


@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - DRAWN))
def test_a_reply_without_a_view_of_its_own_shows_its_members(name: str) -> None:
    sent: dict[str, Any] = {
        "query": "q",
        "results": "r",
        "suggestions": ["<s>"],
        "log_id": "hidden",
    }
    reply = OPERATIONS[name].reply.from_json(sent)
    assert "&lt;s&gt;" in views.html(reply)
    assert "hidden" not in views.html(reply)
    assert len(reply.to_frame()) == 1
    assert set(reply._repr_mimebundle_()) == {"text/html", "text/plain"}
    with pytest.raises(TypeError, match="no picture"):
        reply.plot()


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_contrast_is_enough_to_read(colours: theme.Palette) -> None:
    for ink in (colours.ink, colours.faint):
        assert contrast(ink, colours.paper) >= 4.5
    assert contrast(colours.ink, colours.mark) >= 4.5
    for line in (colours.mark_line, colours.score):
        assert contrast(line, colours.paper) >= 3


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), st.integers(0, 60))
def test_any_text_stays_text(text: str, place: int) -> None:
    """Whatever the text, the page shows it and no element of it."""
    text = text[:place] + "damn" + text[place:]
    shown = views.html(profanity(text, ("damn",)))
    assert text.replace("\r\n", "\n") in _visible(shown).replace("\r\n", "\n")
    assert set(re.findall(r"<(\w+)", shown)) <= {"div", "p", "mark", "span"}


def test_the_columns_of_a_table_have_names_that_a_person_reads() -> None:
    table = views.table(profanity())
    assert list(table.columns) == ["profanity", "start index", "end index", "context"]
    # Vectors are no texts, and what no row has is no column.
    vectors = views.table(EmbeddingReply(embeddings=[[0.1], [0.2]], chunks=["a", ""]))
    assert list(vectors.columns) == ["text", "embedding"]
    assert list(profanity().to_frame().columns)[1] == "start_index"


@pytest.mark.parametrize("paper", ["#FFFFFF", "#111111"])
def test_the_score_bar_stands_out_on_any_page(paper: str) -> None:
    assert contrast(theme.SCORE, paper) >= 3


@pytest.mark.parametrize(
    ("name", "sent", "words"),
    [
        ("profanity", {"profanities_found": False, "clean_text": "tea"}, "No profanity found"),
        ("spam", {"check": {"score": 0.031, "is_spam": False}}, "not spam, score 0.03"),
        ("detect", {"objects": []}, "Nothing found"),
        ("embed", {"embeddings": [[0.6, 0.8]]}, "1 vector of 2 numbers"),
        ("embed_v2", {"embeddings": []}, "No vectors"),
        ("suggest", {"suggestions": ["tea", "team"]}, "2 suggestions"),
        ("search", {"query": "tea", "results": []}, "No results"),
        ("research", {"query": "tea", "results": "", "rounds": 2}, "Nothing was found"),
        ("scrape", {"context": {"price": ["3"], "name": []}}, "1 of 2 elements found"),
    ],
)
def test_a_headline_is_the_outcome_without_the_request(
    name: str, sent: dict[str, Any], words: str
) -> None:
    assert views.headline(OPERATIONS[name].reply.from_json(sent, None)) == words


def test_the_headline_of_any_other_reply_counts_its_members() -> None:
    assert views.headline(Reply.from_json({"cup": 1, "tea": 2}, None)) == "2 members"
