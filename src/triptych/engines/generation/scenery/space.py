"""Above the ground: the open sky, and space."""

from __future__ import annotations

from triptych.engines.generation.scenery.pen import blend, circle, ellipse, glow
from triptych.engines.generation.scenery.sky import stars
from triptych.engines.generation.scenery.view import View


def space(view: View, haze: str) -> str:
    """Return stars, veils of light and a far planet."""
    del haze
    stops = (0, "#070b22"), (0.6, "#141a44"), (1, "#2a1f4f")
    parts = [blend(0, view.height, view.width, *stops)]
    defined = ""
    for index, colour in enumerate(("#6b4fc0", "#2f7fc4")):
        x, y = view.between(0.1, 0.9) * view.width, view.between(0.15, 0.85) * view.height
        defined += glow(f"veil{index}", colour, 0.42, 0.45)
        parts.append(ellipse(x, y, 0.24 * view.side, 0.14 * view.side, f"url(#veil{index})"))
    if view.shows("star", "glowing-star", "sparkles"):
        parts.append(stars(view, view.height, 150))
    if view.shows("ringed-planet") and view.draw.random() < 0.7:
        x = view.width * (0.1 if view.draw.random() < 0.5 else 0.9)
        y, radius = view.between(0.75, 0.95) * view.height, 0.13 * view.side
        colour, shade = (("#c97f5a", "#a4614a"), ("#6f9fc9", "#4f7aa8"))[int(view.draw.integers(2))]
        parts.append(circle(x, y, radius, colour))
        for down, high in ((-0.45, 0.09), (0.05, 0.13), (0.5, 0.08)):
            reach = (1 - down**2) ** 0.5 * 0.97
            parts.append(
                ellipse(
                    x, y + down * radius, reach * radius, high * radius, shade, ' fill-opacity=".5"'
                )
            )
    return f"<defs>{defined}</defs>" + "".join(parts)
