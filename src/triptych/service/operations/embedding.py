"""Vector embeddings of content, both versions: texts, pages of PDFs, pictures and speech."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from triptych.contract import Attachment, EmbeddingRequest, EmbeddingV2Request
from triptych.service.handler import Context, Outcome
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    from triptych.engines.sound import Heard


#: Beyond these, digits of a number of single precision are noise, and a reply twice as long.
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The pieces of a content, in order.

    Parameters
    ----------
    texts : sequence of str
        To embed, one vector each.
    vectors : ndarray of float32, (n, d), optional
        Vectors instead of texts.
    chunks : list, optional
        Members of each piece in the reply, where they are more than its text.
    members : dict
        Further members of the reply.
    warnings : list of dict
        Warnings of the reply: a code and a message each.
    """

    texts: Sequence[str] = ()
    vectors: numpy.typing.NDArray[numpy.float32] | None = None
    chunks: list[Any] | None = None
    members: dict[str, Any] = field(default_factory=dict)
    warnings: list[dict[str, str]] = field(default_factory=list)


async def embed(request: EmbeddingRequest, context: Context) -> Outcome:
    """Answer `POST /v1/embedding`."""
    return await context.run(embedded, request)


async def embed_v2(request: EmbeddingV2Request, context: Context) -> Outcome:
    """Answer `POST /v2/embedding`."""
    return await context.run(embedded_v2, request)


def embedded(request: EmbeddingRequest) -> Outcome:
    """Return the vectors of a request's content."""
    return _outcome(_pieces(request))


def embedded_v2(request: EmbeddingV2Request) -> Outcome:
    """Return the vectors of a request's content, by version 2."""
    pieces = _pieces(request, query=request.query, fingerprint=request.speaker_fingerprint)
    return _outcome(pieces, instruction=request.instruction, dimensions=request.dimensions)


def _pieces(
    request: EmbeddingRequest, *, query: bool = False, fingerprint: bool = False
) -> _Pieces:
    # A query is compared as one thing, whatever its length.
    whole = query or request.token_overflow_mode == "truncate"
    match request.type:
        case "pdf":
            return _pdf_pieces(request, whole=whole)
        case "image":
            return _picture_pieces(request)
        case "audio":
            return _sound_pieces(request, whole=whole, fingerprint=fingerprint)
    return _text_pieces(request, whole=whole)


def _outcome(
    pieces: _Pieces, *, instruction: str | None = None, dimensions: int | None = None
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
        "embeddings": _numbers(vectors),
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


def _text_pieces(request: EmbeddingRequest, *, whole: bool) -> _Pieces:
    """Return the texts of a request, in chunks unless each is to stay whole."""
    content = request.text
    if content is None:
        assert request.file is not None
        content = _read(request.file, page=request.type == "text-other")
    texts = content if isinstance(content, list) else [content]
    if whole:
        indices = list(range(len(texts)))
        pieces = texts
    else:
        indices, pieces = _chunked(texts)
    return _Pieces(pieces, members={"input_indices": indices} if isinstance(content, list) else {})


def _chunked(texts: list[str]) -> tuple[list[int], list[str]]:
    """Return the chunks of all texts, and which text each belongs to."""
    from triptych.engines.embedding import chunk

    indices: list[int] = []
    pieces: list[str] = []
    for place, text in enumerate(texts):
        # What has no word piece, such as control characters alone, still has its vector.
        chunks = [text[start:end] for start, end in chunk(text)] or [text]
        indices += [place] * len(chunks)
        pieces += chunks
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
            422,
            "The page has no visible text: give another page.",
            code="unreadable_text",
            field="file",
        )
    return text


