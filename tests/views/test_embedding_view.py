"""An embedding reply shows itself: a strip, a matrix, a map, or a conversation."""

from __future__ import annotations

import re

import numpy as np
import pytest

from triptych import views
from triptych.contract import Attachment, EmbeddingReply, EmbeddingV2Reply, ReplyWarning


def vectors(number: int, width: int = 8) -> list[list[float]]:
    rows = np.random.default_rng(0).normal(size=(number, width))
    unit: list[list[float]] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).tolist()
    return unit


def texts(number: int) -> EmbeddingReply:
    return EmbeddingReply(
        embeddings=vectors(number), chunks=[f"<i>tea</i> {place}" for place in range(number)]
    )


def spoken(**members: object) -> EmbeddingV2Reply:
    return EmbeddingV2Reply.model_validate(
        {
            "embeddings": vectors(2),
            "chunks": [
                {"text": "Good <b>morning</b>.", "timestamp": [0.5, 2.25]},
                {"text": "Tea?", "timestamp": [3, 4]},
            ],
            **members,
        }
    )


def test_one_vector_is_a_strip_of_its_numbers() -> None:
    html = views.html(texts(1))
    assert "1 vector of 8 numbers" in html
    assert "&lt;i&gt;tea" in html
    assert html.count(" 30.0v") == 8
    assert len(texts(1).plot().axes[0].patches) == 8


def test_a_few_vectors_are_compared_with_each_other() -> None:
    reply = texts(5)
    html = views.html(reply)
    cosine = f"{reply.vectors[0] @ reply.vectors[1]:.2f}".replace("0.", ".").replace("-", "−")
    assert cosine in html
    assert "<i>" not in html
    assert len(reply.plot().axes[0].images) == 1


def test_many_vectors_are_a_map_with_a_first_look() -> None:
    reply = texts(60)
    assert "UMAP" in views.html(reply)
    assert len(re.findall("<circle", views.html(reply))) == 60
    first = views.view_of(reply).draft(reply)
    assert "principal components" in first
    assert "UMAP is being drawn" in first
    assert views.view_of(texts(5)).draft(texts(5)) == ""


def test_a_conversation_is_drawn_in_lanes() -> None:
    voices = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    reply = spoken(speaker_embeddings=voices, speaker_segments=[[0.5, 2.25], [3, 4]])
    html = views.html(reply)
    assert "Speaker A" in html
    assert "Speaker B" in html
    assert "Good &lt;b&gt;morning" in html
    assert "2 voice fingerprints" in views.text(reply)
    assert reply.fingerprint is not None
    assert reply.fingerprints.shape == (2, 2)
    reply.plot().canvas.draw()


def test_nothing_heard_is_said() -> None:
    warning = ReplyWarning(code="no_speech", message="No speech <here>.")
    reply = EmbeddingV2Reply(embeddings=[], warnings=[warning], speaker_embeddings=[])
    assert "No speech &lt;here&gt;." in views.html(reply)
    assert views.text(reply).splitlines() == ["No vectors", "No speech <here>."]
    assert reply.fingerprint is None
    assert len(reply.to_frame()) == 0
    assert reply._repr_mimebundle_()["image/png"]


def test_the_frame_tells_where_each_vector_is_from() -> None:
    frame = spoken().to_frame()
    assert list(frame.columns) == ["text", "start", "end", "embedding"]
    assert frame["end"].tolist() == [2.25, 4]
    pages = EmbeddingReply(embeddings=vectors(2), chunks=["a", "b"], pages=[1, 3])
    assert list(pages.to_frame().columns) == ["text", "page", "embedding"]
    one, two = EmbeddingReply(embeddings=vectors(1)), EmbeddingReply(embeddings=vectors(2))
    one._inputs, two._inputs = [Attachment(b"", "a.png")], [Attachment(b"", "b.png")]
    joined = EmbeddingReply.joined([one, two]).to_frame()
    assert joined["text"].tolist() == ["a.png", "b.png", "b.png"]
    assert joined["input"].tolist() == [0, 1, 1]
    assert joined["embedding"][0].dtype == np.float32


@pytest.mark.parametrize("number", [0, 1, 5, 60])
def test_every_reply_has_html_text_and_a_picture(number: int) -> None:
    bundle = texts(number)._repr_mimebundle_()
    assert sorted(bundle) == ["image/png", "text/html", "text/plain"]
    assert "<script" not in str(bundle["text/html"])
