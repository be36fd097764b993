"""From SVG to pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray


def levels(
    elements: str, bounds: tuple[float, float, float, float], side: int
) -> NDArray[np.uint8]:
    """Return what SVG elements show within bounds as a square of RGBA; (side, side, 4)."""
    from PIL import Image

    left, top, width, height = bounds
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'preserveAspectRatio="none" width="{side}" height="{side}" '
        f'viewBox="{left} {top} {width} {height}">{elements}</svg>'
    )
    return np.asarray(Image.open(io.BytesIO(to_png(svg, side, side))).convert("RGBA"))


def to_png(svg: str, width: int, height: int) -> bytes:
    r"""Return an SVG picture as a PNG file of so many pixels; the same for the same picture.

    Raises
    ------
    ValueError
        If this is not an SVG, or a side is below 1.

    Examples
    --------
    >>> square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    >>> to_png(square, 2, 2)[:4]
    b'\x89PNG'
    """
    import resvg_py

    if min(width, height) < 1:
        raise ValueError("Choose a width and a height of at least 1 pixel.")
    try:
        picture: bytes = resvg_py.svg_to_bytes(
            svg_string=svg, width=width, height=height, skip_system_fonts=True
        )
    except ValueError as error:
        raise ValueError(f"This is no SVG picture that can be drawn: {error}.") from error
    return picture
