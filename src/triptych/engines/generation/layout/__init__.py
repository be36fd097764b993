"""Laying a scene out: sizes, places, relations, balance."""

from triptych.engines.generation.layout.arrange import PICTURE_FRAME, arrange, energy

__all__ = ["PICTURE_FRAME", "arrange", "energy"]
