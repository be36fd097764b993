"""From what an address holds to its text and the facts about it."""

from triptych.engines.page.page import PageError, WebPage
from triptych.engines.page.read import is_pdf, read_page
from triptych.engines.page.text import visible_text

__all__ = ["PageError", "WebPage", "is_pdf", "read_page", "visible_text"]
