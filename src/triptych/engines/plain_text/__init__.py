"""The text in the bytes of a file."""

from triptych.engines.plain_text.decode import TextFileError, decode
from triptych.engines.plain_text.page import visible_text

__all__ = ["TextFileError", "decode", "visible_text"]
