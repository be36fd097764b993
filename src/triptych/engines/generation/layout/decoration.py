"""What nobody asked for: a few drawings that adorn the scene."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from triptych.engines.generation.drawings import UnknownDrawingError, drawing
from triptych.engines.generation.layout.stage import Stage, properties
from triptych.engines.generation.scene import Description, Placed
from triptych.models.files import rows

#: Kinds of ornament that are not seen in winter.
_IN_WINTER = frozenset({"flowers", "herbs", "insects", "mushrooms"})
#: The guidance from which nothing is added, and what is added at most.
_PLAIN, _MOST = 7.0, 10
_TRIES = 24


def decorated(
    description: Description,
    stage: Stage,
    placed: Sequence[Placed],
    seed: int,
    guidance: float,
) -> list[Placed]:
    """Return ornaments for the free parts of a scene, fewer the higher `guidance` is.

    What the negative prompt takes out is never among them, nor anything of a kind that was asked
    for.

    Returns
    -------
    list of Placed
        With `thing` None.
    """
    setting = description.setting
    count = round(_MOST * max(_PLAIN - guidance, 0) / (_PLAIN - 1))
    if setting.backdrop or (stage.place is None and guidance >= 4) or not count:
        return []
    draw = np.random.default_rng((seed, 2))
    asked = {name for thing in description.things for name in thing.drawings}
    winter = setting.season == "winter" or setting.weather == "snow" or stage.place == "snow"
    *_, fitting = properties(stage.place)
    ornaments = {kind: names.split() for kind, names in rows("generation/ornaments.tsv")}
    kinds = [
        kind
        for kind in fitting.split()
        # None of a kind is added where one of it was asked for, so that counts hold.
        if not asked & set(ornaments[kind]) and not (winter and kind in _IN_WINTER)
    ]
    result: list[Placed] = []
    for _ in range(count if kinds else 0):
        kind = kinds[int(draw.integers(len(kinds)))]
        name = ornaments[kind][int(draw.integers(len(ornaments[kind])))]
        ornament = None
        if name not in description.forbidden:
            ornament = _set_down(name, stage, [*placed, *result], draw)
        if ornament is not None:
            result.append(ornament)
    return result


def _set_down(name: str, stage: Stage, placed: Sequence[Placed], draw: Generator) -> Placed | None:
    """Return an ornament where there is room for it, or None."""
    try:
        shape = drawing(name)
    except UnknownDrawingError:
        return None
    # Ornaments are small, so that what was asked for stays what the picture shows.
    tall = name.endswith("-tree")
    share = draw.uniform(0.16, 0.26) if tall else draw.uniform(0.05, 0.085)
    height = share * min(stage.height, 1.4 * stage.width)
    width = height * shape.bounds[2] / shape.bounds[3]
    flying = shape.home in ("air", "sky") or stage.place in ("underwater", "sky", "space")
    if stage.place == "underwater" and shape.home == "ground":
        flying = False
    for _ in range(_TRIES):
        left = draw.uniform(0.01, 0.99) * (stage.width - width)
        if flying:
            bottom = draw.uniform(0.12, 0.8) * min(stage.horizon, 0.8 * stage.height) + height
            depth, scale = 0.93, 1.0
        elif stage.ground is None:
            return None
        else:
            depth = draw.uniform(0.7, 0.95) if tall else draw.uniform(0.0, 0.9)
            bottom = stage.ground[1] + (stage.ground[0] - stage.ground[1]) * depth
            scale = 1.2 - 0.5 * depth
        box = Placed(
            name,
            left,
            bottom - height * scale,
            width * scale,
            height * scale,
            min(depth + 0.04, 0.99),
            mirrored=bool(draw.random() < 0.5),
        )
        if not any(_touch(box, other) for other in placed):
            return box
    return None


def _touch(one: Placed, other: Placed) -> bool:
    """Return whether two boxes share anything, a little air around them included."""
    air = 0.08 * one.height
    return (
        one.left < other.left + other.width + air
        and other.left < one.left + one.width + air
        and one.top < other.top + other.height + air
        and other.top < one.top + one.height + air
    )
