"""Names of what was found, and the picture with boxes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from triptych._boxes import colour_of
from triptych._colours import ink_on
from triptych.contract import DetectionReply
from triptych.engines.detection import COCO, Detection, annotated, numbered


def test_repeated_kinds_are_numbered_and_others_not() -> None:
    names = numbered(["person", "dog", "person", "cell phone", "person"])
    assert names == ["person_1", "dog", "person_2", "cell phone", "person_3"]
    assert numbered([]) == []


@given(st.lists(st.sampled_from(["cat", "dog", "hot dog", "a_b"]), max_size=12))
def test_names_are_distinct_and_lead_back(labels: list[str]) -> None:
    names = numbered(labels)
    assert len(set(names)) == len(names)
    corners = ("top_left", "top_right", "bottom_left", "bottom_right")
    bounds = {corner: {"x": 0, "y": 0} for corner in corners} | {"width": 1, "height": 1}
    objects = [{"label": name, "bounds": bounds} for name in names]
    assert DetectionReply.from_json({"objects": objects, "tags": labels}).kinds == labels


def pixels(picture: Image.Image) -> np.ndarray:
    return np.asarray(picture).astype(int)


def test_a_box_is_drawn_on_its_sides_and_the_picture_left_as_it_was() -> None:
    picture = Image.new("RGB", (640, 480), "white")
    drawn = annotated(picture, [Detection("person", 0.8, 100, 200, 300, 400)])
    assert drawn.size == picture.size
    assert picture.getcolors() == [(640 * 480, (255, 255, 255))]
    blue = (pixels(drawn) == (33, 120, 181)).all(axis=2)
    # Each side, from its first to its last pixel.
    assert blue[200:400, [100, 299]].all()
    assert blue[[200, 399], 100:300].all()
    assert not blue[210:390, 110:290].any()
    assert not blue[400:].any()
    assert not blue[200:, 300:].any()


def test_words_are_readable_on_their_plate() -> None:
    drawn = annotated(
        Image.new("RGB", (640, 480), "white"), [Detection("tv", 0.5, 100, 200, 300, 400)]
    )
    plate = pixels(drawn)[182:199, 100:150]
    assert (plate == tuple(bytes.fromhex(colour_of("tv")[1:]))).all(axis=2).mean() > 0.3
    ink = np.array(tuple(bytes.fromhex(ink_on(colour_of("tv"))[1:])))
    assert (abs(plate - ink).sum(axis=2) < 60).sum() > 20


def test_names_are_written_instead_of_labels() -> None:
    picture, found = Image.new("RGB", (300, 200)), [Detection("cat", 0.5, 20, 60, 200, 190)]
    assert annotated(picture, found, ["cat_1"]) != annotated(picture, found)


@pytest.mark.parametrize(
    ("size", "box"),
    [
        ((640, 480), (0, 0, 640, 480)),
        ((640, 480), (600, 0, 640, 10)),
        ((640, 480), (630, 470, 640, 480)),
        ((4, 3), (0, 0, 4, 3)),
        ((1, 1), (0.2, 0.3, 0.4, 0.9)),
        ((3000, 8), (5, 1, 2900, 7)),
        ((8, 3000), (1, 5, 7, 2900)),
    ],
)
def test_boxes_at_edges_and_in_tiny_pictures_are_drawn(
    size: tuple[int, int], box: tuple[float, float, float, float]
) -> None:
    drawn = annotated(Image.new("RGB", size, "white"), [Detection("person", 1.0, *box)])
    assert drawn.size == size
    assert (pixels(drawn) != 255).any()


def test_plates_do_not_hide_each_other() -> None:
    picture = Image.new("RGB", (640, 480), "white")
    boxes = [
        Detection("person", 0.9, 100, 200, 300, 400),
        Detection("bicycle", 0.8, 106, 206, 290, 390),
    ]
    drawn = pixels(annotated(picture, boxes))
    for one in boxes:
        alone = pixels(annotated(picture, [one]))
        colour = tuple(bytes.fromhex(colour_of(one.label)[1:]))
        areas = [(image == colour).all(axis=2).sum() for image in (alone, drawn)]
        assert areas[1] > 0.75 * areas[0]


def test_colours_are_stable_and_stand_out_from_their_ink() -> None:
    assert [colour_of(label) for label in COCO[:3]] == ["#2178B5", "#CC6A0A", "#009E73"]
    others = [colour_of(label) for label in ("forklift", "Rücklicht", "\ud83d")]
    assert others == ["#713803", "#00563D", "#7346E8"]
    assert len({colour_of(label) for label in COCO}) == 21

    def luminance(colour: str) -> float:
        parts = np.array(tuple(bytes.fromhex(colour[1:]))) / 255
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    for label in COCO:
        dark, light = sorted(map(luminance, (colour_of(label), ink_on(colour_of(label)))))
        assert (light + 0.05) / (dark + 0.05) > 4.5
