"""Generated pictures as files to download."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Sequence

from triptych.contract import GenerationReply, GenerationRequest
from triptych.panels.base.browser import File
from triptych.panels.generation.seeds import seed_of

_ENDINGS = {"image/svg+xml": "svg", "image/jpeg": "jpg"}
_LONGEST_NAME = 48


def one_picture(request: GenerationRequest, reply: GenerationReply) -> File:
    """Return a picture as a file, named after its prompt and seed.

    Examples
    --------
    >>> request = GenerationRequest(prompt="A boat, on a lake")
    >>> one_picture(request, GenerationReply.from_bytes(b"", "image/svg+xml")).name
    'a-boat-on-a-lake.svg'
    """
    words = re.sub(r"[^\w]+", "-", request.prompt.lower())[:_LONGEST_NAME].strip("-") or "picture"
    seed = seed_of(request)
    stem = words if seed is None else f"{words}-seed-{seed}"
    return File(f"{stem}.{ending_of(reply)}", reply.media_type, reply.content)


def ending_of(reply: GenerationReply) -> str:
    """Return the ending of a picture's file name, which is its format."""
    return _ENDINGS.get(reply.media_type) or reply.media_type.rpartition("/")[2]


def all_pictures(pictures: Sequence[tuple[GenerationRequest, GenerationReply]]) -> File:
    """Return a ZIP archive of pictures, with their requests as JSON."""
    buffer = io.BytesIO()
    requests = {}
    # A PNG gets no smaller.
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for place, (request, reply) in enumerate(pictures, 1):
            file = one_picture(request, reply)
            # Two pictures of one request share a name.
            name = f"{place}-{file.name}"
            requests[name] = request.to_wire() | {"not_drawn": reply.not_drawn}
            if file.content:
                archive.writestr(name, file.content)
        archive.writestr("requests.json", json.dumps(requests, ensure_ascii=False, indent=2))
    return File("pictures.zip", "application/zip", buffer.getvalue())
