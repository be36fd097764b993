"""Search: providers of results, and what is added to what they find."""

from triptych.service.providers.provider import Found, ProviderError, SearchProvider

__all__ = ["Found", "ProviderError", "SearchProvider"]
