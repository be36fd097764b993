"""From the words of a prompt to what it asks for."""

from triptych.engines.image_generation.reading.read import LITERAL, read

__all__ = ["LITERAL", "read"]
