"""Triptych: explore the Text, Vision and Web Intelligence API, on your own machine or hosted.

>>> import triptych
>>> client = triptych.Client()  # no key, no base URL: the API runs inside this process
>>> client.profanity("What a sh1tty day").clean_text
'What a ****** day'

Importing this module loads no submodule: each name below is loaded on first use.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from triptych._lazy import attach

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from triptych import samples as samples
    from triptych.client import APIConnectionError as APIConnectionError
    from triptych.client import APIError as APIError
    from triptych.client import APIStatusError as APIStatusError
    from triptych.client import APITimeoutError as APITimeoutError
    from triptych.client import AsyncClient as AsyncClient
    from triptych.client import AuthenticationError as AuthenticationError
    from triptych.client import BadRequestError as BadRequestError
    from triptych.client import Client as Client
    from triptych.client import ConfigurationError as ConfigurationError
    from triptych.client import ContentTooLargeError as ContentTooLargeError
    from triptych.client import FailedDependencyError as FailedDependencyError
    from triptych.client import GatewayTimeoutError as GatewayTimeoutError
    from triptych.client import InvalidInputError as InvalidInputError
    from triptych.client import InvalidReplyError as InvalidReplyError
    from triptych.client import JournalError as JournalError
    from triptych.client import MethodNotAllowedError as MethodNotAllowedError
    from triptych.client import NotFoundError as NotFoundError
    from triptych.client import NotImplementedByServerError as NotImplementedByServerError
    from triptych.client import PermissionDeniedError as PermissionDeniedError
    from triptych.client import RateLimitError as RateLimitError
    from triptych.client import RawResponse as RawResponse
    from triptych.client import ReplySizeError as ReplySizeError
    from triptych.client import RequestTimeoutError as RequestTimeoutError
    from triptych.client import RetryPolicy as RetryPolicy
    from triptych.client import ServerError as ServerError
    from triptych.client import TriptychError as TriptychError
    from triptych.client import UnprocessableContentError as UnprocessableContentError
    from triptych.client import UnsupportedMediaTypeError as UnsupportedMediaTypeError
    from triptych.contract import OPERATIONS as OPERATIONS
    from triptych.contract import DetectionReply as DetectionReply
    from triptych.contract import EmbeddingReply as EmbeddingReply
    from triptych.contract import EmbeddingV2Reply as EmbeddingV2Reply
    from triptych.contract import GenerationReply as GenerationReply
    from triptych.contract import ProfanityReply as ProfanityReply
    from triptych.contract import Reply as Reply
    from triptych.contract import ResearchReply as ResearchReply
    from triptych.contract import ResearchStep as ResearchStep
    from triptych.contract import ScrapedPages as ScrapedPages
    from triptych.contract import ScrapeReply as ScrapeReply
    from triptych.contract import SearchReply as SearchReply
    from triptych.contract import SentimentReply as SentimentReply
    from triptych.contract import SpamReply as SpamReply
    from triptych.contract import SuggestReply as SuggestReply
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
    from triptych.service.user_index import Index as Index
    from triptych.views import compare_sentiment as compare_sentiment
    from triptych.views import embedding_map as embedding_map
    from triptych.views import gallery as gallery
    from triptych.views import nearest as nearest

__version__ = "0.1.0"

# onnxruntime would otherwise report every session to its makers, and store reports in the user's
# home; it reads this when the first model is loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

__getattr__, __dir__, __all__ = attach(__name__, __file__)


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Register `%workbench`, `%%sentiment`, `%%search` and the rest: `%load_ext triptych`."""
    import_module("triptych.panels.magics").register(shell)


def unload_ipython_extension(shell: InteractiveShell) -> None:
    """Remove the magics: `%unload_ext triptych`."""
    import_module("triptych.panels.magics").unregister(shell)
