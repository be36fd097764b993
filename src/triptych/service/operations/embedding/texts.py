"""Texts, given as they are or in a file."""

from __future__ import annotations

import re

from triptych.contract import Attachment, EmbeddingRequest
from triptych.service.operations.embedding.pieces import Pieces
from triptych.service.refusal import Refusal


def text_pieces(request: EmbeddingRequest, *, whole: bool) -> Pieces:
    """Return the texts of a request, in chunks unless each is to stay whole."""
    given = request.text
    if given is None:
        assert request.file is not None
        given = _read(request.file, page=request.type == "text-other")
    texts = given if isinstance(given, list) else [given]
    if whole:
        indices = list(range(len(texts)))
        pieces = texts
    else:
        indices, pieces = chunked(texts)
    return Pieces(pieces, members={"input_indices": indices} if isinstance(given, list) else {})


def chunked(texts: list[str]) -> tuple[list[int], list[str]]:
    """Return the chunks of all texts, and which text each belongs to."""
    from triptych.engines.embedding import chunk

    indices: list[int] = []
    pieces: list[str] = []
    for place, text in enumerate(texts):
        # What has no word piece, such as control characters alone, still has its vector.
        found = [text[start:end] for start, end in chunk(text)] or [text]
        indices += [place] * len(found)
        pieces += found
    return indices, pieces


def _read(file: Attachment, *, page: bool) -> str:
    from triptych.engines.page import visible_text
    from triptych.engines.text.decoding import TextFileError, decode_file

    charset = re.search(r"charset=[\"']?([\w.:-]+)", file.media_type)
    try:
        text = decode_file(file.content, charset[1] if charset else None)
    except TextFileError as error:
        raise Refusal(422, str(error), code="unreadable_text", field="file") from None
    if not page:
        return text
    text = visible_text(text)
    if not text:
        raise Refusal(
            422, "The page shows no text: give one that does.", code="unreadable_text", field="file"
        )
    return text
