"""Opening pictures: every mode, upright, and clear words for what cannot be opened."""

import struct
import subprocess
import sys
import zlib
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from PIL import Image, ImageOps

from triptych.engines import pictures
from triptych.engines.pictures import PictureError, open_picture
from triptych.engines.pictures.open import icon_sizes


def encoded(image: Image.Image, file_format: str = "PNG", **options: object) -> bytes:
    file = BytesIO()
    image.save(file, file_format, **options)
    return file.getvalue()


def pixel(picture: Image.Image, across: int = 8, down: int = 8) -> tuple[int, ...]:
    found = picture.getpixel((across, down))
    assert isinstance(found, tuple)
    return found


def header_only(width: int, height: int) -> bytes:
    """Return a PNG that says how large it is and has no pixels."""
    content = b"\x89PNG\r\n\x1a\n"
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    for chunk in (b"IHDR" + header, b"IDAT", b"IEND"):
        content += struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return content


CORNERS = Image.new("RGB", (8, 4), (255, 255, 255))
CORNERS.putpixel((0, 0), (255, 0, 0))
CORNERS.putpixel((7, 0), (0, 0, 255))


@pytest.mark.parametrize(
    ("mode", "colour", "file_format", "expected"),
    [
        ("1", 1, "PNG", (255, 255, 255)),
        ("L", 100, "PNG", (100, 100, 100)),
        ("L", 100, "BMP", (100, 100, 100)),
        ("LA", (100, 255), "PNG", (100, 100, 100)),
        ("LA", (100, 0), "PNG", (255, 255, 255)),
        ("RGB", (10, 200, 30), "WEBP", (10, 200, 30)),
        ("RGBA", (10, 200, 30, 255), "PNG", (10, 200, 30)),
        ("RGBA", (0, 0, 0, 0), "PNG", (255, 255, 255)),
        ("RGBA", (0, 0, 0, 0), "WEBP", (255, 255, 255)),
        ("RGBA", (0, 0, 0, 128), "PNG", (127, 127, 127)),
        ("RGBA", (0, 0, 0, 0), "GIF", (255, 255, 255)),
        ("CMYK", (0, 255, 255, 0), "JPEG", (254, 0, 0)),
        ("CMYK", (0, 255, 255, 0), "TIFF", (255, 0, 0)),
        ("YCbCr", (100, 128, 128), "TIFF", (100, 100, 100)),
        ("LAB", (137, 128, 128), "TIFF", (128, 128, 128)),
        ("I;16", 30_000, "PNG", (117, 117, 117)),
        ("I;16", 65535, "TIFF", (255, 255, 255)),
    ],
)
def test_every_mode_becomes_rgb(
    mode: str, colour: int | tuple[int, ...], file_format: str, expected: tuple[int, int, int]
) -> None:
    options = {"lossless": True} if file_format == "WEBP" else {}
    picture = open_picture(encoded(Image.new(mode, (16, 16), colour), file_format, **options))
    assert (picture.mode, picture.size) == ("RGB", (16, 16))
    np.testing.assert_allclose(pixel(picture), expected, atol=2)


def test_a_palette_keeps_its_colours_and_its_holes() -> None:
    palette = Image.new("P", (2, 1))
    palette.putpalette([10, 20, 30, 200, 100, 50])
    palette.putpixel((1, 0), 1)
    assert open_picture(encoded(palette)).getpixel((1, 0)) == (200, 100, 50)
    holed = open_picture(encoded(palette, transparency=0))
    assert [holed.getpixel((x, 0)) for x in (0, 1)] == [(255, 255, 255), (200, 100, 50)]


@pytest.mark.parametrize(
    "levels", [np.array([-5, 0, 5], np.int32), np.array([0, 0.25, 0.5], np.float32)]
)
def test_levels_without_a_white_are_stretched(levels: np.ndarray) -> None:
    picture = open_picture(encoded(Image.fromarray(levels[None]), "TIFF"))
    assert [pixel(picture, x, 0)[0] for x in range(3)] == [0, 128, 255]


def test_levels_that_are_no_numbers_or_all_the_same_are_shown() -> None:
    odd = Image.fromarray(np.array([[np.nan, np.inf, 1]], np.float32))
    assert open_picture(encoded(odd, "TIFF")).getpixel((2, 0)) == (255, 255, 255)
    same = Image.fromarray(np.full((1, 2), 7, np.float32))
    assert open_picture(encoded(same, "TIFF")).getpixel((0, 0)) == (128, 128, 128)


