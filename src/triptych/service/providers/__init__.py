"""Search: providers of results, and what is added to what they find."""

from triptych.service.providers.provider import Findings, ProviderError, SearchProvider

__all__ = ["Findings", "ProviderError", "SearchProvider"]
