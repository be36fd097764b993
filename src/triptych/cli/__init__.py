"""The command `triptych`: tour, profanity, spam, serve, lab."""

from triptych.cli.main import main

__all__ = ["main"]
