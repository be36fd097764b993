"""Generated pictures: one with what was asked for, or several side by side."""

from triptych.views.generation.gallery import GenerationGallery, gallery
from triptych.views.generation.view import GenerationView

__all__ = ["GenerationGallery", "GenerationView", "gallery"]
