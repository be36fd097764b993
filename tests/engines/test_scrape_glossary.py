"""Tests of reading other languages in English, word by word."""

from __future__ import annotations

import re

import pytest

from triptych.engines.scrape import extract
from triptych.engines.scrape.matcher.glossary import (
    LANGUAGES,
    glossary,
    glossary_of,
    prompt_in_english,
)
from triptych.engines.scrape.matcher.inputs import pieces, pieces_in_english
from triptych.models.files import rows


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_word_of_a_glossary_is_explained_once_in_a_few_lower_case_words(code: str) -> None:
    table = rows(f"glossary/{code}.tsv")

    assert {len(row) for row in table} == {2}
    foreign = [row[0] for row in table]
    assert len(foreign) == len(set(foreign)) > 4_000
    assert all(word == word.lower().strip() and len(word.split()) <= 4 for word in foreign)
    assert all(re.fullmatch(r"[\w'.&/%° -]{1,40}", row[1]) for row in table)


@pytest.mark.parametrize(
    ("code", "text", "english"),
    [
        ("de", "Leihgebühr pro Tag", "rental fee per day"),
        ("de", "Windgeschwindigkeit: 12 km/h", "wind speed: 12 km/h"),
        ("fr", "Horaires d'ouverture", "opening hours"),
        ("fr", "Prix de l’entrée", "price of the entrance"),
        ("es", "Precio por persona", "price per person"),
        ("it", "Nome dell'autore", "name of the author"),
        ("nl", "Verzendkosten", "shipping costs"),
        ("pt", "Data de publicação", "publication date"),
        ("de", "Preis: 20,00 EUR", "price: 20,00 euros"),
        ("fr", "20 m et 5 l", "20 m and 5 l"),
        ("it", "2 e 3", "2 and 3"),
    ],
)
def test_labels_are_read_as_an_english_page_has_them(code: str, text: str, english: str) -> None:
    assert glossary(code).translated(text) == english


def test_names_and_unknown_words_stay() -> None:
    assert glossary("de").translated("Tannrode") == "Tannrode"
    french = [
        gloss.english for gloss in glossary("fr").glosses("Prix de Rose Petit", keep_names=True)
    ]
    assert french == ["price", "of"]


@pytest.mark.parametrize(
    ("prompt", "english"),
    [
        ("Art", "kind"),
        ("name of the shop", "name of the shop"),
        ("Preis", "price"),
        ("IBAN", "IBAN"),
        ("youth membership fee", "youth membership fee"),
        ("working hours of the Chef", "working hours of the Chef"),
    ],
)
def test_a_prompt_is_read_in_the_language_of_most_of_its_words(prompt: str, english: str) -> None:
    assert prompt_in_english(prompt, glossary("de")) == english


def test_the_language_of_a_page_is_that_of_its_texts() -> None:
    german = ["Öffnungszeiten", "Wir haben am Montag geschlossen und freuen uns auf Ihren Besuch."]

    assert glossary_of(german) is glossary("de")
    assert (
        glossary_of(["Opening hours", "We are closed on Monday and look forward to you."]) is None
    )
    assert (
        glossary_of(["Godziny otwarcia", "W poniedziałek sklep jest zamknięty dla klientów."])
        is None
    )


def test_word_pieces_in_english_stand_for_the_words_they_translate() -> None:
    text = "Von Ada Wolters und Öffnungszeiten"

    ids, places = pieces_in_english(text, 20, glossary("de"))

    assert ids == pieces("of Ada Wolters and opening hours", 20)[0]
    assert [text[start:end] for start, end in places][-3:] == ["und"] + 2 * ["Öffnungszeiten"]
    assert text[slice(*places[1])] == "Ada"


@pytest.mark.parametrize(
    ("page", "prompt", "values"),
    [
        (
            "<h1>Betonmischer B 140</h1><p>Wir verleihen Maschinen für Haus und Garten.</p><dl>"
            "<dt>Leihgebühr pro Tag</dt><dd>24,00 €</dd><dt>Kaution</dt><dd>150,00 €</dd>"
            "<dt>Gewicht</dt><dd>56 kg</dd></dl>",
            "Mietpreis",
            ("24,00 €",),
        ),
        (
            "<h1>Studio meublé</h1><p>Un appartement clair au centre de la ville.</p><table>"
            "<tr><th>Loyer</th><td>540 €</td></tr><tr><th>Caution</th><td>1 080 €</td></tr>"
            "<tr><th>Surface</th><td>28 m²</td></tr></table>",
            "dépôt de garantie",
            ("1 080 €",),
        ),
        (
            "<h1>Curso de cerámica</h1><p>Aprende a modelar con nuestras profesoras.</p><ul>"
            "<li>Plazas: <b>12</b></li><li>Precio: <b>85 €</b></li>"
            "<li>Inicio: <b>4 de mayo</b></li></ul>",
            "cuánto cuesta",
            ("85 €",),
        ),
    ],
)
def test_what_is_asked_in_other_words_is_found_on_pages_in_other_languages(
    page: str, prompt: str, values: tuple[str, ...]
) -> None:
    assert extract(page, {"it": prompt}).fields["it"].values == values


def test_a_page_is_asked_in_english_too() -> None:
    page = (
        "<h1>Jeu de plateau</h1><p>Un jeu pour toute la famille.</p>"
        "<p>Durée : <b>45 min</b></p><p>Âge : <b>8 ans</b></p>"
    )

    assert extract(page, {"it": "playing time"}).fields["it"].values == ("45 min",)
