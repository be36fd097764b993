"""What prompts ask for."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.generation.drawings import drawing, names
from triptych.engines.generation.prompt import nouns, read
from triptych.engines.generation.prompt.grammar import understand
from triptych.engines.generation.prompt.words import ON_THE_BODY, ON_THE_HEAD, phrases, tokens
from triptych.engines.generation.scene import (
    COLOURS,
    Description,
    Place,
    RelationKind,
    Season,
    Setting,
    Style,
    TimeOfDay,
    Weather,
)
from triptych.models.files import rows


def _listed(words: str) -> list[str]:
    return words.split()


def things(prompt: str) -> list[tuple[str, int, str | None]]:
    return [(one.noun, one.count, one.colour) for one in read(prompt).things]


def relations(prompt: str) -> list[tuple[str, str, str]]:
    """Return relations by their nouns."""
    asked = read(prompt)
    noun = [one.noun for one in asked.things]
    return [
        (noun[one.subject], one.kind, " ".join(noun[place] for place in one.objects))
        for one in asked.relations
    ]


@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("a cat", 1),
        ("an orange cat", 1),
        ("two cats", 2),
        ("12 cats", 12),
        ("twenty one cats", 21),
        ("a dozen cats", 12),
        ("half a dozen cats", 6),
        ("a couple of cats", 2),
        ("several cats", 5),
        ("many cats", 8),
        ("a thousand cats", 24),
        ("cats", 3),
        ("a group of five cats", 5),
    ],
)
def test_counts(prompt: str, count: int) -> None:
    assert [one.count for one in read(prompt).things] == [count]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("a crimson car", [("car", 1, "red")]),
        ("a dark turquoise car", [("car", 1, "blue")]),
        ("a silver key", [("key", 1, "grey")]),
        ("an orange and an orange car", [("orange", 1, None), ("car", 1, "orange")]),
        ("a red and a blue balloon", [("balloon", 1, "red"), ("balloon", 1, "blue")]),
        (
            "a cat, a red and a blue balloon",
            [("cat", 1, None), ("balloon", 1, "red"), ("balloon", 1, "blue")],
        ),
        ("two red and three blue balloons", [("balloon", 2, "red"), ("balloon", 3, "blue")]),
        ("four red and blue balloons", [("balloon", 2, "red"), ("balloon", 2, "blue")]),
        ("two dogs, one black and one white", [("dog", 1, "black"), ("dog", 1, "white")]),
        ("red apples and pears", [("apple", 3, "red"), ("pear", 3, None)]),
        ("the balloon is blue and the car is red", [("balloon", 1, "blue"), ("car", 1, "red")]),
        ("a green fire truck", [("fire truck", 1, "green")]),
    ],
)
def test_colours(prompt: str, expected: list[tuple[str, int, str | None]]) -> None:
    assert things(prompt) == expected


def test_sizes() -> None:
    tiny, usual, huge = read("a tiny dog, a cat and an enormous mouse").things
    assert tiny.size < usual.size == 1 < huge.size


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("a bird flying over a house", [("bird", "above", "house")]),
        ("a shark beneath a boat", [("shark", "below", "boat")]),
        ("a cat on top of a car", [("cat", "on", "car")]),
        ("a dog in front of a tent", [("dog", "in front of", "tent")]),
        ("a fox behind a tree", [("fox", "behind", "tree")]),
        ("a cat to the left of a dog", [("cat", "left of", "dog")]),
        ("a cat on the right of a dog", [("cat", "right of", "dog")]),
        ("a cat beside a dog", [("cat", "next to", "dog")]),
        ("a dog between a cat and a mouse", [("dog", "between", "cat mouse")]),
        ("a dog between two trees", [("dog", "between", "tree")]),
        ("flowers around a house", [("flower", "around", "house")]),
        ("a house surrounded by trees", [("tree", "around", "house")]),
        ("a cat in a box", [("cat", "in", "box")]),
        ("a basket of apples", [("apple", "in", "basket")]),
        ("above the house flies a bird", [("bird", "above", "house")]),
        ("a house with a tree behind it", [("tree", "behind", "house")]),
        ("a dog wearing a hat", [("hat", "on", "dog")]),
        ("a cat on the left and a dog on the right", [("cat", "left of", "dog")]),
        ("a cat and a dog under a tree", [("cat", "below", "tree"), ("dog", "below", "tree")]),
        (
            "a cat next to a dog and a bird above a house",
            [("cat", "next to", "dog"), ("bird", "above", "house")],
        ),
        (
            "a red, a yellow and a blue balloon above a dog",
            [("balloon", "above", "dog")] * 3,
        ),
        ("a cat on a fence", []),
        ("a fox in the dark forest with a rabbit", [("fox", "next to", "rabbit")]),
        ("a dog. In front of the dog is a ball.", [("ball", "in front of", "dog")]),
    ],
)
def test_relations(prompt: str, expected: list[tuple[str, str, str]]) -> None:
    assert relations(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "setting"),
    [
        ("a fox in a forest at night", Setting(place="forest", time="night")),
        ("rainy city street, black and white", Setting("city", "rain", style="black and white")),
        ("a cup on a pink table", Setting(place="table", backdrop="pink")),
        ("a cup on a plain white background", Setting(backdrop="white")),
        ("a goat in the mountains in winter", Setting(place="mountains", season="winter")),
        ("a car in the style of a watercolor painting", Setting(style="watercolour")),
        ("an owl under a starry sky", Setting(time="night")),
        ("a fish under water", Setting(place="underwater")),
        ("an astronaut on the moon", Setting(place="moon")),
        ("a house and a kite in the sky", Setting()),
        ("two birds in the sky", Setting(place="sky")),
        ("a dog on the beach at dusk", Setting(place="beach", time="sunset")),
    ],
)
def test_settings(prompt: str, setting: Setting) -> None:
    assert read(prompt).setting == setting


def test_places_are_things_where_they_are_named_as_such() -> None:
    assert relations("a castle in front of mountains") == [("castle", "in front of", "mountain")]
    assert relations("a boat under the moon") == [("boat", "below", "moon")]
    assert relations("a plane above the clouds") == [("plane", "above", "cloud")]
    assert things("an astronaut on the moon") == [("astronaut", 1, None)]


def test_compound_nouns_are_one_thing() -> None:
    prompt = "a fire truck, a teddy bear, a traffic light, an ice cream, a palm tree and a cat toy"
    assert [noun for noun, _, _ in things(prompt)] == [
        "fire truck",
        "teddy bear",
        "traffic light",
        "ice cream",
        "palm tree",
        "toy",
    ]


def test_filler_is_passed_over() -> None:
    prompt = "a highly detailed photo of a beautiful dog playing, 4k, trending on artstation"
    assert things(prompt) == [("dog", 1, None)]
    assert read(prompt).not_drawn == ()
    assert things("a painting of a house") == [("house", 1, None)]
    assert things("a girl with red hair and big eyes") == [("girl", 1, None)]


def test_what_no_drawing_shows_is_listed_once_and_in_order() -> None:
    asked = read("a fence, a cat on a bench, freedom and another bench")
    assert asked.not_drawn == ("fence", "bench", "freedom")
    assert [one.noun for one in asked.things] == ["cat"]


def test_the_negative_prompt_takes_things_and_settings_away() -> None:
    asked = read("a cat, a dog and a tree at night in the rain", negative_prompt="dogs, night")
    assert [one.noun for one in asked.things] == ["cat", "tree"]
    assert asked.setting == Setting(weather="rain")
    assert {"dog", "poodle"} <= asked.forbidden
    assert not asked.forbidden & {"cat", "deciduous-tree"}
    assert "woman" in read("a park", negative_prompt="people").forbidden
    assert "automobile" in read("a street without cars").forbidden


def test_relations_of_what_is_left_still_hold() -> None:
    asked = read("a dog, a cat and a bird above a house", negative_prompt="dog")
    assert [one.noun for one in asked.things] == ["cat", "bird", "house"]
    assert [(one.subject, one.objects) for one in asked.relations] == [(1, (2,))]


def test_guidance_trades_literalness_for_variety() -> None:
    usual = {read("a tree", seed=seed).things[0].drawings for seed in range(20)}
    loose = {read("a tree", seed=seed, guidance=1).things[0].drawings for seed in range(20)}
    assert len(usual) == 1
    assert len(loose) > 1
    assert len(set(read("five animals", seed=1).things[0].drawings)) == 5
    assert len(set(read("five animals", seed=1, guidance=28).things[0].drawings)) == 1


@pytest.mark.parametrize("guidance", [0, 28.5, float("nan")])
def test_guidance_out_of_range_is_refused(guidance: float) -> None:
    with pytest.raises(ValueError, match="number from 1 to 28"):
        read("a cat", guidance=guidance)


def test_sex_is_heeded_where_there_are_drawings_of_both() -> None:
    assert read("a female astronaut").things[0].drawings == ("woman-astronaut",)


def test_emoji_name_their_drawings() -> None:
    asked = read("🐱 under a 👩🏽‍🚀")
    assert [one.drawings for one in asked.things] == [("cat-face",), ("woman-astronaut",)]
    assert asked.relations[0].kind == "below"


@pytest.mark.parametrize(
    "prompt", ["", "   ", "ein roter Apfel", "猫が木の下にいる", "xqzt" * 1250, "a hundred"]
)
def test_what_is_not_understood_is_empty(prompt: str) -> None:
    assert read(prompt) == Description()


def test_a_long_prompt_is_read() -> None:
    asked = read(("a red dog next to a blue cat and " * 160)[:5000])
    assert 1 < len(asked.things) <= 32


_WORDS = st.sampled_from(
    _listed(
        """
        a the two red blue and , . on in above with of surrounded by cat dog trees house between
        left right to it is one another each no without snow night sky 🐱 0 17 table fence
        a dozen few hundred lots several many half
        """
    )
)


@pytest.mark.parametrize(
    "unit",
    [
        "a ",
        "red, ",
        "a red and a blue and ",
        "the dog and the cat and ",
        "fence ",
        "kitchen garden ",
    ],
)
def test_work_of_a_prompt_grows_no_faster_than_the_prompt(
    unit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = []
    length = nouns._noun_length

    def counted(words: list[str], here: int, begun: bool) -> int:
        looked_up.append(here)
        return length(words, here, begun)

    monkeypatch.setattr(nouns, "_noun_length", counted)
    counts = []
    for times in (100, 200):
        looked_up.clear()
        read(unit * times)
        counts.append(len(looked_up))
    assert counts[1] < 2.5 * counts[0]


def test_things_that_are_named_again_and_again_are_related_to_no_more_than_64() -> None:
    links = understand(tokens("the dog and the cat and " * 100 + "on a chair")).links
    assert 1 < len(links) <= 64


def test_colours_without_a_noun_are_no_more_things_than_a_picture_holds() -> None:
    assert len(understand(tokens("a red and a blue and " * 100)).things) <= 32


@given(st.lists(_WORDS, max_size=20).map(" ".join) | st.text(max_size=60), st.integers(0, 9))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_twice_alike(prompt: str, seed: int) -> None:
    asked = read(prompt, negative_prompt="dogs", guidance=2, seed=seed)
    assert asked == read(prompt, negative_prompt="dogs", guidance=2, seed=seed)
    for one in asked.things:
        assert 1 <= one.count <= 24
        assert all(drawing(name) for name in one.drawings)
    for relation in asked.relations:
        involved = {relation.subject, *relation.objects}
        assert len(involved) == 1 + len(relation.objects)
        assert max(involved) < len(asked.things)


@pytest.mark.parametrize(
    ("prompt", "weather", "time"),
    [
        ("a boat on a stormy night", "storm", "night"),
        ("in a snowy night", "snow", "night"),
        ("a foggy night", "fog", "night"),
        ("a cat on a dark night", None, "night"),
        ("on a rainy evening", "rain", "sunset"),
    ],
)
def test_what_describes_the_time_says_the_weather(
    prompt: str, weather: str | None, time: str
) -> None:
    asked = read(prompt)
    assert (asked.setting.weather, asked.setting.time, asked.not_drawn) == (weather, time, ())


def test_with_puts_nothing_of_the_sky_beside_what_is_below() -> None:
    assert not read("a house with the moon").relations
    assert [one.kind for one in read("a house with a dog").relations] == ["next to"]
    assert [one.kind for one in read("a house next to the moon").relations] == ["next to"]


@pytest.mark.parametrize(
    ("prompt", "not_drawn"),
    [
        ("A quokka on a beach", ("quokka",)),
        ("three gluons", ("gluons",)),
        ("a zebroid and a cat", ("zebroid",)),
        ("a fluffy, majestic cat", ()),
        ("a hyperrealistic cat", ()),
    ],
)
def test_a_noun_that_no_list_knows_is_reported(prompt: str, not_drawn: tuple[str, ...]) -> None:
    assert read(prompt).not_drawn == not_drawn


def test_the_lists_mean_what_descriptions_hold() -> None:
    kinds = {"relation": RelationKind, "reversed relation": RelationKind, "place": Place}
    kinds |= {"weather": Weather, "time": TimeOfDay, "season": Season, "style": Style}
    for about, literal in kinds.items():
        assert set(phrases(about).values()) <= set(get_args(literal)), about
        assert phrases(about), about
    # A phrase about the setting has one meaning.
    settings = [phrase for about in list(kinds)[2:] for phrase in phrases(about)]
    assert len(settings) == len(set(settings))
    listed = {row[0] for row in rows("generation/places.tsv")}
    assert listed == {*get_args(Place), "open"}
    assert [row[0] for row in rows("generation/colours.tsv")] == list(COLOURS)
    names_of_drawings = set(names())
    assert names_of_drawings >= (ON_THE_HEAD | ON_THE_BODY)
    ornaments = {kind: drawings.split() for kind, drawings in rows("generation/ornaments.tsv")}
    assert {name for drawings in ornaments.values() for name in drawings} <= names_of_drawings
    sky = [name for _, drawings in rows("generation/sky.tsv") for name in drawings.split()]
    assert set(sky) <= names_of_drawings
    fitting = {kind for row in rows("generation/places.tsv") for kind in row[-1].split()}
    assert fitting == set(ornaments)
