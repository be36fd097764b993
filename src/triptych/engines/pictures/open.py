"""Open what came as a picture: refuse what is none, and bring the rest to upright RGB."""

from __future__ import annotations

import math
import re
import struct
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image


#: Levels of grey that are converted at once.
_STRIP = 2**18
_PNG = b"\x89PNG\r\n\x1a\n"


def icon_sizes(content: bytes) -> list[tuple[int, int]]:
    """Return width and height of the pictures in a Windows icon, as their own headers say.

    Pillow decodes them as it opens the icon, so they have to be known before. Empty for what is not
    an icon; headers that lie beyond the end are left out.

    Examples
    --------
    >>> icon_sizes(b"GIF89a")
    []
    """
    if not content.startswith(b"\0\0\1\0"):
        return []
    [count] = struct.unpack_from("<H", content.ljust(6, b"\0"), 4)
    sizes = []
    for entry in range(count):
        # The last four of an entry's sixteen bytes say where its picture begins.
        place = content[18 + 16 * entry : 22 + 16 * entry]
        start = int.from_bytes(place, "little")
        header = content[start : start + 24]
        if len(header) < 24:
            continue
        if header.startswith(_PNG):
            width, height = struct.unpack_from(">II", header, 16)
        else:
            # A bitmap counts the rows of its mask as well.
            width, height = struct.unpack_from("<ii", header, 4)
            height //= 2
        sizes.append((abs(width), abs(height)))
    return sizes


def to_rgb(image: Image) -> Image:
    """Return a decoded picture of any mode in RGB, what is transparent laid on white.

    Grey levels of sixteen bits are brought to eight; those of 32 bits and floating-point numbers,
    which have no white of their own, are stretched from the darkest to the lightest.

    Raises
    ------
    ValueError
        If Pillow knows no way from the mode to RGB.

    Examples
    --------
    >>> from PIL import Image
    >>> to_rgb(Image.new("I;16", (1, 1), 65535)).getpixel((0, 0))
    (255, 255, 255)
    """
    from PIL import Image

    if image.mode.startswith(("I", "F")):
        return _deep_grey(image).convert("RGB")
    if image.has_transparency_data:
        layer = image if image.mode == "RGBA" else image.convert("RGBA")
        white = Image.new("RGB", layer.size, "white")
        white.paste(layer, mask=layer)
        return white
    return image if image.mode == "RGB" else image.convert("RGB")


def _deep_grey(image: Image) -> Image:
    """Return grey levels of more than eight bits in eight."""
    from PIL import Image

    levels = np.asarray(image)
    # Strip by strip: double precision takes eight times the memory of what is returned.
    strips = np.array_split(levels, math.ceil(levels.size / _STRIP))
    if image.mode.startswith("I;16"):
        darkest, lightest = 0.0, 65_535.0
    else:
        darkest = min(float(_finite(strip).min()) for strip in strips)
        lightest = max(float(_finite(strip).max()) for strip in strips)
    grey = np.empty(levels.shape, np.uint8)
    for strip, place in zip(strips, np.array_split(grey, len(strips)), strict=True):
        # One level throughout is shown as mid-grey.
        stretched = (_finite(strip) - darkest) / (lightest - darkest) if lightest > darkest else 0.5
        place[:] = np.rint(stretched * 255)
    return Image.fromarray(grey)


def _finite(levels: NDArray[Any]) -> NDArray[np.float64]:
    """Return levels in double precision; what is no number is 0."""
    return np.nan_to_num(levels.astype(np.float64), copy=False, nan=0.0, posinf=0.0, neginf=0.0)


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


class CostlyPictureError(PictureError):
    """Decoding it takes more time or memory than it may, or makes the decoder fail."""


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
    except MemoryError:
        raise
    except Exception as error:
        raise _damaged(error) from error
    with image:
        if image.format in _PROGRAMS:
            raise PictureError(f"{image.format} is a program, not pixels: convert it to PNG.")
        _check_size(*image.size)
        try:
            image.load()
            ImageOps.exif_transpose(image, in_place=True)
            return to_rgb(image)
        except MemoryError:
            raise
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
    """Return whether the first element of the content is one of SVG."""
    return _SVG.match(content[:4000]) is not None
