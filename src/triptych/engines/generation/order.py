"""What a provider of pictures takes, and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

#: Told how many steps of how many are done; what it raises ends the work.
Progress = Callable[[int, int], None]


class GenerationError(ValueError):
    """An order that a provider cannot serve; the message says what to do."""


class UnavailableError(GenerationError):
    """The provider lacks what it works with, whatever is ordered; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Order:
    """A picture to make.

    Attributes
    ----------
    prompt : str
        What to draw.
    width, height : int
        Pixels of the picture, exactly.
    seed : int
        The same order gives the same bytes.
    steps : int
        Rounds of work, from 1; more is better and slower.
    output_format : {"png", "svg"}
        What the bytes are.
    negative_prompt : str or None
        What to avoid.
    guidance : float or None
        How closely to follow the prompt, 1 to 28; None leaves it to the provider.
    picture : bytes or None
        A PNG or JPEG to start from, known to be readable.
    """

    prompt: str
    width: int
    height: int
    seed: int
    steps: int = 4
    output_format: Literal["png", "svg"] = "png"
    negative_prompt: str | None = None
    guidance: float | None = None
    picture: bytes | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    """A picture that was made.

    Attributes
    ----------
    content : bytes
        The file.
    media_type : str
        ``"image/png"`` or ``"image/svg+xml"``.
    not_drawn : tuple of str
        Words of the prompt that could not be drawn.
    """

    content: bytes
    media_type: str
    not_drawn: tuple[str, ...] = ()


class ImageGenerator(Protocol):
    """A provider of pictures; calls may come from several threads."""

    def generate(self, order: Order, progress: Progress | None = None) -> Generated:
        """Make the picture.

        Parameters
        ----------
        order : Order
            What to make.
        progress : callable, optional
            Called with the steps done and those there are, after each step; an exception it raises
            ends the work and comes out of this call.

        Returns
        -------
        Generated
            Of exactly the size and format that were ordered.

        Raises
        ------
        GenerationError
            If this provider cannot serve the order.
        """
