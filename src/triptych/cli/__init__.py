"""The command `triptych`: operations, and tour, serve, lab, app and index."""

from triptych.cli.main import main

__all__ = ["main"]
