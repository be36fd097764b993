"""The text in the bytes of a file."""

from triptych.engines.text.plain.decode import TextFileError, decode

__all__ = ["TextFileError", "decode"]
