"""Results of a search: an overview whose markers lead to cards, and a table of citations."""

from triptych.views.search.view import SearchView

__all__ = ["SearchView"]
