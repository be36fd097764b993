"""Large pictures in parts: what is small in them is found, and what is large not twice."""

import itertools
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from triptych.engines.detection import Detection, NanoDet, Tiled, detector
from triptych.engines.detection.boxes import Detector
from triptych.engines.detection.tiles import Tiles, tile_boxes

from .test_pictures_nanodet import stop_sign


class Red:
    """Finds what is red, as a box around all of it."""

    labels = ("red",)
    seen: list[tuple[int, int]]

    def __init__(self) -> None:
        self.seen = []

    def detect(self, pictures: Iterable[Image.Image], *, threshold: float) -> list[list[Detection]]:
        found = []
        for picture in pictures:
            self.seen.append(picture.size)
            box = picture.getchannel("R").getbbox()
            # Surer of what is larger for it.
            one = Detection("red", 500 / picture.width, *map(float, box or (0, 0, 0, 0)))
            found.append([one] if box and one.score >= threshold else [])
        return found


def with_red(size: tuple[int, int], box: tuple[int, int, int, int]) -> Image.Image:
    picture = Image.new("RGB", size)
    picture.paste((255, 0, 0), box)
    return picture


def far_signs() -> Image.Image:
    """Return a large picture with four stop signs too small to be seen in the whole."""
    picture = Image.new("RGB", (2400, 1800), (150, 190, 230))
    for across, down in itertools.product((200, 1900), (150, 1350)):
        picture.paste(stop_sign().resize((320, 240)), (across, down))
    return picture


@pytest.mark.parametrize(
    ("size", "count"),
    [((1700, 1000), 2), ((1000, 1700), 2), ((4000, 3000), 3), ((3000, 300), 3), ((640, 641), 4)],
)
def test_tiles_cover_the_picture_and_overlap(size: tuple[int, int], count: int) -> None:
    boxes = tile_boxes(size, count)
    covered = np.zeros(size[::-1], bool)
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= size[0]
        assert 0 <= top < bottom <= size[1]
        covered[top:bottom, left:right] = True
    assert covered.all()
    spans = sorted({(left, right) for left, _, right, _ in boxes})
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert end - start >= 0.29 * (spans[0][1] - spans[0][0])
    longer = 0 if size[0] > size[1] else 1
    assert len({box[longer] for box in boxes}) == count


@pytest.mark.parametrize(
    ("size", "parts"), [((1599, 1066), 0), ((1600, 1200), 4), ((3000, 2000), 6), ((3000, 3000), 9)]
)
def test_only_large_pictures_are_taken_apart(size: tuple[int, int], parts: int) -> None:
    red = Red()
    Tiled(red).detect([Image.new("RGB", size)])
    assert len(red.seen) == 1 + parts


def test_small_things_of_a_large_picture_are_found() -> None:
    far = far_signs()
    [whole] = NanoDet().detect([far], threshold=0.5)
    [found] = Tiled(NanoDet()).detect([far], threshold=0.5)
    assert "stop sign" not in {one.label for one in whole}
    signs = [one for one in found if one.label == "stop sign"]
    corners = sorted((round(one.left), round(one.top)) for one in signs)
    # A sign begins 109 pixels to the right and 34 below the corner of its picture.
    expected = [(309, 184), (309, 1384), (2009, 184), (2009, 1384)]
    np.testing.assert_allclose(corners, expected, atol=9)


def test_a_large_thing_is_told_once_and_whole() -> None:
    large = stop_sign().resize((1920, 1440))
    [found] = Tiled(NanoDet()).detect([large], threshold=0.5)
    signs = [one for one in found if one.label == "stop sign"]
    assert len(signs) == 1
    assert signs[0].right - signs[0].left == pytest.approx(3 * 204, abs=40)


IN_A_TILE, IN_THE_WHOLE = 0.85 * 500 / 1000, 500 / 1700


@pytest.mark.parametrize(
    ("box", "score"),
    [
        # In the left tile alone, in both, and too large for either.
        ((100, 100, 200, 200), IN_A_TILE),
        ((760, 100, 900, 300), IN_A_TILE),
        ((300, 100, 1400, 800), IN_THE_WHOLE),
        # At the picture's own edge nothing is cut.
        ((0, 400, 50, 460), IN_A_TILE),
        ((100, 0, 150, 60), IN_A_TILE),
        ((1600, 400, 1700, 460), IN_A_TILE),
        ((100, 900, 150, 1000), IN_A_TILE),
    ],
)
def test_each_thing_is_told_once_where_it_is(box: tuple[int, int, int, int], score: float) -> None:
    [[found]] = Tiled(Red(), 2).detect([with_red((1700, 1000), box)], threshold=0.1)
    assert (found.left, found.top, found.right, found.bottom) == box
    assert found.score == pytest.approx(score)


def test_things_of_other_classes_are_kept_in_one_place() -> None:
    class Both(Red):
        def detect(
            self, pictures: Iterable[Image.Image], *, threshold: float
        ) -> list[list[Detection]]:
            several = super().detect(pictures, threshold=threshold)
            return [
                [new for one in found for new in (one, replace(one, label="barn"))]
                for found in several
            ]

    [found] = Tiled(Both(), 2).detect([with_red((1700, 1000), (9, 9, 99, 99))], threshold=0.1)
    assert sorted(one.label for one in found) == ["barn", "red"]


def test_the_surest_box_is_kept_and_those_of_tiles_count_for_less() -> None:
    [[found]] = Tiled(Red(), 2).detect([with_red((1700, 1000), (100, 100, 200, 200))])
    # Half as sure in a tile of a thousand pixels, but more than in the whole.
    assert found.score == pytest.approx(0.85 * 0.5)
    assert Tiled(Red(), 2).detect([with_red((1700, 1000), (9, 9, 20, 20))], threshold=0.43) == [[]]


def test_several_pictures_keep_their_own() -> None:
    pictures = [
        with_red((1700, 1000), (10, 10, 30, 30)),
        with_red((100, 80), (5, 5, 9, 9)),
        Image.new("RGB", (2000, 500)),
        with_red((3100, 900), (3000, 800, 3100, 900)),
    ]
    found = Tiled(Red()).detect(pictures, threshold=0.1)
    assert [[one.left for one in several] for several in found] == [[10], [5], [], [3000]]


@pytest.mark.parametrize("count", [0, 5, "many"])
def test_other_numbers_are_refused(count: Tiles) -> None:
    with pytest.raises(ValueError, match="a number from 1 to 4"):
        Tiled(Red(), count)


def test_both_are_detectors() -> None:
    detector: Detector = Tiled(NanoDet())
    assert detector.labels == NanoDet().labels


def test_the_detector_that_ships_looks_at_parts() -> None:
    [found] = detector().detect([far_signs()], threshold=0.4)
    assert [one.label for one in found].count("stop sign") == 4
