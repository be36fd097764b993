"""Is in the picture what the prompt asks for? Sixty prompts, judged on the scenes themselves.

Usage::

    python benchmarks/generation.py [--pictures DIR]

The prompts and what they ask for (``benchmarks/data/generation_prompts.jsonl``) were written before
there was an engine. Of every scene, 1024 by 1024 pixels, default steps, seed 0, it is judged

* objects: whether at least one of it stands in the frame, three quarters of its box not hidden;
* counts (of those asked for twice or more): whether exactly as many are there, decoration included;
* colours: whether most of its pixels, painted alone by daylight, have a colour that a person would
  call so (``benchmarks/colours.py``, which the engine does not know);
* relations: whether the boxes lie so; of several things, most of them.

Compared with the same drawings looked up by the words of the prompt, one of each in a row. Then the
milliseconds of a PNG, stage by stage, and the layout's energy by ``steps``. ``--pictures`` keeps
the sixty pictures.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from colours import names as colour_names
from numpy.typing import NDArray
from PIL import Image

from triptych.engines.generation import Order, compose
from triptych.engines.generation.drawings import drawing, names
from triptych.engines.generation.layout import energy
from triptych.engines.generation.painting import to_svg
from triptych.engines.generation.raster import to_png
from triptych.engines.generation.scene import Description, Placed, Scene, Setting

PROMPTS = Path(__file__).parent / "data" / "generation_prompts.jsonl"
SIDE = 1024
MEMBERS = ("objects", "counts", "colours", "relations")


# What is in the scene


def groups(scene: Scene, objects: list[dict[str, Any]]) -> list[list[Placed]]:
    """Return for each object what stands for it in the scene, no thing for two objects."""
    things: dict[int, list[Placed]] = {}
    for placed in scene.placed:
        if placed.thing is not None:
            things.setdefault(placed.thing, []).append(placed)
    found: list[list[Placed]] = []
    for wanted in objects:
        fitting = [
            number
            for number, group in things.items()
            if all(placed.drawing in wanted["drawings"] for placed in group)
        ]
        # Of a red and a white rose, each stands for itself.
        fitting.sort(
            key=lambda number: (
                _asked_colour(things[number]) != wanted["colour"],
                len(things[number]) != wanted["count"],
            )
        )
        found.append(things.pop(fitting[0]) if fitting else [])
    return found


def _asked_colour(group: list[Placed]) -> str:
    return group[0].colour or drawing(group[0].drawing).colour


def shown(scene: Scene, placed: Placed) -> bool:
    """Tell whether a thing is in the frame, and at least a quarter of its box not hidden."""
    if placed.left < -1 or placed.top < -1:
        return False
    if (
        placed.left + placed.width > scene.width + 1
        or placed.top + placed.height > scene.height + 1
    ):
        return False
    across, down = np.meshgrid(
        placed.left + placed.width * (np.arange(40) + 0.5) / 40,
        placed.top + placed.height * (np.arange(40) + 0.5) / 40,
    )
    hidden = np.zeros(across.shape, bool)
    for other in scene.placed[scene.placed.index(placed) + 1 :]:
        hidden |= (
            (across > other.left)
            & (across < other.left + other.width)
            & (down > other.top)
            & (down < other.top + other.height)
        )
    return bool(hidden.mean() <= 0.75)


def colour_of(scene: Scene, placed: Placed) -> str:
    """Return the colour of most of its pixels, painted alone by daylight."""
    alone = replace(scene, placed=(placed,), description=Description(setting=Setting()))
    pixels = np.asarray(_pixels(to_png(to_svg(alone), scene.width, scene.height)))[..., :3]
    counted = colour_names(pixels[_silhouette(scene, placed)])
    found, shares = np.unique(counted, return_counts=True)
    return str(found[shares.argmax()])


def _silhouette(scene: Scene, placed: Placed) -> NDArray[np.bool_]:
    """Return where it is, (height, width): its drawing, put there by this script itself."""
    left, top, width, height = drawing(placed.drawing).bounds
    scale_x, scale_y = placed.width / width, placed.height / height
    move = f"translate({placed.left} {placed.top}) scale({scale_x} {scale_y})"
    if placed.mirrored:
        move += f" translate({width} 0) scale(-1 1)"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{scene.width}" height="{scene.height}"><g transform="{move} '
        f'translate({-left} {-top})">{drawing(placed.drawing).body}</g></svg>'
    )
    alpha = np.asarray(_pixels(to_png(svg, scene.width, scene.height)))[..., 3]
    inside: NDArray[np.bool_] = alpha > 250
    return inside


def _pixels(png: bytes) -> Image.Image:
    from io import BytesIO

    return Image.open(BytesIO(png)).convert("RGBA")


# How things lie to each other


def _apart(one: Placed, other: Placed) -> float:
    """Return the horizontal gap between two boxes in pixels, negative where they overlap."""
    return max(one.left, other.left) - min(one.left + one.width, other.left + other.width)


def _level(one: Placed, other: Placed) -> bool:
    return min(one.top + one.height, other.top + other.height) > max(one.top, other.top)


def _above(one: Placed, other: Placed) -> bool:
    higher = one.top + one.height <= other.top + other.height / 2
    return higher and abs(one.centre[0] - other.centre[0]) <= 0.75 * (one.width + other.width)


def _left(one: Placed, other: Placed) -> bool:
    return one.centre[0] + one.width / 4 < other.centre[0] - other.width / 4


def _front(one: Placed, other: Placed) -> bool:
    near = one.depth < other.depth and one.top + one.height >= other.top + other.height
    return near and _apart(one, other) < 0


def _on(one: Placed, other: Placed) -> bool:
    bottom = one.top + one.height
    rests = other.top - 0.1 * other.height <= bottom <= other.top + other.height
    overlap = -_apart(one, other) >= min(one.width, other.width) / 2
    return rests and overlap and one.centre[1] < other.centre[1]


def _beside(one: Placed, other: Placed) -> bool:
    return _level(one, other) and _apart(one, other) <= 0.75 * max(one.width, other.width)


PAIRS: dict[str, Callable[[Placed, Placed], bool]] = {
    "above": _above,
    "below": lambda one, other: _above(other, one),
    "left of": _left,
    "right of": lambda one, other: _left(other, one),
    "in front of": _front,
    "behind": lambda one, other: _front(other, one),
    "on": _on,
    "next to": _beside,
}


def holds(kind: str, subjects: list[Placed], others: list[Placed]) -> bool:
    """Tell whether the boxes lie as asked; of several subjects, most of them to one other each."""
    if not subjects or not others:
        return False
    if kind == "between":
        places = [other.centre[0] for other in others]
        return all(min(places) < one.centre[0] < max(places) for one in subjects)
    if kind == "around":
        middle = others[0].centre
        angles = sorted(
            math.atan2(one.centre[1] - middle[1], one.centre[0] - middle[0]) for one in subjects
        )
        gaps = np.diff([*angles, angles[0] + 2 * math.pi])
        return bool(gaps.max() < math.radians(150))
    right = sum(any(PAIRS[kind](one, other) for other in others) for one in subjects)
    return right > len(subjects) / 2


def judge(scene: Scene, case: dict[str, Any]) -> dict[str, list[bool]]:
    """Return what is as asked and what is not."""
    found = groups(scene, case["objects"])
    verdict: dict[str, list[bool]] = {member: [] for member in MEMBERS}
    for wanted, group in zip(case["objects"], found, strict=True):
        visible = [placed for placed in group if shown(scene, placed)]
        verdict["objects"].append(bool(visible))
        if wanted["count"] > 1:
            stray = [p for p in scene.placed if p.thing is None and p.drawing in wanted["drawings"]]
            verdict["counts"].append(len(visible) + len(stray) == wanted["count"])
        if wanted["colour"]:
            right = [colour_of(scene, placed) == wanted["colour"] for placed in visible]
            verdict["colours"].append(bool(right) and all(right))
    for subject, kind, other in case["relations"]:
        verdict["relations"].append(holds(kind, found[subject], found[other]))
    return verdict


def in_a_row(prompt: str) -> Scene:
    """Return the drawings that the words of a prompt name, one of each in a row."""
    words = re.findall(r"[a-z]+", prompt.lower())
    candidates = [*words, *("-".join(pair) for pair in itertools.pairwise(words))]
    known = set(names())
    found = [word for word in dict.fromkeys(candidates) if word in known]
    side = SIDE / max(1, len(found))
    placed = tuple(
        Placed(name, place * side, SIDE / 2, side * 0.9, side * 0.9, 0.5, thing=place)
        for place, name in enumerate(found)
    )
    return Scene(SIDE, SIDE, SIDE / 2, placed, Description(), 0)


# What is printed


def shares(verdicts: list[dict[str, list[bool]]]) -> str:
    """Return a row of the table: the share that is as asked, and of how many."""
    cells = []
    for member in MEMBERS:
        said = [right for verdict in verdicts for right in verdict[member]]
        cells.append(f"{sum(said) / len(said):9.3f} of {len(said):3d}")
    return " ".join(cells)


def milliseconds(cases: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Return the milliseconds of every prompt, stage by stage; the first prompt warms up."""
    times: dict[str, list[float]] = {"scene": [], "SVG": [], "PNG": [], "together": []}
    for place, case in enumerate([cases[0], *cases]):
        began = time.perf_counter()
        scene = compose(Order(case["prompt"], SIDE, SIDE, seed=0))
        composed = time.perf_counter()
        svg = to_svg(scene)
        written = time.perf_counter()
        to_png(svg, SIDE, SIDE)
        ended = time.perf_counter()
        if place:
            spent = (composed - began, written - composed, ended - written, ended - began)
            for stage, seconds in zip(times, spent, strict=True):
                times[stage].append(seconds * 1000)
    return times


