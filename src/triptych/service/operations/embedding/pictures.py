"""Pictures."""

from __future__ import annotations

from triptych.contract import EmbeddingRequest
from triptych.service.operations.embedding.pieces import Pieces
from triptych.service.refusal import Refusal


def picture_pieces(request: EmbeddingRequest) -> Pieces:
    """Return the vector of a picture."""
    from triptych.engines.embedding.pictures import embed_images
    from triptych.engines.pictures import PictureError, open_picture

    assert request.file is not None
    try:
        picture = open_picture(request.file.content)
    except PictureError as error:
        raise Refusal(422, str(error), code="unreadable_image", field="file") from None
    return Pieces(vectors=embed_images([picture]))