@pytest.mark.parametrize("file_format", ["GIF", "WEBP", "TIFF", "PNG"])
def test_the_first_of_several_pictures_is_taken(file_format: str) -> None:
    first, second = (Image.new("RGB", (16, 16), colour) for colour in ("red", "blue"))
    content = encoded(first, file_format, save_all=True, append_images=[second])
    np.testing.assert_allclose(pixel(open_picture(content)), (255, 0, 0), atol=3)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("file_format", ["PNG", "TIFF"])
def test_rotation_noted_by_the_camera_is_carried_out(orientation: int, file_format: str) -> None:
    # How the camera stored what it saw, so that the note turns it back.
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = CORNERS.transpose(undo[orientation]) if orientation > 1 else CORNERS
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = open_picture(encoded(stored, file_format, exif=exif))
    assert picture.size == (8, 4)
    assert picture.getpixel((0, 0)) == (255, 0, 0)
    assert picture.getpixel((7, 0)) == (0, 0, 255)


def test_a_broken_note_of_rotation_does_not_matter() -> None:
    content = encoded(Image.new("RGB", (8, 4)), "JPEG", exif=b"Exif\0\0no such thing")
    assert open_picture(content).size == (8, 4)


@pytest.mark.parametrize("size", [(8000, 7000), (10_000, 10_000), (30_000, 30_000)])
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_a_size_bomb_is_refused_by_its_header(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match="more than 50 million pixels: make it smaller"):
        open_picture(header_only(*size))


def test_a_size_that_is_allowed_is_decoded() -> None:
    with pytest.raises(PictureError, match="cut short or damaged"):
        open_picture(header_only(800, 700))


def test_the_largest_picture_is_just_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures.open, "LARGEST", 12)
    assert open_picture(encoded(Image.new("L", (4, 3)))).size == (4, 3)
    with pytest.raises(PictureError, match="make it smaller"):
        open_picture(encoded(Image.new("L", (13, 1))))


@pytest.mark.parametrize("bitmap_format", ["png", "bmp"])
def test_an_icon_is_read_but_not_a_bomb_in_it(
    bitmap_format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = Image.new("RGB", (64, 64), "red")
    content = encoded(red, "ICO", sizes=[(16, 16), (64, 64)], bitmap_format=bitmap_format)
    assert icon_sizes(content) == [(16, 16), (64, 64)]
    assert pixel(open_picture(content)) == (255, 0, 0)
    # Pillow would decode it as it opens it.
    monkeypatch.setattr(Image, "open", None)
    monkeypatch.setattr(pictures.open, "LARGEST", 1000)
    with pytest.raises(PictureError, match="make it smaller"):
        open_picture(content)


def test_an_icon_without_its_pictures_is_damaged() -> None:
    with pytest.raises(PictureError, match=r"\.$"):
        open_picture(b"\0\0\1\0\xff\xff" + bytes(100))


NOISE = Image.effect_noise((64, 64), 80).convert("RGB")


@pytest.mark.parametrize("file_format", ["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"])
def test_half_a_file_is_said_to_be_cut_short(file_format: str) -> None:
    content = encoded(NOISE, file_format)
    with pytest.raises(PictureError, match=r"cut short or damaged .*: save it again"):
        open_picture(content[: len(content) // 2])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty: send the bytes of a file"),
        (b"Dear all, please find attached", "no picture that can be read: send a PNG"),
        (b"<!doctype html><title>Not found</title>", "no picture that can be read"),
        (b"%PDF-1.7\n", "no picture that can be read"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "convert it to PNG or JPEG"),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg/>', "convert it to PNG or JPEG"),
        (b"<!doctype html><p><svg/>", "no picture that can be read"),
        (encoded(NOISE, "EPS"), "convert it to PNG"),
    ],
)
def test_what_is_no_picture_is_refused_with_advice(content: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        open_picture(content)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"]),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=8),
    st.floats(0.1, 1),
)
@pytest.mark.filterwarnings("ignore")
def test_damage_is_survived_or_refused(
    file_format: str, changes: list[tuple[float, int]], kept: float
) -> None:
    content = bytearray(encoded(ImageOps.fit(NOISE, (16, 16)), file_format))
    for place, value in changes:
        content[int(place * len(content))] = value
    try:
        picture = open_picture(bytes(content[: int(kept * len(content))]))
    except PictureError as error:
        # Any other exception fails the test.
        note(str(error))
    else:
        assert picture.mode == "RGB"


def test_pillow_is_imported_when_the_first_picture_comes() -> None:
    program = "import sys, triptych.engines.pictures; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
