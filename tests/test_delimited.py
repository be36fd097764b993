"""Which texts are tables."""

from __future__ import annotations

import pytest

from triptych import samples
from triptych._delimited import column_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("id;text\n1;Gut, sehr gut\n2;Schlecht\n", ["id", "text"]),
        ("id\ttext\n1\tfine\n2\tawful\n", ["id", "text"]),
        ('\ufeffid,text\r\n1,"Two\r\nlines"\r\n2,awful\r\n', ["id", "text"]),
        ("id,text\n" + "".join(f"{row},row {row}\n" for row in range(9_000)), ["id", "text"]),
    ],
)
def test_tables_are_recognised(text: str, names: list[str]) -> None:
    assert column_names(text) == names


def test_bundled_tables_are_recognised() -> None:
    for name in ("reviews.csv", "inbox.csv"):
        assert "text" in column_names(samples.path(name).read_text("utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "id,text",
        "id,text\n1,fine",
        "Dear Ada,\nthank you,\nyours,\nEva",
        "Yes, it is.\nNo, it is not.\nWell, who knows.",
        "1,2\n3,4\n5,6",
        "a,a\n1,2\n3,4",
        "a,b\n1,2\n3",
        "a,b\n1," + "x" * 200_000,
        "," * 50_000,
        '"' * 50_000,
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert column_names(text) == []


def test_bundled_texts_are_none() -> None:
    for name in ("message.txt", "review.txt", "inbox.txt"):
        assert column_names(samples.text(name)) == []
