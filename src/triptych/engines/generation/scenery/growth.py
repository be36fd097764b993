"""What grows and lies on the land of many places."""

from __future__ import annotations

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.pen import (
    blend,
    ellipse,
    fir,
    line,
    number,
    ridge,
    tree,
)
from triptych.engines.generation.scenery.view import View

#: Near grass, far grass and leaves.
GREENS = {
    "spring": ("#7fbf4d", "#a9d47a", "#5fa04a"),
    "summer": ("#5fa544", "#93c46a", "#3f7f3c"),
    "autumn": ("#b99a4a", "#d3bd75", "#c06a2c"),
    "winter": ("#e9eff5", "#f4f7fa", "#5f7f74"),
}
LEAVES = {
    "spring": ("#8cc463", "#f3b9cc", "#a7d07c"),
    "summer": ("#4d8f45", "#5d9f4a", "#3f7d40"),
    "autumn": ("#d9822f", "#c4512d", "#e0b040"),
    "winter": ("#dfe8ef", "#cfdce6", "#e8eef3"),
}
TRUNK = "#6b4c35"


def hills(
    view: View, haze: str, near: str, rise: float, layers: int = 3, waves: float = 1.6
) -> str:
    """Return ranges of hills, the farther the paler."""
    parts = []
    for layer in range(layers):
        share = layer / layers
        colour = mixed(haze, near, 0.28 + 0.5 * share)
        top = rise * view.height * (1 - 0.62 * share)
        path = ridge(view.width, view.horizon, top, view.horizon + 4, waves + layer, view.draw)
        parts.append(f'<path d="{path}" fill="{colour}"/>')
    return "".join(parts)


def ground(view: View, near: str, far: str) -> str:
    """Return the ground from the horizon down."""
    stops = (0, far), (0.5, mixed(far, near, 0.7)), (1, mixed(near, "#203010", 0.1))
    return blend(view.horizon, view.height, view.width, *stops)


def tufts(view: View, colour: str, count: int = 70, top: float | None = None) -> str:
    """Return blades of grass from `top`, or the horizon, down, larger towards the front."""
    path = ""
    top = view.horizon if top is None else top
    for _ in range(count):
        depth = view.between(0.08, 1)
        x = view.between(0, view.width)
        y = top + (view.height - top) * depth
        size = 0.02 * view.side * (0.3 + 0.7 * depth)
        for lean in (-0.5, 0.05, 0.55):
            path += (
                f"M{number(x + lean * size * 0.3)} {number(y)}"
                f"q{number(lean * size * 0.1)} -{number(size * 0.6)} "
                f"{number(lean * size * 0.7)} -{number(size * (1 - abs(lean) * 0.4))}"
            )
    return line(path, colour, max(0.0016 * view.side, 0.8), ' stroke-opacity=".55"')


def specks(
    view: View, colours: tuple[str, ...], count: int, size: float, top: float | None = None
) -> str:
    """Return small flowers, leaves or stones on the ground from `top`, or the horizon, down."""
    parts = []
    top = view.horizon if top is None else top
    for index in range(count):
        depth = view.between(0.05, 1) ** 0.8
        y = top + (view.height - top) * depth
        radius = size * view.side * (0.3 + 0.7 * depth)
        x = view.between(0, view.width)
        parts.append(ellipse(x, y, radius, radius * 0.6, colours[index % len(colours)]))
    return "".join(parts)


def grove(view: View, haze: str, count: int, size: float, *, firs: bool = False) -> str:
    """Return trees along the horizon."""
    parts = []
    leaves = LEAVES[view.season]
    for _ in range(count):
        x = view.between(-0.02, 1.02) * view.width
        height = size * view.side * view.between(0.7, 1.2)
        colour = leaves[int(view.draw.integers(len(leaves)))]
        foot = view.horizon + 0.012 * view.height
        if firs or view.season == "winter":
            shade = mixed("#3f6f5c" if view.season != "winter" else "#6d8f92", haze, 0.4)
            parts.append(fir(x, foot, height, shade))
        else:
            crown, trunk = mixed(colour, haze, 0.35), mixed(TRUNK, haze, 0.3)
            parts.append(tree(x, foot, height, crown, trunk, view.draw))
    return "".join(parts)


def dressed(view: View) -> str:
    """Return what a season strews on the grass."""
    if view.season == "spring":
        return specks(view, ("#ffffff", "#f7c6d9", "#fff2a8"), 70, 0.0042)
    if view.season == "autumn":
        return specks(view, ("#c9602b", "#e0a33a", "#a8472a"), 60, 0.006)
    if view.season == "winter":
        return specks(view, ("#d4e0ea", "#ffffff"), 24, 0.02)
    return specks(view, ("#ffffff", "#f6e27a"), 26, 0.003)


def grass(view: View, haze: str) -> tuple[str, str, str]:
    """Return the colours of near grass, of far grass and of its blades."""
    near, far, _ = GREENS[view.season]
    return near, mixed(far, haze, 0.18), mixed(near, "#1d3a1a", 0.35)


def swells(view: View, near: str) -> str:
    """Return soft swells of the ground, so that it is not flat."""
    parts = []
    for share, tone in ((0.22, 0.05), (0.52, 0.09)):
        base = view.horizon + (view.height - view.horizon) * share
        path = ridge(view.width, base, 0.035 * view.height, view.height, 1.1, view.draw)
        parts.append(f'<path d="{path}" fill="{mixed(near, "#14301a", tone)}" fill-opacity=".4"/>')
    return "".join(parts)
