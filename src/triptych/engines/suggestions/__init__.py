"""Completions of a query while it is typed."""

from triptych.engines.suggestions.suggest import Suggestions

__all__ = ["Suggestions"]
