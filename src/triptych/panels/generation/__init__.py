"""The image generation panel."""

from triptych.panels.generation.panel import GenerationPanel

__all__ = ["GenerationPanel"]
