"""What the tests of the browser share: whether there is one, and a web that notes who came."""

from __future__ import annotations

import os
from collections import defaultdict
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from triptych.service import ServiceSettings
from triptych.service.browser import BrowserPool, is_available

from .web import Page, Web, page

HTML = "text/html; charset=utf-8"


def browsers(*allowed: Web, **options: Any) -> BrowserPool:
    """Return browsers that may reach these; without a Chromium the test is skipped, but not in CI.

    Settings go by their names; `idle_seconds` is that of `BrowserPool`.
    """
    idle = {"idle_seconds": options.pop("idle_seconds")} if "idle_seconds" in options else {}
    settings = ServiceSettings(fetch_allow=tuple(web.at for web in allowed), **options)
    skip_without_chromium(settings)
    return BrowserPool(settings, **idle)


def skip_without_chromium(settings: ServiceSettings) -> None:
    """Skip the test where there is no Chromium; in CI it fails."""
    if not is_available(settings):
        reason = "there is no Chromium, or no Playwright (pip install 'triptych[browser]')"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


def html(text: str, status: int = 200, **headers: str) -> Page:
    """Return a page of HTML."""
    return page(text.encode(), status, content_type=HTML, **headers)


class Noting(Web):
    """Answers every path, and notes it; anybody may read the answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.pages = defaultdict(lambda: self._note)

    def _note(self, handler: BaseHTTPRequestHandler) -> None:
        self.asked.append(handler.path)
        html("<p>secret", access_control_allow_origin="*")(handler)
