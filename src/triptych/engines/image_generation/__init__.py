"""Pictures from words: a composer of vector scenes, or a diffusion model of the user's own."""

from triptych.engines.image_generation.composer import SceneComposer, compose
from triptych.engines.image_generation.generator import (
    Generated,
    GenerationError,
    ImageGenerator,
    Order,
    UnavailableError,
)
from triptych.engines.image_generation.providers import generator

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
