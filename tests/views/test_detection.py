"""Detected objects: boxes over the picture, what hides them, tables, figures, COCO's JSON."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from triptych import samples, views
from triptych._boxes import COCO, COCO_NUMBERS, Box, colour_of, place
from triptych._colours import contrast, ink_on
from triptych.contract import Attachment, DetectionReply, DetectionRequest
from triptych.views.base.theme import palette
from triptych.views.detection import draw, to_coco
from triptych.views.detection.controls import marks, steps
from triptych.views.detection.scene import scene


def found(label: str, sure: float | None, *sides: float, **more: str) -> dict[str, Any]:
    """An object as a server would send it."""
    left, top, width, height = sides
    corners = {
        f"{down}_{side}": {"x": x, "y": y}
        for down, y in (("top", top), ("bottom", top + height))
        for side, x in (("left", left), ("right", left + width))
    }
    sent = {"label": label, "bounds": {**corners, "width": width, "height": height}, **more}
    return sent if sure is None else sent | {"confidence": sure}


KITCHEN = [
    found("cup_1", 0.82, 20, 60, 40, 30),
    found("cup_2", 0.44, 120, 60, 36, 32),
    found("dining table", 0.61, 4, 40, 190, 100),
]


def detected(
    objects: Sequence[dict[str, Any]] = KITCHEN,
    size: tuple[int, int] | None = (200, 150),
    picture: bytes | None = None,
    **more: Any,
) -> DetectionReply:
    tags = sorted({re.sub(r"_\d+$", "", one["label"]) for one in objects})
    sent: dict[str, Any] = {"objects": list(objects), "tags": tags, **more}
    if size:
        sent |= {"image_width": size[0], "image_height": size[1]}
    file = None if picture is None else Attachment(picture, "kitchen.jpg", "image/jpeg")
    request = None if file is None else DetectionRequest(file=file)
    return DetectionReply.from_json(sent, request)


def photo(width: int = 200, height: int = 150, orientation: int = 1) -> bytes:
    """A picture of noise, its upper half red."""
    noise = np.random.default_rng(4).integers(0, 90, (height, width, 3), dtype=np.uint8)
    noise[: height // 2, :, 0] += 160
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "JPEG", exif=exif)
    return buffer.getvalue()


def embedded(shown: str) -> list[Image.Image]:
    """The pictures inside a page, but for the one that is seen without style sheets."""
    usual = re.sub('<div class="triptych-instead">.*?</div>', "", shown)
    contents = re.findall(r"data:image/jpeg;base64,([^\"]+)", usual)
    return [Image.open(io.BytesIO(base64.b64decode(content))) for content in contents]


def visible_names(shown: str) -> list[str]:
    """The names that are written on the picture where there are no style sheets."""
    groups = re.findall(r'<g class="triptych-names-\d+"([^>]*)>(.*?)</g></g>', shown, re.DOTALL)
    [usual] = [inside for attributes, inside in groups if "display" not in attributes]
    return re.findall(r"<text[^>]*>([^<]*)</text>", usual)


def test_boxes_stand_over_the_picture_in_its_own_pixels() -> None:
    shown = views.html(detected(picture=photo()))
    assert 'viewBox="0 0 200 150"' in shown
    assert '<rect x="20.0" y="60.0" width="40.0" height="30.0"' in shown
    assert "3 objects found: 2 × cup, dining table" in shown
    assert sorted(visible_names(shown)) == ["cup_1 0.82", "cup_2 0.44", "dining table 0.61"]
    assert "<title>cup_1, confidence 0.82, 40 × 30 pixels</title>" in shown
    assert embedded(shown)[0].size == (200, 150)
    assert "<script" not in shown
    assert not re.search(r"\son\w+=", shown)


def test_the_same_reply_is_shown_the_same_at_every_run() -> None:
    assert views.html(detected(picture=photo())) == views.html(detected(picture=photo()))


def test_a_large_picture_is_embedded_small() -> None:
    reply = detected(size=(4000, 3000), picture=photo(4000, 3000))
    shown = views.html(reply)
    assert max(embedded(shown)[0].size) == 1000
    assert 'viewBox="0 0 4000 3000"' in shown
    assert len(shown) < 700_000


def test_where_styles_are_lost_a_light_picture_stands_for_the_live_one() -> None:
    noise = Image.effect_noise((3000, 2000), 90).convert("RGB")
    buffer = io.BytesIO()
    noise.save(buffer, "JPEG", quality=90)
    reply = detected(size=(3000, 2000), picture=buffer.getvalue())
    shown = str(views.mimebundle(reply)["text/html"])
    [plain] = re.findall(r'<div class="triptych-instead"><img src="([^"]+)"', shown)
    assert len(plain) < 60_000
    content = base64.b64decode(plain.partition(",")[2])
    assert 400 <= Image.open(io.BytesIO(content)).width <= 640
    # Where they are kept, it would only be a second picture.
    assert "triptych-instead" not in views.html(reply)


def test_a_picture_that_lies_on_its_side_is_shown_upright() -> None:
    shown = views.html(detected(size=None, picture=photo(200, 150, orientation=6)))
    assert 'viewBox="0 0 150 200"' in shown
    assert embedded(shown)[0].size == (150, 200)


def test_crops_are_cut_where_the_boxes_are() -> None:
    top = found("cup", 0.9, 50, 5, 60, 40)
    whole, crop = embedded(views.html(detected([top], picture=photo())))
    assert whole.size == (200, 150)
    assert np.asarray(crop)[..., 0].mean() > 150 > np.asarray(whole)[..., 0].mean()
    assert 1.2 < crop.width / crop.height < 1.8
    # Of a service that counts in other pixels than the file has.
    doubled = found("cup", 0.9, 100, 10, 120, 80)
    _, again = embedded(views.html(detected([doubled], size=(400, 300), picture=photo())))
    assert again.size == crop.size


def test_a_box_beyond_the_picture_has_the_crop_that_is_left() -> None:
    beyond = [found("cup", 0.9, -20, -20, 60, 60), found("car", 0.9, 500, 500, 9, 9)]
    assert len(embedded(views.html(detected(beyond, picture=photo())))) == 2


def test_addresses_and_data_urls() -> None:
    request = DetectionRequest(url="https://example.com/a.jpg?x=1&y=<2>")
    sent = detected().raw
    shown = views.html(DetectionReply.from_json(sent, request))
    assert '<image href="https://example.com/a.jpg?x=1&amp;y=&lt;2&gt;"' in shown
    encoded = base64.b64encode(photo()).decode()
    request = DetectionRequest(url=f"data:image/jpeg;base64,{encoded}")
    assert len(embedded(views.html(DetectionReply.from_json(sent, request)))) == 4
    for broken in ("data:image/jpeg;base64,AAA", "data:,nothing", "ftp://example.com/a.jpg"):
        request = DetectionRequest(url=broken)
        shown = views.html(DetectionReply.from_json(sent, request))
        assert "<image" not in shown
        assert "not at hand" in shown


def test_without_a_picture_the_boxes_stand_on_an_empty_ground() -> None:
    shown = views.html(detected())
    assert "<image" not in shown
    assert "not at hand" in shown
    assert "<th" in shown
    assert "crop" not in re.findall(r"<th[^>]*>([^<]*)", shown)
    # Where nobody tells its size, the boxes do.
    assert 'viewBox="0 0 194 140"' in views.html(detected(size=None))


def test_nothing_found_says_from_which_confidence_on() -> None:
    reply = detected([], picture=photo())
    shown = views.html(reply)
    assert "Nothing found" in shown
    assert len(embedded(shown)) == 1
    assert "<form" not in shown
    told = detected([], picture=photo(), threshold=0.38)
    assert "Nothing found with a confidence of 0.38 or more" in views.html(told)
    assert views.frame(reply).columns.tolist() == views.frame(detected()).columns.tolist()
    assert "<svg" not in views.html(detected([], size=None))


def test_warnings_and_prompts_without_a_class_are_said() -> None:
    warning = {"code": "x", "message": "Read in <tiles>."}
    reply = detected(warnings=[warning], unmatched_prompts=["zeppelin", "<b>"])
    shown = views.html(reply)
    assert "Read in &lt;tiles&gt;." in shown
    assert "nothing like “zeppelin”, “&lt;b&gt;”" in shown
    assert "Read in <tiles>." in views.text(reply)
    assert "“zeppelin”" in views.text(reply)


def test_the_headline_has_the_classes_by_their_number() -> None:
    assert views.headline(detected()) == "2 × cup, dining table"


def test_the_frame_has_a_row_per_object() -> None:
    frame = views.frame(detected())
    assert frame["label"].tolist() == ["cup_1", "cup_2", "dining table"]
    assert frame["kind"].tolist() == ["cup", "cup", "dining table"]
    assert frame.iloc[1][["left", "top", "width", "height"]].tolist() == [120, 60, 36, 32]
    assert "prompt" not in frame
    prompted = detected([found("cup", None, 1, 1, 5, 5, prompt="mug")])
    frame = views.frame(prompted)
    assert frame["prompt"].tolist() == ["mug"]
    assert frame["confidence"].isna().tolist() == [True]
    assert "mug" in views.html(prompted)


def test_every_class_has_its_switch_and_its_count() -> None:
    shown = views.html(detected())
    assert re.findall(r"> ([\w ]+) <b>(\d+)</b>", shown) == [("cup", "2"), ("dining table", "1")]
    rule = ".triptych-detection:has(.triptych-class-0:not(:checked)) :is(.triptych-k0"
    assert rule in shown
    # A frame, a target, a name in each layout, and a row of the table.
    assert shown.count("triptych-o1 triptych-k0") == 7


def test_the_steps_of_confidence_hide_what_is_less_sure() -> None:
    drawn = scene(detected())
    limits = steps(drawn)
    assert limits[0] == 0.4
    assert limits[-1] == 0.8
    for one, mark in zip(drawn.objects, marks(drawn), strict=True):
        step = int(re.findall(r"triptych-s(\d+)", mark)[0])
        assert limits[step] <= (one.confidence or 0)
        assert step + 1 == len(limits) or (one.confidence or 0) < limits[step + 1]
    shown = views.html(detected())
    assert "0.40: 3 of 3" in shown
    assert "0.80: 1 of 3" in shown
    assert steps(scene(detected([found("cup", None, 1, 1, 5, 5)]))) == []


def test_names_do_not_cover_each_other() -> None:
    rng = np.random.default_rng(0)
    corners = rng.uniform(0, 500, (60, 2))
    boxes = [Box(x, y, 30, 40) for x, y in corners]
    plates = place(boxes, [(60, 16)] * 60, 600, 600)
    free = [plate.box for plate in plates if plate.free]
    assert 20 < len(free) < 60
    for n, one in enumerate(free):
        assert 0 <= one.left <= 540
        assert 0 <= one.top <= 584
        for other in free[:n]:
            apart = abs(one.left - other.left) >= 60 - 1e-9 or abs(one.top - other.top) >= 16 - 1e-9
            assert apart


def test_a_class_has_one_colour_and_neighbours_have_different_ones() -> None:
    names = list(COCO)
    for start in range(len(names) - 20):
        assert len({colour_of(name) for name in names[start : start + 21]}) == 21
    assert colour_of("zeppelin") == colour_of("zeppelin")
    for name in (*names, "zeppelin"):
        assert contrast(ink_on(colour_of(name)), colour_of(name)) >= 4.5


def test_labels_from_outside_are_escaped_and_many_boxes_bounded() -> None:
    many = [found(f"<i>{n}", 0.5, n % 190, n % 140, 9, 9) for n in range(400)]
    shown = views.html(detected(many, picture=photo()))
    assert "<i>" not in shown
    assert "The 300 largest boxes are drawn" in shown
    assert shown.count('class="triptych-target') == 300
    assert len(shown) < 1_500_000
    assert "380 more" in views.text(detected(many))


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_any_label_stays_text(label: str) -> None:
    shown = views.html(detected([found(label, 0.5, 10, 10, 60, 60)]))
    allowed = "div p form fieldset legend label input b span button svg g rect text title table "
    allowed += "thead tbody tr th td a style details summary img"
    assert set(re.findall(r"<([a-z]\w*)", shown)) <= set(allowed.split())
    title = html.unescape(re.findall(r"<title>(.*?), confidence", shown, re.DOTALL)[0])
    assert title == label


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    "reply",
    [
        detected(picture=photo()),
        detected(),
        detected([]),
        detected([], size=None),
        detected([found("$\\bad{math 漢字" * 9, None, 3, 3, 2, 190)], size=(30, 900)),
    ],
)
def test_figures(reply: DetectionReply, dark: bool) -> None:
    from triptych.views.base.figures import png

    picture = Image.open(io.BytesIO(png(reply.plot(dark=dark)))).convert("RGB")
    assert f"#{picture.crop((2, 2, 3, 3)).tobytes().hex().upper()}" == palette(dark=dark).paper
    assert len(picture.convert("L").getcolors() or []) > 10, "nothing was drawn"


def test_a_notebook_gets_a_light_picture() -> None:
    bundle = detected(picture=samples.path("pictures/citrus.jpg").read_bytes())._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert len(bundle["image/png"]) < 500_000
    picture = Image.open(io.BytesIO(bundle["image/png"]))  # type: ignore[arg-type]
    assert picture.info["Description"] == bundle["text/plain"]


def test_the_annotated_picture_has_the_full_size_and_the_boxes() -> None:
    picture = draw(detected([found("person", 0.9, 20, 60, 100, 50)], picture=photo()))
    assert picture.size == (200, 150)
    blue = tuple(int(colour_of("person")[n : n + 2], 16) for n in (1, 3, 5))
    assert picture.getpixel((20, 90)) == blue
    assert picture.getpixel((70, 90)) != blue
    doubled = detected([found("person", 0.9, 40, 120, 200, 100)], size=(400, 300), picture=photo())
    assert draw(doubled).tobytes() == picture.tobytes()
    assert draw(detected()).size == (200, 150)


def test_cocos_json_of_several_pictures() -> None:
    other = detected([found("zeppelin", None, 1, 2, 3, 4)], size=(64, 48))
    document = to_coco([detected(picture=photo()), other])
    assert document["images"] == [
        {"id": 1, "file_name": "kitchen.jpg", "width": 200, "height": 150},
        {"id": 2, "file_name": "picture", "width": 64, "height": 48},
    ]
    assert document["categories"] == [
        {"id": 47, "name": "cup"},
        {"id": 67, "name": "dining table"},
        {"id": 91, "name": "zeppelin"},
    ]
    cup, *_, last = document["annotations"]
    assert cup == {
        "id": 1,
        "image_id": 1,
        "category_id": 47,
        "bbox": [20, 60, 40, 30],
        "area": 1200,
        "iscrowd": 0,
        "score": 0.82,
    }
    assert (last["id"], last["image_id"], "score" in last) == (4, 2, False)


def test_cocos_numbers() -> None:
    numbers = dict(zip(COCO, COCO_NUMBERS, strict=True))
    assert (numbers["person"], numbers["stop sign"], numbers["toothbrush"]) == (1, 13, 90)
    assert len(numbers) == 80


@pytest.mark.parametrize(
    ("number", "names"),
    [
        (8, {f"cup_{n} 0.50" for n in range(8)}),
        (9, {"cup"}),
        (31, {"cup", ""}),
    ],
)
def test_of_many_objects_less_is_written(number: int, names: set[str]) -> None:
    cups = [found(f"cup_{n}", 0.5, 5 * n, 0, 4 + n, 4) for n in range(number)]
    drawn = scene(detected(cups, size=(600, 150)))
    assert set(drawn.names) == names
    if "" in names:
        assert drawn.names.count("cup") == 1
        assert drawn.names[0] == "cup"
