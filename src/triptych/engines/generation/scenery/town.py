"""What people built: a street, a room, a table; and the plain default."""

from __future__ import annotations

from triptych.engines.generation.palette import EXAMPLES, mixed
from triptych.engines.generation.scenery.pen import (
    blend,
    commands,
    fade,
    line,
    number,
    polygon,
    rectangle,
)
from triptych.engines.generation.scenery.view import View


def city(view: View) -> str:
    """Return a skyline, a pavement and a street."""
    parts = []
    for layer, (rise, tone) in enumerate(((0.42, "#8fa3bd"), (0.32, "#6f86a6"), (0.2, "#5a6f90"))):
        colour = mixed(tone, view.haze, 0.55 - 0.22 * layer)
        x = -view.between(0, 0.05) * view.width
        while x < view.width:
            wide = view.side * view.between(0.06, 0.12)
            high = rise * view.height * view.between(0.45, 1)
            parts.append(_building(view, x, wide, high, colour, layer))
            x += wide * view.between(0.92, 1.12)
    kerb = view.horizon + 0.055 * view.height
    street = view.height - kerb
    white = view.season == "winter"
    parts += [
        rectangle(
            0, view.horizon, view.width, kerb - view.horizon, "#e6ebf0" if white else "#c6c3bd"
        ),
        rectangle(0, kerb, view.width, 0.012 * view.height, "#a3a19c"),
        blend(kerb + 0.012 * view.height, view.height, view.width, (0, "#6d7480"), (1, "#4f5561")),
    ]
    y, dash = kerb + street * 0.42, view.side * 0.09
    x = -view.between(0, dash)
    while x < view.width:
        lean = dash * 0.12
        mark = [
            (x + lean, y),
            (x + dash + lean, y),
            (x + dash, y + dash * 0.1),
            (x, y + dash * 0.1),
        ]
        parts.append(polygon(mark, "#e9e4d0", ' fill-opacity=".75"'))
        x += dash * 1.9
    return "".join(parts)


def _building(view: View, x: float, wide: float, high: float, colour: str, layer: int) -> str:
    """Return a tall building with its windows."""
    top = view.horizon - high
    parts = [rectangle(x, top, wide, high + 2, colour)]
    if view.draw.random() < 0.3:
        parts.append(
            rectangle(x + wide * 0.45, top - high * 0.12, wide * 0.06, high * 0.12, colour)
        )
    night = view.time in ("night", "sunset")
    columns, size = 4, wide * 0.12
    rows = max(int(high / (size * 2.4)), 1)
    lights, darks = "", ""
    for row in range(rows):
        for column in range(columns):
            left = x + wide * (0.13 + 0.21 * column)
            down = top + size * (1 + 2.2 * row)
            pane = commands("M", left, down, "h", size, "v", size * 1.2, "h", -size, "z")
            if night and view.draw.random() < 0.5:
                lights += pane
            else:
                darks += pane
    tone = mixed(colour, "#2c3a55" if not night else "#0d1530", 0.25)
    if layer:
        parts.append(f'<path d="{darks}" fill="{tone}"/>' if darks else "")
    if lights:
        # Lit windows keep their colour at night: they are marked so that light leaves them alone.
        parts.append(f'<path d="{lights}" fill="#ffd97a" class="glowing"/>')
    return "".join(parts)


def room(view: View) -> str:
    """Return a wall with a window, and floorboards."""
    wall = ("#e8ddcb", "#d9e3e0", "#e6d5cf", "#dcdfea")[int(view.draw.integers(4))]
    floor = ("#b98a5e", "#a97b52", "#c39a6b")[int(view.draw.integers(3))]
    high, low = mixed(wall, "#ffffff", 0.25), mixed(wall, "#8a7a66", 0.08)
    far, near = mixed(floor, "#3a2410", 0.18), mixed(floor, "#ffffff", 0.12)
    parts = [
        blend(0, view.horizon, view.width, (0, high), (1, low)),
        blend(view.horizon, view.height, view.width, (0, far), (1, near)),
    ]
    middle = view.width * view.between(0.4, 0.6)
    seams = ""
    for index in range(-16, 17):
        seams += (
            f"M{number(middle + index * 0.07 * view.width)} {number(view.horizon)}"
            f"L{number(middle + index * 0.16 * view.width)} {number(view.height)}"
        )
    parts.append(line(seams, "#4a2f18", max(0.0018 * view.side, 0.8), ' stroke-opacity=".25"'))
    parts.append(
        rectangle(0, view.horizon - 0.022 * view.height, view.width, 0.026 * view.height, "#f6f1e7")
    )
    return "".join(parts) + _window(view)


