"""Words for what to look for: what is meant, what is only part of it, and what is not known."""

import sys

import pytest

from triptych.engines.detection import COCO, Match, match, matching
from triptych.engines.detection.matching import _singular, _words


@pytest.mark.parametrize(
    ("prompt", "label"),
    [
        ("person", "person"),
        ("People", "person"),
        ("the cars", "car"),
        ("motorbike", "motorcycle"),
        ("mobile phone", "cell phone"),
        ("Mobile Phones!", "cell phone"),
        ("sofa", "couch"),
        ("plane", "airplane"),
        ("bikes", "bicycle"),
        ("slice of pizza", "pizza"),
        ("a herd of sheep", "sheep"),
        ("skis", "skis"),
        ("pair of scissors", "scissors"),
        ("buses", "bus"),
        ("knives", "knife"),
        ("hot dogs", "hot dog"),
    ],
)
def test_words_for_the_same_thing(prompt: str, label: str) -> None:
    assert match([prompt], COCO).matched == {prompt: Match((label,), wider=False)}


@pytest.mark.parametrize(
    ("prompt", "label"),
    [
        ("woman", "person"),
        ("children", "person"),
        ("puppies", "dog"),
        ("taxi", "car"),
        ("red car", "car"),
        ("man with a dog", "person"),
        ("cup of coffee", "cup"),
        ("a small brown dog on the grass", "dog"),
        ("bus driver", "person"),
    ],
)
def test_a_part_of_what_a_class_takes_in_is_served_and_said_to_be(prompt: str, label: str) -> None:
    assert match([prompt], COCO).matched == {prompt: Match((label,), wider=True)}


def test_groups_are_served_by_their_classes_in_the_order_of_the_detector() -> None:
    found = match(["vehicles", "pets", "animal"], ["dog", "truck", "car", "cat"]).matched
    assert found["vehicles"] == Match(("truck", "car"), wider=False)
    assert found["pets"] == Match(("dog", "cat"), wider=True)
    assert found["animal"] == Match(("dog", "cat"), wider=False)


@pytest.mark.parametrize(
    "prompt",
    [
        *("license plate", "tree", "face", "helmet", "sky", "glove", "hair", "dog house"),
        *(
            "cat food",
            "bus stop",
            "sea horse",
            "jet ski",
            "egg (food)",
            "bottle cap",
            "xyzzy",
            "?!",
        ),
    ],
)
def test_what_the_detector_does_not_know_is_said(prompt: str) -> None:
    found = match([prompt], COCO)
    assert found.unmatched == (prompt,)
    assert found.matched == {}


def test_classes_of_other_detectors_are_known_by_their_other_names() -> None:
    found = match(["couch", "TV", "motorbikes"], ["sofa", "tvmonitor", "motorbike"]).matched
    assert [found[prompt].labels for prompt in ("couch", "TV", "motorbikes")] == [
        ("sofa",),
        ("tvmonitor",),
        ("motorbike",),
    ]


def test_words_of_no_table_are_matched_by_meaning_and_said_to_be_estimated() -> None:
    labels = ["license plate", "tumor", "solar panel"]
    found = match(["tumour", "photovoltaic panel", "sheep"], labels)
    assert found.matched["tumour"] == Match(("tumor",), wider=True)
    assert found.matched["photovoltaic panel"] == Match(("solar panel",), wider=True)
    assert found.unmatched == ("sheep",)


def test_known_words_need_no_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triptych.engines.embedding.embed", None)
    assert len(match(["puppy", "cars", "dog house"], COCO).matched) == 2


def test_what_ends_like_another_thing_may_be_a_class_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However near in meaning.
    monkeypatch.setattr(matching, "LEAST_COSINE", 0.0)
    assert match(["jet skis", "red jet ski"], ["jet ski", "skis"]).matched == {
        "jet skis": Match(("jet ski",), wider=False),
        "red jet ski": Match(("jet ski",), wider=True),
    }
    assert match(["red jet ski", "street light"], COCO).matched == {}


def test_nothing_to_match() -> None:
    assert match([], COCO).unmatched == ()
    assert match(["cat"], []).unmatched == ("cat",)


def test_repeated_prompts_and_prompts_of_one_meaning_are_kept() -> None:
    found = match(["dog", "dogs", "dog", "tree", "tree"], COCO)
    assert list(found.matched) == ["dog", "dogs"]
    assert found.unmatched == ("tree",)


def test_the_tables_name_classes_and_no_word_twice() -> None:
    singular = {_singular(label) for label in COCO}
    synonyms = [_words("same"), _words("kind")]
    for table in synonyms:
        assert {_singular(label) for label in table} <= singular
    for groups in (_words("group"), _words("part of group")):
        for labels in groups.values():
            assert {_singular(label) for label in labels} <= singular
    listed = [word for table in synonyms for words in table.values() for word in words]
    assert sorted(set(listed)) == sorted(listed)
    # A class is itself and no other.
    assert not set(listed) & set(COCO)


def test_the_threshold_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "LEAST_COSINE", 0.999)
    assert match(["tumour"], ["tumor"]).unmatched == ("tumour",)
