"""Finding the Chromium with which the service renders pages and views print reports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

#: The environment variable that names it.
VARIABLE = "TRIPTYCH_BROWSER"

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


class NoChromiumError(RuntimeError):
    """No Chromium can be used; the message says what to install or to set."""


def executable(named: str | None = None) -> str:
    """Return the path of the Chromium to use; raise NoChromiumError if there is none.

    By default `named` is the value of `TRIPTYCH_BROWSER`; if that is empty, it is Playwright's own
    Chromium, or else the system's.

    Examples
    --------
    >>> executable("/no/such/file")
    Traceback (most recent call last):
    triptych._chromium.NoChromiumError: TRIPTYCH_BROWSER is not a file: use Chromium or Chrome.
    """
    if find_spec("playwright") is None:
        raise NoChromiumError('This needs a browser: run `pip install "triptych[browser]"`.')
    if named is None:
        named = os.environ.get(VARIABLE, "").strip()
    if named:
        if not Path(named).is_file():
            raise NoChromiumError(f"{VARIABLE} is not a file: use Chromium or Chrome.")
        return named
    path = _installed(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", ""), os.environ.get("PATH", ""))
    if path is None:
        raise NoChromiumError(
            "No Chromium was found: run `playwright install chromium`, install Chromium, or set "
            f"{VARIABLE} to its path."
        )
    return path


def sandboxed() -> bool:
    """Return whether Chromium runs in its sandbox: always, except for root, which cannot use it."""
    return sys.platform == "win32" or os.geteuid() != 0


def not_started(error: Exception) -> NoChromiumError:
    """Return the error for Playwright's error on starting Chromium.

    Examples
    --------
    >>> print(not_started(RuntimeError("Timeout 30000ms exceeded.")))
    The browser does not start, check TRIPTYCH_BROWSER: Timeout 30000ms exceeded.
    """
    reason = " ".join(str(error).split())[:200].rstrip(".")
    if "No usable sandbox" in str(error):
        reason = "its sandbox needs unprivileged user namespaces, which are forbidden here"
    return NoChromiumError(f"The browser does not start, check {VARIABLE}: {reason}.")


@lru_cache(maxsize=4)
def _installed(own: str, path: str) -> str | None:
    places = [*_playwrights(own), *(shutil.which(name, path=path) for name in _NAMES), *_usual()]
    return next((place for place in places if place and Path(place).is_file()), None)


def _playwrights(own: str) -> Iterator[str]:
    """Yield the Chromium of `playwright install chromium`, the latest first."""
    home = Path.home()
    folder = {"darwin": home / "Library/Caches", "win32": home / "AppData/Local"}.get(
        sys.platform, home / ".cache"
    )
    root = Path(own) if own not in {"", "0"} else folder / "ms-playwright"
    versions = sorted(root.glob("chromium-*"), key=lambda part: (len(part.name), part.name))
    for chromium in reversed(versions):
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
