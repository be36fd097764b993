"""The detector NanoDet: what it reads and what it says of it."""

from triptych.engines.detector.letterbox import Letterbox, letterbox
from triptych.engines.detector.model import run

__all__ = ["Letterbox", "letterbox", "run"]
