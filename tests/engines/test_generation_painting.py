"""The painting: valid SVG, every scenery and style, the colours asked for, the same bytes."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from triptych._colours import parse
from triptych.engines.generation.drawings import drawing, names
from triptych.engines.generation.layout import arrange
from triptych.engines.generation.painting import to_svg
from triptych.engines.generation.palette import EXAMPLES, mapped, names_of
from triptych.engines.generation.raster import to_png
from triptych.engines.generation.scene import (
    COLOURS,
    Colour,
    Description,
    Place,
    Placed,
    Relation,
    Scene,
    Season,
    Setting,
    Style,
    Thing,
    TimeOfDay,
    Weather,
)

DOG = Thing("dog", ("dog",))
BOAT = Thing("sailboat", ("sailboat",), "blue")


def drawn(description: Description, side: int = 256, seed: int = 0) -> str:
    return to_svg(arrange(description, width=side, height=side, seed=seed))


def pixels(svg: str, width: int = 64, height: int = 64) -> np.ndarray:
    picture = Image.open(io.BytesIO(to_png(svg, width, height)))
    assert picture.size == (width, height)
    return np.asarray(picture.convert("RGB"), np.float64) / 255


def checked(svg: str) -> None:
    """Check what every picture has to be: XML, without double or missing identifiers."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    identifiers = Counter(each.get("id") for each in root.iter() if each.get("id"))
    assert max(identifiers.values(), default=1) == 1
    used = set(re.findall(r"url\(#([^)]+)\)", svg)) | set(re.findall(r'href="#([^"]+)"', svg))
    assert used <= set(identifiers)
    assert "nan" not in svg
    assert "http" not in svg.replace("http://www.w3.org/", "")


