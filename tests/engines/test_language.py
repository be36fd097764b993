"""Foreign texts are named; English ones, however odd, are left alone."""

from __future__ import annotations

import pytest

from triptych import samples
from triptych.engines.language import foreign_language
from triptych.engines.language.names import LANGUAGE_NAMES


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("German", "Das Zimmer war sauber, aber das Frühstück war kalt."),
        ("French", "La chambre était propre, mais le petit déjeuner était froid."),
        ("Spanish", "La habitación estaba limpia, pero el desayuno estaba frío."),
        ("Italian", "La camera era pulita, ma la colazione era fredda e cattiva."),
        ("Portuguese", "O quarto estava limpo, mas o café da manhã não era bom."),
        ("Dutch", "De kamer was schoon, maar het ontbijt was koud."),
        ("Polish", "Pokój był czysty, ale śniadanie było zimne."),
        ("Czech", "Pokoj byl čistý, ale snídaně byla studená."),
        ("Swedish", "Rummet var rent, men frukosten var kall och tråkig."),
        ("Finnish", "Huone oli siisti, mutta aamiainen oli kylmä."),
        ("Hungarian", "A szoba tiszta volt, de a reggeli hideg volt."),
        ("Turkish", "Oda temizdi ama kahvaltı soğuktu."),
        ("Romanian", "Camera era curată, dar micul dejun era rece."),
        ("Russian", "Номер был чистым, но завтрак был холодным."),
        ("Ukrainian", "Кімната була чистою, але сніданок був холодним."),
        ("Greek", "Το δωμάτιο ήταν καθαρό, αλλά το πρωινό ήταν κρύο."),
        ("Hebrew", "החדר היה נקי, אבל ארוחת הבוקר הייתה קרה."),
        ("Arabic", "كانت الغرفة نظيفة لكن الإفطار كان باردا."),
        ("Hindi", "कमरा साफ था लेकिन नाश्ता ठंडा था।"),
        ("Japanese", "部屋はきれいでしたが、朝食は冷たかったです。"),
        ("Chinese", "房间很干净,但是早餐是冷的,服务也不好。我们不会再来这里住了。"),
        ("Korean", "방은 깨끗했지만 아침 식사는 차가웠습니다. 다시 오지 않겠습니다."),
        ("Vietnamese", "Phòng sạch sẽ nhưng bữa sáng thì nguội."),
    ],
)
def test_a_sentence_in_another_language_is_named(name: str, text: str) -> None:
    found = foreign_language(text)
    assert found is not None
    assert found.name == name
    assert LANGUAGE_NAMES[found.code] == name


@pytest.mark.parametrize(
    ("script", "text"),
    [
        ("Cyrillic", "Отлично!"),
        ("Chinese", "很好"),
        ("Japanese", "すごい"),
        ("Hangul", "좋아요"),
        ("Arabic", "ممتاز"),
        ("Devanagari", "बहुत अच्छा"),
    ],
)
def test_of_a_word_in_another_script_the_script_is_named(script: str, text: str) -> None:
    found = foreign_language(text)
    assert found is not None
    assert (found.code, found.name) == ("und", f"in {script} script")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "ok", "LOL", "Yay yayeeee!", "👍👍", "12:30", "Voilà!", "soooo goooood"),
        *("https://example.org/über-uns", "@señora_garcía #olé", "<p class='rouge'></p>"),
        "Zoë and José had a déjà vu at the café.",
        'She said "ich liebe dich", which is German for "I love you", and then she left the room.',
        "This is plain English and nothing but plain English, as far as anyone can tell.",
        "u wot m8, dat movie was sick af ngl",
        "α and β are the angles of the triangle",
    ],
)
def test_english_and_what_is_no_language_are_left_alone(text: str) -> None:
    assert foreign_language(text) is None


def test_the_shipped_samples_are_english() -> None:
    for name in ("review.txt", "reviews.csv", "proposal.txt", "pride-and-prejudice.txt"):
        assert foreign_language(samples.text(name)) is None


def test_a_long_text_is_judged_by_more_than_its_beginning() -> None:
    english = "The room was clean and the breakfast was cold. " * 400
    german = "Das Zimmer war sauber und das Frühstück war kalt. "
    assert foreign_language(german * 20 + english) is None
    found = foreign_language("The room was clean. " + german * 400)
    assert found is not None
    assert found.code == "de"
