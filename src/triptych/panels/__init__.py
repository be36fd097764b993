"""Panels: forms that call an operation and show its reply, in a notebook or in Voila.

Importing this module loads none of them: each is loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych._lazy import attach

if TYPE_CHECKING:
    from triptych.panels.base.panel import Panel as Panel
    from triptych.panels.base.panel import Sample as Sample
    from triptych.panels.detection import DetectionPanel as DetectionPanel
    from triptych.panels.embedding import EmbeddingPanel as EmbeddingPanel
    from triptych.panels.embedding import EmbeddingV2Panel as EmbeddingV2Panel
    from triptych.panels.embedding.explorer import MapExplorer as MapExplorer
    from triptych.panels.generation import GenerationPanel as GenerationPanel
    from triptych.panels.profanity import ProfanityPanel as ProfanityPanel
    from triptych.panels.research import ResearchPanel as ResearchPanel
    from triptych.panels.scrape import ScrapePanel as ScrapePanel
    from triptych.panels.search import SearchPanel as SearchPanel
    from triptych.panels.sentiment import SentimentPanel as SentimentPanel
    from triptych.panels.spam import SpamPanel as SpamPanel
    from triptych.panels.suggestions import SuggestPanel as SuggestPanel
    from triptych.panels.workbench import Workbench as Workbench

__getattr__, __dir__, __all__ = attach(__name__, __file__)
