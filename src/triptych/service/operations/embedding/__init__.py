"""Vector embeddings of content, both versions."""

from __future__ import annotations

from typing import Any

from triptych.contract import EmbeddingRequest, EmbeddingV2Request
from triptych.service.handler import Context, Outcome
from triptych.service.operations.embedding.pdfs import pdf_pieces
from triptych.service.operations.embedding.pictures import picture_pieces
from triptych.service.operations.embedding.pieces import Pieces
from triptych.service.operations.embedding.sounds import sound_pieces
from triptych.service.operations.embedding.texts import text_pieces
from triptych.service.operations.embedding.vectors import numbers
from triptych.service.refusal import Refusal


async def embed(request: EmbeddingRequest, context: Context) -> Outcome:
    """Answer `POST /v1/embedding`."""
    return await context.run(_embedded, request)


async def embed_v2(request: EmbeddingV2Request, context: Context) -> Outcome:
    """Answer `POST /v2/embedding`."""
    return await context.run(_embedded_v2, request)


def _embedded(request: EmbeddingRequest) -> Outcome:
    return _outcome(_pieces(request))


def _embedded_v2(request: EmbeddingV2Request) -> Outcome:
    pieces = _pieces(request, query=request.query, fingerprint=request.speaker_fingerprint)
    return _outcome(pieces, instruction=request.instruction, dimensions=request.dimensions)


def _pieces(request: EmbeddingRequest, *, query: bool = False, fingerprint: bool = False) -> Pieces:
    # A query is compared as one thing, whatever its length.
    whole = query or request.token_overflow_mode == "truncate"
    match request.type:
        case "pdf":
            return pdf_pieces(request, whole=whole)
        case "image":
            return picture_pieces(request)
        case "audio":
            return sound_pieces(request, whole=whole, fingerprint=fingerprint)
    return text_pieces(request, whole=whole)


def _outcome(
    pieces: Pieces, *, instruction: str | None = None, dimensions: int | None = None
) -> Outcome:
    from triptych.engines.embedding import embed_texts, shorten

    warnings = list(pieces.warnings)
    vectors = pieces.vectors
    if vectors is None:
        try:
            vectors, cut = embed_texts(pieces.texts, instruction=instruction)
        except ValueError as error:
            raise _invalid("instruction", error) from None
        if cut.any():
            warnings.append(_truncated(int(cut.sum()), len(cut)))
    if dimensions is not None:
        try:
            vectors = shorten(vectors, dimensions)
        except ValueError as error:
            raise _invalid("dimensions", error) from None
    members: dict[str, Any] = {
        "embeddings": numbers(vectors),
        "chunks": list(pieces.texts) if pieces.chunks is None else pieces.chunks,
        **pieces.members,
    }
    if warnings:
        members["warnings"] = warnings
    return Outcome(members, input_texts=pieces.texts, output_texts=pieces.texts)


def _truncated(cut: int, texts: int) -> dict[str, str]:
    which = "The text is" if texts == 1 else f"{cut:,} of {texts:,} texts are"
    return {
        "code": "truncated",
        "message": f"{which} longer than the model reads, so only the beginning is in the vector: "
        "token_overflow_mode 'error' gives a vector for each chunk.",
    }


def _invalid(field: str, error: ValueError) -> Refusal:
    return Refusal(400, str(error), code="invalid_request", field=field)
