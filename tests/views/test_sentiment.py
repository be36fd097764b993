"""The views of sentiment: every sentence in its place, nothing from outside taken for HTML."""

from __future__ import annotations

import base64
import html as entities
import math
import random
import re
from itertools import pairwise
from typing import Any

import numpy
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from triptych import views
from triptych._colours import contrast, oklab
from triptych.contract import SentimentReply, SentimentRequest
from triptych.views.base import theme
from triptych.views.sentiment.comparison import compare_sentiment
from triptych.views.sentiment.reading import (
    GROUP_OF,
    arc,
    emotion_colour,
    extremes,
    group_of,
    passage,
    reading,
)

HOSTILE = '<script>alert(1)</script> & "quotes"'


def reply(text: str, sentences: list[dict[str, Any]], **members: Any) -> SentimentReply:
    """A reply as a service that follows the specification sends it, without anything beyond."""
    whole = {"emotion": "joy", "sentiment": "positive", "score": 0.8, "sentences": sentences}
    sent = {"success": True, "sentiment": whole, "log_id": "x", **members}
    return SentimentReply.from_json(sent, request=SentimentRequest(text=text))


def sentence(text: str, score: float = 0.9, emotion: str = "joy") -> dict[str, Any]:
    kind = "negative" if score < 1 / 3 else "positive" if score > 2 / 3 else "neutral"
    return {"text": text, "emotion": emotion, "sentiment": kind, "score": score}


def long_reply(count: int) -> SentimentReply:
    chance = random.Random(3)
    texts = [f"Sentence {place} says <something>." for place in range(count)]
    sentences = [sentence(text, chance.random()) for text in texts]
    return reply("\n".join(texts), sentences)


TEXT = "Good!  Good!\n\nBut the end was bad. So so."
PLAIN = [
    sentence("Good!"),
    sentence("Good!", 0.8),
    sentence("But the end was bad.", 0.1, "sadness"),
    sentence("So so.", 0.5, "neutral"),
]


def plain_text(markup: str) -> str:
    """What a reader copies: the words behind sentences are for the eye only."""
    without_words = re.sub(r"<sup aria-hidden.*?</sup>", "", markup)
    return entities.unescape(re.sub(r"<[^>]*>", "", without_words))


def shown_text(markup: str) -> str:
    """The shaded text as a reader copies it."""
    block = re.search(r'<div dir="auto"[^>]*>(.*?)</div>', markup, re.DOTALL)
    assert block is not None
    return plain_text(block[1])


def test_sentences_find_their_places_also_when_they_repeat() -> None:
    found = reading(reply(TEXT, PLAIN))
    assert [(s.start, s.end) for s in found.sentences] == [(0, 5), (7, 12), (14, 34), (35, 41)]


def test_offsets_of_the_service_are_used_where_they_hold() -> None:
    first = {**sentence("Good!"), "startIndex": 7}
    assert reading(reply(TEXT, [first])).sentences[0].start == 7
    wrong = {**sentence("Good!"), "startIndex": 3}
    assert reading(reply(TEXT, [wrong])).sentences[0].start == 0


def test_what_is_not_in_the_text_has_no_place_but_keeps_its_score() -> None:
    asked = reply(TEXT, [sentence("Never said."), *PLAIN])
    assert [s.start for s in reading(asked).sentences] == [None, 0, 7, 14, 35]
    assert asked.to_frame()["text"].tolist()[0] == "Never said."
    assert asked.to_frame()["start"].isna().tolist() == [True] + [False] * 4
    assert asked.to_frame()["start"].dtype == "Int64"
    assert shown_text(views.html(asked)) == TEXT
    assert "Never said." in views.html(asked)


def test_a_service_may_have_changed_white_space() -> None:
    asked = reply("A long\n  way. Home.", [sentence("A long way."), sentence("Home.")])
    assert [(s.start, s.end) for s in reading(asked).sentences] == [(0, 13), (14, 19)]
    assert shown_text(views.html(asked)) == "A long\n  way. Home."


def test_a_changed_sentence_is_not_found_pages_later() -> None:
    text = "Hm. Well. " + "And so on. " * 2000 + "Yes!"
    asked = reply(text, [sentence("Yes!"), sentence("Well.")])
    assert [s.start for s in reading(asked).sentences] == [None, 4]


