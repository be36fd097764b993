"""The detector's graph and what it reads."""

import math

import numpy as np
import pytest
from PIL import Image, ImageDraw

from triptych.engines.pictures import nanodet
from triptych.engines.pictures.nanodet import Letterbox, letterbox, run
from triptych.models.files import CorruptModelError, digests, verified

STOP_SIGN = 11


def stop_sign(middle: tuple[int, int] = (320, 170), radius: int = 110) -> Image.Image:
    """Draw a stop sign by a road."""
    picture = Image.new("RGB", (640, 480), (150, 190, 230))
    draw = ImageDraw.Draw(picture)
    across, down = middle
    draw.rectangle((0, 336, 640, 480), fill=(90, 120, 70))
    draw.rectangle((across - 8, down, across + 8, 432), fill=(110, 110, 110))
    for size, colour in ((radius, "white"), (radius * 0.93, (190, 20, 30))):
        angles = [math.pi * (2 * corner + 1) / 8 for corner in range(8)]
        draw.polygon(
            [(across + size * math.cos(a), down + size * math.sin(a)) for a in angles], colour
        )
    draw.text(middle, "STOP", "white", anchor="mm", font_size=68, stroke_width=2)
    return picture


def test_colours_are_blue_green_red_and_normalised() -> None:
    pixels = letterbox(Image.new("RGB", (416, 416), (255, 128, 0))).pixels
    assert pixels.shape == (3, 416, 416)
    assert pixels.dtype == np.float32
    expected = [(0 - 103.53) / 57.375, (128 - 116.28) / 57.12, (255 - 123.675) / 58.395]
    np.testing.assert_allclose(pixels[:, 200, 200], expected, rtol=1e-5)


@pytest.mark.parametrize(
    ("size", "square", "shape", "corner"),
    [
        ((640, 480), False, (320, 416), (0, 4)),
        ((480, 640), False, (416, 320), (4, 0)),
        ((640, 480), True, (416, 416), (0, 52)),
        ((10, 10), False, (416, 416), (0, 0)),
        ((5000, 3), False, (32, 416), (0, 15)),
        ((1, 3000), False, (416, 32), (15, 0)),
    ],
)
def test_a_picture_is_centred_on_black(
    size: tuple[int, int], square: bool, shape: tuple[int, int], corner: tuple[int, int]
) -> None:
    boxed = letterbox(Image.new("RGB", size, "white"), square=square)
    assert boxed.pixels.shape[1:] == shape
    assert boxed.corner == corner
    inner = [round(side * scale) for side, scale in zip(size, boxed.scale, strict=True)]
    black, white = -103.53 / 57.375, (255 - 103.53) / 57.375
    expected = np.full(shape, black)
    expected[corner[1] : corner[1] + inner[1], corner[0] : corner[0] + inner[0]] = white
    np.testing.assert_allclose(boxed.pixels[0], expected, rtol=1e-5)


def test_a_picture_of_another_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="from RGBA to RGB first: use open_picture"):
        letterbox(Image.new("RGBA", (4, 4)))


def best_box(boxed: Letterbox) -> tuple[int, float, list[float]]:
    """Return class, score and box, in the picture's pixels, of the surest cell."""
    found = []
    for stride in (8, 16, 32):
        scores, bins = run(boxed.pixels[None], [f"scores_{stride}", f"bins_{stride}"])
        cell, kind = np.unravel_index(scores[0].argmax(), scores[0].shape)
        shares = np.exp(bins[0, cell].reshape(4, 11))
        distances = shares @ np.arange(11) / shares.sum(axis=1) * stride
        row, column = divmod(int(cell), boxed.pixels.shape[2] // stride)
        centre = np.array([(column + 0.5) * stride, (row + 0.5) * stride])
        corners = np.array([centre - distances[:2], centre + distances[2:]])
        box = (corners - boxed.corner) / boxed.scale
        found.append((int(kind), float(scores[0, cell, kind]), box.ravel().tolist()))
    return max(found, key=lambda one: one[1])


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("middle", [(320, 170), (150, 200)])
def test_a_stop_sign_is_found_where_it_stands(middle: tuple[int, int], square: bool) -> None:
    kind, score, box = best_box(letterbox(stop_sign(middle), square=square))
    assert kind == STOP_SIGN
    assert score > 0.7
    across, down = middle
    np.testing.assert_allclose(box, [across - 102, down - 102, across + 102, down + 102], atol=8)


def test_pictures_run_together_say_what_they_say_alone() -> None:
    pair = np.stack([letterbox(stop_sign(middle)).pixels for middle in ((320, 170), (150, 200))])
    names = [output.name for output in nanodet.session().get_outputs()]
    assert set(names) == {
        "features",
        *(f"{kind}_{stride}" for kind in ("scores", "bins") for stride in (8, 16, 32)),
    }
    for both, *alone in zip(
        run(pair, names), run(pair[:1], names), run(pair[1:], names), strict=True
    ):
        np.testing.assert_allclose(both, np.concatenate(alone), atol=1e-4)


def test_the_shipped_graph_is_small() -> None:
    assert len(verified(nanodet.DETECTOR_FILE)) < 4_000_000


def test_another_file_in_its_place_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    nanodet.session.cache_clear()
    monkeypatch.setitem(digests(), nanodet.DETECTOR_FILE, "0" * 64)
    with pytest.raises(CorruptModelError, match="Reinstall triptych"):
        nanodet.session()
