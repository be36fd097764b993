"""From the words of a prompt to what it asks for."""

from triptych.engines.generation.prompt.read import LITERAL, read

__all__ = ["LITERAL", "read"]
