"""Bring the colours of any mode to eight bits of red, green and blue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image


def to_rgb(image: Image) -> Image:
    """Return a picture in RGB, what is transparent laid on white.

    Grey levels of sixteen bits are brought to eight; those of 32 bits and floating-point numbers,
    which have no white of their own, are stretched from the darkest to the lightest.

    Parameters
    ----------
    image : PIL.Image.Image
        Of any mode, decoded.

    Returns
    -------
    PIL.Image.Image
        Mode RGB, of the same size.

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
        layer = image.convert("RGBA")
        white = Image.new("RGBA", layer.size, "white")
        return Image.alpha_composite(white, layer).convert("RGB")
    return image.convert("RGB")


def _deep_grey(image: Image) -> Image:
    """Return grey levels of more than eight bits in eight."""
    from PIL import Image

    levels = np.asarray(image, np.float64)
    if image.mode.startswith("I;16"):
        return Image.fromarray((levels / 257).round().astype(np.uint8))
    levels = np.nan_to_num(levels, nan=0.0, posinf=0.0, neginf=0.0)
    darkest, lightest = levels.min(), levels.max()
    # One level throughout is shown as mid-grey.
    stretched = (
        (levels - darkest) / (lightest - darkest) if lightest > darkest else levels * 0 + 0.5
    )
    return Image.fromarray((stretched * 255).round().astype(np.uint8))
