"""Land: meadow, garden, field, savanna, forest, mountains, desert, snow, moon."""

from __future__ import annotations

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.pen import (
    Point,
    blend,
    circle,
    commands,
    ellipse,
    fir,
    line,
    number,
    peaks,
    polygon,
    rectangle,
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


def hills(view: View, near: str, rise: float, layers: int = 3, waves: float = 1.6) -> str:
    """Return ranges of hills, the farther the paler."""
    parts = []
    for layer in range(layers):
        share = layer / layers
        colour = mixed(view.haze, near, 0.28 + 0.5 * share)
        top = rise * view.height * (1 - 0.62 * share)
        parts.append(view.ridge(colour, view.horizon, top, waves + layer, view.horizon + 4))
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


def grove(view: View, count: int, size: float, *, firs: bool = False) -> str:
    """Return trees along the horizon."""
    parts = []
    leaves = LEAVES[view.season]
    for _ in range(count):
        x = view.between(-0.02, 1.02) * view.width
        height = size * view.side * view.between(0.7, 1.2)
        colour = leaves[int(view.draw.integers(len(leaves)))]
        foot = view.horizon + 0.012 * view.height
        if firs or view.season == "winter":
            shade = mixed("#3f6f5c" if view.season != "winter" else "#6d8f92", view.haze, 0.4)
            parts.append(fir(x, foot, height, shade))
        else:
            crown, trunk = mixed(colour, view.haze, 0.35), mixed(TRUNK, view.haze, 0.3)
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


def grass(view: View) -> tuple[str, str, str]:
    """Return the colours of near grass, of far grass and of its blades."""
    near, far, _ = GREENS[view.season]
    return near, mixed(far, view.haze, 0.18), mixed(near, "#1d3a1a", 0.35)


def swells(view: View, near: str) -> str:
    """Return soft swells of the ground, so that it is not flat."""
    parts = []
    for share, tone in ((0.22, 0.05), (0.52, 0.09)):
        base = view.horizon + (view.height - view.horizon) * share
        colour, rise = mixed(near, "#14301a", tone), 0.035 * view.height
        parts.append(view.ridge(colour, base, rise, 1.1, more=' fill-opacity=".4"'))
    return "".join(parts)


def meadow(view: View) -> str:
    """Return rolling hills and grass."""
    near, far, blade = grass(view)
    floor = ground(view, near, far)
    winter = view.season == "winter"
    parts = [
        hills(view, mixed(near, "#6d9f9a", 0.3), 0.15),
        grove(view, int(view.draw.integers(4, 9)), 0.075),
        floor,
        swells(view, near),
        "" if winter else tufts(view, blade),
        dressed(view),
    ]
    return "".join(parts)


def garden(view: View) -> str:
    """Return a lawn before a hedge and a fence."""
    near, far, blade = grass(view)
    floor = ground(view, near, far)
    leaf = LEAVES[view.season][0]
    dark = mixed(leaf, "#1d3a1a", 0.25)
    hedge = view.ridge(dark, view.horizon, 0.05 * view.height, 6, view.horizon + 6)
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
        hills(view, near, 0.1, 2),
        grove(view, 7, 0.13),
        hedge,
        rails,
        f'<path d="{fence}" fill="#f7f4ec"/>',
        floor,
        swells(view, near),
        tufts(view, blade) + flowers if view.season != "winter" else dressed(view),
    ]
    return "".join(parts)


def field(view: View) -> str:
    """Return furrows that run to the horizon."""
    crop = {"spring": "#9cc65a", "summer": "#e2bf58", "autumn": "#b98f52", "winter": "#e8eef3"}
    near = crop[view.season]
    floor = ground(view, near, mixed(near, view.haze, 0.3))
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
    parts = [hills(view, green, 0.1), grove(view, 8, 0.06), floor, *rows]
    return "".join(parts)


def savanna(view: View) -> str:
    """Return dry grass and flat-topped trees."""
    near = "#d3aa55" if view.season != "winter" else "#d8cdb4"
    floor = ground(view, near, mixed("#e3c987", view.haze, 0.2))
    parts = [hills(view, "#a9905a", 0.08, 2, 1.2)]
    for _ in range(int(view.draw.integers(3, 6))):
        x, height = view.between(0, 1) * view.width, view.side * view.between(0.07, 0.13)
        foot, leaf = view.horizon + 4, mixed("#7a8a3f", view.haze, 0.3)
        trunk = mixed(TRUNK, view.haze, 0.3)
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


def forest(view: View) -> str:
    """Return trunks in depth under a roof of leaves."""
    near, far, blade = grass(view)
    near, far = mixed(near, "#3d3a1c", 0.3), mixed(far, "#4a5a2c", 0.3)
    floor = ground(view, near, far)
    leaves = LEAVES[view.season]
    deep = mixed(leaves[0], "#1f4030", 0.35)
    parts = []
    for layer in range(3):
        share = (layer + 1) / 3
        tone = mixed(view.haze, deep, 0.3 + 0.5 * share)
        rise = view.height * (0.34 - 0.07 * layer)
        base = view.horizon - rise * 0.45
        parts.append(view.ridge(tone, base, rise * 0.5, 5 + layer, view.horizon + 6))
        for _ in range(5 + 2 * layer):
            x = view.between(0, 1) * view.width
            height = rise * view.between(1.3, 1.9)
            foot = view.horizon + (0.01 + 0.012 * layer) * view.height
            if layer and view.draw.random() < 0.45:
                parts.append(fir(x, foot, height, mixed("#2f5a48", view.haze, 0.45 - 0.3 * share)))
            else:
                crown = mixed(leaves[int(view.draw.integers(3))], view.haze, 0.45 - 0.35 * share)
                trunk = mixed(TRUNK, view.haze, 0.4 - 0.35 * share)
                parts.append(tree(x, foot, height, crown, trunk, view.draw))
    parts += [floor, swells(view, near), tufts(view, blade, 90), dressed(view)]
    return "".join(parts)


