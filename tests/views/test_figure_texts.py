"""Texts from outside in the pictures of every view: drawn as they are, whatever they contain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from triptych import views
from triptych.contract import (
    DetectionReply,
    EmbeddingReply,
    EmbeddingRequest,
    GenerationReply,
    GenerationRequest,
    ProfanityReply,
    ProfanityRequest,
    ResearchReply,
    ScrapeReply,
    SearchReply,
    SentimentReply,
    SentimentRequest,
    SpamReply,
    SpamRequest,
    SuggestReply,
)
from triptych.views.base.figures import png
from triptych.views.base.picture import Picture

#: As a formula it ends the drawing with an error.
HOSTILE = r"$\href{x}{y}$"
VECTORS = numpy.random.default_rng(0).normal(size=(6, 8)).tolist()
#: Pixels of an output: in the tutorials of the documentation, in a browser of 1,400 pixels.
WIDE_OUTPUT, FEWEST_PIXELS = 824, 11
SENTENCE = {"text": HOSTILE, "emotion": HOSTILE, "sentiment": "positive", "score": 0.9}


def _sentiment(count: int) -> SentimentReply:
    sentiment = {
        "emotion": HOSTILE,
        "sentiment": "positive",
        "score": 0.9,
        "emotions": [{"emotion": HOSTILE, "score": 0.7}],
        "sentences": [SENTENCE] * count,
    }
    request = SentimentRequest(text=" ".join([HOSTILE] * count))
    return SentimentReply.from_json({"sentiment": sentiment}, request)


def _embedding(count: int) -> EmbeddingReply:
    request = EmbeddingRequest(type="text", text=[HOSTILE] * count)
    members = {"embeddings": VECTORS[:count], "chunks": [HOSTILE] * count}
    return EmbeddingReply.from_json(members, request)


def _profanity() -> ProfanityReply:
    end = len(HOSTILE)
    members = {
        "profanities_found": True,
        "profanities": [{"profanity": HOSTILE, "startIndex": 0, "endIndex": end}],
        "clean_text": "*" * end,
    }
    return ProfanityReply.from_json(members, ProfanityRequest(text=HOSTILE))


def _generation(prompt: str = HOSTILE, **members: Any) -> GenerationReply:
    return GenerationReply.from_json(members, GenerationRequest(prompt=prompt))


def _detection() -> DetectionReply:
    corners = {"top_left": (1, 1), "top_right": (90, 1), "bottom_left": (1, 90)}
    bounds: dict[str, Any] = {name: {"x": x, "y": y} for name, (x, y) in corners.items()}
    bounds |= {"bottom_right": {"x": 90, "y": 90}, "width": 89, "height": 89}
    members = {"objects": [{"label": HOSTILE, "bounds": bounds, "confidence": 0.9}]}
    return DetectionReply.from_json({**members, "image_width": 100, "image_height": 100})


FIGURES: dict[str, Callable[[], Figure]] = {
    "profanity": lambda: _profanity().plot(),
    "spam": lambda: SpamReply.from_json(
        {"check": [{"score": 0.9, "is_spam": True}]}, SpamRequest(text=[HOSTILE])
    ).plot(),
    "sentiment": lambda: _sentiment(2).plot(),
    "sentiment of many sentences": lambda: _sentiment(60).plot(),
    "sentiments": lambda: views.compare_sentiment([_sentiment(1)] * 2).plot(),
    "embedding": lambda: _embedding(4).plot(),
    "map": lambda: views.embedding_map(_embedding(6)).plot(),
    "detection": lambda: _detection().plot(),
    "generation": lambda: _generation(url="http://e.example/" + HOSTILE).plot(),
    "gallery": lambda: views.gallery([_generation(url="x"), _generation(url="y")]).plot(),
    "suggestions": lambda: SuggestReply.from_json({"suggestions": [HOSTILE]}).plot(),
    "search": lambda: SearchReply.from_json(
        {"query": HOSTILE, "ai_overview": HOSTILE, "results": [{"title": HOSTILE, "url": HOSTILE}]}
    ).plot(),
    "research": lambda: ResearchReply.from_json(
        {
            "query": HOSTILE,
            "results": f"# {HOSTILE}\n\n{HOSTILE} [[1](http://e.example)]",
            "sources": [{"title": HOSTILE, "url": "http://e.example", "reference_number": 1}],
        }
    ).plot(),
    "scrape": lambda: ScrapeReply.from_json(
        {
            "context": {HOSTILE: [HOSTILE]},
            "data": [
                {
                    "key": HOSTILE,
                    "selector": "p",
                    "results": [{"html": "<p>", "text": HOSTILE, "attributes": []}],
                }
            ],
        }
    ).plot(),
}


@pytest.mark.parametrize("name", FIGURES)
def test_a_text_that_looks_like_a_formula_is_drawn_as_it_is(name: str) -> None:
    figure = FIGURES[name]()
    assert png(figure).startswith(b"\x89PNG")
    texts = [text for text in figure.findobj(Text) if isinstance(text, Text)]
    assert any("$" in text.get_text() for text in texts), "the text must be in the picture"
    assert not any(text.get_parse_math() for text in texts)


@pytest.mark.parametrize("name", FIGURES)
def test_every_text_is_large_enough_to_be_read(name: str) -> None:
    figure = FIGURES[name]()
    assert isinstance(figure, Picture)
    _, shown = figure._repr_png_()
    pixels = min(shown["width"], WIDE_OUTPUT) / (72 * figure.get_figwidth())
    texts = [text for text in figure.findobj(Text) if isinstance(text, Text)]
    sizes = [float(text.get_fontsize()) for text in texts if text.get_text().strip()]
    assert min(sizes) * pixels >= FEWEST_PIXELS
