"""A given picture in a scene: as its background, or framed."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

from triptych.engines.generation.scene import Placed, Style
from triptych.engines.generation.scenery.pen import number, polygon, rectangle

if TYPE_CHECKING:
    from PIL.Image import Image

#: Dark and light ends of the tones of styles that have no colours of their own.
_TONES: dict[Style, tuple[str, str]] = {
    "black and white": ("#0c0c0c", "#ffffff"),
    "sepia": ("#2a1a0c", "#f8ead0"),
    "blueprint": ("#12397a", "#d9e8ff"),
    "silhouette": ("#17141f", "#f6cf9a"),
}


def background(picture: bytes, style: Style | None, width: int, height: int) -> str:
    """Return a PNG or JPEG file as an element that covers the frame, in a style."""
    return _embedded(_styled(covering(picture, width, height), style), 0, 0, width, height)


def framed(picture: bytes, style: Style | None, placed: Placed) -> str:
    """Return a picture in a wooden frame on an easel, in the box of what is placed."""
    left, top, width, height = placed.left, placed.top, placed.width, placed.height
    rim = 0.05 * min(width, height)
    frame_height = 0.74 * height
    inner = left + rim, top + rim, width - 2 * rim, frame_height - 2 * rim
    size = max(round(inner[2]), 1), max(round(inner[3]), 1)
    image = _styled(covering(picture, *size), style)
    foot, high, middle, leg = top + height, top + 0.2 * height, left + width / 2, 0.045 * width
    legs = "".join(
        polygon([(start, high), (start + leg, high), (end + leg, foot), (end, foot)], "#7a5230")
        for start, end in (
            (middle - 0.06 * width, middle - 0.38 * width),
            (middle + 0.02 * width, middle + 0.34 * width),
        )
    )
    ledge = rectangle(left - rim * 0.3, top + frame_height, width + rim * 0.6, rim * 0.9, "#8f6239")
    outer = rectangle(left, top, width, frame_height, "#b98a4e")
    bevel = rectangle(
        left + rim * 0.55, top + rim * 0.55, width - rim * 1.1, frame_height - rim * 1.1, "#8a5f30"
    )
    return legs + outer + bevel + _embedded(image, *inner) + ledge


def covering(picture: bytes, width: int, height: int) -> Image:
    """Return a picture upright, in RGB, cut and scaled to cover a box.

    Raises
    ------
    ValueError
        If it cannot be read as a picture.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        opened = ImageOps.exif_transpose(Image.open(io.BytesIO(picture))).convert("RGB")
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError("This picture cannot be read: give a PNG or JPEG file.") from error
    return ImageOps.fit(opened, (width, height), Image.Resampling.LANCZOS)


def _styled(image: Image, style: Style | None) -> Image:
    """Return a picture in a style, as far as its pixels show it."""
    from PIL import Image, ImageFilter, ImageOps

    if style in _TONES:
        grey = ImageOps.autocontrast(image.convert("L"), 1)
        if style == "silhouette":
            grey = grey.filter(ImageFilter.GaussianBlur(2)).point(lambda level: 255 * (level > 110))
        return ImageOps.colorize(grey, *_TONES[style])
    if style == "pastel":
        return Image.blend(image, Image.new("RGB", image.size, "#fff6f2"), 0.45)
    if style == "watercolour":
        soft = image.filter(ImageFilter.MedianFilter(7))
        return Image.blend(soft, Image.new("RGB", image.size, "#fdfbf5"), 0.3)
    if style in ("line drawing", "pencil sketch", "neon", "comic"):
        return _outlined(image, style)
    return image


def _outlined(image: Image, style: Style) -> Image:
    """Return the edges in a picture: as lines, as light, or over few colours."""
    from PIL import Image, ImageChops, ImageEnhance, ImageFilter, ImageOps

    # Edges are those of what is larger than the grain of a photograph.
    grain = max(min(image.size) / 200, 1.5)
    grey = image.convert("L").filter(ImageFilter.GaussianBlur(grain))
    found = ImageOps.autocontrast(grey.filter(ImageFilter.FIND_EDGES), (0, 2))
    edges = Image.new("L", image.size)
    inner = (3, 3, image.width - 3, image.height - 3)
    edges.paste(found.crop(inner), inner[:2])
    edges = edges.point(lambda level: max(min(1.9 * level - 60, 255), 0))
    if style == "neon":
        vivid = ImageEnhance.Color(ImageEnhance.Brightness(image).enhance(1.6)).enhance(2.5)
        return ImageChops.multiply(vivid, edges.convert("RGB"))
    lines = ImageOps.invert(edges).convert("RGB")
    if style != "comic":
        return lines
    calm = ImageOps.autocontrast(image.filter(ImageFilter.MedianFilter(7)), (1, 1))
    few = ImageEnhance.Color(calm).enhance(1.5).point(lambda level: 28 + 51 * (level // 57))
    return ImageChops.multiply(few, lines)


def _embedded(image: Image, left: float, top: float, width: float, height: float) -> str:
    """Return an element that carries a picture."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=90)
    data = base64.b64encode(file.getvalue()).decode("ascii")
    return (
        f'<image x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(height)}" preserveAspectRatio="none" image-rendering="optimizeSpeed" '
        f'xlink:href="data:image/jpeg;base64,{data}"/>'
    )
