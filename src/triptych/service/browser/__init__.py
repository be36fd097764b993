"""Pages that need a browser: rendered by Chromium, behind a proxy that guards what it reaches."""

from triptych.service.browser.chromium import is_available
from triptych.service.browser.open_page import OpenPage, Screenshot
from triptych.service.browser.page_request import PageRequest
from triptych.service.browser.pool import BrowserPool

__all__ = ["BrowserPool", "OpenPage", "PageRequest", "Screenshot", "is_available"]
