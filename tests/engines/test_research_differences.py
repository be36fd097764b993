"""Where the sources of a report differ."""

from __future__ import annotations

import numpy as np
import pytest

from triptych.engines.embedding import embed_texts
from triptych.engines.research import Page, passages
from triptych.engines.research.differences import differences
from triptych.engines.research.evidence import Evidence


def evidence_of(*texts: str, titles: tuple[str, ...] = ("Bridge", "Bridge")) -> list[Evidence]:
    found = []
    for number, (title, text) in enumerate(zip(titles, texts, strict=True)):
        [passage] = passages([Page(f"https://example.org/{number}", title, text)], text)
        vector = embed_texts([f"{title}: {text}"]).vectors[0]
        found.append(Evidence(passage, 0, (), 1.0, (1.0,), np.asarray(vector)))
    return found


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("The bridge was built in 1890.", "The bridge was built in 1891.", ("1890", "1891")),
        ("The bridge is 120 km long.", "The bridge is 240 km long.", ("120 km", "240 km")),
        ("The bridge was built in 1890.", "The bridge was built in 1890.", None),
        ("The bridge is 120 km long.", "The bridge is 121 km long.", None),
        ("The bridge was built in 1890.", "The mill has 14 wheels.", None),
    ],
)
def test_differences_numbers_of_the_same_thing_that_differ_are_found(
    one: str, other: str, values: tuple[str, str] | None
) -> None:
    assert [each for each, _ in differences(evidence_of(one, other))] == (
        [values] if values else []
    )


def test_differences_sentences_of_one_page_do_not_differ() -> None:
    one, _ = evidence_of("The bridge was built in 1890.", "The bridge was built in 1891.")
    assert differences([one, one]) == []