def test_every_mark_leads_to_its_sentence() -> None:
    markup = views.html(reply(TEXT, PLAIN))
    targets = re.findall(r'<a href="#(sentence-[0-9a-f]+-\d+)"', markup)
    assert len(targets) == 4
    ids = re.findall(r'<span id="([^"]+)"', markup)
    assert ids == targets
    assert "Good!" in re.findall(r'<a [^>]* title="([^"]*)', markup)[1]
    picture = re.search(r"<svg.*?</svg>", markup, re.DOTALL)
    assert picture is not None
    assert "<a" not in picture[0], "JupyterLab takes it for a file"


def test_the_shaded_text_is_the_text() -> None:
    assert shown_text(views.html(reply(TEXT, PLAIN))) == TEXT


def test_every_sentence_has_its_mood_in_words_the_emotion_second() -> None:
    markup = views.html(reply(TEXT, PLAIN))
    words = re.findall(r"<sup [^>]*>\u2060 ([^<]*)</sup>", markup)
    assert words == ["positive, joy", "positive, joy", "negative, sadness", "neutral"]
    assert "(sadness)" not in markup
    assert 'title="0.10 negative, sadness"' in markup
    assert ">negative<br>sadness</span>" in markup


def figure_words(made: Figure) -> list[str]:
    return [text.get_text() for text in made.findobj(Text)]


#: A mood without a clear emotion, and one the service is not sure of.
TORN = [
    {**sentence("The room was bright.", 0.9, "neutral"), "confidence": 0.6},
    {**sentence("Eggs at ten.", 0.2, "neutral"), "confidence": 0.599},
]
NOTE = "confidence, the probability that the sentiment is right, is below 0.6"


def torn_reply() -> SentimentReply:
    return reply("The room was bright. Eggs at ten.", TORN)


def test_the_emotion_neutral_is_left_out_where_a_person_reads() -> None:
    torn = torn_reply()
    assert torn.to_frame()["emotion"].tolist() == ["neutral", "neutral"]
    assert "neutral" not in views.text(torn)
    assert "emotion" not in views.table(torn).columns
    tooltips = re.findall(r'title="([^"]*)"', views.html(torn))
    assert len(tooltips) == 4
    assert not [tooltip for tooltip in tooltips if "neutral" in tooltip]
    assert "0.90 positive" in figure_words(torn.plot())
    assert "no clear emotion 100%" in figure_words(torn.plot())
    whole = {"sentiment": "positive", "score": 0.9, "emotion": "neutral"}
    compared = compare_sentiment([SentimentReply.from_json({"sentiment": whole})])
    assert "0.90 positive" in figure_words(compared.plot())


def test_a_sentiment_of_low_confidence_is_called_uncertain_and_that_is_explained() -> None:
    torn = torn_reply()
    lines = views.text(torn).splitlines()
    assert lines[1].split(maxsplit=2)[1:] == ["positive", "The room was bright."]
    assert lines[2].endswith(" negative (uncertain) Eggs at ten.")
    assert lines[3] == f"uncertain: {NOTE}"
    markup = views.html(torn)
    assert f"uncertain (hollow): {NOTE}" in markup
    assert markup.count(f"background: {theme.PAPER}") == 1
    assert views.table(torn)["sentiment"].tolist() == ["positive", "negative (uncertain)"]
    words = figure_words(torn.plot())
    assert "0.20 negative (uncertain)" in words
    assert f"uncertain: {NOTE}" in words


def test_hollow_points_stand_for_uncertain_sentences_where_words_have_no_room() -> None:
    many = reply("Good!", [sentence("Good!") | {"confidence": 0.5 + n / 100} for n in range(20)])
    assert f"uncertain (hollow): {NOTE}" in figure_words(many.plot())
    [points] = many.plot().axes[0].collections
    fills = numpy.asarray(points.get_facecolor())
    assert (fills == fills[0]).all(axis=1).tolist() == [True] * 10 + [False] * 10


def test_nothing_is_uncertain_where_a_service_gives_no_confidence() -> None:
    plain = reply(TEXT, PLAIN)
    shown = [views.html(plain), views.text(plain), views.table(plain).to_csv()]
    assert not [form for form in [*shown, *figure_words(plain.plot())] if "uncertain" in form]


def test_the_same_reply_is_drawn_the_same_whatever_its_log_id() -> None:
    assert views.html(reply(TEXT, PLAIN)) == views.html(reply(TEXT, PLAIN, log_id="other"))


def test_nothing_from_outside_is_taken_for_html() -> None:
    hostile = [{**sentence(HOSTILE), "emotion": HOSTILE, "sentiment": HOSTILE}]
    warning = [{"code": "x", "message": HOSTILE}]
    made = reply(HOSTILE, hostile, warnings=warning)
    for markup in (views.html(made), compare_sentiment({HOSTILE: made})._repr_mimebundle_()):
        shown = markup if isinstance(markup, str) else str(markup["text/html"])
        assert "<script" not in shown
        assert "&lt;script" in shown


