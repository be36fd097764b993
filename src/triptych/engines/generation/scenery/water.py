"""Water: sea, beach, lake, and below the surface."""

from __future__ import annotations

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.land import grove, hills, specks, tufts
from triptych.engines.generation.scenery.pen import (
    blend,
    commands,
    ellipse,
    line,
    number,
    polygon,
)
from triptych.engines.generation.scenery.view import View

_SEA_NEAR, _SEA_FAR = "#1f7fae", "#6fb9d6"
_LAKE_NEAR, _LAKE_FAR = "#3f8fb5", "#8cc4da"


def water_colour(view: View, y: float) -> str:
    """Return the colour, by day, of the water at `y` pixels from the top."""
    near, far = (_LAKE_NEAR, _LAKE_FAR) if view.place == "lake" else (_SEA_NEAR, _SEA_FAR)
    floor = view.height if view.place == "sea" else (view.stage.water or (0, view.height))[1]
    share = (y - view.horizon) / max(floor - view.horizon, 1)
    return mixed(_tinted(view, far), near, min(max(share, 0.0), 1.0))


def _tinted(view: View, far: str) -> str:
    """Return the far water, which mirrors the sky."""
    return mixed(far, view.sky[2], 0.35)


def _surface(view: View, floor: float, near: str, far: str) -> str:
    """Return water from the horizon to `floor`, with waves."""
    far = _tinted(view, far)
    parts = [blend(view.horizon, floor, view.width, (0, far), (1, near))]
    rough = {"storm": 2.2, "wind": 1.7, "rain": 1.3}.get(view.weather, 1.0)
    for colour, opacity, count in (("#ffffff", 0.4, 34), (near, 0.5, 26)):
        path = ""
        for _ in range(int(count * rough)):
            depth = view.between(0.03, 0.97)
            x = view.between(-0.05, 1) * view.width
            y = view.horizon + (floor - view.horizon) * depth
            span = view.side * (0.015 + 0.06 * depth) * view.between(0.6, 1.4)
            lift = span * 0.09 * rough
            path += (
                f"M{number(x)} {number(y)}q{number(span / 4)} -{number(lift)} {number(span / 2)} 0"
                f"t{number(span / 2)} 0"
            )
        more = f' stroke-opacity="{opacity}"'
        parts.append(line(path, colour, max(0.0022 * view.side, 0.8), more))
    if view.time in ("sunset", "dawn") and view.weather in ("clear", "wind"):
        parts.append(_glitter(view, floor))
    return "".join(parts)


def _glitter(view: View, floor: float) -> str:
    """Return the low sun's light on the water."""
    path = ""
    for _ in range(46):
        depth = view.between(0, 1)
        y = view.horizon + (floor - view.horizon) * depth
        x = view.width * (0.5 + view.between(-1, 1) * (0.1 + 0.3 * depth))
        span = view.side * (0.01 + 0.035 * depth)
        path += f"M{number(x)} {number(y)}h{number(span)}"
    return line(path, "#ffe3ab", 0.0028 * view.side, ' stroke-opacity=".5"')


def sea(view: View) -> str:
    """Return the open sea."""
    surface = _surface(view, view.height, _SEA_NEAR, _SEA_FAR)
    far = ""
    if view.draw.random() < 0.6:
        # A distant island.
        x, wide = view.between(0.05, 0.8) * view.width, view.between(0.12, 0.25) * view.width
        rise = wide * 0.22
        island = commands(
            "M", x, view.horizon + 2, "q", wide * 0.2, -rise, wide * 0.45, -rise * 0.8
        )
        island += commands("q", wide * 0.3, 0, wide * 0.55, rise * 0.8, "z")
        far = f'<path d="{island}" fill="{mixed("#7f97b5", view.haze, 0.45)}"/>'
    return far + surface


