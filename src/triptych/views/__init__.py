"""A reply becomes a picture, a table, HTML or plain text; nothing here calls the network.

Each operation has a module of its own with a `View`; a reply without one is shown as its members.
"""

from __future__ import annotations

from collections.abc import Sized
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from triptych import contract
from triptych._lazy import attach
from triptych.contract import Reply

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from triptych.views.base.view import View as View
    from triptych.views.embedding import EmbeddingMap as EmbeddingMap
    from triptych.views.embedding import embedding_map as embedding_map
    from triptych.views.embedding import nearest as nearest
    from triptych.views.generation.gallery import GenerationGallery as GenerationGallery
    from triptych.views.generation.gallery import gallery as gallery
    from triptych.views.research import save_report as save_report
    from triptych.views.sentiment.comparison import compare_sentiment as compare_sentiment

#: Views by the replies they draw, without the name of this room. Each is loaded for its first
#: reply: a panel that is opened has none yet.
_VIEWS: dict[type[Reply], str] = {
    contract.ProfanityReply: "profanity.ProfanityView",
    contract.SpamReply: "spam.SpamView",
    contract.SentimentReply: "sentiment.SentimentView",
    contract.EmbeddingReply: "embedding.EmbeddingView",
    contract.DetectionReply: "detection.DetectionView",
    contract.GenerationReply: "generation.GenerationView",
    contract.SearchReply: "search.SearchView",
    contract.SuggestReply: "suggestions.SuggestView",
    contract.ResearchReply: "research.ResearchView",
    contract.ScrapeReply: "scrape.ScrapeView",
    contract.ScrapedPages: "scrape.SiteView",
}
_FALLBACK = "base.fallback.MembersView"

__getattr__, __dir__, _lazy = attach(__name__, __file__)
__all__ = [*_lazy, "figure", "frame", "headline", "html", "mimebundle", "table", "text", "view_of"]


@cache
def _view(name: str) -> View:
    module, _, kind = name.rpartition(".")
    return cast("View", getattr(import_module(f"triptych.views.{module}"), kind)())


def view_of(reply: Reply) -> View:
    """Return the view that draws this kind of reply."""
    drawn = (kind for kind in type(reply).__mro__ if kind in _VIEWS)
    return _view(_VIEWS[first] if (first := next(drawn, None)) else _FALLBACK)


def html(reply: Reply) -> str:
    """Return a fragment of HTML without scripts, with external content escaped.

    Examples
    --------
    >>> from triptych.contract import ProfanityReply
    >>> "No profanity found" in html(ProfanityReply(profanities_found=False, clean_text="<b>"))
    True
    """
    return view_of(reply).html(reply)


def text(reply: Reply) -> str:
    """Return plain text for a terminal.

    Examples
    --------
    >>> from triptych.contract import SpamReply
    >>> print(text(SpamReply(check={"score": 0.031, "is_spam": False})))
    not spam, score 0.03
    """
    return view_of(reply).text(reply)


def headline(reply: Reply) -> str:
    """Return the outcome in a few words, without what is known of the request.

    Examples
    --------
    >>> from triptych.contract import SentimentReply
    >>> members = {"sentiment": "negative", "score": 0.12, "emotion": "anger"}
    >>> headline(SentimentReply(sentiment=members))
    'negative 0.12'
    """
    return view_of(reply).headline(reply)


def frame(reply: Reply) -> pandas.DataFrame:
    """Return the reply as a table, one row per thing found, with the index of what was given."""
    drawn, index = view_of(reply).frame(reply), reply.row_index
    return drawn if index is None or len(index) != len(drawn) else drawn.set_axis(index)


def table(reply: Reply) -> pandas.DataFrame:
    """Return what a panel shows as a table: the frame, in words that a person reads.

    Columns that are empty in every row are left out.
    """
    import pandas

    def is_blank(value: Any) -> bool:
        if isinstance(value, Sized):
            return not len(value)
        return bool(pandas.isna(value))

    shown = view_of(reply).table(reply)
    if len(shown):
        shown = shown.loc[:, [not all(map(is_blank, column)) for _, column in shown.items()]]
    return shown.rename(columns=lambda name: str(name).replace("_", " "))


def figure(reply: Reply, *, dark: bool = False) -> Figure:
    """Draw the reply for a light or a dark page."""
    return view_of(reply).figure(reply, dark=dark)


def mimebundle(reply: Reply) -> dict[str, str | bytes]:
    """Return a notebook cell's output: HTML, a picture where HTML is stripped, and plain text."""
    return view_of(reply).mimebundle(reply)
