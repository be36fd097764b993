"""Build the mini web, `src/triptych/models/mini_web/index`.

``PYTHONPATH=src python -m training.mini_web.build --wheel FILE --packages DIR --work DIR`` takes
about 20 minutes on two cores, nearly all of them for the vectors. Begun again with the same
`--work`, it keeps the vectors that it has.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from lxml import html
from training.mini_web.documentation import text_of
from training.mini_web.pages import PYTHON, all_pages
from training.pin import pin

from triptych.engines.index import Index
from triptych.models.files import FOLDER

_OUTPUT = FOLDER / "mini_web"
#: What an index is made of, without its locks.
_FILES = ("pages.sqlite3", "postings.generation", "postings/meta.json", "postings/*.*")
_LICENCE = "LICENSE-python.txt"


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
    (_OUTPUT / _LICENCE).write_text(_licence(options.packages / PYTHON), encoding="utf-8")
    pin("mini_web/index")


def _licence(folder: Path) -> str:
    """Return the terms under which Python's documentation may be used."""
    tree = html.parse(str(folder / "license.html"), html.HTMLParser(encoding="utf-8")).getroot()
    text = text_of(tree.find(".//div[@role='main']"))
    # What follows are licences of software that is part of Python, not of its documentation.
    end = text.rindex("Licenses and Acknowledgements for Incorporated Software")
    return f"{text[:end].strip()}\n"


if __name__ == "__main__":
    main()
