"""Triptych: explore the Text, Vision and Web Intelligence API, on your own machine or hosted.

>>> import triptych
>>> client = triptych.Client()  # no key, no base URL: the API runs inside this process
>>> client.profanity("What a sh1tty day").clean_text
'What a ****** day'

Importing this module loads no room: each name below is fetched from its room on first use.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from triptych._lazy import late

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from triptych import samples as samples
    from triptych.client import APIError as APIError
    from triptych.client import AsyncClient as AsyncClient
    from triptych.client import Client as Client
    from triptych.client import InvalidInputError as InvalidInputError
    from triptych.client import TriptychError as TriptychError
    from triptych.contract import OPERATIONS as OPERATIONS
    from triptych.panels import DetectionPanel as DetectionPanel
    from triptych.panels import EmbeddingPanel as EmbeddingPanel
    from triptych.panels import EmbeddingV2Panel as EmbeddingV2Panel
    from triptych.panels import GenerationPanel as GenerationPanel
    from triptych.panels import MapExplorer as MapExplorer
    from triptych.panels import ProfanityPanel as ProfanityPanel
    from triptych.panels import ResearchPanel as ResearchPanel
    from triptych.panels import ScrapePanel as ScrapePanel
    from triptych.panels import SearchPanel as SearchPanel
    from triptych.panels import SentimentPanel as SentimentPanel
    from triptych.panels import SpamPanel as SpamPanel
    from triptych.panels import SuggestPanel as SuggestPanel
    from triptych.panels import Workbench as Workbench
    from triptych.service.indexing import add_to_index as add_to_index
    from triptych.views import compare_sentiment as compare_sentiment
    from triptych.views import embedding_map as embedding_map
    from triptych.views import gallery as gallery
    from triptych.views import nearest as nearest

__version__ = "0.1.0"

# onnxruntime, which runs the models, would tell its makers of every session, and keep what it
# tells in the user's home; it reads this when the first model is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

_MODULE_OF = {
    "APIError": "client",
    "AsyncClient": "client",
    "Client": "client",
    "InvalidInputError": "client",
    "DetectionPanel": "panels",
    "EmbeddingPanel": "panels",
    "EmbeddingV2Panel": "panels",
    "GenerationPanel": "panels",
    "MapExplorer": "panels",
    "OPERATIONS": "contract",
    "ProfanityPanel": "panels",
    "ResearchPanel": "panels",
    "ScrapePanel": "panels",
    "SearchPanel": "panels",
    "SentimentPanel": "panels",
    "SpamPanel": "panels",
    "SuggestPanel": "panels",
    "TriptychError": "client",
    "Workbench": "panels",
    "add_to_index": "service.indexing",
    "compare_sentiment": "views",
    "embedding_map": "views",
    "gallery": "views",
    "nearest": "views",
    "samples": "samples",
}

__all__ = [
    "OPERATIONS",
    "APIError",
    "AsyncClient",
    "Client",
    "DetectionPanel",
    "EmbeddingPanel",
    "EmbeddingV2Panel",
    "GenerationPanel",
    "InvalidInputError",
    "MapExplorer",
    "ProfanityPanel",
    "ResearchPanel",
    "ScrapePanel",
    "SearchPanel",
    "SentimentPanel",
    "SpamPanel",
    "SuggestPanel",
    "TriptychError",
    "Workbench",
    "add_to_index",
    "compare_sentiment",
    "embedding_map",
    "gallery",
    "nearest",
    "samples",
]


__getattr__, __dir__ = late("triptych", _MODULE_OF)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Register `%workbench`, `%%sentiment`, `%%search` and the rest: `%load_ext triptych`."""
    import_module("triptych.panels.magics").register(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Take the magics away again: `%unload_ext triptych`."""
    import_module("triptych.panels.magics").unregister(shell)
