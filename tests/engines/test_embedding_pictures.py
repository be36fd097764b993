"""Vectors of pictures."""

import subprocess
import sys

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageOps

from triptych.engines.embedding.pictures import DIMENSIONS, embed_images


def drawings() -> dict[str, Image.Image]:
    """Draw pictures of different things on the same ground."""
    names = ("discs", "stripes", "house", "checks", "words")
    pictures = {name: Image.new("RGB", (320, 240), (200, 210, 220)) for name in names}
    draw = {name: ImageDraw.Draw(picture) for name, picture in pictures.items()}
    for across in (60, 160, 250):
        draw["discs"].ellipse((across - 40, 80, across + 40, 160), fill=(200, 60, 40))
    for across in range(0, 320, 40):
        draw["stripes"].rectangle((across, 0, across + 20, 240), fill=(40, 90, 60))
    draw["house"].rectangle((100, 120, 220, 220), fill=(150, 110, 70))
    draw["house"].polygon([(90, 120), (160, 50), (230, 120)], fill=(120, 30, 30))
    draw["house"].rectangle((145, 160, 175, 220), fill=(60, 40, 30))
    for across in range(0, 320, 40):
        for down in range(across % 80 // 2, 240, 40):
            draw["checks"].rectangle((across, down, across + 20, down + 20), fill="black")
    for line in range(8):
        draw["words"].text((20, 20 + 26 * line), "Call me Ishmael. Some years ago", "black")
    return pictures


def test_vectors_have_length_one() -> None:
    vectors = embed_images(list(drawings().values()))
    assert vectors.shape == (5, DIMENSIONS)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_pictures_have_no_vectors() -> None:
    vectors = embed_images([])
    assert vectors.shape == (0, DIMENSIONS)
    assert vectors.dtype == np.float32


def test_a_vector_does_not_depend_on_the_others_nor_on_the_day() -> None:
    pictures = list(drawings().values())
    # Another shape among them.
    pictures.insert(2, Image.linear_gradient("L").convert("RGB").resize((90, 400)))
    together = embed_images(pictures)
    np.testing.assert_array_equal(embed_images(pictures), together)
    for picture, vector in zip(pictures, together, strict=True):
        np.testing.assert_allclose(embed_images([picture])[0], vector, atol=1e-4)


@pytest.mark.parametrize(
    "change",
    [
        ImageOps.mirror,
        lambda picture: ImageEnhance.Brightness(picture).enhance(0.8),
        lambda picture: picture.crop((10, 8, 310, 232)),
        lambda picture: picture.resize((1280, 960)),
        lambda picture: ImageOps.expand(picture, (0, 60), "black"),
    ],
    ids=["mirrored", "darker", "cropped", "larger", "with bars"],
)
def test_a_picture_is_closest_to_itself_changed(change) -> None:  # type: ignore[no-untyped-def]
    originals = list(drawings().values())
    close = embed_images([change(picture) for picture in originals]) @ embed_images(originals).T
    assert close.argmax(axis=1).tolist() == list(range(len(originals)))


@pytest.mark.parametrize("size", [(1, 1), (3000, 2), (2, 3000)])
@pytest.mark.parametrize("colour", ["black", "white"])
def test_odd_pictures_have_a_vector_too(size: tuple[int, int], colour: str) -> None:
    [vector] = embed_images([Image.new("RGB", size, colour)])
    assert np.isfinite(vector).all()


def test_a_picture_of_another_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="use open_picture"):
        embed_images([Image.new("L", (4, 4))])


def test_nothing_heavy_is_imported_before_the_first_picture() -> None:
    program = (
        "import sys, triptych.engines.embedding.pictures;"
        "sys.exit(bool({'PIL', 'onnxruntime'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