def beach(view: View) -> str:
    """Return sea, surf and sand."""
    water = view.stage.water or (view.horizon, view.horizon)
    shore = water[1] + 0.05 * view.height
    surface = _surface(view, shore, _SEA_NEAR, _SEA_FAR)
    sand = "#efd6a0" if view.season != "winter" else "#dfd5c0"
    wet = mixed(sand, "#b58a50", 0.12)
    parts = [surface]
    for shift, colour, opacity in (
        (-0.014, "#ffffff", 0.55),
        (-0.004, "#bfe3ea", 0.7),
        (0.004, "#ffffff", 0.9),
    ):
        edge, more = shore + shift * view.height, f' fill-opacity="{opacity}"'
        parts.append(view.ridge(colour, edge, 0.012 * view.height, 3, more=more))
    parts.append(view.ridge(wet, shore + 0.018 * view.height, 0.014 * view.height, 2.4))
    dry = shore + 0.02 * view.height
    stops = (0, wet), (0.15, sand), (1, mixed(sand, "#c08f4a", 0.22))
    parts.append(blend(dry, view.height, view.width, *stops))
    grains = []
    for index in range(46):
        depth = view.between(0.15, 1)
        y = shore + (view.height - shore) * depth
        grains.append(
            ellipse(
                view.between(0, view.width),
                y,
                view.side * 0.003 * depth,
                view.side * 0.0016 * depth,
                ("#c79f63", "#fff3d6", "#b98f58")[index % 3],
            )
        )
    return "".join(parts + grains)


def lake(view: View) -> str:
    """Return a lake between hills and a green bank."""
    water = view.stage.water or (view.horizon, view.horizon)
    shore = water[1] + 0.06 * view.height
    green = {"autumn": "#b99a4a", "winter": "#e9eff5"}.get(view.season, "#66a84a")
    surface = _surface(view, shore + 0.03 * view.height, _LAKE_NEAR, _LAKE_FAR)
    light, dark = mixed(green, "#ffffff", 0.12), mixed(green, "#1d3a1a", 0.2)
    bank = view.ridge(light, shore + 0.02 * view.height, 0.03 * view.height, 1.2)
    blades = "" if view.season == "winter" else tufts(view, mixed(green, "#1d3a1a", 0.4), top=shore)
    flowers = specks(view, ("#ffffff", "#f6d76a"), 20, 0.003, top=shore)
    parts = [
        hills(view, mixed(green, "#4f7f8a", 0.45), 0.2),
        grove(view, 12, 0.06, firs=True),
        surface,
        bank,
        blend(shore + 0.022 * view.height, view.height, view.width, (0, light), (1, dark)),
        blades + flowers,
    ]
    return "".join(parts)


def underwater(view: View) -> str:
    """Return light from above, bubbles, weed and sand."""
    stops = (0, "#5fc4dd"), (0.45, "#2b8fbd"), (1, "#0f4f86")
    parts = [blend(0, view.height, view.width, *stops)]
    for _ in range(5):
        x, wide = view.between(-0.1, 0.9) * view.width, view.between(0.03, 0.1) * view.width
        lean = 0.18 * view.width
        ray = [
            (x, 0.0),
            (x + wide, 0.0),
            (x + wide * 2 + lean, view.height * 0.85),
            (x + lean, view.height * 0.85),
        ]
        parts.append(polygon(ray, "#ffffff", ' fill-opacity=".07"'))
    for share, tone in ((0.12, "#2a7aa3"), (0.05, "#2b6c8c")):
        more = ' fill-opacity=".6"'
        parts.append(view.ridge(tone, view.horizon, share * view.height, 2.2, more=more))
    bottom = view.horizon + 0.02 * view.height
    parts.append(view.ridge("#c9b684", bottom, 0.03 * view.height, 1.4))
    parts += [_weed(view) for _ in range(int(view.draw.integers(7, 12)))]
    bubbles = "".join(
        ellipse(
            x,
            y,
            radius,
            radius,
            "none",
            ' stroke="#e8fbff" stroke-opacity=".55" stroke-width="1.4"',
        )
        for x, y, radius in (
            (
                view.between(0, view.width),
                view.between(0.05, 0.8) * view.height,
                view.side * view.between(0.003, 0.011),
            )
            for _ in range(26)
        )
    )
    return "".join(parts) + bubbles


def _weed(view: View) -> str:
    """Return a strand of weed that grows from the sand."""
    x = view.between(0, 1) * view.width
    foot = view.horizon + view.between(0.02, 0.08) * view.height
    height = view.side * view.between(0.08, 0.2)
    sway = height * 0.16
    path = f"M{number(x)} {number(foot)}"
    for index in range(3):
        turn = sway if index % 2 else -sway
        path += f"q{number(turn)} -{number(height / 6)} 0 -{number(height / 3)}"
    colour = ("#2f8f6a", "#3fa36f", "#277a68", "#b0596f")[int(view.draw.integers(4))]
    return line(path, colour, view.side * 0.008, ' stroke-opacity=".8"')
