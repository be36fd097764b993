"""Panels: forms that call an operation and show its reply, in a notebook or in Voila."""

from triptych.panels.detection import DetectionPanel
from triptych.panels.embedding import EmbeddingPanel
from triptych.panels.explorer import MapExplorer
from triptych.panels.generation import GenerationPanel
from triptych.panels.panel import Panel, Sample
from triptych.panels.profanity import ProfanityPanel
from triptych.panels.research import ResearchPanel
from triptych.panels.scrape import ScrapePanel
from triptych.panels.search import SearchPanel
from triptych.panels.sentiment import SentimentPanel
from triptych.panels.spam import SpamPanel

__all__ = [
    "DetectionPanel",
    "EmbeddingPanel",
    "GenerationPanel",
    "MapExplorer",
    "Panel",
    "ProfanityPanel",
    "ResearchPanel",
    "Sample",
    "ScrapePanel",
    "SearchPanel",
    "SentimentPanel",
    "SpamPanel",
]
