"""`embed_many`: many items in as few calls as a service accepts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from triptych.client.errors import APIStatusError, InvalidInputError
from triptych.client.exchange import build
from triptych.client.files import FileLike, source_of, type_of
from triptych.contract import Problem
from triptych.contract.embedding import EmbeddingV2Request
from triptych.contract.operations import EMBED_V2


def batches(
    items: Iterable[FileLike], members: dict[str, Any], batch_size: int
) -> list[EmbeddingV2Request]:
    """Return the calls to make, all validated before the first is made."""
    listed = list(items)
    is_text = not listed or any(isinstance(item, str) for item in listed)
    if not is_text or members["type"] not in {None, "text", "text-other"}:
        sources = [source_of(item) for item in listed]
        types = {members["type"] or type_of(source): None for source in sources}
        if len(types) > 1:
            message = f"The items are of several types ({', '.join(types)}): embed each by itself."
            raise InvalidInputError([Problem("items", message)])
        return [
            build(EMBED_V2, source | members | {"type": next(iter(types))}) for source in sources
        ]
    members = members | {"type": members["type"] or "text"}
    # As one, so that a problem names the text's place among all.
    whole = build(EMBED_V2, members | {"text": listed})
    return [
        whole.model_copy(update={"text": listed[start : start + batch_size]})
        for start in range(0, len(listed), max(1, batch_size))
    ]


def wants_single_texts(error: APIStatusError, request: EmbeddingV2Request) -> bool:
    """Return whether a service may have refused a list because it knows single texts only."""
    about_text = not error.field or error.field.startswith("text")
    return error.status_code in {400, 422} and about_text and isinstance(request.text, list)


def singles(request: EmbeddingV2Request) -> list[EmbeddingV2Request]:
    """Return a call for each text of a call."""
    assert isinstance(request.text, list)
    return [request.model_copy(update={"text": text}) for text in request.text]
