"""Painting what is placed: each drawing in its light, with what ties it to the ground."""

from __future__ import annotations

from dataclasses import dataclass, field

from triptych.engines.generation.drawings import drawing, prefixed
from triptych.engines.generation.painting.repaint import repainted
from triptych.engines.generation.painting.styles import (
    ground_contact_in,
    has_shadows,
    line_width,
    thing_in,
)
from triptych.engines.generation.palette import mapped, mixed
from triptych.engines.generation.scene import Colour, Placed, Scene
from triptych.engines.generation.scenery import Scenery
from triptych.engines.generation.scenery.pen import commands, ellipse, line, number
from triptych.engines.generation.scenery.view import lit, lit_thing
from triptych.engines.generation.scenery.water import water_colour

#: Places whose light is not that of the hour.
_OWN_LIGHT = frozenset({"space", "moon"})
_NO_SHADOW = frozenset({"space", "sky", "sea"})
#: What shines is not darkened by the night.
_SHINING = ("moon", "star", "sun", "sparkle", "fire", "lamp", "candle", "bulb", "comet", "lantern")
#: How much of a swimming drawing is below the water.
_DRAUGHT = 0.1


@dataclass(slots=True)
class Figures:
    """The drawings of one picture: each defined once, however often it is used."""

    scene: Scene
    scenery: Scenery
    definitions: list[str] = field(default_factory=list)
    _known: dict[tuple[str, Colour | None, int], str] = field(default_factory=dict)

    def painted(self, placed: Placed) -> str:
        """Return one placed drawing, with its shadow or its water line."""
        before, after = "", ""
        if self._swims(placed):
            before, after = self._afloat(placed)
        elif self._stands(placed):
            before = self._shadow(placed)
        elif self._is_out_of_place(placed):
            before = self._cloud(placed)
        style = self.scene.description.setting.style
        return (
            ground_contact_in(style, before) + self._used(placed) + ground_contact_in(style, after)
        )

    def _used(self, placed: Placed) -> str:
        """Return a drawing in its box."""
        left, top, width, height = drawing(placed.drawing).bounds
        across, down = placed.width / width, placed.height / height
        if placed.mirrored:
            x, across = placed.left + placed.width + left * across, -across
        else:
            x = placed.left - left * across
        y = placed.top - top * down
        style = self.scene.description.setting.style
        use = f'<use xlink:href="#{self._symbol(placed)}" '
        move = f'transform="translate({number(x)} {number(y)}) scale({across:.4f} {down:.4f})"/>'
        line = line_width(style, self.scenery.view.side)
        if line is None:
            return use + move
        sharp = f'{use}stroke-width="{line / down:.2f}" {move}'
        if style != "neon":
            return sharp
        glow = f'{use}stroke-width="{5 * line / down:.2f}" stroke-opacity=".3" {move}'
        return glow + sharp

    def _symbol(self, placed: Placed) -> str:
        """Return the identifier of a drawing in its colour and its light."""
        view = self.scenery.view
        far = max(placed.depth - 0.5, 0) * 0.44 if self._in_the_open(placed) else 0.0
        key = (placed.drawing, placed.colour, round(far * 10))
        if key not in self._known:
            name = f"d{len(self._known)}"
            self._known[key] = name
            own = drawing(placed.drawing)
            body = own.body
            if placed.colour:
                body = repainted(placed.drawing, placed.colour)
            body = prefixed(body, name)
            haze = round(far * 10) / 10
            shines = any(word in placed.drawing for word in _SHINING)

            def change(colour: str) -> str:
                if not shines and view.place not in _OWN_LIGHT:
                    colour = lit_thing(colour, view.time, view.weather)
                return mixed(colour, self.scenery.haze, haze) if haze else colour

            body = mapped(f'<g fill="#000000">{body}</g>', change)
            body = thing_in(self.scene.description.setting.style, body)
            self.definitions.append(f'<g id="{name}">{body}</g>')
        return self._known[key]

    def _in_the_open(self, placed: Placed) -> bool:
        """Return whether distance shows on it."""
        view = self.scenery.view
        if view.place in (None, "room", "table", "space", "moon"):
            return False
        return self._stands(placed) or self._swims(placed)

    def _swims(self, placed: Placed) -> bool:
        band = self.scenery.view.stage.water
        return band is not None and _touches(placed, band)

    def _stands(self, placed: Placed) -> bool:
        view = self.scenery.view
        band = view.stage.ground
        return view.place not in _NO_SHADOW and band is not None and _touches(placed, band)

    def _is_out_of_place(self, placed: Placed) -> bool:
        """Return whether it has the sky below it though it does not fly."""
        home = drawing(placed.drawing).home
        carried = any(
            relation.kind in ("on", "in") and relation.subject == placed.thing
            for relation in self.scene.description.relations
        )
        return self.scenery.view.place == "sky" and home == "ground" and not carried

    def _shadow(self, placed: Placed) -> str:
        """Return the soft shadow where a thing touches the ground."""
        if not has_shadows(self.scene.description.setting.style):
            return ""
        if 'id="shadow"' not in "".join(self.definitions[:1]):
            self.definitions.insert(
                0,
                '<radialGradient id="shadow"><stop stop-color="#1c1a2a" stop-opacity=".42"/>'
                '<stop offset=".55" stop-color="#1c1a2a" stop-opacity=".22"/>'
                '<stop offset="1" stop-color="#1c1a2a" stop-opacity="0"/></radialGradient>',
            )
        x = placed.left + placed.width / 2
        y = placed.top + placed.height
        flat = min(0.1 * placed.width, 0.14 * placed.height)
        return ellipse(x, y - flat * 0.25, placed.width * 0.52, flat, "url(#shadow)")

    def _afloat(self, placed: Placed) -> tuple[str, str]:
        """Return what lies behind and before something in the water."""
        view = self.scenery.view
        foot = placed.top + placed.height
        middle = placed.left + placed.width / 2
        colour = lit(water_colour(view, foot), view.time, view.weather)
        if drawing(placed.drawing).home == "ground":
            sand = lit("#e8cf98", view.time, view.weather)
            dark = mixed(sand, "#6a4a20", 0.2)
            wide, flat = placed.width * 0.72, min(placed.width * 0.1, placed.height * 0.16)
            island = (
                ellipse(
                    middle,
                    foot + flat * 0.3,
                    wide * 1.08,
                    flat * 1.15,
                    "#ffffff",
                    ' fill-opacity=".5"',
                )
                + ellipse(middle, foot + flat * 0.2, wide, flat, dark)
                + ellipse(middle, foot, wide * 0.96, flat * 0.85, sand)
            )
            return island + self._shadow(placed), ""
        deep = _DRAUGHT * placed.height
        line_y = foot - deep
        wave, count = placed.width * 1.16 / 6, 6
        start = middle - placed.width * 0.58
        path = f"M{number(start)} {number(line_y)}" + "".join(
            f"q{number(wave / 2)} {number(deep * 0.3 * (1 if index % 2 else -1))} {number(wave)} 0"
            for index in range(count)
        )
        cover = (
            f'<path d="{path}q{number(wave * 0.1)} {number(deep * 0.9)} -{number(wave * 0.9)} '
            f"{number(deep * 1.25)}h-{number(wave * 4.2)}"
            f"q-{number(wave * 0.9)} -{number(deep * 0.3)} "
            f'-{number(wave * 0.9)} -{number(deep * 1.25)}z" fill="{colour}" fill-opacity=".86"/>'
        )
        light = mixed(colour, "#ffffff", 0.55)
        dark = mixed(colour, "#04243c", 0.35)
        shade = ellipse(
            middle, foot + deep * 0.25, placed.width * 0.5, deep * 0.5, dark, ' fill-opacity=".35"'
        )
        wide = placed.width
        ripple = commands("M", middle - wide * 0.42, foot + deep * 0.55, "h", wide * 0.3)
        ripple += commands("M", middle + wide * 0.05, foot + deep * 0.95, "h", wide * 0.26)
        stroke = max(0.018 * placed.height, 0.8)
        lines = line(path, light, stroke, ' stroke-opacity=".8"') + line(
            ripple, light, stroke * 0.8, ' stroke-opacity=".45"'
        )
        return shade, cover + lines

    def _cloud(self, placed: Placed) -> str:
        """Return a cloud to stand on."""
        view = self.scenery.view
        white = lit("#ffffff", view.time, view.weather)
        shade = mixed(white, self.scenery.haze, 0.5)
        x, y, wide = placed.left + placed.width / 2, placed.top + placed.height, placed.width
        return "".join(
            ellipse(x + across * wide, y + down * wide, size * wide, size * 0.5 * wide, fill)
            for across, down, size, fill in (
                (0.0, 0.06, 0.62, shade),
                (-0.38, 0.0, 0.32, white),
                (0.36, 0.01, 0.34, white),
                (0.0, 0.01, 0.46, white),
            )
        )


def _touches(placed: Placed, band: tuple[float, float]) -> bool:
    """Return whether a box stands in a band where its depth says."""
    foot = band[1] + (band[0] - band[1]) * placed.depth
    return abs(placed.top + placed.height - foot) < 1.5 + 0.05 * abs(band[1] - band[0]) * (
        placed.thing is None
    )
