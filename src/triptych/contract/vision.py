"""Object detection and image generation."""

from __future__ import annotations

import base64
from typing import Annotated, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from triptych.contract.model import CanTravel, FileRequest, Message, Reply, Request, Text

Feature = Literal["object_detection", "object", "gui"]


class DetectionRequest(FileRequest):
    """Detect labelled objects in an image."""

    features: list[Feature] = Field(
        ["object_detection"], min_length=1, description="What to look for."
    )
    prompts: list[Annotated[str, Field(min_length=1, max_length=150), CanTravel]] | None = Field(
        None, description="Labels to look for, 1 to 150 characters each."
    )
    annotated_image: bool = Field(False, description="Return the image with its boxes drawn in.")
    return_type: Literal["url", "base64"] = Field(
        "url", description="How the annotated image comes back."
    )
    return_masks: bool = Field(False, description="Return a mask for each object.")

    @model_validator(mode="after")
    def _exactly_one_source(self) -> Self:
        if len(self.sources) != 1:
            raise ValueError("give exactly one of url or file")
        return self


class Point(Message):
    """A point of the picture, in pixels from its top left corner."""

    x: float
    y: float


class Bounds(Message):
    """The box of an object: four corners, width and height in pixels."""

    top_left: Point
    top_right: Point
    bottom_left: Point
    bottom_right: Point
    width: float
    height: float


class DetectedObject(Message):
    """An object found in a picture; repeated kinds are told apart by `_<n>`."""

    label: str
    bounds: Bounds


class DetectionReply(Reply):
    """The objects of a picture."""

    objects: list[DetectedObject] = Field(default_factory=list)
    tags: list[str] = Field(default_factory=list, description="Distinct kinds of things found.")
    annotated_image: str | None = Field(None, description="Address of the annotated image.")


AspectRatio = Literal[
    "1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"
]


class GenerationSettings(Message):
    """Finer control over image generation."""

    negative_prompt: Text | None = Field(None, description="What to avoid.")
    guidance: float | None = Field(
        None, ge=1, le=28, description="Higher follows the prompt more closely, 1 to 28."
    )
    seed: int | None = Field(None, description="The same seed and fields give the same image.")


class GenerationRequest(FileRequest):
    """Generate an image from a text prompt (deprecated)."""

    prompt: Text = Field(min_length=1, max_length=5000, description="What to draw.")
    aspect_ratio: AspectRatio = Field("1:1", description="Width to height.")
    width: int | None = Field(None, ge=256, le=1920, description="Width in pixels.")
    height: int | None = Field(None, ge=256, le=1920, description="Height in pixels.")
    steps: int = Field(4, ge=1, le=90, description="Denoising steps; more is better and slower.")
    output_format: Literal["png", "svg"] = Field("png", description="File format of the image.")
    advance_config: GenerationSettings | None = Field(None, description="Finer control.")
    return_type: Literal["url", "base64", "binary"] = Field(
        "binary", description="How the image comes back."
    )

    @model_validator(mode="after")
    def _at_most_one_source(self) -> Self:
        if len(self.sources) > 1:
            raise ValueError("give at most one of url or file to edit")
        return self


class GenerationReply(Reply):
    """The generated image: its bytes, or an address."""

    url: str | None = None
    _content: bytes = PrivateAttr(default=b"")
    _media_type: str = PrivateAttr(default="image/png")

    @classmethod
    def from_bytes(cls, content: bytes, media_type: str, request: Request | None = None) -> Self:
        """Build the reply from a binary body."""
        reply = cls.from_json({"success": True}, request)
        reply._content, reply._media_type = content, media_type
        return reply

    @property
    def content(self) -> bytes:
        r"""The image's bytes; empty when the server sent an address to fetch it from.

        Examples
        --------
        >>> GenerationReply(url="data:image/png;base64,iVBORw==").content
        b'\x89PNG'
        """
        if not self._content and self.url and self.url.startswith("data:"):
            return base64.b64decode(self.url.partition(",")[2])
        return self._content
