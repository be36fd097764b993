"""A reply becomes a picture, a table, HTML or plain text; nothing here calls the network.

Each operation has a module of its own with a `View`; a reply without one is shown as its members.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import Reply
from triptych.views.detection import DetectionView
from triptych.views.embedding import EmbeddingMap, EmbeddingView, embedding_map, nearest
from triptych.views.fallback import MembersView
from triptych.views.generation import GenerationGallery, GenerationView, gallery
from triptych.views.profanity import ProfanityView
from triptych.views.research import ResearchView, save_report
from triptych.views.scrape import ScrapeView, SiteView
from triptych.views.search import SearchView, SuggestView
from triptych.views.sentiment import SentimentView
from triptych.views.sentiment_comparison import compare_sentiment
from triptych.views.spam import SpamView
from triptych.views.view import View

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

__all__ = [
    "EmbeddingMap",
    "GenerationGallery",
    "View",
    "compare_sentiment",
    "embedding_map",
    "figure",
    "frame",
    "gallery",
    "html",
    "mimebundle",
    "nearest",
    "save_report",
    "text",
    "view_of",
]

_VIEWS: tuple[View, ...] = (
    ProfanityView(),
    SpamView(),
    SentimentView(),
    EmbeddingView(),
    DetectionView(),
    GenerationView(),
    SearchView(),
    SuggestView(),
    ResearchView(),
    ScrapeView(),
    SiteView(),
)
_FALLBACK = MembersView()


def view_of(reply: Reply) -> View:
    """Return the view that draws this kind of reply."""
    return next((view for view in _VIEWS if isinstance(reply, view.draws)), _FALLBACK)


def html(reply: Reply) -> str:
    """Return a fragment of HTML without scripts; what came from outside is escaped in it.

    Examples
    --------
    >>> from triptych.contract import ProfanityReply
    >>> "No profanity found" in html(ProfanityReply(profanities_found=False, clean_text="<b>"))
    True
    """
    return view_of(reply).html(reply)


def text(reply: Reply) -> str:
    """Return what a terminal shows.

    Examples
    --------
    >>> from triptych.contract import SpamReply
    >>> print(text(SpamReply(check={"score": 0.031, "is_spam": False})))
    not spam, score 0.03
    """
    return view_of(reply).text(reply)


def frame(reply: Reply) -> pandas.DataFrame:
    """Return the reply as a table, one row per thing found."""
    return view_of(reply).frame(reply)


def figure(reply: Reply, *, dark: bool = False) -> Figure:
    """Draw the reply for a light or a dark page."""
    return view_of(reply).figure(reply, dark=dark)


def mimebundle(reply: Reply) -> dict[str, str | bytes]:
    """Return what a notebook shows: HTML, a picture where HTML is stripped, and plain text."""
    return view_of(reply).mimebundle(reply)
