"""What differs between two replies, and how it is shown."""

from __future__ import annotations

import re

import pytest

from triptych.views.comparison import ABSENT, Side, comparison, differences


def paths(left: object, right: object) -> list[str]:
    return [one.path for one in differences(left, right)]


def test_members_that_differ_are_found_wherever_they_are() -> None:
    left = {"a": {"b": [1, {"c": "x", "d": None}]}, "same": [1, "two", None, True]}
    right = {"a": {"b": [2, {"c": "x", "d": 0}]}, "same": [1, "two", None, True]}
    found = differences(left, right)
    assert [(one.path, one.left, one.right) for one in found] == [
        ("a.b[0]", 1, 2),
        ("a.b[1].d", None, 0),
    ]


def test_a_missing_member_is_not_null() -> None:
    (one,) = differences({"a": None}, {})
    assert one.left is None
    assert one.right is ABSENT
    assert paths({}, {"a": None}) == ["a"]


def test_items_are_paired_by_what_they_are_about() -> None:
    left = [{"label": "cat", "n": 1}, {"label": "dog", "n": 2}, {"label": "cat", "n": 3}]
    right = [{"label": "dog", "n": 2}, {"label": "cat", "n": 1}, {"label": "owl", "n": 9}]
    found = differences(left, right)
    assert [(one.path, one.left, one.right) for one in found] == [
        ("[2]", left[2], ABSENT),
        ("[+2]", ABSENT, right[2]),
    ]


def test_what_differs_names_the_item_it_belongs_to() -> None:
    left = {"emotions": [{"emotion": "joy", "score": 0.2}]}
    right = {"emotions": [{"emotion": "joy", "score": 0.4}]}
    (one,) = differences(left, right)
    assert (one.path, one.about) == ("emotions[0].score", "joy")


def test_a_changed_text_stands_where_it_stood() -> None:
    found = differences(["tea", "coffee", "rum"], ["tea", "cocoa", "rum", "milk"])
    assert [(one.path, one.left, one.right) for one in found] == [
        ("[1]", "coffee", "cocoa"),
        ("[+3]", ABSENT, "milk"),
    ]


def test_items_about_nothing_are_paired_by_their_order() -> None:
    assert paths([{"x": 1}, {"x": 2}], [{"x": 1}, {"x": 3}, {"x": 4}]) == ["[1].x", "[+2]"]
    assert paths([1, 2], [1, 3]) == ["[1]"]


def test_numbers_that_differ_in_rounding_are_the_same() -> None:
    assert paths({"score": 0.1 + 0.2, "n": 1}, {"score": 0.3, "n": 1.0}) == []
    assert paths({"score": 0.3}, {"score": 0.3001}) == ["score"]
    assert paths({"flag": True}, {"flag": 1}) == ["flag"]


def test_vectors_are_one_member() -> None:
    one, other = [float(n) for n in range(20)], [float(n) for n in range(19, -1, -1)]
    assert paths({"embeddings": [one]}, {"embeddings": [other]}) == ["embeddings[0]"]
    assert paths({"embeddings": [one]}, {"embeddings": [list(one)]}) == []


def side(title: str, asked: dict[str, object], raw: dict[str, object]) -> Side:
    return Side(title, {"at": "12:00"}, asked, raw, f"<p>{title}</p>")


def test_the_differing_words_are_marked_and_escaped() -> None:
    html = comparison(
        side("Call 1", {"text": "tea"}, {"clean": "a <b> cup", "log_id": "1", "_usage": {"x": 1}}),
        side("Call 2", {"text": "tea"}, {"clean": "a <i> cup", "log_id": "2", "_usage": {"x": 2}}),
    )
    assert "1 member of the reply differs. Both requests are the same." in html
    assert re.findall(r"<mark[^>]*>(.*?)</mark>", html) == ["b", "i"]
    assert "<b> cup" not in html
    assert "log_id" not in html, "it differs between any two calls"


def test_numbers_say_by_how_much_and_vectors_how_alike() -> None:
    vector = [1.0] * 10
    html = comparison(
        side("Call 1", {"n": 1}, {"score": 0.5, "vector": vector}),
        side("Call 2", {"n": 2}, {"score": 0.25, "vector": [-1.0] * 10}),
    )
    for words in ("-0.25", "cosine -1.000", "10 numbers: 1, 1, 1, …", "+1"):
        assert words in html


def test_of_many_differences_the_first_are_shown() -> None:
    one, other = ([{"n": n + shift} for n in range(60)] for shift in (0, 1))
    html = comparison(side("1", {}, {"a": one}), side("2", {}, {"a": other}))
    assert "60 members of the reply differ" in html
    assert html.count("<tr>") == 41
    assert "20 more rows: to_frame() has them all." in html


def test_what_differs_comes_first_and_what_is_the_same_is_folded() -> None:
    asked: dict[str, object] = {"text": "tea", "seed": None}
    html = comparison(
        side("Call 1", asked, {"clean": "<i>tea", "score": 0.3, "log_id": "1"}),
        side("Call 2", asked, {"clean": "<i>tea", "score": 0.4, "log_id": "1"}),
    )
    order = (
        "Differences in the replies",
        "<p>Call 1</p>",
        "The same in both: 2 members",
        "i&gt;tea",
    )
    places = [html.index(words) for words in order]
    assert places == sorted(places)
    shown, folded = html.split("<details")
    assert "<p>Call 2</p>" in shown
    assert "tea" not in shown
    assert "seed" not in folded


def test_two_that_agree_are_folded() -> None:
    html = comparison(side("Call 1", {}, {"a": 1}), side("Call 2", {}, {"a": 1}))
    assert "Both replies are the same. Both requests are the same." in html
    assert "Differences" not in html
    assert "<p>Call 1</p>" not in html.split("<details")[0]
    assert html.count("<details") == 3


@pytest.mark.parametrize("value", [ABSENT, None, "x" * 5000, {"a": ["b"]}, [0.0] * 9])
def test_any_value_can_be_shown(value: object) -> None:
    raw = {} if value is ABSENT else {"a": value}
    assert "Differences in the replies" in comparison(
        side("1", {}, raw), side("2", {}, {"a": [1.0] * 9})
    )


def test_numbers_beyond_what_can_be_computed_with() -> None:
    nan, large = float("nan"), 10**400
    assert paths({"a": nan, "v": [nan] * 9}, {"a": nan, "v": [nan] * 9}) == []
    left: dict[str, object] = {"a": large, "b": nan, "v": [large] * 9, "w": [1e-200] * 8 + [0.0]}
    right: dict[str, object] = {"a": 1.5, "b": 1.0, "v": [2] * 9, "w": [1.0] * 9}
    assert paths(left, right) == ["a", "b", "v", "w"]
    page = comparison(side("Call 1", {}, left), side("Call 2", {}, right))
    assert "9 numbers: 1000000" in page


def test_words_are_marked_in_the_rows_that_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = []

    def mark(left: str, right: str) -> tuple[str, str]:
        marked.append(left)
        return left, right

    monkeypatch.setattr("triptych.views.comparison._marked", mark)
    many: dict[str, object] = {f"m{place}": "tea" for place in range(500)}
    page = comparison(side("Call 1", {}, many), side("Call 2", {}, dict.fromkeys(many, "rum")))
    assert len(marked) == 40
    assert "460 more rows" in page
