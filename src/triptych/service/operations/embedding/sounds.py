"""Speech in a sound: what is said, and who says it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triptych.contract import EmbeddingRequest
from triptych.service.operations.embedding.pieces import Pieces
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.engines.sound import Heard


def sound_pieces(request: EmbeddingRequest, *, whole: bool, fingerprint: bool) -> Pieces:
    """Return what is said, stretch by stretch, and the voices' fingerprints when asked for."""
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
    said = [
        (text, segment)
        for text, segment in zip(heard.texts or (), heard.segments, strict=False)
        if text
    ]
    if whole and said:
        said = [(" ".join(text for text, _ in said), (said[0][1][0], said[-1][1][1]))]
    chunks = [{"text": text, "timestamp": _rounded(segment)} for text, segment in said]
    members = _voices(heard) if fingerprint else {}
    return Pieces([text for text, _ in said], chunks=chunks, members=members, warnings=warnings)


def _voices(heard: Heard) -> dict[str, Any]:
    from triptych.service.operations.embedding.vectors import numbers

    if heard.fingerprint is None or heard.fingerprints is None:
        return {"speaker_embeddings": [], "speaker_segments": []}
    return {
        "speaker_embeddings": [*numbers(heard.fingerprint[None]), *numbers(heard.fingerprints)],
        "speaker_segments": [_rounded(segment) for segment in heard.segments],
    }


def _rounded(segment: tuple[float, float]) -> list[float]:
    return [round(float(second), 2) for second in segment]


def _warnings(heard: Heard, *, fingerprint: bool) -> list[dict[str, str]]:
    from triptych.engines.sound import LEAST_S

    if not heard.segments:
        message = "No speech was found in the sound, so there are no chunks and no vectors."
        return [{"code": "no_speech", "message": message}]
    if fingerprint and heard.speech_s < LEAST_S:
        message = (
            f"The sound holds {heard.speech_s:.1f} s of speech, and a fingerprint of less "
            f"than {LEAST_S:g} s is unsure: record some more."
        )
        return [{"code": "little_speech", "message": message}]
    return []
