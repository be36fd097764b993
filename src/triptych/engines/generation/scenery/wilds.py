"""Bare land: mountains, desert, snow, moon."""

from __future__ import annotations

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.growth import (
    dressed,
    grass,
    ground,
    grove,
    hills,
    swells,
    tufts,
)
from triptych.engines.generation.scenery.pen import (
    Point,
    blend,
    circle,
    commands,
    ellipse,
    line,
    peaks,
    polygon,
    ridge,
)
from triptych.engines.generation.scenery.view import View

_EARTHS = (
    "globe-showing-europe-africa",
    "globe-showing-americas",
    "globe-showing-asia-australia",
)


def mountains(view: View, haze: str) -> str:
    """Return ranges with snow on their peaks."""
    near, far, blade = grass(view, haze)
    floor = ground(view, near, far)
    parts = []
    for layer, (share, rock) in enumerate(((0.44, "#7b8fb0"), (0.32, "#66789a"))):
        colour = mixed(haze, rock, 0.45 + 0.3 * layer)
        # In a slim frame mountains as high as wide would be needles.
        rise = share * min(view.height, 1.3 * view.width)
        below = view.horizon + 4
        corners = peaks(view.width, view.horizon, rise, below, 3 + layer, view.draw)
        parts.append(polygon(corners, colour))
        parts += [_snow_cap(corners, index, colour) for index in range(4, len(corners), 6)]
    parts += [
        hills(view, haze, mixed(near, "#35604a", 0.5), 0.08, 2, 2),
        grove(view, haze, 14, 0.06, firs=True),
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


def desert(view: View, haze: str) -> str:
    """Return dunes with lit and shaded sides."""
    near = "#e6b868" if view.season != "winter" else "#e6d6b8"
    floor = ground(view, near, mixed("#f0d59a", haze, 0.2))
    parts = [hills(view, haze, "#d29a5a", 0.12, 3, 1.1), floor]
    for share, waves in ((0.0, 0.5), (0.22, 0.7), (0.55, 0.9)):
        base = view.horizon + (view.height - view.horizon) * share + 0.03 * view.height
        path = ridge(view.width, base, 0.05 * view.height, view.height, waves, view.draw)
        tone = mixed(near, "#a8692f", 0.08 + share * 0.2)
        parts.append(f'<path d="{path}" fill="{tone}" fill-opacity=".5"/>')
    ripples = ""
    for _ in range(14):
        x, depth = view.between(0, view.width), view.between(0.2, 1)
        y = view.horizon + (view.height - view.horizon) * depth
        span = view.side * 0.09 * depth
        ripples += commands("M", x, y, "q", span / 2, -span * 0.1, span, 0)
    parts.append(line(ripples, "#b97f3d", 0.002 * view.side, ' stroke-opacity=".45"'))
    return "".join(parts)


def snow(view: View, haze: str) -> str:
    """Return white hills and firs."""
    parts = [
        hills(view, haze, "#dfe9f3", 0.16),
        grove(view, haze, 12, 0.1, firs=True),
        ground(view, "#e6eef6", "#f6f9fc"),
    ]
    for share in (0.12, 0.4, 0.7):
        top = view.horizon + (view.height - view.horizon) * share
        path = ridge(view.width, top, 0.05 * view.height, view.height, 0.9, view.draw)
        parts.append(f'<path d="{path}" fill="#c3d5e8" fill-opacity=".3"/>')
    return "".join(parts)


def moon(view: View, haze: str) -> str:
    """Return grey dust and craters, and the Earth above them."""
    del haze
    rise = 0.07 * view.height
    far = ridge(view.width, view.horizon + 6, rise, view.height, 1.3, view.draw)
    parts = [
        f'<path d="{far}" fill="#8d919b"/>',
        blend(view.horizon, view.height, view.width, (0, "#b9bcc4"), (1, "#7c8089")),
    ]
    for _ in range(11):
        depth = view.between(0.06, 1)
        x, y = view.between(0, view.width), view.horizon + (view.height - view.horizon) * depth
        across = view.side * 0.07 * view.between(0.4, 1) * (0.35 + 0.65 * depth)
        parts.append(ellipse(x, y, across, across * 0.3, "#666a74"))
        parts.append(ellipse(x, y + across * 0.06, across * 0.92, across * 0.25, "#858a94"))
    if view.shows(*_EARTHS):
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
