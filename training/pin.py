"""Write model files into the package, and the digests of shipped files into its table.

``PYTHONPATH=src python -m training.pin [NAME ...]`` pins files, or folders, that were changed by
hand: names relative to ``src/triptych/models``, by default all. A digest is checked when a file is
loaded, so that a changed file is refused until it is pinned.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from triptych.models.files import DIGESTS_FILE, FOLDER, digests, lines

#: What no engine loads: documentation, licences, code.
_NOT_LOADED = {".md", ".py", ".pyc", ""}


def ship(name: str, content: bytes) -> None:
    """Write a model file, by its name relative to the models folder, and pin its digest."""
    path = FOLDER / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    pin(name)


def pin(name: str) -> None:
    """Write the digest of a file, or of each file of a folder, into the table."""
    path = FOLDER / name
    paths = [path] if path.is_file() else [file for file in path.rglob("*") if is_loaded(file)]
    table = {
        file: digest
        for file, digest in digests().items()
        if file != name and not file.startswith(f"{name}/")
    }
    for file in paths:
        content = file.read_bytes()
        digest = table[file.relative_to(FOLDER).as_posix()] = hashlib.sha256(content).hexdigest()
        if digests().get(file.relative_to(FOLDER).as_posix()) != digest:
            print(f"{file.relative_to(FOLDER)}: {len(content)} bytes, sha256 {digest}")
    rows = "".join(f"{table[file]}  {file}\n" for file in sorted(table))
    (FOLDER / DIGESTS_FILE).write_text(rows, encoding="utf-8", newline="\n")
    lines.cache_clear()
    digests.cache_clear()


def is_loaded(path: Path) -> bool:
    """Return whether a path of the models folder is a file that engines load."""
    is_licence = path.name.startswith("LICENSE")
    return path.is_file() and path.suffix not in _NOT_LOADED and not is_licence


def main() -> None:
    """Pin what the command names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", help="relative to src/triptych/models; all by default")
    names = parser.parse_args().names
    for name in names or sorted(path.name for path in FOLDER.iterdir() if path.is_dir()):
        pin(name)


if __name__ == "__main__":
    main()
