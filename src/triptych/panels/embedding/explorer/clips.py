"""The stretches of sounds that vectors stand for, to be played."""

from __future__ import annotations

import base64

from triptych.contract import Attachment, EmbeddingReply
from triptych.contract.embedding import TimedChunk

#: Characters of all addresses together; each holds its whole file.
_MOST = 50_000_000


def clips(reply: EmbeddingReply) -> list[str]:
    """Return a `data:` URL for each vector of a sound, which plays its stretch of it.

    The stretch is a media fragment (W3C, "Media Fragments URI 1.0", 2012). Nothing is returned
    where vectors are not of sounds, or the addresses would be too long together.

    Examples
    --------
    >>> clips(EmbeddingReply(embeddings=[[1.0]], chunks=["tea"]))
    []
    """
    if not reply.inputs or not all(isinstance(chunk, TimedChunk) for chunk in reply.chunks):
        return []
    places = reply.input_indices or [0] * len(reply.embeddings)
    files = [reply.inputs[place] for place in places]
    sizes = [len(file.content) for file in files if isinstance(file, Attachment)]
    if len(sizes) < len(reply.chunks) or sum(sizes) * 4 / 3 > _MOST:
        return []
    return [
        f"{_address(file)}#t={chunk.timestamp[0]:g},{chunk.timestamp[1]:g}"
        for file, chunk in zip(files, reply.chunks, strict=True)
        if isinstance(file, Attachment) and isinstance(chunk, TimedChunk)
    ]


def _address(file: Attachment) -> str:
    return f"data:{file.media_type};base64,{base64.b64encode(file.content).decode()}"