def mountains(view: View) -> str:
    """Return ranges with snow on their peaks."""
    near, far, blade = grass(view)
    floor = ground(view, near, far)
    parts = []
    for layer, (share, rock) in enumerate(((0.44, "#7b8fb0"), (0.32, "#66789a"))):
        colour = mixed(view.haze, rock, 0.45 + 0.3 * layer)
        # In a slim frame mountains as high as wide would be needles.
        rise = share * min(view.height, 1.3 * view.width)
        below = view.horizon + 4
        corners = peaks(view.width, view.horizon, rise, below, 3 + layer, view.draw)
        parts.append(polygon(corners, colour))
        parts += [_snow_cap(corners, index, colour) for index in range(4, len(corners), 6)]
    parts += [
        hills(view, mixed(near, "#35604a", 0.5), 0.08, 2, 2),
        grove(view, 14, 0.06, firs=True),
        floor,
        swells(view, near),
        tufts(view, blade) if view.season != "winter" else "",
        dressed(view),
    ]
    return "".join(parts)


def _snow_cap(corners: list[Point], top: int, rock: str) -> str:
    """Return the snow and the shaded side of the peak whose corner is `top`."""
    (x, y), (left, left_y), (right, right_y) = corners[top], corners[top - 1], corners[top + 1]
    share = 0.55
    a = (x + (left - x) * share, y + (left_y - y) * share)
    b = (x + (right - x) * share, y + (right_y - y) * share)
    dip = (b[1] - y) * 0.3
    edge = [
        (x + (b[0] - a[0]) * shift, max(a[1], b[1]) + dip * up)
        for shift, up in ((0.2, -1.3), (0.0, 0.2), (-0.22, -0.9))
    ]
    flank = [(x, y), (right, right_y), (x + (right - x) * 0.2, right_y)]
    shade = polygon(flank, mixed(rock, "#23304d", 0.18))
    return shade + polygon([(x, y), b, *edge, a], mixed("#ffffff", rock, 0.1))


def desert(view: View) -> str:
    """Return dunes with lit and shaded sides."""
    near = "#e6b868" if view.season != "winter" else "#e6d6b8"
    floor = ground(view, near, mixed("#f0d59a", view.haze, 0.2))
    parts = [hills(view, "#d29a5a", 0.12, 3, 1.1), floor]
    for share, waves in ((0.0, 0.5), (0.22, 0.7), (0.55, 0.9)):
        base = view.horizon + (view.height - view.horizon) * share + 0.03 * view.height
        tone, rise = mixed(near, "#a8692f", 0.08 + share * 0.2), 0.05 * view.height
        parts.append(view.ridge(tone, base, rise, waves, more=' fill-opacity=".5"'))
    ripples = ""
    for _ in range(14):
        x, depth = view.between(0, view.width), view.between(0.2, 1)
        y = view.horizon + (view.height - view.horizon) * depth
        span = view.side * 0.09 * depth
        ripples += commands("M", x, y, "q", span / 2, -span * 0.1, span, 0)
    parts.append(line(ripples, "#b97f3d", 0.002 * view.side, ' stroke-opacity=".45"'))
    return "".join(parts)


def snow(view: View) -> str:
    """Return white hills and firs."""
    parts = [
        hills(view, "#dfe9f3", 0.16),
        grove(view, 12, 0.1, firs=True),
        ground(view, "#e6eef6", "#f6f9fc"),
    ]
    for share in (0.12, 0.4, 0.7):
        top = view.horizon + (view.height - view.horizon) * share
        rise, more = 0.05 * view.height, ' fill-opacity=".3"'
        parts.append(view.ridge("#c3d5e8", top, rise, 0.9, more=more))
    return "".join(parts)


def moon(view: View) -> str:
    """Return grey dust and craters, and the Earth above them."""
    parts = [
        view.ridge("#8d919b", view.horizon + 6, 0.07 * view.height, 1.3),
        blend(view.horizon, view.height, view.width, (0, "#b9bcc4"), (1, "#7c8089")),
    ]
    for _ in range(11):
        depth = view.between(0.06, 1)
        x, y = view.between(0, view.width), view.horizon + (view.height - view.horizon) * depth
        across = view.side * 0.07 * view.between(0.4, 1) * (0.35 + 0.65 * depth)
        parts.append(ellipse(x, y, across, across * 0.3, "#666a74"))
        parts.append(ellipse(x, y + across * 0.06, across * 0.92, across * 0.25, "#858a94"))
    if view.shows("earths"):
        x, y, radius = view.width * view.between(0.15, 0.8), view.horizon * 0.28, 0.075 * view.side
        parts.append(circle(x, y, radius, "#3f86d6"))
        for across, down, wide, high, colour in (
            (-0.3, -0.2, 0.42, 0.32, "#62b07a"),
            (0.35, 0.35, 0.34, 0.26, "#62b07a"),
            (0.05, -0.62, 0.45, 0.14, "#eef5fb"),
        ):
            middle = x + across * radius, y + down * radius
            parts.append(ellipse(*middle, wide * radius, high * radius, colour))
    return "".join(parts)
