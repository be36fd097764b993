"""The one way from the service to addresses outside: guarded, bounded, without memory."""

from triptych.service.fetching.fetch import Answered, Fetched, Fetcher
from triptych.service.fetching.guard import Guard
from triptych.service.fetching.transport import GuardedTransport

__all__ = ["Answered", "Fetched", "Fetcher", "Guard", "GuardedTransport"]
