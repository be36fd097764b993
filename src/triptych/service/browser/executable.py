"""Which Chromium draws, as the service is told and as it answers."""

from __future__ import annotations

from triptych import _chromium as chromium
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings


def available(settings: ServiceSettings) -> bool:
    """Return whether pages can be drawn here; cheap, and looked up once.

    Examples
    --------
    >>> available(ServiceSettings(browser="/no/such/file"))
    False
    """
    try:
        executable(settings)
    except Refusal:
        return False
    return True


def executable(settings: ServiceSettings) -> str:
    """Return the path of the Chromium to use: the one that is set, Playwright's, the system's.

    Raises
    ------
    Refusal
        424 with the code "browser_not_available", if Playwright or every Chromium is missing.
    """
    try:
        return chromium.executable(settings.browser)
    except chromium.NoChromiumError as error:
        raise not_available(error) from None


def not_available(error: chromium.NoChromiumError) -> Refusal:
    """424: there is no browser to draw with."""
    return Refusal(424, str(error), code="browser_not_available")
