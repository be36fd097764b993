"""The layout: what is asked is there, is seen, and lies as asked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import pytest

from triptych.engines.generation.layout import PICTURE_FRAME, arrange, energy
from triptych.engines.generation.scene import (
    Description,
    Placed,
    Relation,
    RelationKind,
    Scene,
    Setting,
    Thing,
)

SIZES = ((1024, 1024), (1920, 823), (512, 1194), (256, 256))


def thing(name: str, count: int = 1, size: float = 1.0) -> Thing:
    return Thing(name, (name,) * count, size=size)


def two(
    subject: Thing, kind: RelationKind, target: Thing, setting: Setting | None = None
) -> Description:
    return Description((subject, target), (Relation(0, kind, (1,)),), setting or Setting())


def of(scene: Scene, index: int) -> list[Placed]:
    return [each for each in scene.placed if each.thing == index]


def bottom(box: Placed) -> float:
    return box.top + box.height


def overlap(one: Placed, other: Placed) -> tuple[float, float]:
    """How much two boxes share, across and down; negative where they are apart."""
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(bottom(one), bottom(other)) - max(one.top, other.top)
    return across, down


def hidden(scene: Scene, box: Placed) -> float:
    """The share of a box that nearer things cover, counted on a grid."""
    nearer = [each for each in scene.placed if each.depth < box.depth and each.thing is not None]
    spots = [
        (box.left + box.width * (x + 0.5) / 20, box.top + box.height * (y + 0.5) / 20)
        for x, y in product(range(20), repeat=2)
    ]
    covered = [
        any(
            each.left <= x <= each.left + each.width and each.top <= y <= bottom(each)
            for each in nearer
        )
        for x, y in spots
    ]
    return sum(covered) / len(covered)


def is_above(a: Placed, b: Placed) -> bool:
    return bottom(a) <= b.centre[1] and a.centre[1] < b.top and overlap(a, b)[0] > 0


def is_on(a: Placed, b: Placed) -> bool:
    return b.top - 2 <= bottom(a) <= b.centre[1] and overlap(a, b)[0] > 0 and a.depth < b.depth


def is_left(a: Placed, b: Placed) -> bool:
    level = abs(a.centre[1] - b.centre[1]) < max(a.height, b.height) * 0.6
    return b.centre[0] - a.centre[0] > (a.width + b.width) / 2 - 1 and level


def is_before(a: Placed, b: Placed) -> bool:
    across, down = overlap(a, b)
    return (
        a.depth < b.depth
        and bottom(a) > bottom(b)
        and across > 0
        and down > 0
        and across * down < 0.5 * b.width * b.height
    )


def is_next(a: Placed, b: Placed) -> bool:
    gap = -overlap(a, b)[0]
    return -1 <= gap < (a.width + b.width) / 3 and abs(bottom(a) - bottom(b)) < max(
        a.height, b.height
    )


def is_in(a: Placed, b: Placed) -> bool:
    return (
        b.left <= a.left
        and a.left + a.width <= b.left + b.width
        and b.top <= a.top
        and bottom(a) <= bottom(b)
        and a.depth < b.depth
    )


CASES: tuple[tuple[Description, Callable[[Placed, Placed], bool]], ...] = (
    (two(thing("bird"), "above", thing("house")), is_above),
    (two(thing("elephant"), "above", thing("mouse")), is_above),
    (two(thing("cat"), "below", thing("umbrella")), lambda a, b: is_above(b, a)),
    (two(thing("cat"), "on", thing("chair"), Setting("room")), is_on),
    (two(thing("owl"), "on", thing("deciduous-tree"), Setting("forest", time="night")), is_on),
    (two(thing("dog"), "left of", thing("bicycle")), is_left),
    (two(thing("mouse"), "right of", thing("elephant")), lambda a, b: is_left(b, a)),
    (two(thing("automobile"), "in front of", thing("house"), Setting("city")), is_before),
    (two(thing("crab"), "in front of", thing("sailboat"), Setting("beach")), is_before),
    (two(thing("sun"), "behind", thing("mountain")), lambda a, b: is_before(b, a)),
    (two(thing("horse"), "next to", thing("tent"), Setting("field")), is_next),
    (two(thing("rabbit"), "in", thing("basket")), is_in),
)


@pytest.mark.parametrize(("description", "holds"), CASES)
def test_relations_hold_in_every_shape_of_frame(
    description: Description, holds: Callable[[Placed, Placed], bool]
) -> None:
    for (width, height), seed in product(SIZES[:3], range(3)):
        scene = arrange(description, width=width, height=height, seed=seed)
        (a,), (b,) = of(scene, 0), of(scene, 1)
        assert holds(a, b), (width, height, seed, a, b)


def test_what_is_between_has_one_on_each_side() -> None:
    asked = Description((thing("dog"), thing("deciduous-tree", 2)), (Relation(0, "between", (1,)),))
    for seed in range(8):
        scene = arrange(asked, width=900, height=600, seed=seed)
        (dog,), trees = of(scene, 0), sorted(of(scene, 1), key=lambda each: each.left)
        assert trees[0].centre[0] < dog.left
        assert dog.left + dog.width < trees[1].centre[0]


def test_a_ring_has_members_on_both_sides() -> None:
    asked = Description((thing("penguin", 5), thing("snowman")), (Relation(0, "around", (1,)),))
    for seed in range(6):
        scene = arrange(asked, width=900, height=700, seed=seed)
        middle = of(scene, 1)[0].centre[0]
        sides = [each.centre[0] < middle for each in of(scene, 0)]
        assert 0 < sum(sides) < len(sides)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 3, 9, 24, 40])
def test_every_thing_is_there_once_in_the_frame_and_seen(size: tuple[int, int], count: int) -> None:
    asked = Description(
        (thing("ewe", count), thing("bird", 2), thing("person")), (), Setting("meadow")
    )
    scene = arrange(asked, width=size[0], height=size[1], seed=count)
    assert [len(of(scene, index)) for index in range(3)] == [count, 2, 1]
    for box in (each for each in scene.placed if each.thing is not None):
        assert box.left >= 0
        assert box.left + box.width <= size[0]
        assert box.top >= 0
        assert bottom(box) <= size[1]
        assert hidden(scene, box) <= 0.6


def test_a_small_thing_is_seen_beside_a_large_one() -> None:
    asked = Description((thing("elephant"), thing("mouse", size=0.6)))
    scene = arrange(asked, width=1024, height=1024)
    (elephant,), (mouse,) = of(scene, 0), of(scene, 1)
    assert 0.04 * scene.height < mouse.height < 0.5 * elephant.height


def test_more_steps_never_make_it_worse_and_often_better() -> None:
    asked = Description(
        (thing("ewe", 7), thing("dog"), thing("deciduous-tree", 3), thing("cat")),
        (Relation(1, "left of", (0,)), Relation(2, "behind", (1,)), Relation(3, "between", (2,))),
        Setting("meadow"),
    )
    for seed in range(3):
        sums = [
            sum(energy(arrange(asked, width=800, height=600, steps=n, seed=seed)).values())
            for n in (1, 4, 12, 30)
        ]
        assert all(late <= early + 1e-6 for early, late in pairwise(sums))
        assert sums[-1] < 0.9 * sums[0]


def test_the_best_found_is_kept() -> None:
    asked = Description((thing("elephant"), thing("dog"), thing("cat")), (), Setting("meadow"))
    for seed in range(3):
        sums = [
            sum(energy(arrange(asked, width=700, height=500, steps=n, seed=seed)).values())
            for n in range(1, 11)
        ]
        assert all(late <= early + 1e-6 for early, late in pairwise(sums))


def test_air_ground_and_water_have_their_own() -> None:
    asked = Description((thing("airplane"), thing("sailboat"), thing("dog")), (), Setting("beach"))
    for seed in range(5):
        scene = arrange(asked, width=1000, height=700, seed=seed)
        (plane,), (boat,), (dog,) = (of(scene, index) for index in range(3))
        assert bottom(plane) < 0.75 * scene.height
        assert scene.horizon < bottom(boat) < bottom(dog)


def test_nearer_on_the_ground_is_lower_and_painted_later() -> None:
    scene = arrange(Description((thing("ewe", 9),)), width=900, height=600)
    depths = [each.depth for each in scene.placed]
    assert depths == sorted(depths, reverse=True)
    bottoms = [bottom(each) for each in scene.placed]
    assert bottoms == sorted(bottoms)


def test_low_guidance_adorns_and_high_guidance_does_not() -> None:
    asked = Description((thing("dog"),), (), Setting("meadow"))
    extra = {
        guidance: [
            each.drawing
            for seed in range(5)
            for each in arrange(asked, width=900, height=600, seed=seed, guidance=guidance).placed
            if each.thing is None
        ]
        for guidance in (1.0, 28.0)
    }
    assert len(extra[1.0]) > 15
    assert extra[28.0] == []


def test_what_is_forbidden_or_asked_never_adorns() -> None:
    forbidden = frozenset({"tulip", "butterfly", "deciduous-tree", "rose", "herb"})
    asked = Description((thing("bird", 2),), (), Setting("meadow"), (), forbidden)
    for seed in range(12):
        scene = arrange(asked, width=700, height=500, seed=seed, guidance=1)
        extra = {each.drawing for each in scene.placed if each.thing is None}
        assert not extra & (forbidden | {"bird", "dove"})


def test_a_given_picture_gets_a_place_only_where_there_is_one() -> None:
    asked = Description((thing("dog"),), (), Setting("meadow"))
    scene = arrange(asked, width=700, height=500, picture=True)
    assert [each.drawing for each in scene.placed if each.thing is None] == [PICTURE_FRAME]
    alone = arrange(Description((thing("dog"),)), width=700, height=500, picture=True)
    assert [each.drawing for each in alone.placed] == ["dog"]


def test_contradictions_are_laid_out_all_the_same() -> None:
    circle = Description(
        (thing("cat"), thing("dog")),
        (Relation(0, "on", (1,)), Relation(1, "on", (0,)), Relation(0, "in", (0,))),
    )
    assert len(arrange(circle, width=300, height=300).placed) == 2


def test_nothing_asked_is_an_empty_scene() -> None:
    scene = arrange(Description(), width=300, height=300)
    assert scene.placed == ()
    assert energy(scene) == {}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"width": 255}, "width"),
        ({"height": 1921}, "height"),
        ({"steps": 0}, "steps"),
        ({"steps": 91}, "steps"),
        ({"seed": -1}, "seed"),
        ({"guidance": 0.5}, "guidance"),
        ({"guidance": 28.5}, "guidance"),
    ],
)
def test_numbers_out_of_range_are_refused(changes: dict[str, int], said: str) -> None:
    numbers: dict[str, Any] = {"width": 300, "height": 300, **changes}
    with pytest.raises(ValueError, match=said):
        arrange(Description(), **numbers)


def test_too_many_things_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 60"):
        arrange(Description((thing("ant", 61),)), width=300, height=300)


def test_the_same_request_is_the_same_scene_in_another_process() -> None:
    script = (
        "import hashlib, sys; sys.path[:0] = sys.argv[1:]\n"
        "from triptych.engines.generation.scene import *\n"
        "from triptych.engines.generation.layout import arrange\n"
        "d = Description((Thing('ewe', ('ewe',) * 5), Thing('dog', ('dog',))),"
        " (Relation(0, 'around', (1,)),), Setting('meadow'), (), frozenset({'rose', 'tulip'}))\n"
        "s = arrange(d, width=640, height=480, seed=7, guidance=2)\n"
        "print(hashlib.sha256(repr(s.placed).encode()).hexdigest())\n"
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
    assert len(answers.pop().strip()) == 64
