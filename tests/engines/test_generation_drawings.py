"""The library of drawings, and finding in it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from triptych.engines.generation import drawings
from triptych.engines.generation.drawings import (
    UnknownDrawingError,
    characters,
    drawing,
    find,
    names,
    names_something,
    prefixed,
    related,
    singular,
)
from triptych.engines.generation.scene import COLOURS
from triptych.models.files import CorruptModelError, digests


def test_every_drawing_is_whole() -> None:
    assert len(names()) > 1000
    assert names() == tuple(sorted(names()))
    for name in names():
        one = drawing(name)
        left, top, width, height = one.bounds
        assert 0 <= left <= left + width <= 128, name
        assert 0 <= top <= top + height <= 128, name
        assert min(width, height) > 4, name
        assert one.height > 0, name
        assert one.colour in COLOURS, name
        assert one.home in ("ground", "air", "sky", "water"), name
        assert one.words[0] == name.replace("-", " ")
        ET.fromstring(f"<svg>{one.body}</svg>")


def test_sizes_homes_and_colours_are_those_of_the_world() -> None:
    heights = [drawing(name).height for name in ("ant", "mouse", "cat", "elephant", "lighthouse")]
    assert heights == sorted(heights)
    homes = [drawing(name).home for name in ("dog", "bird", "full-moon", "fish")]
    assert homes == ["ground", "air", "sky", "water"]
    colours = {name: drawing(name).colour for name in ("red-apple", "green-apple", "blue-book")}
    assert list(colours.values()) == ["red", "green", "blue"]


def test_an_instance_shares_no_identifier_with_another() -> None:
    for name in ("tulip", "treasure-chest", "lighthouse", "mermaid"):
        one, other = prefixed(drawing(name).body, "a"), prefixed(drawing(name).body, "b")
        made = set(re.findall(r'id="([^"]+)"', one))
        assert made
        assert not made & set(re.findall(r'id="([^"]+)"', other))
        used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', one)
        assert {first or second for first, second in used} <= made


def test_an_unknown_name_says_what_to_do() -> None:
    with pytest.raises(UnknownDrawingError, match=r"no drawing 'tree'.*choose one of names"):
        drawing("tree")
    assert issubclass(UnknownDrawingError, KeyError)


def test_a_damaged_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(digests(), drawings.LIBRARY_FILE, "0" * 64)
    with pytest.raises(CorruptModelError):
        drawings._content.__wrapped__()


@pytest.mark.parametrize(
    ("noun", "name"),
    [
        ("car", "automobile"),
        ("pumpkin", "jack-o-lantern"),
        ("football", "soccer-ball"),
        ("coffee", "hot-beverage"),
        ("kid", "child"),
        ("gift", "wrapped-gift"),
        ("planet", "ringed-planet"),
        ("bee", "honeybee"),
        ("mice", "mouse"),
        ("geese", "goose"),
        ("wolves", "wolf"),
        ("women", "woman"),
        ("sheep", "ewe"),
        ("butterflies", "butterfly"),
        ("fire trucks", "fire-engine"),
        ("cups of tea", "hot-beverage"),
        ("Hot-Dogs", "hot-dog"),
        ("rottweiler", "dog"),
        ("anaconda", "snake"),
        ("woodpeckers", "bird"),
        ("limousine", "automobile"),
    ],
)
def test_nouns_find_what_they_mean(noun: str, name: str) -> None:
    assert find(noun)[0] == name


@pytest.mark.parametrize(
    "noun", ["fence", "bench", "freedom", "quantum", "happiness", "desk", "theory", "curtains", ""]
)
def test_what_cannot_be_drawn_is_not_found(noun: str) -> None:
    assert find(noun) == ()


def test_a_drawing_of_the_colour_goes_first() -> None:
    assert find("book", colour="blue")[0] == "blue-book"
    assert find("heart", colour="white")[0] == "white-heart"
    assert find("apple", colour="green")[0] == "green-apple"
    assert find("cat", colour="black")[0] == "black-cat"
    assert drawing(find("flower", colour="yellow")[0]).colour == "yellow"
    # Another animal is no price to pay for a colour.
    assert find("fish", colour="orange")[0] == "fish"


def test_singulars() -> None:
    assert singular("glasses") == "glasses"
    assert singular("books") == "book"
    assert singular("nothing at all") is None


def test_every_noun_of_the_tables_is_drawn() -> None:
    known = set(names())
    for noun, found in drawings.meanings().items():
        assert set(found) <= known, noun
    for noun, kind in drawings.kinds().items():
        assert drawings.meanings()[kind], noun


def test_nouns_are_told_from_other_words() -> None:
    assert names_something("bench")
    assert names_something("fences")
    assert not names_something("beautiful")
    assert not names_something("dogs")


def test_related_takes_keywords_too() -> None:
    assert {"dog", "elephant"} <= related("animal")
    assert "automobile" not in related("animal")


def test_emoji_name_drawings() -> None:
    assert characters()["🐱"] == "cat-face"
    assert len(characters()) == len(names())
