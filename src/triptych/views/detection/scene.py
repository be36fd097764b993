"""A reply made ready to draw: its picture, and its objects with their places and colours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triptych._boxes import Box, colour_of
from triptych.contract import DetectionReply
from triptych.views.base.units import count, shortened
from triptych.views.detection.photo import address, photo

if TYPE_CHECKING:
    from PIL.Image import Image

#: The side of a ground of unknown size without objects.
_UNKNOWN = 400
_MOST_NAMED = 6
_LONGEST_KIND = 40
#: Of more objects the class alone is written, of still more at the largest of each class alone.
_MANY, _VERY_MANY = 8, 30
_LONGEST_NAME = 28


@dataclass(frozen=True, slots=True)
class DetectedObject:
    """An object and its box, in pixels of the upright picture."""

    label: str
    kind: str
    confidence: float | None
    left: float
    top: float
    width: float
    height: float
    prompt: str | None

    @property
    def box(self) -> Box:
        """Its place, in pixels of the upright picture."""
        return Box(self.left, self.top, self.width, self.height)

    @property
    def colour(self) -> str:
        """The colour of its class."""
        return colour_of(self.kind)

    @property
    def words(self) -> str:
        """Label and confidence.

        Examples
        --------
        >>> DetectedObject("cup_1", "cup", 0.714, 0, 0, 9, 9, None).words
        'cup_1 0.71'
        """
        return self.label if self.confidence is None else f"{self.label} {self.confidence:.2f}"


@dataclass(frozen=True, slots=True)
class Scene:
    """What is drawn.

    Attributes
    ----------
    width, height : float
        Of the upright picture, in the pixels in which the boxes are given.
    picture : PIL.Image.Image or None
        RGB; at times of another size.
    address : str or None
        Where the picture lies on the web, for want of the picture.
    objects : list of Found
        The largest first, so that a small one is drawn above the large one around it.
    """

    width: float
    height: float
    picture: Image | None
    address: str | None
    objects: list[DetectedObject]

    @property
    def kinds(self) -> dict[str, int]:
        """How many there are of each class, the most frequent first."""
        return dict(Counter(sorted(one.kind for one in self.objects)).most_common())

    @property
    def names(self) -> list[str]:
        """What is written at each object, so little that the picture can be seen: "" is nothing.

        What is left out is shown where the pointer is on an object.
        """
        if len(self.objects) <= _MANY:
            return [shortened(one.words, _LONGEST_NAME) for one in self.objects]
        names = [shortened(one.kind, _LONGEST_NAME) for one in self.objects]
        if len(self.objects) <= _VERY_MANY:
            return names
        # The largest are the first.
        first = {name: place for place, name in reversed(list(enumerate(names)))}
        return [name if first[name] == place else "" for place, name in enumerate(names)]

    def crop(self, one: DetectedObject, margin: float = 0.08) -> Image | None:
        """Return the object cut out of the picture, with a little of what is around it."""
        if self.picture is None:
            return None
        across, down = self.picture.width / self.width, self.picture.height / self.height
        air_x, air_y = margin * one.width, margin * one.height
        left = max(0, int((one.left - air_x) * across))
        top = max(0, int((one.top - air_y) * down))
        right = min(self.picture.width, round((one.left + one.width + air_x) * across))
        bottom = min(self.picture.height, round((one.top + one.height + air_y) * down))
        if right <= left or bottom <= top:
            return None
        return self.picture.crop((left, top, right, bottom))


def objects(reply: DetectionReply) -> list[DetectedObject]:
    """Return the objects in the order of the reply."""
    return [
        DetectedObject(
            label=one.label,
            kind=kind,
            confidence=one.confidence,
            left=one.bounds.top_left.x,
            top=one.bounds.top_left.y,
            width=max(0.0, one.bounds.width),
            height=max(0.0, one.bounds.height),
            prompt=one.prompt,
        )
        for one, kind in zip(reply.objects, reply.kinds, strict=True)
    ]


def size_of(reply: DetectionReply, picture: Image | None = None) -> tuple[float, float] | None:
    """Return width and height of the upright picture; None where nobody knows them."""
    if reply.image_width and reply.image_height:
        return float(reply.image_width), float(reply.image_height)
    picture = picture or photo(reply)
    return (float(picture.width), float(picture.height)) if picture is not None else None


def reach(boxes: list[DetectedObject]) -> tuple[float, float]:
    """Return how far the picture reaches at least, as the boxes tell it."""
    right = max((one.left + one.width for one in boxes), default=_UNKNOWN)
    bottom = max((one.top + one.height for one in boxes), default=_UNKNOWN)
    return max(1.0, right), max(1.0, bottom)


def scene(reply: DetectionReply) -> Scene:
    """Return a reply ready to draw."""
    boxes = sorted(objects(reply), key=lambda one: -one.width * one.height)
    picture = photo(reply)
    size = size_of(reply, picture)
    # A picture whose size is not known cannot be laid under the boxes.
    elsewhere = address(reply) if size is not None and picture is None else None
    return Scene(*(size or reach(boxes)), picture, elsewhere, boxes)


def summary(reply: DetectionReply) -> str:
    """Return what was found, in one line.

    Examples
    --------
    >>> from triptych.contract import DetectionReply
    >>> summary(DetectionReply(objects=[]))
    'Nothing found'
    """
    if not reply.objects:
        return _nothing(reply)
    return f"{count(len(reply.objects), 'object')} found: {classes(reply)}"


def classes(reply: DetectionReply) -> str:
    """Return how many there are of each class, the biggest first; nothing without objects."""
    kinds = Counter(sorted(reply.kinds)).most_common()
    shown = [(shortened(kind, _LONGEST_KIND), number) for kind, number in kinds[:_MOST_NAMED]]
    named = [f"{number:,} × {kind}" if number > 1 else kind for kind, number in shown]
    left = len(kinds) - _MOST_NAMED
    rest = [count(left, "further class", "further classes")] if left > 0 else []
    return ", ".join([*named, *rest])


def _nothing(reply: DetectionReply) -> str:
    # Not a member of the specification's reply, so it may be missing.
    threshold = reply.raw.get("threshold")
    if isinstance(threshold, float | int):
        return f"Nothing found with a confidence of {threshold:.2f} or more"
    return "Nothing found"