def settings() -> Iterator[Setting]:
    times, seasons = get_args(TimeOfDay), get_args(Season)
    for row, place in enumerate((None, *get_args(Place))):
        for column, weather in enumerate(get_args(Weather)):
            turn = row + column
            yield Setting(place, weather, times[turn % 4], seasons[(turn + row // 4) % 4])


def test_every_place_is_painted_in_every_weather() -> None:
    seen = set()
    for setting in settings():
        svg = drawn(Description((), (), setting))
        checked(svg)
        picture = pixels(svg, 24, 24)
        assert picture.std() > 0.02, setting
        seen.add(picture.tobytes())
    assert len(seen) > 100


@pytest.mark.parametrize("style", get_args(Style))
def test_every_style_is_painted_and_differs_from_none(style: Style) -> None:
    plain = pixels(drawn(Description((DOG, BOAT), (), Setting("beach"))))
    # The last two have gradients, whose identifiers must not meet.
    things = (DOG, BOAT, Thing("tulip", ("tulip",)), Thing("fish", ("fish",)))
    checked(drawn(Description(things, (), Setting("beach", style=style))))
    svg = drawn(Description((DOG, BOAT), (), Setting("beach", style=style)))
    checked(svg)
    assert np.abs(pixels(svg) - plain).mean() > 0.02


def test_grey_styles_have_no_colour() -> None:
    for style in ("black and white", "line drawing"):
        picture = pixels(drawn(Description((DOG, BOAT), (), Setting("beach", style=style))))
        assert np.ptp(picture, axis=-1).max() < 0.03


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("name", ["automobile", "cat", "red-apple", "house", "soccer-ball"])
def test_a_thing_has_the_colour_asked_for(name: str, colour: Colour) -> None:
    back: Colour = "pink" if colour != "pink" else "green"
    asked = Description((Thing(name, (name,), colour),), (), Setting(backdrop=back))
    scene = arrange(asked, width=256, height=256)
    (box,) = scene.placed
    with_it = pixels(to_svg(scene), 256, 256)
    empty = pixels(to_svg(replace(scene, placed=())), 256, 256)
    changed = np.abs(with_it - empty).max(-1) > 0.02
    rows, columns = slice(int(box.top), None), slice(int(box.left), None)
    shown = with_it[rows, columns][changed[rows, columns]]
    assert names_of(shown).count(colour) > 0.4 * len(shown)


def test_every_drawing_is_still_one_in_other_colours() -> None:
    for name in names():
        body = mapped(drawing(name).body, lambda colour: "#" + colour[:0:-1])
        ElementTree.fromstring(f'<svg xmlns:xlink="http://www.w3.org/1999/xlink">{body}</svg>')


def test_a_red_car_stays_red_at_night() -> None:
    car = Description((Thing("car", ("automobile",), "red"),), (), Setting("city", time="night"))
    scene = arrange(car, width=256, height=256)
    (box,) = scene.placed
    levels = pixels(to_svg(scene), 256, 256)
    part = levels[
        int(box.top) : int(box.top + box.height), int(box.left) : int(box.left + box.width)
    ]
    assert names_of(part.reshape(-1, 3)).count("red") > 0.25 * part.shape[0] * part.shape[1]


def test_examples_have_the_names_they_are_examples_of() -> None:
    assert {colour: names_of(np.array([parse(text)]))[0] for colour, text in EXAMPLES.items()} == {
        colour: colour for colour in COLOURS
    }


def test_a_plain_backdrop_is_that_colour() -> None:
    svg = drawn(Description((DOG,), (), Setting(backdrop="purple")))
    assert names_of(pixels(svg)[0, :1]) == ["purple"]


def test_the_sun_of_the_sky_gives_way_to_a_sun_asked_for_or_forbidden() -> None:
    sky = Setting("sky", time="day")
    assert "#shine" in drawn(Description((), (), sky))
    assert "#shine" not in drawn(Description((Thing("sun", ("sun",)),), (), sky))
    assert "#shine" not in drawn(Description((), (), sky, (), frozenset({"sun"})))


def test_a_drawing_is_defined_once_and_used_as_often_as_it_is_placed() -> None:
    svg = drawn(Description((Thing("star", ("star",) * 12),), (), Setting("space")))
    assert svg.count("<use ") == 12
    assert svg.count('<g id="d') == 1


def test_mirrored_drawings_stay_in_their_box() -> None:
    for mirrored in (False, True):
        box = Placed("crab", 60.0, 80.0, 100.0, 70.0, 0.5, 0, None, mirrored)
        told = Description((Thing("crab", ("crab",)),), (), Setting(backdrop="white"))
        levels = pixels(to_svg(Scene(256, 256, 160.0, (box,), told, 0)), 256, 256)
        rows, columns = np.nonzero((levels < 0.9).any(-1))
        assert abs(columns.min() - 60) <= 3
        assert abs(columns.max() - 160) <= 3
        assert abs(rows.min() - 80) <= 3


def test_words_are_escaped_in_the_title() -> None:
    svg = drawn(Description((Thing('<b>&"\x00dog', ("dog",)),)))
    checked(svg)
    assert ElementTree.fromstring(svg)[0].text == '<b>&"dog'


def photo() -> bytes:
    levels = np.zeros((90, 160, 3), np.uint8)
    levels[:, :80], levels[:, 80:] = (200, 30, 30), (30, 30, 200)
    file = io.BytesIO()
    Image.fromarray(levels).save(file, "PNG")
    return file.getvalue()


def test_a_picture_is_the_background_and_is_cut_to_the_frame() -> None:
    scene = arrange(Description((DOG,)), width=300, height=300, picture=True)
    svg = to_svg(scene, picture=photo())
    checked(svg)
    levels = pixels(svg, 300, 300)
    assert names_of(levels[[5, 5], [5, 294]]) == ["red", "blue"]
    assert "<use " in svg


def test_a_picture_stands_in_a_place() -> None:
    scene = arrange(Description((DOG,), (), Setting("garden")), width=300, height=300, picture=True)
    svg = to_svg(scene, picture=photo())
    checked(svg)
    (frame,) = [each for each in scene.placed if each.thing is None]
    levels = pixels(svg, 300, 300)
    row = levels[int(frame.top + 0.3 * frame.height)]
    found = names_of(row[int(frame.left) : int(frame.left + frame.width)])
    assert found.count("red") > 5
    assert found.count("blue") > 5
    assert names_of(levels[3, 150:151]) == ["blue"]


@pytest.mark.parametrize("style", get_args(Style))
def test_a_picture_takes_every_style(style: Style) -> None:
    asked = Description((), (), Setting(style=style))
    scene = arrange(asked, width=256, height=256, picture=True)
    svg = to_svg(scene, picture=photo())
    checked(svg)
    plain = to_svg(arrange(Description(), width=256, height=256, picture=True), picture=photo())
    assert np.abs(pixels(svg) - pixels(plain)).mean() > 0.02


def test_what_is_no_picture_is_refused() -> None:
    scene = arrange(Description(), width=256, height=256, picture=True)
    with pytest.raises(ValueError, match="PNG or JPEG"):
        to_svg(scene, picture=b"not a picture")


def test_bad_sizes_and_bad_svg_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        to_png("<svg xmlns='http://www.w3.org/2000/svg'/>", 0, 10)
    with pytest.raises(ValueError, match="no SVG"):
        to_png("no svg at all", 10, 10)


def test_the_same_scene_is_the_same_bytes_in_another_process() -> None:
    script = (
        "import hashlib, sys; sys.path[:0] = sys.argv[1:]\n"
        "from triptych.engines.generation.scene import *\n"
        "from triptych.engines.generation.layout import arrange\n"
        "from triptych.engines.generation.painting import to_svg\n"
        "from triptych.engines.generation.raster import to_png\n"
        "for style in (None, 'oil painting'):\n"
        "    d = Description((Thing('cat', ('cat',), 'blue'), Thing('bird', ('bird',) * 2)), (),\n"
        "        Setting('garden', 'rain', 'sunset', 'autumn', style), (), frozenset({'a', 'b'}))\n"
        "    svg = to_svg(arrange(d, width=300, height=260, seed=5, guidance=1))\n"
        "    print(hashlib.sha256(svg.encode() + to_png(svg, 300, 260)).hexdigest())\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script, *sys.path],
            env={"PYTHONHASHSEED": str(hash_seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in (1, 2)
    }
    assert len(answers) == 1
    assert len(answers.pop().split()) == 2


def test_seeds_vary_the_scenery() -> None:
    asked = Description((), (), Setting("mountains"))
    assert drawn(asked, seed=1) != drawn(asked, seed=2)


def test_a_relation_that_carries_throws_no_second_shadow() -> None:
    asked = Description(
        (Thing("cat", ("cat",)), Thing("chair", ("chair",))),
        (Relation(0, "on", (1,)),),
        Setting("room"),
    )
    assert drawn(asked).count('fill="url(#shadow)"') == 1
