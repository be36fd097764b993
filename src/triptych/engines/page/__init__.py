"""From what an address holds to its text and the facts about it."""

from triptych.engines.page.errors import PageError
from triptych.engines.page.page import WebPage
from triptych.engines.page.read import read_page
from triptych.engines.page.tree import visible_text

__all__ = ["PageError", "WebPage", "read_page", "visible_text"]