def test_warnings_come_before_the_picture() -> None:
    warned = reply(TEXT, PLAIN, warnings=[{"code": "x", "message": "Seems to be German."}])
    markup = views.html(warned)
    assert 0 < markup.index("Seems to be German.") < markup.index("<svg")
    assert "Seems to be German." in views.text(warned)


def test_the_frame_has_a_row_per_sentence() -> None:
    frame = reply(TEXT, PLAIN).to_frame()
    assert list(frame.columns) == ["text", "start", "sentiment", "score", "emotion", "confidence"]
    assert frame["start"].tolist() == [0, 7, 14, 35]
    assert frame["confidence"].isna().all()


def test_a_reply_without_sentences_is_shown_by_its_whole() -> None:
    bare = reply("...", [])
    assert "Positive, joy, score 0.80" in views.html(bare)
    assert len(bare.to_frame()) == 0
    assert bare.plot() is not None
    assert bare._repr_mimebundle_()["image/png"][:4] == b"\x89PNG"


@pytest.mark.parametrize("count", [1, 14, 15, 80, 81, 300])
@pytest.mark.parametrize("dark", [False, True])
def test_pictures_of_any_length(count: int, dark: bool) -> None:
    figure = views.figure(long_reply(count), dark=dark)
    paper = theme.palette(dark=dark).paper
    assert figure.get_facecolor()[:3] == pytest.approx(
        [int(paper[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    )


def test_a_book_does_not_flood_the_page() -> None:
    book = long_reply(5000)
    markup = views.html(book)
    assert len(markup) < 400_000
    assert markup.count("<a href") <= 120
    assert len(re.findall(r'<span id="[^"]+" data-sentence', markup)) == 200
    assert "more characters" in markup
    targets = set(re.findall(r'<a href="#([^"]+)"', markup))
    assert targets <= set(re.findall(r'id="([^"]+)"', markup)), "every mark leads somewhere"
    assert len(views.text(book).splitlines()) < 30


def test_one_endless_sentence_does_not_flood_the_page() -> None:
    endless = "and so on " * 20_000
    for text in (endless, "Short. " + endless):
        stops = [sentence("Short."), sentence(endless)] if text != endless else [sentence(endless)]
        markup = views.html(reply(text, stops))
        assert len(markup) < 100_000
        assert "more characters" in markup


def test_the_arc_follows_the_text_and_keeps_its_ends() -> None:
    falling = [sentence(f"Number {place:03}.", 0.9 if place < 100 else 0.1) for place in range(200)]
    found = reading(reply(" ".join(s["text"] for s in falling), falling)).sentences
    course = arc(found)
    assert course.scores[0] == pytest.approx(0.9, abs=0.01)
    assert course.scores[-1] == pytest.approx(0.1, abs=0.01)
    assert course.mean == pytest.approx(0.5, abs=1e-6)
    lowest, highest = extremes(found, course)
    assert highest < 100 <= lowest


def test_longer_sentences_weigh_more_in_the_arc() -> None:
    mixed = [
        sentence("Bad.", 0.0) if n % 2 else sentence("A long good one." * 9, 1.0) for n in range(90)
    ]
    found = reading(reply(" ".join(s["text"] for s in mixed), mixed)).sentences
    assert arc(found).scores.min() > 0.9


def test_a_passage_is_whole_sentences_of_the_text() -> None:
    found = reading(long_reply(100))
    quoted = passage(found, 50, 200)
    assert "Sentence 50 " in quoted
    assert quoted.startswith("Sentence")
    assert quoted.endswith(".")
    assert len(passage(reading(reply(TEXT, PLAIN)), 0, 10_000)) == len(TEXT)


def test_the_emotions_of_few_sentences_are_probabilities() -> None:
    assert "% of sentences" in views.html(reply("Good!", [sentence("Good!")]))
    whole = {
        "emotion": "joy",
        "sentiment": "positive",
        "score": 0.9,
        "sentences": [sentence("Good!")],
        "emotions": [{"emotion": "joy", "score": 0.7}, {"emotion": "grief", "score": 0.1}],
    }
    markup = views.html(SentimentReply.from_json({"success": True, "sentiment": whole}))
    assert "probability" in markup
    assert "grief" in markup
    assert "(sadness)" in markup


def test_every_emotion_has_a_group_and_its_colour() -> None:
    assert len(GROUP_OF) == 28
    assert set(GROUP_OF.values()) == set(theme.EMOTION_GROUPS)
    assert emotion_colour("unheard of") == theme.EMOTION_GROUPS["neutral"]
    assert group_of("grief") == "sadness"
    assert group_of("joy") == group_of("unheard of") == ""


@pytest.mark.parametrize("paper", [theme.LIGHT.paper, theme.DARK.paper])
def test_colours_stand_out_from_the_page(paper: str) -> None:
    marks = [theme.sentiment_colour(score) for score in (0, 0.25, 0.5, 0.75, 1)]
    for colour in (*marks, *theme.EMOTION_GROUPS.values()):
        assert contrast(colour, paper) >= 3, colour


def test_colours_of_the_scale_are_evenly_spaced() -> None:
    for start in (0, 10):
        colours = [oklab(theme.sentiment_colour((start + step) / 20)) for step in range(11)]
        steps = [math.dist(one, other) for one, other in pairwise(colours)]
        assert max(steps) < 1.25 * min(steps)


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_the_shaded_text_stays_readable(colours: theme.Palette) -> None:
    for score in (0, 0.2, 0.5, 0.8, 1):
        numbers = re.findall(r"[\d.]+", theme.sentiment_shade(score))
        *channels, strength = (float(number) for number in numbers)
        paper = [int(colours.paper[place : place + 2], 16) for place in (1, 3, 5)]
        mixed = [
            round(c * strength + p * (1 - strength)) for c, p in zip(channels, paper, strict=True)
        ]
        behind = "#" + "".join(f"{channel:02X}" for channel in mixed)
        assert contrast(colours.ink, behind) >= 4.5


def test_comparison_has_a_row_per_text() -> None:
    compared = compare_sentiment([reply(TEXT, PLAIN), reply(TEXT, PLAIN), long_reply(100)])
    frame = compared.to_frame()
    assert len(frame) == 3
    assert frame["sentences"].tolist() == [4, 4, 100]
    assert frame[["negative", "neutral", "positive"]].sum(axis=1).tolist() == pytest.approx([1] * 3)
    bundle = compared._repr_mimebundle_()
    assert str(bundle["text/html"]).count("<svg") == 3
    assert bytes(bundle["image/png"])[:4] == b"\x89PNG"  # type: ignore[arg-type]
    assert compared.plot(dark=True).axes


def test_the_comparison_as_csv_has_a_name_for_every_column() -> None:
    markup = str(compare_sentiment([reply(TEXT, PLAIN)])._repr_mimebundle_()["text/html"])
    link = re.search(r"data:text/csv;base64,([^\"]+)", markup)
    assert link is not None
    names, row = base64.b64decode(link[1]).decode("utf-8-sig").splitlines()
    assert names.split(",") == list(compare_sentiment([reply(TEXT, PLAIN)]).to_frame().columns)
    assert row.endswith("joy,4,0.25,0.25,0.5")
    assert "25% / 25% / 50%" in markup


def test_comparison_measures_emotions_alike_in_all_rows() -> None:
    whole = {"emotion": "joy", "sentiment": "positive", "score": 0.9, "sentences": [PLAIN[0]]}
    given = {**whole, "emotions": [{"emotion": "pride", "score": 0.61}]}
    full = SentimentReply.from_json({"success": True, "sentiment": given})
    alone = str(compare_sentiment([full])._repr_mimebundle_()["text/html"])
    assert "probability" in alone
    assert "pride 61%" in alone
    both = str(compare_sentiment([full, reply(TEXT, PLAIN)])._repr_mimebundle_()["text/html"])
    assert "probability" not in both
    assert "joy 100%" in both


def test_comparison_of_nothing_or_of_something_else_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="1 to 50 replies"):
        compare_sentiment([])
    with pytest.raises(TypeError, match=r"not str: compare_sentiment\(\[client"):
        compare_sentiment(["What a day!"])  # type: ignore[list-item]
    assert len(compare_sentiment(reply(TEXT, PLAIN)).to_frame()) == 1  # type: ignore[arg-type]


def test_saved_html_shows_the_png_where_styles_are_lost() -> None:
    bundle = views.mimebundle(reply(TEXT, PLAIN))
    html, picture = bundle["text/html"], bundle["image/png"]
    assert isinstance(html, str)
    assert isinstance(picture, bytes)
    [fallback] = re.findall(r'<div class="triptych-instead"><img src="([^"]+)" alt="([^"]+)"', html)
    assert base64.b64decode(fallback[0].partition(",")[2]) == picture
    assert "4 sentences" in fallback[1]
    assert "triptych-instead" not in views.html(reply(TEXT, PLAIN))
