"""Replies are read from the samples' shapes, tolerate news, and keep the raw JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from triptych.contract import (
    OPERATIONS,
    DetectionReply,
    GenerationReply,
    ProfanityReply,
    SearchReply,
    SpamReply,
)

RECORD = {"title": "T", "url": "https://e.com", "description": "a <em>b</em>", "content": None}
SAMPLES: dict[str, dict[str, Any]] = {
    "profanity": {
        "profanities_found": True,
        "profanities": [{"profanity": "damn", "startIndex": 0, "endIndex": 4}],
        "clean_text": "****",
    },
    "spam": {"check": {"score": 0.9, "is_spam": True}},
    "suggest": {"suggestions": ["a"]},
    "search": {"query": "q", "ai_overview": "o", "answer": None, "results": [RECORD]},
    "research": {"query": "q", "results": "r [[1](https://e.com)]", "sources": [RECORD]},
    "scrape": {"context": {"t": ["x"]}, "selectors": {"t": ["h1"]}, "data": [], "link": []},
    "detect": {
        "objects": [
            {
                "label": "cat_1",
                "bounds": {
                    "top_left": {"x": 1, "y": 2},
                    "top_right": {"x": 2, "y": 2},
                    "bottom_left": {"x": 1, "y": 3},
                    "bottom_right": {"x": 2, "y": 3},
                    "width": 1,
                    "height": 1,
                },
            }
        ],
        "tags": ["cat"],
    },
    "sentiment": {
        "sentiment": {"emotion": "joy", "sentiment": "positive", "score": 0.9, "sentences": []}
    },
    "embed": {"embeddings": [[0.1]], "chunks": ["a", {"text": "b", "timestamp": [0, 1.5]}]},
    "embed_v2": {"embeddings": [[0.1]], "speaker_embeddings": [[0.2]]},
    "generate_image": {"url": "data:image/png;base64,iVBORw=="},
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_sample_is_read_and_kept(name: str) -> None:
    usage = {"input_tokens": 1, "output_tokens": 2, "inference_time_tokens": 3, "total_tokens": 6}
    sent = {"success": True, "_usage": usage, "log_id": "x", "novelty": [1], **SAMPLES[name]}
    reply = OPERATIONS[name].reply.from_json(sent)
    assert reply.raw == sent
    assert reply.usage is not None
    assert reply.usage.total_tokens == 6
    assert reply.log_id == "x"


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_is_optional_may_be_missing(name: str) -> None:
    reply = OPERATIONS[name].reply.from_json(SAMPLES[name])
    assert reply.success
    assert reply.usage is None


def test_both_spellings_of_offsets_are_read() -> None:
    camel = {"profanity": "x", "startIndex": 1, "endIndex": 2}
    snake = {"profanity": "x", "start_index": 1, "end_index": 2}
    replies = [
        ProfanityReply.from_json(
            {"profanities_found": True, "profanities": [item], "clean_text": "*"}
        )
        for item in (camel, snake)
    ]
    assert replies[0].profanities == replies[1].profanities


def test_one_check_and_many_read_alike() -> None:
    one = {"score": 0.1, "is_spam": False}
    assert len(SpamReply.from_json({"check": one}).checks) == 1
    assert len(SpamReply.from_json({"check": [one, one]}).checks) == 2


def test_a_reply_without_its_substance_is_refused() -> None:
    with pytest.raises(ValidationError):
        SpamReply.from_json({"success": True})


def test_a_kind_may_itself_end_in_a_number() -> None:
    box = SAMPLES["detect"]["objects"][0]["bounds"]
    labels = ["sedan_1", "sedan_2", "route_66", "_3", "cup"]
    objects = [{"label": label, "bounds": box} for label in labels]
    reply = DetectionReply.from_json({"objects": objects, "tags": ["sedan", "route_66", "cup"]})
    assert reply.kinds == ["sedan", "sedan", "route_66", "_3", "cup"]


@pytest.mark.parametrize(
    "address", ["data:image/svg+xml;base64,PHN2Zy8+", "data:image/svg+xml,%3Csvg/%3E"]
)
def test_an_image_in_either_kind_of_data_url(address: str) -> None:
    reply = GenerationReply(url=address)
    assert (reply.content, reply.media_type) == (b"<svg/>", "image/svg+xml")


def test_an_image_is_saved_and_an_address_alone_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    with pytest.raises(ValueError, match="no bytes to save"):
        GenerationReply(url="https://e.com/a.svg").save(path)
    assert not path.exists()
    GenerationReply.from_bytes(b"<svg/>", "image/svg+xml").save(path)
    assert path.read_bytes() == b"<svg/>"


def test_direct_answer_is_typed_and_may_be_missing() -> None:
    sent = {"text": "red", "sentence": "It is red.", "reference_number": 1, "start": 6, "end": 9}
    overview = "It is red. [[1](https://e.com)]"
    reply = SearchReply.from_json({"query": "q", "ai_overview": overview, "answer": sent})
    assert reply.answer is not None
    assert overview[reply.answer.start : reply.answer.end] == reply.answer.text
    assert SearchReply.from_json({"query": "q"}).answer is None


def test_direct_answer_before_the_overview_is_refused() -> None:
    sent = {"text": "red", "sentence": "It is red.", "reference_number": 1, "start": -1, "end": 2}
    with pytest.raises(ValidationError):
        SearchReply.from_json({"query": "q", "answer": sent})
