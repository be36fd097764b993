"""The same API as an ASGI app, with the engines of this package behind it."""

from triptych.service.app import create_app
from triptych.service.settings import ServiceSettings

__all__ = ["ServiceSettings", "create_app"]
