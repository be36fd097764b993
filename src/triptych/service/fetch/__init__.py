"""The one way from the service to addresses outside: guarded, bounded, without memory."""

from triptych.service.fetch.fetch import Answered, Fetched, Fetcher
from triptych.service.fetch.guard import Guard
from triptych.service.fetch.transport import GuardedTransport

__all__ = ["Answered", "Fetched", "Fetcher", "Guard", "GuardedTransport"]