def _window(view: View) -> str:
    """Return a window onto the sky of the hour."""
    wide = min(0.3 * view.width, 0.34 * view.side)
    high = min(wide * 1.15, view.horizon * 0.62)
    x = view.width * (0.06 if view.draw.random() < 0.5 else 0.94)
    x = x if x < view.width / 2 else x - wide
    y = view.horizon * 0.12
    top, _, low = view.sky
    bar = 0.035 * wide
    parts = [
        rectangle(x - bar * 2, y - bar * 2, wide + bar * 4, high + bar * 4, "#fbf8f1"),
        rectangle(x, y, wide, high, "url(#pane)"),
        f'<path d="M{number(x)} {number(y + high)}v-{number(high * 0.22)}q{number(wide * 0.3)} '
        f"-{number(high * 0.16)} {number(wide * 0.55)} -{number(high * 0.02)}q{number(wide * 0.2)} "
        f'-{number(high * 0.08)} {number(wide * 0.45)} 0V{number(y + high)}z" fill="#86b37a"/>',
        rectangle(x + wide / 2 - bar / 2, y, bar, high, "#fbf8f1"),
        rectangle(x, y + high * 0.45, wide, bar, "#fbf8f1"),
        rectangle(x - bar * 3, y + high + bar * 1.6, wide + bar * 6, bar * 1.6, "#efe8da"),
    ]
    return f"<defs>{fade('pane', (0, top), (1, low))}</defs>" + "".join(parts)


def table(view: View) -> str:
    """Return a table-top before a soft wall; of the colour asked for, if one is."""
    top = EXAMPLES[view.setting.backdrop] if view.setting.backdrop else "#c99a68"
    wall = ("#dfe4e3", "#ece0d2", "#d9dfe8", "#e8d9d6")[int(view.draw.integers(4))]
    if view.setting.backdrop == "white":
        wall = "#dfe4e8"
    dim, bright = mixed(wall, "#5a5048", 0.14), mixed(wall, "#ffffff", 0.35)
    boards = (0, mixed(top, "#2a1608", 0.16)), (0.25, top), (1, mixed(top, "#ffffff", 0.14))
    edge = view.horizon
    parts = [
        blend(0, edge, view.width, (0, dim), (1, bright)),
        blend(edge, view.height, view.width, *boards),
        rectangle(0, edge, view.width, max(0.004 * view.height, 1), mixed(top, "#ffffff", 0.4)),
    ]
    if not view.setting.backdrop:
        grain = ""
        for _ in range(26):
            depth = view.between(0.03, 1)
            y = edge + (view.height - edge) * depth
            x, span = view.between(-0.1, 0.9) * view.width, view.between(0.1, 0.4) * view.width
            grain += commands("M", x, y, "q", span / 2, view.between(-4, 4), span, 0)
        parts.append(
            f'<path d="{grain}" fill="none" stroke="#7a4f2a" stroke-opacity=".22" '
            f'stroke-width="{number(max(0.002 * view.side, 0.8))}"/>'
        )
    return "".join(parts)


def plain(view: View) -> str:
    """Return one colour with a soft floor, or a quiet gradient where none was asked for."""
    if view.setting.backdrop:
        colour = EXAMPLES[view.setting.backdrop]
        if view.setting.backdrop == "white":
            colour = "#ffffff"
        return rectangle(0, 0, view.width, view.height, colour)
    wall, floor = (
        ("#cfe3ef", "#e9dcc6"),
        ("#e3dcef", "#efe3d3"),
        ("#d6e9e2", "#e6e0c8"),
        ("#f3dfd6", "#e7dccf"),
    )[int(view.draw.integers(4))]
    high, low = mixed(wall, "#5f7fa8", 0.16), mixed(wall, "#ffffff", 0.55)
    stops = (0, mixed(floor, "#ffffff", 0.35)), (0.4, floor), (1, mixed(floor, "#8a6f4a", 0.2))
    return blend(0, view.horizon, view.width, (0, high), (1, low)) + blend(
        view.horizon, view.height, view.width, *stops
    )
