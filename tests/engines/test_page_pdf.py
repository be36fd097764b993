"""PDFs made here, read back; each kind that cannot be read has its own error."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from triptych.engines.page import pdf as engine
from triptych.engines.page import pdf as read
from triptych.engines.page.pdf import (
    BrokenPDFError,
    EmptyPDFError,
    EncryptedPDFError,
    LongPDFError,
    PDFError,
    ScannedPDFError,
    read_pdf,
)
from triptych.engines.text.sentences import split_sentences

TEA = "Tea is drunk all over the world, and more of it than of anything but water."
RAIN = "Rain falls from clouds. It waters the fields where tea is grown."


def blank() -> FPDF:
    document = FPDF()
    document.set_font("Times", size=12)
    return document


def written(*pages: str, width: float = 80) -> FPDF:
    """Return a document; a blank line makes room between paragraphs."""
    document = blank()
    for text in pages:
        document.add_page()
        for paragraph in text.split("\n\n"):
            document.multi_cell(width, 6, paragraph, align="L", new_x="LMARGIN", new_y="NEXT")
            document.ln(4)
    return document


def saved(document: FPDF) -> bytes:
    return bytes(document.output())


def test_pages_and_paragraphs() -> None:
    first, second, third = read_pdf(saved(written(f"{TEA}\n\n{RAIN}", "", TEA)))
    tea, rain = first.split("\n\n")
    # Lines stay lines, broken where the page breaks them.
    assert "\n" in tea
    assert (tea.replace("\n", " "), rain.replace("\n", " ")) == (TEA, RAIN)
    assert second == ""
    assert third == tea
    sentences = [first[start:end].replace("\n", " ") for start, end in split_sentences(first)]
    assert sentences == [TEA, *RAIN.replace(". ", ".\t").split("\t")]


def test_two_columns_are_one_text() -> None:
    document = blank()
    document.add_page()
    with document.text_columns(ncols=2, gutter=10, text_align="L") as columns:
        columns.write(" ".join([TEA] * 40))
    [page] = read_pdf(saved(document))
    assert " ".join(page.split()) == " ".join([TEA] * 40)
    assert "\n\n" not in page


def test_a_raised_figure_is_no_paragraph() -> None:
    document = blank()
    document.add_page()
    for line in range(4):
        document.write(6, TEA[:40])
        if line == 1:
            document.char_vpos = "SUP"
            document.write(6, "12")
            document.char_vpos = "LINE"
        document.ln(6)
    [page] = read_pdf(saved(document))
    assert len(page.splitlines()) == 4
    assert "\n\n" not in page


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("an exam-\nple of it", "an example\nof it"),
        ("exam-\nple", "example"),
        ("state-of-\nthe-art work", "state-of-the-art\nwork"),
        ("the Anglo-\nSaxon age", "the Anglo-Saxon\nage"),
        ("from 1990-\n1995 on", "from 1990-\n1995 on"),
        ("a well-known thing", "a well-known thing"),
        ("wide     spaces \n here", "wide spaces\nhere"),
        ("bound\u00a0\u00a0 together", "bound together"),
    ],
)
def test_divided_words_and_spaces(drawn: str, text: str) -> None:
    assert read_pdf(saved(written(drawn))) == [text]


def test_an_owners_password_does_not_hinder_reading() -> None:
    document = written(TEA)
    document.set_encryption(owner_password="secret", user_password="")
    assert read_pdf(saved(document))[0].startswith("Tea is drunk")


def test_encrypted() -> None:
    document = written(TEA)
    document.set_encryption(owner_password="owner", user_password="secret")
    with pytest.raises(EncryptedPDFError, match="without a password"):
        read_pdf(saved(document))


def scan() -> FPDF:
    document = blank()
    picture = io.BytesIO()
    Image.effect_noise((60, 80), 50).save(picture, "PNG")
    document.add_page()
    document.image(picture, w=100)
    return document


def test_scanned() -> None:
    with pytest.raises(ScannedPDFError, match="OCR"):
        read_pdf(saved(scan()))
    # One page with text is enough.
    document = scan()
    document.add_page()
    document.cell(text="tea")
    assert read_pdf(saved(document)) == ["", "tea"]


def test_empty() -> None:
    with pytest.raises(EmptyPDFError, match="file is empty"):
        read_pdf(b"")
    with pytest.raises(EmptyPDFError, match="is text"):
        read_pdf(saved(written("", "")))
    nothing = re.sub(rb"/Count 1\s*/Kids \[[^]]*\]", b"/Count 0 /Kids []", saved(written("")))
    with pytest.raises(EmptyPDFError, match="no pages"):
        read_pdf(nothing)


@pytest.mark.parametrize(
    "content", [b"tea", b"%PDF-1.7\n", b"<html></html>", b"\x89PNG\r\n\x1a\n", bytes(1000)]
)
def test_not_a_pdf(content: bytes) -> None:
    with pytest.raises(BrokenPDFError, match="not a PDF"):
        read_pdf(content)


def test_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.MAX_PAGES == 2000
    monkeypatch.setattr(read, "MAX_PAGES", 2)
    assert len(read_pdf(saved(written("a", "b")))) == 2
    with pytest.raises(LongPDFError, match="3 pages: send at most 2"):
        read_pdf(saved(written("a", "b", "c")))
    monkeypatch.setattr(read, "MAX_CHARACTERS", 100)
    with pytest.raises(LongPDFError, match="100 characters"):
        read_pdf(saved(written(TEA, TEA)))


def test_from_several_threads() -> None:
    files = [saved(written(f"Number {number}", TEA)) for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(read_pdf, files * 5))
    assert [text[0] for text in texts] == [f"Number {number}" for number in range(8)] * 5


WHOLE = saved(written(TEA, RAIN))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=300).map(lambda noise: b"%PDF-1.4\n" + noise) | st.binary(max_size=300))
def test_noise_raises_nothing_else(content: bytes) -> None:
    with pytest.raises(PDFError):
        read_pdf(content)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_damage_raises_nothing_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(WHOLE)))
    cut = data.draw(st.integers(0, len(WHOLE) - at))
    content = WHOLE[:at] + data.draw(st.binary(max_size=20)) + WHOLE[at + cut :]
    # Any other exception fails the test.
    with suppress(PDFError):
        assert all(isinstance(text, str) for text in read_pdf(content))


def test_cut_short() -> None:
    with pytest.raises(BrokenPDFError):
        read_pdf(WHOLE[: len(WHOLE) // 4])
