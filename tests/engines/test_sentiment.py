"""The sentiment engine: what it promises whatever the weights, and what any good weights give."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from triptych import samples
from triptych.engines.sentiment import analyse_sentiment, analyse_sentiments, calibration, model
from triptych.engines.sentiment.analyse import Mood
from triptych.engines.sentiment.calibration import (
    EMOTIONS,
    NEGATIVE,
    POSITIVE,
    scores,
    sentiments_of,
)
from triptych.engines.sentiment.model import normalise
from triptych.engines.text.encoder import session
from triptych.models.files import CorruptModelError, digests

with samples.path("reviews.csv").open(encoding="utf-8", newline="") as file:
    REVIEWS = [row["text"] for row in csv.DictReader(file)]


def mood(text: str) -> Mood:
    return analyse_sentiment(text).overall


def test_sentences_are_slices_in_order_and_nothing_but_space_is_between() -> None:
    text = samples.text("proposal.txt")
    result = analyse_sentiment(text)
    assert len(result.spans) == len(result.sentences) > 10
    place = 0
    for start, end in result.spans:
        assert not text[place:start].strip()
        assert text[start:end] == text[start:end].strip() != ""
        place = end
    assert not text[place:].strip()


def test_the_score_tells_the_class() -> None:
    moods = [m for text in REVIEWS for m in (mood(text), *analyse_sentiment(text).sentences)]
    for one in moods:
        assert 0 <= one.score <= 1
        assert 0 <= one.confidence <= 1
    ranked = sorted(moods, key=lambda one: one.score)
    order = ["negative", "neutral", "positive"]
    places = [order.index(one.sentiment) for one in ranked]
    assert places == sorted(places)
    assert set(places) == {0, 1, 2}


def test_classes_are_cut_at_thirds() -> None:
    assert sentiments_of(np.array([0, 0.3333, 0.3334, 0.6666, 0.6667, 1])).tolist() == [
        *(0, 0),
        *(1, 1),
        *(2, 2),
    ]


def test_scores_rise_with_every_shift_towards_the_positive() -> None:
    steps = np.linspace(0, 1, 501)
    ladder = np.stack([1 - steps, np.zeros(501), steps], axis=1)
    assert (np.diff(scores(ladder)) >= 0).all()


def test_emotions_agree_with_the_sentiment() -> None:
    for text in [*REVIEWS, samples.text("proposal.txt"), samples.text("review.txt")]:
        result = analyse_sentiment(text)
        for one in (result.overall, *result.sentences):
            assert one.emotion in EMOTIONS
            assert one.sentiment == "positive" or one.emotion not in POSITIVE
            assert one.sentiment == "negative" or one.emotion not in NEGATIVE


def test_the_likeliest_emotions_are_told() -> None:
    result = analyse_sentiment("I am so scared of the dark. Thank you so much for the lamp!")
    assert [len(one.emotions) for one in result.sentences] == [3, 3]
    assert len(result.overall.emotions) == len(EMOTIONS)
    for one in (result.overall, *result.sentences):
        chances = [chance for _, chance in one.emotions]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
    assert [one.emotion for one in result.sentences] == ["fear", "gratitude"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("I like this phone.", "I do not like this phone."),
        (
            "The train is late \N{SMILING FACE WITH HEART-SHAPED EYES}",
            "The train is late \N{POUTING FACE}",
        ),
        ("The food was great.", "The food was great, but everything else was a disaster."),
        ("Wow, that was fast.", "Oh great, it broke again. Thanks for nothing."),
        ("THIS IS THE BEST DAY EVER", "THIS IS THE WORST DAY EVER"),
        ("Not bad at all!", "Bad at everything!"),
        ("It hardly ever fails.", "It hardly ever works."),
    ],
)
def test_the_model_knows_negation_emoji_capitals_and_contrast(better: str, worse: str) -> None:
    assert mood(better).score > mood(worse).score


@pytest.mark.parametrize(
    "text",
    ["The meeting is at three.", "It is a lamp. It is 40 cm high.", "A man is slicing bread."],
)
def test_plain_statements_are_neutral(text: str) -> None:
    assert mood(text).sentiment == "neutral"


@pytest.mark.parametrize(
    ("sentiment", "text"),
    [
        ("positive", "The room was bright and spotless."),
        ("positive", "I can't fault this hotel."),
        ("positive", "It took our breath away!"),
        ("negative", "Returned it the next day."),
        ("negative", "Thanks for nothing."),
        ("neutral", "Check-out is at eleven."),
    ],
)
def test_everyday_sentences_are_read_as_people_mean_them(sentiment: str, text: str) -> None:
    assert mood(text).sentiment == sentiment


def test_a_turn_counts_for_the_whole() -> None:
    text = "The hotel was beautiful and the staff were kind. But the food made us sick for days."
    result = analyse_sentiment(text)
    assert [one.sentiment for one in result.sentences] == ["positive", "negative"]
    good, bad = (one.score for one in result.sentences)
    assert bad < result.overall.score < good


@pytest.mark.parametrize("place", [0, 2, 4])
def test_four_good_sentences_and_a_bad_one_are_not_negative(place: int) -> None:
    sentences = [
        "The room was bright and spotless.",
        "Everyone at the desk was kind.",
        "I slept better than at home.",
        "We have already booked again.",
    ]
    sentences.insert(place, "Breakfast was cold and awful.")
    result = analyse_sentiment(" ".join(sentences))
    assert [one.sentiment for one in result.sentences].count("negative") == 1
    assert result.overall.sentiment == "positive"


def test_plain_facts_do_not_hide_an_opinion() -> None:
    facts = "We stayed for three nights in May. The hotel has forty rooms. Check-out is at eleven."
    assert mood(facts).sentiment == "neutral"
    assert mood(f"{facts} We loved every minute.").sentiment == "positive"
    assert mood(f"{facts} We hated every minute.").sentiment == "negative"


def test_a_single_sentence_is_the_whole() -> None:
    result = analyse_sentiment("What a lovely surprise!")
    [sentence] = result.sentences
    assert result.overall.score == sentence.score
    assert result.overall.emotion == sentence.emotion


@pytest.mark.parametrize("text", ["", "   \n\n\t "])
def test_a_text_without_sentences_is_neutral(text: str) -> None:
    result = analyse_sentiment(text)
    assert (result.sentences, result.spans) == ([], [])
    assert (result.overall.sentiment, result.overall.emotion) == ("neutral", "neutral")


def test_company_changes_a_reading_little() -> None:
    texts = [normalise(text) for text in REVIEWS]
    together = model.read(texts).sentiment
    assert (together == model.read(texts).sentiment).all()
    alone = np.concatenate([model.read([text]).sentiment for text in texts])
    # Eight-bit activations are scaled by the largest of a batch. Were texts mixed up, or padding
    # read, the logits would differ by several units.
    assert np.abs(together - alone).mean() < 0.3
    assert (together.argmax(axis=1) == alone.argmax(axis=1)).mean() > 0.8


def test_a_sentence_without_end_is_read_in_windows() -> None:
    happy = "we loved every minute of it and " * 400
    assert len(analyse_sentiment(happy).sentences) == 1
    assert mood(happy).sentiment == "positive"
    # What stands beyond the first window counts too.
    reading = model.read([happy, happy + "then it was all horrible and disgusting " * 400])
    assert reading.sentiment[1][2] < reading.sentiment[0][2]
    assert reading.tokens[0] > 10 * model.LONGEST


def test_windows_are_about_equal_and_none_exceeds_its_room() -> None:
    for tokens in range(1, 600):
        step = model._window_length(tokens)
        assert step <= model.LONGEST - 2
        assert -(-tokens // step) == -(-tokens // (model.LONGEST - 2))


def test_a_long_text_is_judged_by_its_sentences() -> None:
    # More passages than are read as such.
    result = analyse_sentiment("I love this. I hate that. " * 300)
    assert len(result.sentences) == 600
    first, second = result.sentences[0], result.sentences[1]
    assert second.score < result.overall.score < first.score


def test_normalising_keeps_the_words() -> None:
    assert normalise(" a\n\tb ") == "a b"
    assert normalise("see https://a.b/c?d=e, @ann") == "see http @user"
    assert normalise("mail ann@example.org") == "mail ann@example.org"
    assert normalise(f"&#{'1' * 5_000}; &amp;#{'1' * 5_000};") == "\ufffd \ufffd"
    assert normalise("&lt;3 it\N{RIGHT SINGLE QUOTATION MARK}s") == "<3 it's"
    assert normalise("\N{THUMBS UP SIGN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}") == "thumbs up sign"


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(digests(), model.ENCODER_FILE, "0" * 64)
    session.cache_clear()
    with pytest.raises(CorruptModelError, match=r"encoder\.onnx"):
        model.read(["a"])
    session.cache_clear()


def test_every_emotion_has_its_threshold() -> None:
    assert len(calibration.calibration().thresholds) == len(EMOTIONS) == 28
    assert all(0 < threshold < 1 for threshold in calibration.calibration().thresholds)


def test_padding_is_not_read() -> None:
    short, long = "What a lovely day!", "the report lists the parts of the machine " * 14
    [padded, _] = model.read([short, long]).sentiment
    [alone] = model.read([short]).sentiment
    assert np.abs(padded - alone).max() < 1


def test_texts_read_together_have_the_moods_they_have_alone() -> None:
    texts = [*REVIEWS, "", " \n", samples.text("proposal.txt"), "No.", REVIEWS[0] * 30]
    together = analyse_sentiments(texts)
    for text, one in zip(texts, together, strict=True):
        alone = analyse_sentiment(text)
        assert one.spans == alone.spans
        for mood, own in zip(
            (one.overall, *one.sentences), (alone.overall, *alone.sentences), strict=True
        ):
            # Rounding differs with the batch; with dynamic ranges it would be .2.
            assert mood.score == pytest.approx(own.score, abs=0.005)
            assert mood.sentiment == own.sentiment
    assert analyse_sentiments([]) == []
