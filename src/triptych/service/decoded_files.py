"""Files of requests, decoded; those that cannot be are refused with what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from triptych.contract import Attachment
from triptych.service.handler import Context
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from PIL.Image import Image

_T = TypeVar("_T")


async def picture_of(file: Attachment, context: Context) -> Image:
    """Return the picture in a file: upright, RGB.

    Raises
    ------
    Refusal
        422 if it is none, damaged, or exceeds a limit.
    """
    from triptych.engines.decoder import open_picture

    return await decoded(open_picture, file, context)


async def decoded(decode: Callable[[bytes], _T], file: Attachment, context: Context) -> _T:
    """Return what a function of `triptych.engines.decoder` makes of a file.

    Raises
    ------
    Refusal
        422 if the file is not of that kind, damaged, or exceeds a limit; 501 if reading it needs an
        extra that is not installed.
    """
    from triptych.engines.page.pdf import PDFError
    from triptych.engines.pictures import PictureError
    from triptych.engines.sound.samples import MissingExtraError, SoundError

    try:
        return await context.decode(decode, file.content)
    except (PDFError, PictureError, SoundError) as error:
        raise Refusal(422, str(error), code=_code(error), field="file") from None
    except MissingExtraError as error:
        raise Refusal(501, str(error), code="missing_extra", field="type") from None


#: What a file is in the codes of errors, by the end of the name of its error.
_NOUNS = {"PDFError": "pdf", "PictureError": "image", "SoundError": "sound"}


def _code(error: Exception) -> str:
    """Return the code of an error.

    Examples
    --------
    >>> from triptych.engines.page.pdf import EncryptedPDFError
    >>> from triptych.engines.sound import SoundError
    >>> _code(EncryptedPDFError()), _code(SoundError())
    ('encrypted_pdf', 'unreadable_sound')
    """
    name = type(error).__name__
    ending = next(ending for ending in _NOUNS if name.endswith(ending))
    return f"{name.removesuffix(ending).lower() or 'unreadable'}_{_NOUNS[ending]}"
