"""From what an address holds to its text and the facts about it."""

from triptych.engines.web_page.page import WebPage

__all__ = ["WebPage"]
