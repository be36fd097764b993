"""The detector NanoDet: what it reads and what it says of it."""

from triptych.engines.pictures.nanodet.letterbox import Letterbox, letterbox
from triptych.engines.pictures.nanodet.model import run

__all__ = ["Letterbox", "letterbox", "run"]
