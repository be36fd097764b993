"""The text of a PDF, page by page."""

from __future__ import annotations

from triptych.contract import EmbeddingRequest
from triptych.service.operations.embedding.pieces import Pieces
from triptych.service.operations.embedding.texts import chunked
from triptych.service.refusal import Refusal


def pdf_pieces(request: EmbeddingRequest, *, whole: bool) -> Pieces:
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
        return Pieces(["\n\n".join(texts)], members={"pages": numbers[:1]})
    indices, chunks = chunked(texts)
    return Pieces(chunks, members={"pages": [numbers[place] for place in indices]})


def _code(error: ValueError) -> str:
    """Return a code such as encrypted_pdf for an EncryptedPDFError."""
    kind = type(error).__name__.removesuffix("PDFError").lower()
    return f"{kind or 'unreadable'}_pdf"
