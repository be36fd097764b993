"""Green land: meadow, garden, field, savanna, forest."""

from __future__ import annotations

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.growth import (
    GREENS,
    LEAVES,
    TRUNK,
    dressed,
    grass,
    ground,
    grove,
    hills,
    specks,
    swells,
    tufts,
)
from triptych.engines.generation.scenery.pen import (
    ellipse,
    fir,
    line,
    number,
    polygon,
    rectangle,
    ridge,
    tree,
)
from triptych.engines.generation.scenery.view import View


def meadow(view: View, haze: str) -> str:
    """Return rolling hills and grass."""
    near, far, blade = grass(view, haze)
    floor = ground(view, near, far)
    winter = view.season == "winter"
    parts = [
        hills(view, haze, mixed(near, "#6d9f9a", 0.3), 0.15),
        grove(view, haze, int(view.draw.integers(4, 9)), 0.075),
        floor,
        swells(view, near),
        "" if winter else tufts(view, blade),
        dressed(view),
    ]
    return "".join(parts)


def garden(view: View, haze: str) -> str:
    """Return a lawn before a hedge and a fence."""
    near, far, blade = grass(view, haze)
    floor = ground(view, near, far)
    leaf = LEAVES[view.season][0]
    hedge = ridge(view.width, view.horizon, 0.05 * view.height, view.horizon + 6, 6, view.draw)
    top, foot = view.horizon - 0.055 * view.height, view.horizon + 0.018 * view.height
    gap = 0.034 * view.side
    fence = ""
    x = view.between(0, gap)
    while x < view.width:
        wide = gap * 0.42
        fence += (
            f"M{number(x)} {number(foot)}V{number(top)}l{number(wide / 2)} -{number(wide * 0.7)}"
            f"l{number(wide / 2)} {number(wide * 0.7)}V{number(foot)}z"
        )
        x += gap
    rails = "".join(
        rectangle(0, top + (foot - top) * share, view.width, 0.006 * view.side, "#e9e4d8")
        for share in (0.25, 0.68)
    )
    flowers = specks(view, ("#e8637a", "#f4b63f", "#ffffff", "#b877c9"), 60, 0.005)
    parts = [
        hills(view, haze, near, 0.1, 2),
        grove(view, haze, 7, 0.13),
        f'<path d="{hedge}" fill="{mixed(leaf, "#1d3a1a", 0.25)}"/>',
        rails,
        f'<path d="{fence}" fill="#f7f4ec"/>',
        floor,
        swells(view, near),
        tufts(view, blade) + flowers if view.season != "winter" else dressed(view),
    ]
    return "".join(parts)


def field(view: View, haze: str) -> str:
    """Return furrows that run to the horizon."""
    crop = {"spring": "#9cc65a", "summer": "#e2bf58", "autumn": "#b98f52", "winter": "#e8eef3"}
    near = crop[view.season]
    floor = ground(view, near, mixed(near, haze, 0.3))
    vanishing = view.width * view.between(0.35, 0.65)
    rows = []
    for index in range(-13, 14):
        foot = vanishing + index * view.width * 0.13
        rows.append(
            polygon(
                [
                    (vanishing + index * 0.006 * view.width, view.horizon),
                    (foot, view.height),
                    (foot + view.width * 0.05, view.height),
                ],
                mixed(near, "#5a3d14", 0.25),
                ' fill-opacity=".35"',
            )
        )
    green = GREENS[view.season][0]
    parts = [hills(view, haze, green, 0.1), grove(view, haze, 8, 0.06), floor, *rows]
    return "".join(parts)


def savanna(view: View, haze: str) -> str:
    """Return dry grass and flat-topped trees."""
    near = "#d3aa55" if view.season != "winter" else "#d8cdb4"
    floor = ground(view, near, mixed("#e3c987", haze, 0.2))
    parts = [hills(view, haze, "#a9905a", 0.08, 2, 1.2)]
    for _ in range(int(view.draw.integers(3, 6))):
        x, height = view.between(0, 1) * view.width, view.side * view.between(0.07, 0.13)
        foot, leaf = view.horizon + 4, mixed("#7a8a3f", haze, 0.3)
        trunk = mixed(TRUNK, haze, 0.3)
        bough = (
            f"M{number(x)} {number(foot)}q{number(height * 0.04)} -{number(height * 0.4)} 0 "
            f"-{number(height * 0.6)}l-{number(height * 0.28)} -{number(height * 0.25)}"
            f"m{number(height * 0.28)} {number(height * 0.25)}l{number(height * 0.3)} "
            f"-{number(height * 0.27)}"
        )
        parts.append(line(bough, trunk, height * 0.05))
        parts.append(ellipse(x, foot - height * 0.9, height * 0.62, height * 0.12, leaf))
        parts.append(ellipse(x + height * 0.2, foot - height, height * 0.36, height * 0.09, leaf))
    parts += [floor, swells(view, near), tufts(view, "#8f6a25", 110)]
    return "".join(parts)


def forest(view: View, haze: str) -> str:
    """Return trunks in depth under a roof of leaves."""
    near, far, blade = grass(view, haze)
    near, far = mixed(near, "#3d3a1c", 0.3), mixed(far, "#4a5a2c", 0.3)
    floor = ground(view, near, far)
    leaves = LEAVES[view.season]
    deep = mixed(leaves[0], "#1f4030", 0.35)
    parts = []
    for layer in range(3):
        share = (layer + 1) / 3
        tone = mixed(haze, deep, 0.3 + 0.5 * share)
        rise = view.height * (0.34 - 0.07 * layer)
        path = ridge(
            view.width,
            view.horizon - rise * 0.45,
            rise * 0.5,
            view.horizon + 6,
            5 + layer,
            view.draw,
        )
        parts.append(f'<path d="{path}" fill="{tone}"/>')
        for _ in range(5 + 2 * layer):
            x = view.between(0, 1) * view.width
            height = rise * view.between(1.3, 1.9)
            foot = view.horizon + (0.01 + 0.012 * layer) * view.height
            if layer and view.draw.random() < 0.45:
                parts.append(fir(x, foot, height, mixed("#2f5a48", haze, 0.45 - 0.3 * share)))
            else:
                crown = mixed(leaves[int(view.draw.integers(3))], haze, 0.45 - 0.35 * share)
                trunk = mixed(TRUNK, haze, 0.4 - 0.35 * share)
                parts.append(tree(x, foot, height, crown, trunk, view.draw))
    parts += [floor, swells(view, near), tufts(view, blade, 90), dressed(view)]
    return "".join(parts)
