"""Object detection and image generation."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import unquote_to_bytes

from pydantic import Field, PrivateAttr, model_validator

from triptych._disk import writing_to
from triptych.contract.model import Encodable, FileRequest, Message, NotBlank, Reply, Request, Text
from triptych.contract.text import ReplyWarning

DetectionFeature = Literal["object_detection", "object", "gui"]


class DetectionRequest(FileRequest):
    """Detect labelled objects in an image."""

    features: list[DetectionFeature] = Field(
        ["object_detection"], min_length=1, max_length=10, description="What to look for."
    )
    prompts: list[Annotated[str, Field(min_length=1, max_length=150), Encodable]] | None = Field(
        None, max_length=500, description="Labels to look for, 1 to 150 characters each."
    )
    annotated_image: bool = Field(False, description="Return the image with its boxes drawn in.")
    return_type: Literal["url", "base64"] = Field(
        "url", description="How the annotated image comes back."
    )
    return_masks: bool = Field(False, description="Return a mask for each object.")

    @model_validator(mode="after")
    def _exactly_one_source(self) -> Self:
        if len(self.sources) != 1:
            raise ValueError("give exactly one of url, file or file_store_key")
        return self


class Point(Message):
    """A point of the picture, in pixels from its top left corner."""

    x: float = Field(description="To the right.")
    y: float = Field(description="Downwards.")


class Bounds(Message):
    """The box of an object: four corners, width and height in pixels."""

    top_left: Point = Field(description="Corner at the least x and y.")
    top_right: Point = Field(description="Corner at the greatest x and the least y.")
    bottom_left: Point = Field(description="Corner at the least x and the greatest y.")
    bottom_right: Point = Field(description="Corner at the greatest x and y.")
    width: float = Field(description="Pixels from left to right.")
    height: float = Field(description="Pixels from top to bottom.")


class DetectedObject(Message):
    """An object of a picture; labels of repeated kinds end in `_<n>`."""

    label: str = Field(description="What it is.")
    bounds: Bounds = Field(description="Where it is.")
    confidence: float | None = Field(None, description="How sure the detector is, 0 to 1.")
    prompt: str | None = Field(None, description="The prompt that this object answers.")


class DetectionReply(Reply):
    """The objects of a picture."""

    objects: list[DetectedObject] = Field(
        default_factory=list, description="What was found, the surest first."
    )
    tags: list[str] = Field(default_factory=list, description="Distinct kinds of things found.")
    annotated_image: str | None = Field(None, description="Address of the annotated image.")
    threshold: float | None = Field(None, description="Least confidence of what is returned.")
    image_width: int | None = Field(None, description="Pixels of the upright picture, across.")
    image_height: int | None = Field(None, description="Pixels of the upright picture, down.")
    unmatched_prompts: list[str] = Field(
        default_factory=list, description="Prompts for which the detector knows no class."
    )
    warnings: list[ReplyWarning] = Field(default_factory=list, description="What to bear in mind.")

    @property
    def kinds(self) -> list[str]:
        """What each object is: its label without the number of a repeated kind.

        Examples
        --------
        >>> box = Bounds.model_construct()
        >>> objects = [DetectedObject.model_construct(label=f"cup_{n}", bounds=box) for n in (1, 2)]
        >>> DetectionReply(objects=objects, tags=["cup"]).kinds
        ['cup', 'cup']
        """
        return [self._kind(detected.label) for detected in self.objects]

    def _kind(self, label: str) -> str:
        kind, _, number = label.rpartition("_")
        # A hosted service may name a kind that itself ends in a number.
        return kind if kind and number.isdecimal() and label not in self.tags else label


AspectRatio = Literal[
    "1:1", "16:9", "21:9", "3:2", "2:3", "4:5", "5:4", "3:4", "4:3", "9:16", "9:21"
]


class GenerationSettings(Message):
    """Finer control over image generation."""

    negative_prompt: Text | None = Field(None, max_length=5000, description="What to avoid.")
    guidance: float | None = Field(
        None, ge=1, le=28, description="Higher follows the prompt more closely, 1 to 28."
    )
    seed: int | None = Field(None, description="The same seed and fields give the same image.")


#: Pixels of a picture's sides.
SMALLEST_SIDE, LARGEST_SIDE = 256, 1920


class GenerationRequest(FileRequest):
    """Generate an image from a text prompt (deprecated)."""

    prompt: Annotated[Text, NotBlank] = Field(
        min_length=1, max_length=5000, description="What to draw."
    )
    aspect_ratio: AspectRatio = Field("1:1", description="Width to height.")
    width: int | None = Field(
        None, ge=SMALLEST_SIDE, le=LARGEST_SIDE, description="Width in pixels."
    )
    height: int | None = Field(
        None, ge=SMALLEST_SIDE, le=LARGEST_SIDE, description="Height in pixels."
    )
    steps: int = Field(4, ge=1, le=90, description="Denoising steps; more is better and slower.")
    output_format: Literal["png", "svg"] = Field("png", description="File format of the image.")
    advance_config: GenerationSettings | None = Field(None, description="Finer control.")
    return_type: Literal["url", "base64", "binary"] = Field(
        "binary", description="How the image comes back."
    )

    @model_validator(mode="after")
    def _at_most_one_source(self) -> Self:
        if len(self.sources) > 1:
            raise ValueError("give at most one of url, file or file_store_key to edit")
        return self


#: Headers that hold the members of a reply whose body is the image, as ASCII JSON, by member.
BINARY_REPLY_HEADERS = {"_usage": "x-usage", "seed": "x-seed", "not_drawn": "x-not-drawn"}


class GenerationReply(Reply):
    """The generated image: its bytes, or an address."""

    url: str | None = Field(None, description="Address of the image, or the image as a data: URL.")
    seed: int | None = Field(None, description="With it, the same fields give the same image.")
    not_drawn: list[str] = Field(
        default_factory=list, description="Words of the prompt that could not be drawn."
    )
    _content: bytes = PrivateAttr(default=b"")
    _media_type: str = PrivateAttr(default="image/png")

    @classmethod
    def from_bytes(
        cls,
        content: bytes,
        media_type: str,
        members: Mapping[str, Any] | None = None,
        request: Request | None = None,
    ) -> Self:
        """Build the reply from a binary body, and from members in the headers."""
        reply = cls.from_json({"success": True, **(members or {})}, request)
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
            head, _, data = self.url.partition(",")
            return base64.b64decode(data) if head.endswith(";base64") else unquote_to_bytes(data)
        return self._content

    @property
    def media_type(self) -> str:
        """The image's media type: `image/png` or `image/svg+xml`.

        Examples
        --------
        >>> GenerationReply(url="data:image/svg+xml;base64,PHN2Zy8+").media_type
        'image/svg+xml'
        """
        if not self._content and self.url and self.url.startswith("data:"):
            return self.url[len("data:") :].partition(",")[0].partition(";")[0]
        return self._media_type

    def save(self, path: str | PathLike[str]) -> None:
        """Write the image into a file.

        Parameters
        ----------
        path : str or path
            Where to; an existing file is replaced.

        Raises
        ------
        ValueError
            If the reply holds an address alone.
        """
        if not self.content:
            raise ValueError("There are no bytes to save: fetch the image from reply.url first.")
        with writing_to(Path(path).parent):
            Path(path).write_bytes(self.content)
