"""The shipped detector: what it finds in a photo, in a drawing, and in what is no good picture."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import matplotlib.cbook
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from triptych._boxes import COCO_NUMBERS
from triptych.engines.detection import COCO, Detection, NanoDet
from triptych.engines.detection.boxes import Candidates, best_of_each, detections
from triptych.engines.pictures import PictureError, open_picture
from triptych.engines.pictures.nanodet import run

from .test_pictures import header_only
from .test_pictures_nanodet import stop_sign


def sides(one: Detection) -> list[float]:
    return [one.left, one.top, one.right, one.bottom]


@pytest.fixture(scope="module")
def portrait() -> Image.Image:
    """Return the official photo of a navy officer with a tie, in the public domain."""
    file = matplotlib.cbook.get_sample_data("grace_hopper.jpg", asfileobj=False)
    return Image.open(file).convert("RGB")


def candidates(*rows: tuple[list[float], float, int]) -> Candidates:
    boxes, scores, kinds = zip(*rows, strict=True)
    return Candidates(np.array(boxes, "f4"), np.array(scores, "f4"), np.array(kinds))


def test_the_classes_are_those_of_coco() -> None:
    assert len(COCO) == len(COCO_NUMBERS) == len(set(COCO)) == 80
    # From COCO's own files.
    assert {
        COCO_NUMBERS[COCO.index(label)]: label for label in ("person", "cat", "toothbrush")
    } == {
        1: "person",
        17: "cat",
        90: "toothbrush",
    }


def test_a_person_and_her_tie_are_found(portrait: Image.Image) -> None:
    person, tie = NanoDet().detect([portrait])[0]
    assert (person.label, tie.label) == ("person", "tie")
    assert 1 >= person.score > 0.7 > tie.score > 0.4
    np.testing.assert_allclose(sides(person), [11, 13, 511, 600], atol=12)
    np.testing.assert_allclose(sides(tie), [226, 420, 289, 537], atol=12)


@pytest.mark.parametrize("square", [False, True])
@pytest.mark.parametrize("middle", [(320, 170), (150, 200)])
def test_a_box_is_where_the_thing_is(middle: tuple[int, int], square: bool) -> None:
    [[found]] = NanoDet(square=square).detect([stop_sign(middle)], threshold=0.6)
    across, down = middle
    assert found.label == "stop sign"
    expected = [across - 102, down - 102, across + 102, down + 102]
    np.testing.assert_allclose(sides(found), expected, atol=8)


def test_boxes_end_at_the_picture_and_the_surest_comes_first(portrait: Image.Image) -> None:
    [found] = NanoDet().detect([portrait], threshold=0.05)
    assert len(found) > 10
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) >= 0.05
    for one in found:
        assert 0 <= one.left < one.right <= portrait.width
        assert 0 <= one.top < one.bottom <= portrait.height


def test_a_higher_threshold_only_leaves_out(portrait: Image.Image) -> None:
    [many] = NanoDet().detect([portrait], threshold=0.2)
    [few] = NanoDet().detect([portrait], threshold=0.5)
    assert few == [one for one in many if one.score >= 0.5]
    assert 0 < len(few) < len(many)


def test_pictures_are_taken_a_few_at_a_time() -> None:
    taken = read = ahead = 0

    def pictures() -> Iterator[Image.Image]:
        nonlocal taken, ahead
        for _ in range(40):
            taken += 1
            ahead = max(ahead, taken - read)
            yield Image.new("RGB", (32, 32))

    def counted(pixels: NDArray[np.float32], outputs: Sequence[str]) -> list[NDArray[np.float32]]:
        nonlocal read
        read += 1
        return run(pixels, outputs)

    assert len(NanoDet(graph=counted).detect(pictures())) == read == 40
    assert ahead <= 8


def test_many_pictures_are_told_in_their_order() -> None:
    mixed = [stop_sign() if place % 3 == 0 else Image.new("RGB", (64, 64)) for place in range(20)]
    found = NanoDet().detect(mixed, threshold=0.6)
    assert [len(several) for several in found] == [int(place % 3 == 0) for place in range(20)]
    assert NanoDet().detect([]) == []


def test_boxes_around_one_thing_are_told_once() -> None:
    found = best_of_each(
        candidates(
            ([0, 0, 10, 10], 0.6, 1),
            ([0, 0, 10, 9], 0.9, 1),
            # Shares less than half of the union.
            ([5, 0, 15, 10], 0.5, 1),
            # Of another class.
            ([0, 0, 10, 10], 0.7, 2),
        ),
        overlap=0.5,
    )
    assert found.scores.tolist() == pytest.approx([0.9, 0.7, 0.5])
    assert found.kinds.tolist() == [1, 2, 1]


def test_a_box_that_was_left_out_leaves_no_other_out() -> None:
    row = candidates(
        *(([start, 0.0, start + 10, 10.0], 0.9 - start / 100, 0) for start in (0.0, 3.0, 6.0))
    )
    assert best_of_each(row, overlap=0.4).boxes[:, 0].tolist() == [0, 6]


def test_what_is_outside_the_picture_is_dropped() -> None:
    found = detections(
        candidates(([-5, 2, 4, 30], 0.5, 1), ([21, 0, 25, 5], 0.9, 0), ([3, 4, 3, 9], 0.8, 0)),
        ["cat", "dog"],
        (20, 10),
    )
    assert found == [Detection("dog", 0.5, 0, 2, 4, 10)]


@pytest.mark.parametrize("threshold", [-0.1, 1.5, float("nan")])
def test_a_threshold_that_is_no_score_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="give one between 0 and 1"):
        NanoDet().detect([], threshold=threshold)


def test_another_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="use open_picture"):
        NanoDet().detect([Image.new("CMYK", (40, 40))])


def written(image: Image.Image, file_format: str, **options: object) -> bytes:
    file = BytesIO()
    image.save(file, file_format, **options)
    return file.getvalue()


SIGN = stop_sign()
_DEEP = Image.fromarray(np.asarray(SIGN.convert("L"), np.uint16) * 257)
FRAMES = {"save_all": True, "append_images": [Image.new("RGB", SIGN.size)], "duration": 90}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(written(SIGN, "GIF", **FRAMES), id="animated GIF"),
        pytest.param(written(SIGN, "WEBP", **FRAMES), id="animated WebP"),
        pytest.param(written(SIGN.convert("CMYK"), "JPEG"), id="CMYK"),
        pytest.param(written(_DEEP, "PNG"), id="16 bits"),
        pytest.param(written(SIGN.convert("RGBA"), "PNG"), id="RGBA"),
        pytest.param(written(SIGN.convert("P"), "PNG"), id="palette"),
        pytest.param(written(SIGN.convert("L"), "JPEG"), id="grey"),
    ],
)
def test_odd_pictures_show_the_same_thing(content: bytes) -> None:
    [[found, *_]] = NanoDet().detect([open_picture(content)])
    assert found.label == "stop sign"
    np.testing.assert_allclose(sides(found), [218, 68, 422, 272], atol=12)


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (5000, 2), (7, 5)])
def test_tiny_and_narrow_pictures_are_read(size: tuple[int, int]) -> None:
    [found] = NanoDet().detect([Image.new("RGB", size, "grey")], threshold=0.0)
    assert all(0 <= one.left < one.right <= size[0] for one in found)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"", "is empty", id="zero bytes"),
        pytest.param(written(SIGN, "JPEG")[:9000], "cut short or damaged", id="cut JPEG"),
        pytest.param(written(SIGN, "PNG")[:3000], "cut short or damaged", id="cut PNG"),
        pytest.param(header_only(50_000, 50_000), "make it smaller", id="huge"),
        pytest.param(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "PNG or JPEG", id="SVG"),
        pytest.param(b"<!doctype html><title>404</title>", "no picture", id="HTML"),
    ],
)
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_what_is_no_picture_gets_a_clear_answer(content: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        NanoDet().detect(open_picture(one) for one in [content])
