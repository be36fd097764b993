"""Which Chromium draws."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
_MACOS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
#: Where the parts of Playwright's own Chromium lie below its folder, by system.
_OWN = ("chrome-linux*/chrome", "chrome-win*/chrome.exe", "chrome-mac*/*.app/Contents/MacOS/*")


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
    if find_spec("playwright") is None:
        raise not_available(
            'Drawing this page needs a browser: run `pip install "triptych[browser]"`.'
        )
    if settings.browser:
        if not Path(settings.browser).is_file():
            raise not_available("TRIPTYCH_BROWSER is no file: set it to a Chromium or Chrome.")
        return settings.browser
    found = _installed(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""), os.environ.get("PATH", ""))
    if found is None:
        raise not_available(
            "No Chromium was found: run `playwright install chromium`, install Chromium, or set "
            "TRIPTYCH_BROWSER to its path."
        )
    return found


def not_available(message: str) -> Refusal:
    """424: there is no browser to draw with."""
    return Refusal(424, message, code="browser_not_available")


@lru_cache(maxsize=4)
def _installed(own: str, path: str) -> str | None:
    places = [*_playwrights(own), *(shutil.which(name, path=path) for name in _NAMES), *_usual()]
    return next((place for place in places if place and Path(place).is_file()), None)


def _playwrights(own: str) -> Iterator[str]:
    """Yield what `playwright install chromium` has left, the latest first."""
    home = Path.home()
    folder = {"darwin": home / "Library/Caches", "win32": home / "AppData/Local"}.get(
        sys.platform, home / ".cache"
    )
    root = Path(own) if own not in {"", "0"} else folder / "ms-playwright"
    kept = sorted(root.glob("chromium-*"), key=lambda part: (len(part.name), part.name))
    for chromium in reversed(kept):
        for pattern in _OWN:
            yield from map(str, chromium.glob(pattern))


def _usual() -> Iterator[str]:
    """Yield where installers put browsers that are not on the path."""
    system = sys.platform
    if system == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (str(folder / name) for name in _MACOS)
    if system == "win32":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if folder_name := os.environ.get(variable):
                yield from (str(Path(folder_name) / name) for name in _WINDOWS)
