"""Painting a scene: SVG, and PNG from it."""

from triptych.engines.generation.painting.png import to_png
from triptych.engines.generation.painting.svg import to_svg

__all__ = ["to_png", "to_svg"]
