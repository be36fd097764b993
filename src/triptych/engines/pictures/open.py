"""Open what came as a picture: refuse what is none, and bring the rest to upright RGB."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

from triptych.engines.pictures.colours import to_rgb
from triptych.engines.pictures.icon import icon_sizes

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels of the largest picture that is decoded: 150 MB as RGB.
LARGEST = 50_000_000
#: Decoding it would run Ghostscript, where that is installed.
_PROGRAMS = {"EPS"}
#: What may stand before the first element of XML, and that element.
_SVG = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*+<svg\b", re.DOTALL | re.I
)


class PictureError(ValueError):
    """The content is not a picture that can be read; the message says what to do."""


def open_picture(content: bytes) -> Image:
    """Decode a picture and bring it to upright RGB.

    Transparent parts are laid on white, the rotation noted by a camera is carried out, of an
    animation or of several pages the first is taken, and deeper colours are brought to eight bits.
    The size is checked before anything is decoded.

    Parameters
    ----------
    content : bytes
        A whole file: PNG, JPEG, WebP, GIF, TIFF, BMP, AVIF or another format that Pillow reads.

    Returns
    -------
    PIL.Image.Image
        Mode RGB, decoded, at most 50 million pixels.

    Raises
    ------
    PictureError
        If the content is empty, no picture, an SVG drawing, cut short or damaged, or too large.

    Examples
    --------
    >>> from io import BytesIO
    >>> from PIL import Image
    >>> file = BytesIO()
    >>> Image.new("LA", (3, 2), (0, 0)).save(file, "PNG")
    >>> picture = open_picture(file.getvalue())
    >>> picture.mode, picture.size, picture.getpixel((0, 0))
    ('RGB', (3, 2), (255, 255, 255))
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    if not content:
        raise PictureError("The picture is empty: send the bytes of a file.")
    if _is_svg(content):
        raise PictureError("SVG is a drawing without pixels: convert it to PNG or JPEG.")
    for width, height in icon_sizes(content):
        _check_size(width, height)

    # Damage shows in Pillow as almost any exception: of struct, of zlib, of a plugin's own.
    try:
        image: Image.Image = Image.open(BytesIO(content))
    except UnidentifiedImageError:
        raise PictureError(
            "The content is no picture that can be read: send a PNG, JPEG, WebP, GIF or TIFF file."
        ) from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large() from None
    except Exception as error:
        raise _damaged(error) from error
    with image:
        if image.format in _PROGRAMS:
            raise PictureError(f"{image.format} is a program, not pixels: convert it to PNG.")
        _check_size(*image.size)
        try:
            image.load()
            return to_rgb(ImageOps.exif_transpose(image))
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            raise _too_large() from None
        except Exception as error:
            raise _damaged(error) from error


def _check_size(width: int, height: int) -> None:
    if width * height > LARGEST:
        raise _too_large()


def _too_large() -> PictureError:
    return PictureError(
        f"The picture has more than {LARGEST // 1_000_000} million pixels: make it smaller."
    )


def _damaged(error: Exception) -> PictureError:
    return PictureError(
        f"The picture is cut short or damaged ({error}): save it again and send the whole file."
    )


def _is_svg(content: bytes) -> bool:
    """Tell whether the first element of the content is one of SVG."""
    return _SVG.match(content[:4000]) is not None