def total_energy(case: dict[str, Any], steps: int) -> float:
    """Return the energy of a prompt's layout after so many steps."""
    scene = compose(Order(case["prompt"], SIDE, SIDE, seed=0, steps=steps))
    return sum(energy(scene).values())


def main() -> None:
    """Judge, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--pictures", type=Path, help="folder for the pictures")
    parser.add_argument("--misses", action="store_true", help="list what is not as asked")
    arguments = parser.parse_args()
    cases = [json.loads(line) for line in PROMPTS.read_text(encoding="utf-8").splitlines()]

    verdicts, baseline = [], []
    for number, case in enumerate(cases):
        scene = compose(Order(case["prompt"], SIDE, SIDE, seed=0))
        verdicts.append(judge(scene, case))
        baseline.append(judge(in_a_row(case["prompt"]), case))
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
            path = arguments.pictures / f"{number:02d}.png"
            path.write_bytes(to_png(to_svg(scene), SIDE, SIDE))
        if arguments.misses:
            missed = {member: said for member, said in verdicts[-1].items() if not all(said)}
            if missed:
                print(f"{number:02d} {case['prompt']}: {missed}")
    print(f"{len(cases)} prompts        " + " ".join(f"{member:>16}" for member in MEMBERS))
    print(f"composer          {shares(verdicts)}")
    print(f"words in a row    {shares(baseline)}")

    print("\nmilliseconds of 1024 by 1024      median   slowest tenth")
    for stage, spent in milliseconds(cases).items():
        print(f"{stage:30} {statistics.median(spent):9.0f} {np.quantile(spent, 0.9):15.0f}")

    print("\nsteps, and the layout's energy, as a share of that after one step")
    first = sum(total_energy(case, 1) for case in cases)
    for steps in (1, 4, 16, 48, 90):
        later = sum(total_energy(case, steps) for case in cases)
        print(f"{steps:5d} {later / first:10.3f}")


if __name__ == "__main__":
    main()
