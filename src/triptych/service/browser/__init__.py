"""Pages that need a browser: drawn by Chromium, behind a proxy that guards what it reaches."""

from triptych.service.browser.asked import Asked
from triptych.service.browser.browsers import Browsers
from triptych.service.browser.drawn import Drawn, Screenshot
from triptych.service.browser.executable import available

__all__ = ["Asked", "Browsers", "Drawn", "Screenshot", "available"]
