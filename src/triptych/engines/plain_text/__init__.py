"""The text in the bytes of a file."""

from triptych.engines.plain_text.decode import TextFileError, decode

__all__ = ["TextFileError", "decode"]
