"""Pictures from words: a composer of vector scenes, or a diffusion model of the user's own."""

from triptych.engines.generation.composer import SceneComposer, compose
from triptych.engines.generation.order import (
    Generated,
    GenerationError,
    ImageGenerator,
    Order,
    UnavailableError,
)
from triptych.engines.generation.providers import generator

__all__ = [
    "Generated",
    "GenerationError",
    "ImageGenerator",
    "Order",
    "SceneComposer",
    "UnavailableError",
    "compose",
    "generator",
]
