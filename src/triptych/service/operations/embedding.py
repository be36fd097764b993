"""Vector embeddings of content, both versions: texts, pages of PDFs, pictures and speech."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from triptych._cancellation import counted_steps
from triptych.contract import Attachment, EmbeddingRequest, EmbeddingV2Request
from triptych.engines.decoder import decode_sound, read_pdf
from triptych.service.decoded_files import decoded, picture_of
from triptych.service.handler import Context, ManyHandler, Outcome
from triptych.service.limits import check_tokens
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from PIL.Image import Image

    from triptych.engines.sound import Heard
    from triptych.engines.sound.samples import Samples

_T = TypeVar("_T")

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
    if request.text is not None:
        return await context.answer_one(VECTORS, request)
    return await _embedded_file(request, context)


async def embed_v2(request: EmbeddingV2Request, context: Context) -> Outcome:
    """Answer `POST /v2/embedding`."""
    if request.text is not None:
        return await context.answer_one(VECTORS_V2, request)
    return await _embedded_file(request, context)


async def _embedded_file(request: EmbeddingRequest, context: Context) -> Outcome:
    assert request.file is not None
    match request.type:
        case "pdf":
            pages = await decoded(read_pdf, request.file, context)
            return await context.run(_embedded, request, _pdf_pieces, pages)
        case "image":
            picture = await picture_of(request.file, context)
            return await context.run(_embedded, request, _picture_pieces, picture)
        case "audio":
            samples = await decoded(decode_sound, request.file, context)
            return await context.run(_embedded, request, _sound_pieces, samples)
    return await context.run(_embedded, request, _text_pieces, request.file)


def _embedded(
    request: EmbeddingRequest, pieces: Callable[[EmbeddingRequest, _T], _Pieces], content: _T
) -> Outcome:
    """Return the outcome of a file with a content."""
    [outcome] = _outcomes([request], [pieces(request, content)])
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _embedded_texts(requests: Sequence[EmbeddingRequest]) -> list[Outcome | Exception]:
    texts = [_texts(request) for request in requests]
    for request, some in zip(requests, texts, strict=True):
        check_tokens(some, read=_tokens_read(request))
    # Chunked together, as far as they are to be chunked.
    chunked = [
        [] if _is_whole(request) else some for request, some in zip(requests, texts, strict=True)
    ]
    chunks = iter(_chunks([text for some in chunked for text in some]))
    pieces = []
    for request, some, to_chunk in zip(requests, texts, chunked, strict=True):
        parts = [next(chunks) for _ in to_chunk] or [[text] for text in some]
        pieces.append(_in_order(parts, indexed=isinstance(request.text, list)))
    return _outcomes(requests, pieces)


def _texts(request: EmbeddingRequest) -> list[str]:
    assert request.text is not None
    return request.text if isinstance(request.text, list) else [request.text]


def _is_whole(request: EmbeddingRequest) -> bool:
    """Return whether a content has one vector, whatever its length."""
    # A query is compared as one thing.
    is_query = isinstance(request, EmbeddingV2Request) and request.query
    return is_query or request.token_overflow_mode == "truncate"


def _tokens_read(request: EmbeddingRequest) -> int | None:
    """Return how many tokens are read of each text; None for all."""
    from triptych.engines.embedding import LONGEST

    return LONGEST if _is_whole(request) else None


def _in_order(parts: Sequence[Sequence[str]], *, indexed: bool) -> _Pieces:
    """Return the pieces of several texts and, where asked for, which text each belongs to."""
    indices = [place for place, some in enumerate(parts) for _ in some]
    texts = [piece for some in parts for piece in some]
    return _Pieces(texts, members={"input_indices": indices} if indexed else {})


def _size(request: EmbeddingRequest) -> int:
    return sum(map(len, _texts(request)))


#: Some 250 short texts at once take a few tenths of a second.
VECTORS = ManyHandler("embed", _embedded_texts, _size, 16_000)
VECTORS_V2 = ManyHandler("embed_v2", _embedded_texts, _size, 16_000)


def _text_pieces(request: EmbeddingRequest, file: Attachment) -> _Pieces:
    """Return the chunks of a text or a page, or its text as one."""
    text = _read(file, page=request.type == "text-other")
    check_tokens([text], read=_tokens_read(request), field="file")
    return _in_order([[text]] if _is_whole(request) else _chunks([text]), indexed=False)


def _outcomes(
    requests: Sequence[EmbeddingRequest], pieces: Sequence[_Pieces]
) -> list[Outcome | Exception]:
    """Return the outcome of each request; those with the same instruction are embedded together."""
    from triptych.engines.embedding import embed_texts

    outcomes: dict[int, Outcome | Exception] = {}
    places_of: dict[str | None, list[int]] = {}
    for place, request in enumerate(requests):
        places_of.setdefault(getattr(request, "instruction", None), []).append(place)
    for instruction, places in places_of.items():
        texts = [text for place in places for text in pieces[place].texts]
        try:
            with counted_steps(len(texts), "text"):
                vectors, is_cut, tokens = embed_texts(texts, instruction=instruction)
        except ValueError as error:
            outcomes |= dict.fromkeys(places, _invalid("instruction", error))
            continue
        first = 0
        for place in places:
            own = slice(first, first + len(pieces[place].texts))
            first = own.stop
            outcomes[place] = _outcome(
                requests[place],
                pieces[place],
                vectors[own],
                cut=int(is_cut[own].sum()),
                tokens=int(tokens[own].sum()),
            )
    return [outcomes[place] for place in range(len(requests))]


def _outcome(
    request: EmbeddingRequest,
    pieces: _Pieces,
    vectors: numpy.typing.NDArray[numpy.float32],
    *,
    cut: int,
    tokens: int,
) -> Outcome | Exception:
    """Return the outcome of a request whose texts have these vectors, `cut` of their beginning."""
    from triptych.engines.embedding import shorten

    warnings = list(pieces.warnings)
    if pieces.vectors is not None:
        vectors = pieces.vectors
    if cut:
        warnings.append(_truncated(cut, len(vectors)))
    dimensions = getattr(request, "dimensions", None)
    if dimensions is not None:
        try:
            vectors = shorten(vectors, dimensions)
        except ValueError as error:
            return _invalid("dimensions", error)
    members: dict[str, Any] = {
        "embeddings": _numbers(vectors),
        "chunks": list(pieces.texts) if pieces.chunks is None else pieces.chunks,
        **pieces.members,
    }
    if warnings:
        members["warnings"] = warnings
    # The pieces are read, and returned as they are.
    return Outcome(members, tokens=(tokens, tokens))


def _truncated(cut: int, texts: int) -> dict[str, str]:
    which = "The text is" if texts == 1 else f"{cut:,} of {texts:,} texts are"
    return {
        "code": "truncated",
        "message": f"{which} longer than the model reads, so only the beginning is in the vector: "
        "token_overflow_mode 'error' gives a vector for each chunk.",
    }


def _invalid(field: str, error: ValueError) -> Refusal:
    return Refusal(400, str(error), code="invalid_request", field=field)


def _chunks(texts: Sequence[str]) -> list[list[str]]:
    """Return the chunks of each text."""
    from triptych.engines.embedding import chunk_texts

    # What has no word piece, such as control characters alone, still has its vector.
    return [
        [text[start:end] for start, end in spans] or [text]
        for text, spans in zip(texts, chunk_texts(texts), strict=True)
    ]


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


def _pdf_pieces(request: EmbeddingRequest, pages: Sequence[str]) -> _Pieces:
    """Return the chunks of each page, or the document's text as one."""
    numbers = [number for number, text in enumerate(pages, 1) if text.strip()]
    texts = [pages[number - 1] for number in numbers]
    if _is_whole(request):
        return _Pieces(["\n\n".join(texts)], members={"pages": numbers[:1]})
    check_tokens(texts, field="file")
    chunks = _chunks(texts)
    return _Pieces(
        [chunk for some in chunks for chunk in some],
        members={
            "pages": [number for number, some in zip(numbers, chunks, strict=True) for _ in some]
        },
    )


def _picture_pieces(request: EmbeddingRequest, picture: Image) -> _Pieces:
    """Return the vector of a picture."""
    from triptych.engines.embedding.pictures import embed_images

    return _Pieces(vectors=embed_images([picture]))


def _sound_pieces(request: EmbeddingRequest, samples: Samples) -> _Pieces:
    """Return the transcript, segment by segment, and the voices' fingerprints if requested."""
    from triptych.engines.sound import MissingExtraError, hear

    fingerprint = isinstance(request, EmbeddingV2Request) and request.speaker_fingerprint
    warnings: list[dict[str, str]] = []
    try:
        heard = hear(samples, transcribe=True, fingerprint=fingerprint)
    except MissingExtraError as error:
        # Without words there are voices still.
        if not fingerprint:
            raise Refusal(501, str(error), code="missing_extra", field="type") from None
        warnings.append({"code": "not_transcribed", "message": str(error)})
        heard = hear(samples, transcribe=False, fingerprint=True)
    warnings += _warnings(heard, fingerprint=fingerprint)
    transcript = [
        (text, segment)
        for text, segment in zip(heard.texts or (), heard.segments, strict=False)
        if text
    ]
    if _is_whole(request) and transcript:
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
