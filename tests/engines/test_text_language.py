"""Texts that are not English are noticed, and English ones are left alone."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from triptych.engines.text.language import (
    BY_SCRIPT,
    LANGUAGES,
    NOT_FOREIGN,
    Language,
    foreign_language,
    latin_words,
    sample,
    script_of,
    script_shares,
)

SENTENCES = {
    "af": "Ons het gister die hele dag in die tuin gewerk en nou is ons baie moeg.",
    "ar": "كان الطعام باردا والخدمة بطيئة ولن نعود إلى هذا المطعم مرة أخرى.",
    "bn": "খাবারটা ঠান্ডা ছিল আর আমাদের অনেকক্ষণ অপেক্ষা করতে হয়েছে।",
    "ca": "El menjar era fred i vam haver d'esperar gairebé una hora per seure.",
    "cs": "Jídlo bylo studené a na účet jsme čekali skoro hodinu.",
    "cy": "Roedd y bwyd yn oer ac roedd rhaid i ni aros am awr i gael bwrdd.",
    "de": "Das Zimmer war sauber, aber die Straße vor dem Fenster war sehr laut.",
    "el": "Το φαγητό ήταν κρύο και περιμέναμε πολλή ώρα για τον λογαριασμό.",
    "es": "La película me gustó mucho, aunque el final fue demasiado largo.",
    "et": "Toit oli külm ja me pidime arvet ootama peaaegu terve tunni.",
    "eu": "Janaria hotz zegoen eta ordubete itxaron behar izan genuen mahaia lortzeko.",
    "fa": "غذا سرد بود و ما باید یک ساعت برای صورت حساب منتظر می‌ماندیم.",
    "fi": "Ruoka oli kylmää ja jouduimme odottamaan laskua melkein tunnin.",
    "fr": "Nous avons attendu une heure et le repas était froid, quel dommage.",
    "ga": "Bhí an bia fuar agus bhí orainn fanacht uair an chloig ar an mbille.",
    "he": "האוכל היה קר וחיכינו כמעט שעה לחשבון.",
    "hi": "खाना ठंडा था और हमें बहुत देर तक इंतज़ार करना पड़ा।",
    "hu": "Az étel hideg volt, és majdnem egy órát vártunk a számlára.",
    "id": "Makanannya sudah dingin dan kami harus menunggu hampir satu jam.",
    "it": "La camera era piccola ma pulita e il personale molto gentile con noi.",
    "ja": "料理は冷たくて、会計まで一時間も待たされました。",
    "ko": "음식은 차갑고 계산서를 받기까지 한 시간이나 기다렸습니다.",
    "lt": "Maistas buvo šaltas ir sąskaitos laukėme beveik valandą.",
    "lv": "Ēdiens bija auksts, un mēs gaidījām rēķinu gandrīz stundu.",
    "nl": "Het eten was koud en we moesten bijna een uur op de rekening wachten.",
    "pl": "Jedzenie było zimne, a na rachunek czekaliśmy prawie godzinę.",
    "pt": "A comida estava fria e tivemos que esperar quase uma hora pela conta.",
    "ro": "Mâncarea era rece și am așteptat aproape o oră nota de plată.",
    "ru": "Еда была холодной, и мы почти час ждали, пока принесут счёт.",
    "sv": "Maten var kall och vi fick vänta nästan en timme på notan.",
    "sw": "Chakula kilikuwa baridi na tulisubiri karibu saa moja kupata hesabu.",
    "ta": "உணவு குளிர்ந்து போயிருந்தது, நாங்கள் நீண்ட நேரம் காத்திருந்தோம்.",
    "th": "อาหารเย็นชืดและเราต้องรอบิลเกือบหนึ่งชั่วโมง",
    "tr": "Yemek soğuktu ve hesap için neredeyse bir saat beklemek zorunda kaldık.",
    "uk": "Їжа була холодна, і ми майже годину чекали на рахунок.",
    "vi": "Đồ ăn nguội lạnh và chúng tôi phải chờ gần một tiếng mới có hóa đơn.",
    "zh": "饭菜是凉的，我们等了快一个小时才拿到账单。",
}

ENGLISH = [
    "The food was cold and the waiter rude.",
    "We waited an hour for the bill, and nobody apologised.",
    "GREAT PRODUCT, WOULD BUY AGAIN",
    "idk tbh it was kinda meh, gonna try the other one",
    "hahahahaha omg nooooo",
    "haha me neither.",
    "Angela Merkel and Emmanuel Macron met in Paris.",
    "I had ramen at 東京 yesterday and it was great",
    "The area is πr², obviously",
    "Wheel of Fortune is on tonight",
]

UNDECIDED = [
    "",
    "   \n",
    "ok",
    "gracias",
    "Bon appetit",
    "Oh la la",
    "Hasta la vista baby",
    "na na na na hey hey goodbye",
    "😂😂😂 🎉",
    "42 1,000 3.5 %",
    "https://example.org/ueber-uns/das-ist-aber-nicht-gut",
    "#FreitagAbend #Wochenende #EndlichFrei @jemand_anders",
    "jemand.anders@beispiel.example und@auch.example der@hier.example",
    "Jürgen Müller, Käthe Schröder, Günther Groß",
    "for i in range(10): print(i)",
    "const antwort = await hole(adresse).then(r => r.json());",
    "{ color: rojo; fondo: verde; margen: ninguno; }",
    "int antwort = frage; int ergebnis = zahl;",
    "```\nwenn das hier nicht gut ist dann eben nicht\n```",
    "ಠ_ಠ",
    "¯\\_(ツ)_/¯",
    "𝓘 𝓵𝓸𝓿𝓮 𝓽𝓱𝓲𝓼 𝓼𝓸 𝓶𝓾𝓬𝓱",
    "hеllо frіеnd",
    "\ud800\udfff",
]

# The name is a matter of more than one word; that they are not English is not.
SHORT = [
    ("привет", "und", "Cyrillic script"),
    ("Привіт, як справи?", "uk", "Ukrainian"),
    ("שלום", "he", "Hebrew"),
    ("안녕", "ko", "Korean"),
    ("ありがとう", "ja", "Japanese"),
    ("今天天气", "zh", "Chinese"),
    ("iPhone 很好用", "zh", "Chinese"),
    ("สวัสดี", "th", "Thai"),
    ("ευχαριστώ", "el", "Greek"),
    ("مرحبا بك", "und", "Arabic script"),
    ("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "und", "Cherokee script"),
    ("Das ist gut", "de", "German"),
    ("me gusta mucho", "es", "Spanish"),
]


@pytest.mark.parametrize(("code", "text"), SENTENCES.items(), ids=SENTENCES)
def test_sentence_is_named(code: str, text: str) -> None:
    found = foreign_language(text)
    assert found is not None
    assert (found.code, found.name) == (code, Locale("en").languages[code])
    assert 0.5 <= found.probability <= 1


@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_left_alone(text: str) -> None:
    assert foreign_language(text) is None


@pytest.mark.parametrize("text", UNDECIDED)
def test_too_little_is_not_judged(text: str) -> None:
    assert foreign_language(text) is None


@pytest.mark.parametrize(("text", "code", "name"), SHORT)
def test_short_texts(text: str, code: str, name: str) -> None:
    found = foreign_language(text)
    assert found is not None
    assert (found.code, found.name) == (code, name)


def test_capitals_do_not_hide_a_language() -> None:
    found = foreign_language("C'EST VRAIMENT NUL, NE L'ACHETEZ PAS")
    assert found is not None
    assert found.code == "fr"


@pytest.mark.parametrize("code", ["de", "es", "fr", "it", "pl"])
def test_quotation_in_english_counts_for_nothing(code: str) -> None:
    for opening, closing in ('""', "“”", "„“", "«»"):
        quoted = f"{opening}{SENTENCES[code]}{closing}"
        assert foreign_language(f"He wrote to me {quoted} and I laughed.") is None
        # Alone it is the text, marks or not.
        found = foreign_language(quoted)
        assert found is not None
        assert found.code == code


def test_russian_quotation_in_english_counts_for_nothing() -> None:
    english = "The old man looked out of the window and said slowly that it was spring: "
    assert foreign_language(english + "весна пришла") is None


def test_sisters_that_cannot_be_told_apart_are_not_named() -> None:
    # The same in Danish and in Norwegian.
    found = foreign_language("det er godt")
    assert found is not None
    assert (found.code, found.name) == ("und", "another language")
    assert found.probability > 0.9


def test_language_is_one_that_the_script_writes() -> None:
    found = foreign_language("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ über die Straße")
    assert found is not None
    assert (found.code, found.name) == ("und", "Cherokee script")


def test_seldom_written_language_is_not_named() -> None:
    # Venetian, which the detector would know.
    found = foreign_language("Mi no so cossa dir, ghe xe massa xente qua e no se pol star")
    assert found is not None
    assert found.code in {"it", "und"}


@pytest.mark.parametrize("place", [0, 1, 2])
def test_long_text_is_read_at_three_places(place: int) -> None:
    parts = ["1234567 " * 100_000] * 3
    parts[place] = (SENTENCES["de"] + " ") * (12_000 if place == 1 else 60)
    text = parts[0] + parts[1] + parts[2]
    if place == 0:
        text = parts[0] + "7 " * 400_000
    elif place == 2:
        text = "7 " * 400_000 + parts[2]
    found = foreign_language(text)
    assert found is not None
    assert found.code == "de"


@pytest.mark.parametrize("unit", ["x", "字", "`", "<", "a_", "a@", "a://", '"', "ha", "а "])
def test_what_is_read_is_bounded(unit: str) -> None:
    assert len(sample(unit * 1_000_000)) <= 4_600


def test_words_cut_in_two_are_left_out() -> None:
    assert set(sample("Ungeheuerlich " * 1000).split()) == {"Ungeheuerlich"}


@given(st.text())
def test_any_text_is_answered_the_same_twice(text: str) -> None:
    found = foreign_language(text)
    assert found == foreign_language(text)
    assert found is None or (0 <= found.probability <= 1.0001 and found.name)


def test_language_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Language("de", "German", 1.0).code = "fr"  # type: ignore[misc]


def test_detector_knows_every_named_language() -> None:
    from py3langid import langid

    known = set(langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE).labels)
    assert known >= LANGUAGES | NOT_FOREIGN
    assert not LANGUAGES & NOT_FOREIGN
    assert set().union(*BY_SCRIPT.values()) <= LANGUAGES


def test_detector_is_loaded_only_when_needed() -> None:
    code = (
        "import sys; from triptych.engines.text.language import foreign_language as f; f('ok');"
        "assert 'py3langid' not in sys.modules; f('Das ist aber gut'); assert 'py3langid' in "
        "sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_scripts() -> None:
    assert script_of("ー") == script_of("カ") == script_of("字") == "CJK"
    assert script_of("é") == "LATIN"
    assert script_of("!") is None
    assert script_shares("ab वेद") == {"LATIN": 0.5, "DEVANAGARI": 0.5}
    assert script_shares("ab 東") == {"LATIN": 1.0}
    assert script_shares("12 !") == {}


def test_latin_words() -> None:
    assert latin_words("Yes yes YES да nein") == ["Yes", "nein"]
    assert latin_words("Thị trường tự do") == ["Thị", "trường", "tự", "do"]
