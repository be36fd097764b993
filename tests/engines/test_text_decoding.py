"""The text in files."""

from __future__ import annotations

import pytest

from triptych.engines.text.decoding import TextFileError, decode_file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_usual_encodings_are_recognised(encoding: str) -> None:
    assert decode_file("Crème brûlée".encode(encoding)) == "Crème brûlée"


def test_an_encoding_that_is_told_is_used() -> None:
    assert decode_file("Привет".encode("koi8-r"), "koi8-r") == "Привет"
    with pytest.raises(TextFileError, match="not valid ascii"):
        decode_file("Привет".encode(), "ascii")
    with pytest.raises(TextFileError, match="not valid klingon"):
        decode_file(b"abc", "klingon")


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"", "holds no text"), (b" \n\t", "holds no text"), (b"\x89PNG\r\n\x1a\n\0\0", "not text")],
)
def test_what_is_no_text_is_refused(content: bytes, says: str) -> None:
    with pytest.raises(TextFileError, match=says):
        decode_file(content)
