"""Laying a scene out: annealing from a good beginning to sizes, places, relations, balance."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from triptych._cancellation import check_cancelled
from triptych.engines.generation.drawings import drawing
from triptych.engines.generation.layout.boxes import SIZE, Boxes, boxes_of
from triptych.engines.generation.layout.cast import Cast, Floats, cast_of
from triptych.engines.generation.layout.decoration import decorated
from triptych.engines.generation.layout.energy import Judge
from triptych.engines.generation.layout.moves import beginnings, varied
from triptych.engines.generation.layout.stage import Stage, stage_of
from triptych.engines.generation.scene import Description, Placed, Scene, Thing

SMALLEST_SIDE, LARGEST_SIDE = 256, 1920
MOST_STEPS = 90
LOWEST_GUIDANCE, HIGHEST_GUIDANCE = 1.0, 28.0
USUAL_GUIDANCE = 7.0
#: More single things than this do not fit into a picture that shows each.
MOST_THINGS = 60
#: What stands for a picture that is given to be put into the scene.
PICTURE_FRAME = "framed-picture"
_FRAMED = Thing("picture", (PICTURE_FRAME,), size=2.4)
_BEGINNINGS = 12
#: Per round: how often it is moved, and among how many variations is chosen each time.
_MOVES, _VARIATIONS = 5, 40


def arrange(
    description: Description,
    *,
    width: int,
    height: int,
    steps: int = 4,
    seed: int = 0,
    guidance: float | None = None,
    picture: bool = False,
) -> Scene:
    """Place all that is asked for, so that it is seen and lies as asked.

    A good beginning is improved by simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983). A
    run of more steps continues the same run, and the best found is kept, so the energy never
    rises with `steps`.

    Parameters
    ----------
    description : Description
        What is asked.
    width, height : int
        Of the picture in pixels, 256 to 1920.
    steps : int
        Rounds of improvement, 1 to 90.
    seed : int
        Chooses among the possible arrangements, not below 0.
    guidance : float, optional
        From 1, much that was not asked is added to adorn the scene, to 28, nothing is; 7 if None.
    picture : bool
        Whether a given picture will be the background, or, where a place is asked for, stands in
        the scene.

    Returns
    -------
    Scene

    Raises
    ------
    ValueError
        If a number is out of its range, or more than 60 things are asked for.
    triptych.engines.generation.drawings.UnknownDrawingError
        If a thing names a drawing that there is not.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Thing
    >>> scene = arrange(Description((Thing("apple", ("red-apple",)),)), width=256, height=256)
    >>> [each.drawing for each in scene.placed]
    ['red-apple']
    """
    guidance = USUAL_GUIDANCE if guidance is None else guidance
    _check(description, width, height, steps, seed, guidance)
    framed = picture and description.setting.place is not None
    # A given picture that stands in the scene is placed as one more thing.
    shown = replace(description, things=(*description.things, _FRAMED)) if framed else description
    stage = stage_of(shown, width, height)
    cast = cast_of(shown, stage)
    placed = _placed(cast, _improved(cast, stage, steps, seed), shown) if len(cast) else []
    count = len(description.things)
    placed = [replace(each, thing=None) if each.thing == count else each for each in placed]
    if framed or not picture:
        placed += decorated(description, stage, placed, seed, guidance)
    placed.sort(key=lambda each: -each.depth)
    return Scene(width, height, stage.horizon, tuple(placed), description, seed)


def energy(scene: Scene) -> dict[str, float]:
    """Return what is wrong with a scene, by kind; its sum is what `arrange` makes small.

    Parameters
    ----------
    scene : Scene
        As `arrange` returns it.

    Returns
    -------
    dict of str to float
        ``"relations"`` is 0 where all of them hold.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Thing
    >>> scene = arrange(Description((Thing("apple", ("red-apple",)),)), width=256, height=256)
    >>> energy(scene)["relations"]
    0.0
    """
    stage = stage_of(scene.description, scene.width, scene.height)
    cast = cast_of(scene.description, stage)
    waiting = [each for each in scene.placed if each.thing is not None]
    sides = []
    for name, thing in zip(cast.names, cast.things, strict=True):
        match = next(each for each in waiting if (each.drawing, each.thing) == (name, thing))
        waiting.remove(match)
        sides.append((match.left, match.top, match.width, match.height, match.depth))
    if not sides:
        return {}
    boxes = Boxes(*np.array(sides).T[:, None])
    sizes = np.log(boxes.height / _usual(boxes, cast, stage))
    terms = Judge.of(cast, stage).terms(boxes, sizes)
    return {name: float(term[0]) for name, term in terms.items()}


def _check(
    description: Description, width: int, height: int, steps: int, seed: int, guidance: float
) -> None:
    if not all(SMALLEST_SIDE <= side <= LARGEST_SIDE for side in (width, height)):
        raise ValueError(
            f"Choose a width and a height from {SMALLEST_SIDE} to {LARGEST_SIDE} pixels."
        )
    if not 1 <= steps <= MOST_STEPS:
        raise ValueError(f"Choose steps from 1 to {MOST_STEPS}.")
    if seed < 0:
        raise ValueError("Choose a seed that is not below 0.")
    if not LOWEST_GUIDANCE <= guidance <= HIGHEST_GUIDANCE:
        raise ValueError(f"Choose a guidance from {LOWEST_GUIDANCE:g} to {HIGHEST_GUIDANCE:g}.")
    if sum(thing.count for thing in description.things) > MOST_THINGS:
        raise ValueError(f"Ask for at most {MOST_THINGS} things in one picture.")


def _improved(cast: Cast, stage: Stage, steps: int, seed: int) -> Boxes:
    """Return the best arrangement found."""
    draw = np.random.default_rng(seed)
    judge = Judge.of(cast, stage)

    def judged(states: Floats) -> Floats:
        return judge.energies(boxes_of(states, cast, stage), states[..., SIZE])

    states = beginnings(cast, stage, draw, _BEGINNINGS)
    energies = judged(states)
    state, now = states[energies.argmin()], float(energies.min())
    best, lowest = state, now
    # The schedule depends on the round alone, so that a longer run begins like a shorter one.
    for round_number in range(steps):
        temperature = 0.25 * 0.93**round_number
        reach = max(0.9**round_number, 0.12)
        for _ in range(_MOVES):
            check_cancelled()
            worst = judge.most_hidden(boxes_of(state[None], cast, stage))
            states = varied(state, cast, stage, draw, _VARIATIONS, reach, worst)
            energies = judged(states)
            choice, chance = int(energies.argmin()), draw.random()
            if chance < math.exp(min((now - energies[choice]) / temperature, 0)):
                state, now = states[choice], float(energies[choice])
            if now < lowest:
                best, lowest = state, now
    return boxes_of(best[None], cast, stage)


def _usual(boxes: Boxes, cast: Cast, stage: Stage) -> Floats:
    """Return the heights that all would have at their depths if none had grown or shrunk."""
    heights = np.ones_like(boxes.height)
    states = np.zeros((1, len(cast), 4))
    states[..., 3] = boxes.depth
    plain = boxes_of(states, cast, stage).height
    for member, parent in enumerate(cast.parents):
        grown = boxes.height[:, parent] / plain[:, parent] if parent >= 0 else 1.0
        heights[:, member] = plain[:, member] * grown
    return heights


def _placed(cast: Cast, boxes: Boxes, description: Description) -> list[Placed]:
    """Return the cast in its boxes."""
    result = []
    for member, (name, thing) in enumerate(zip(cast.names, cast.things, strict=True)):
        left, top, width, height, depth = (float(measure[0, member]) for measure in boxes)
        # Most animals are drawn looking to the left; they look into the picture.
        mirrored = (
            drawing(name).subgroup.startswith("animal")
            and left + width / 2 < float(boxes.left.min() + boxes.right.max()) / 2 - 1
        )
        colour = description.things[thing].colour
        result.append(Placed(name, left, top, width, height, depth, thing, colour, mirrored))
    return result
