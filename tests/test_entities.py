"""Character references of HTML."""

from __future__ import annotations

import html

import pytest

from triptych._entities import unescape


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tea & milk",
        "&lt;b&gt; &amp;amp; &eacute;&#65;&#x41;",
        "&#00065;",
        "&#0;&#x110000;&#99999999999;",
        f"&#{'0' * 2_000}65; and on",
        f"&#{'1' * 2_000} and on",
        f"&#{'0' * 2_000};",
        "&#" * 3_000,
    ],
)
def test_unescape_is_that_of_the_standard_library(text: str) -> None:
    assert unescape(text) == html.unescape(text)


@pytest.mark.parametrize(
    ("digits", "character"),
    [("1" * 10_000, "\ufffd"), ("0" * 10_000 + "65", "A"), ("0" * 10_000, "\ufffd")],
)
@pytest.mark.parametrize("end", ["", ";"])
def test_unescape_of_more_digits_than_python_reads_is_the_character(
    digits: str, character: str, end: str
) -> None:
    assert unescape(f"a &#{digits}{end} b") == f"a {character} b"
