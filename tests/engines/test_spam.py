"""The spam engine as its callers see it."""

import json
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from triptych.engines.spam import SpamScore, model, score_spam
from triptych.models.files import CorruptModelError

SPAM = {
    "message": [
        "CONGRATULATIONS! Your number won a £1500 weekly prize. To claim call 09061234567 now",
        "URGENT: you have 1 voucher. Text CLAIM to 85555 to collect your free phone, 150p/msg",
        "FREE ringtone! Reply TONE to 80099. T&Cs apply, 18+, £3/wk until you send STOP",
    ],
    "comment": [
        "Hey everyone, check out my channel and subscribe, I upload new beats every week!!",
        "I make $300 a day from home, see how here http://easy-cash.example.com/join",
        "Subscribe to me and I will subscribe back, thanks guys",
    ],
    "mail": [
        "Subject: cheap meds online\nBuy viagra and cialis without prescription, lowest prices "
        "guaranteed, discreet shipping. Click here to order now! To be removed click here.",
        "Subject: mortgage approved\nDear homeowner, you are pre-approved for a $400,000 "
        "home loan at a 3.25% fixed rate. Bad credit no problem. Visit our site to apply today.",
        "Subject: hot stock alert\nThis stock is about to explode! Current price $0.12, target "
        "$1.50. Investors get in now before the big news. Act fast, huge profits expected.",
    ],
}
HAM = {
    "message": [
        "Running ten minutes late, start without me and save me a seat",
        "Can you pick up some milk on your way home? Love you",
        "Ok lar, see u at the bus stop later then",
    ],
    "comment": [
        "this song takes me back to my last summer at school",
        "The drummer is unbelievable, that fill at the end gives me chills",
        "I have listened to this a hundred times and still love it",
    ],
    "mail": [
        "Subject: minutes of thursday\nHi all, please find attached the minutes of our meeting on "
        "Thursday. Let me know by Monday if I got anything wrong. Thanks, Anna",
        "Subject: re: build failure\nI could reproduce it here. The patch I sent to the list "
        "yesterday fixes the include path; could you try it and tell me whether it compiles?",
        "Subject: schedule change\nThe plant will be down on the 14th for maintenance, so please "
        "update the nominations for that week and let me know about any questions.",
    ],
}
ALL = [text for table in (SPAM, HAM) for texts in table.values() for text in texts]


@pytest.mark.parametrize("text", [text for texts in SPAM.values() for text in texts])
def test_obvious_spam_is_spam(text: str) -> None:
    assert score_spam([text])[0].is_spam


@pytest.mark.parametrize("text", [text for texts in HAM.values() for text in texts])
def test_obvious_ham_is_not_spam(text: str) -> None:
    assert not score_spam([text])[0].is_spam


@pytest.mark.parametrize("kind", ["message", "comment", "mail"])
def test_the_kind_is_mostly_guessed(kind: str) -> None:
    guesses = [result.kind for result in score_spam(SPAM[kind] + HAM[kind])]
    assert guesses.count(kind) >= 4


def test_no_texts_give_no_scores() -> None:
    assert score_spam([]) == []


def test_the_order_is_kept_and_the_batch_does_not_matter() -> None:
    alone = [score_spam([text])[0] for text in ALL]
    # Equal to the last bit, not nearly.
    assert score_spam(ALL * 40) == alone * 40
    assert score_spam(ALL[::-1])[::-1] == alone


def test_the_same_text_has_the_same_score() -> None:
    assert score_spam(ALL) == score_spam(ALL)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t\u3000",
        "\u200b\u200b",
        "hello",
        "ok",
        "free",
        "viagra",
        "x" * 100_000,
        "\ud800",
        f"&#{'1' * 5_000};",
    ],
)
def test_next_to_nothing_is_near_a_low_prior(text: str) -> None:
    assert 0.01 < score_spam([text])[0].score < 0.45


@pytest.mark.parametrize(
    "text",
    [
        "你好，你今天怎么样？我们晚上一起吃饭吧。",
        "Привет, как дела? Увидимся завтра вечером.",
        "مرحبا كيف حالك اليوم",
        "नमस्ते, आप कैसे हैं?",
        "안녕하세요, 오늘 저녁에 봐요",
        "Γεια σου, τι κάνεις σήμερα;",
        "😀😀🎉",
    ],
)
def test_everyday_words_of_any_script_are_not_spam(text: str) -> None:
    assert not score_spam([text])[0].is_spam


def test_a_long_mail_is_scored_by_its_ends() -> None:
    ham = HAM["mail"][1] + "\n"
    long = ham * (100_000 // len(ham))
    assert not score_spam([long])[0].is_spam
    middle = long[:50_000] + SPAM["mail"][0] * 20 + long[50_000:]
    assert score_spam([middle])[0].score == pytest.approx(score_spam([long])[0].score, abs=0.1)
    assert score_spam([SPAM["mail"][0] * 500])[0].is_spam


def test_a_disguise_does_not_hide_spam() -> None:
    plain = "Win a free prize now, claim your cash today"
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in plain)
    split = plain.replace("free", "f\u200bree").replace("prize", "pri\u00adze")
    lookalike = plain.replace("free", "fr\u0435\u0435").replace("cash", "c\u0430sh")
    expected = score_spam([plain])[0].score
    for text in (wide, split, lookalike):
        assert score_spam([text])[0].score == pytest.approx(expected, abs=1e-6)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=())), max_size=4))
@example(["\x00", "a\x00b", "<" * 3000, "&#0;&#x110000;", "@" * 500, "http://"])
def test_any_text_has_a_score(texts: list[str]) -> None:
    results = score_spam(texts)
    assert len(results) == len(texts)
    assert all(0.0 <= result.score <= 1.0 for result in results)


def test_the_limit_belongs_to_spam() -> None:
    assert SpamScore(0.5, "mail").is_spam
    assert not SpamScore(0.499, "mail").is_spam


def test_weights_of_another_shape_are_refused() -> None:
    with pytest.raises(CorruptModelError):
        model.parse(b"PK not an archive")


def test_scoring_imports_neither_scikit_learn_nor_scipy() -> None:
    code = (
        "import json, sys; from triptych.engines.spam import score_spam; score_spam(['hello']);"
        "print(json.dumps([m for m in sys.modules if m.split('.')[0] in ('sklearn', 'scipy')]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