def _pdf_pieces(request: EmbeddingRequest, *, whole: bool) -> _Pieces:
    """Return the chunks of each page, or the document's text as one."""
    from triptych.engines.page.pdf import PDFError, read_pdf

    assert request.file is not None
    try:
        pages = read_pdf(request.file.content)
    except PDFError as error:
        raise Refusal(422, str(error), code=_code(error), field="file") from None
    numbers = [number for number, text in enumerate(pages, 1) if text.strip()]
    texts = [pages[number - 1] for number in numbers]
    if whole:
        return _Pieces(["\n\n".join(texts)], members={"pages": numbers[:1]})
    indices, chunks = _chunked(texts)
    return _Pieces(chunks, members={"pages": [numbers[place] for place in indices]})


def _code(error: ValueError) -> str:
    """Return a code such as encrypted_pdf for an EncryptedPDFError."""
    kind = type(error).__name__.removesuffix("PDFError").lower()
    return f"{kind or 'unreadable'}_pdf"


def _picture_pieces(request: EmbeddingRequest) -> _Pieces:
    """Return the vector of a picture."""
    from triptych.engines.embedding.pictures import embed_images
    from triptych.engines.pictures import PictureError, open_picture

    assert request.file is not None
    try:
        picture = open_picture(request.file.content)
    except PictureError as error:
        raise Refusal(422, str(error), code="unreadable_image", field="file") from None
    return _Pieces(vectors=embed_images([picture]))


def _sound_pieces(request: EmbeddingRequest, *, whole: bool, fingerprint: bool) -> _Pieces:
    """Return the transcript, segment by segment, and the voices' fingerprints if requested."""
    from triptych.engines.sound import MissingExtraError, SoundError, hear

    assert request.file is not None
    warnings: list[dict[str, str]] = []
    try:
        try:
            heard = hear(request.file.content, transcribe=True, fingerprint=fingerprint)
        except MissingExtraError as error:
            # Without words there are voices still; without the decoder there is nothing.
            if not fingerprint or error.extra != "transcription":
                raise Refusal(501, str(error), code="missing_extra", field="type") from None
            warnings.append({"code": "not_transcribed", "message": str(error)})
            heard = hear(request.file.content, transcribe=False, fingerprint=True)
    except SoundError as error:
        raise Refusal(422, str(error), code="unreadable_sound", field="file") from None
    warnings += _warnings(heard, fingerprint=fingerprint)
    transcript = [
        (text, segment)
        for text, segment in zip(heard.texts or (), heard.segments, strict=False)
        if text
    ]
    if whole and transcript:
        text = " ".join(text for text, _ in transcript)
        transcript = [(text, (transcript[0][1][0], transcript[-1][1][1]))]
    chunks = [{"text": text, "timestamp": _rounded(segment)} for text, segment in transcript]
    members = _voices(heard) if fingerprint else {}
    return _Pieces(
        [text for text, _ in transcript], chunks=chunks, members=members, warnings=warnings
    )


def _voices(heard: Heard) -> dict[str, Any]:
    if heard.fingerprint is None or heard.fingerprints is None:
        return {"speaker_embeddings": [], "speaker_segments": []}
    return {
        "speaker_embeddings": [*_numbers(heard.fingerprint[None]), *_numbers(heard.fingerprints)],
        "speaker_segments": [_rounded(segment) for segment in heard.segments],
    }


def _rounded(segment: tuple[float, float]) -> list[float]:
    return [round(float(second), 2) for second in segment]


def _warnings(heard: Heard, *, fingerprint: bool) -> list[dict[str, str]]:
    from triptych.engines.sound import LEAST_S

    if not heard.segments:
        message = "The sound contains no speech: there are no chunks and no vectors."
        return [{"code": "no_speech", "message": message}]
    if fingerprint and heard.speech_s < LEAST_S:
        message = (
            f"The sound has {heard.speech_s:.1f} s of speech, and a fingerprint of less "
            f"than {LEAST_S:g} s is unreliable: record more."
        )
        return [{"code": "little_speech", "message": message}]
    return []


def _numbers(vectors: numpy.typing.NDArray[numpy.float32]) -> list[list[float]]:
    """Return vectors, (n, d), as lists of numbers."""
    rounded: list[list[float]] = vectors.astype(float).round(_DIGITS).tolist()
    return rounded
