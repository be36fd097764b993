"""Which panel asks which operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triptych import panels
from triptych.client import AsyncClient
from triptych.panels.base.panel import Panel

#: Panels by the name of their operation; each is loaded when it is first opened.
PANELS: Mapping[str, str] = {
    "profanity": "ProfanityPanel",
    "spam": "SpamPanel",
    "suggest": "SuggestPanel",
    "search": "SearchPanel",
    "research": "ResearchPanel",
    "scrape": "ScrapePanel",
    "detect": "DetectionPanel",
    "sentiment": "SentimentPanel",
    "embed": "EmbeddingPanel",
    "embed_v2": "EmbeddingV2Panel",
    "generate_image": "GenerationPanel",
}


def load(name: str) -> Any:
    """Load the panel of an operation, which takes a moment, and return its class."""
    return getattr(panels, PANELS[name])


def make(name: str, client: AsyncClient) -> Panel:
    """Return a new panel for an operation."""
    panel: Panel = load(name)(client=client)
    return panel
