"""Write model files into the package, and their digests into its table."""

from __future__ import annotations

import hashlib

from triptych.models.files import DIGESTS_FILE, FOLDER, digests, lines


def ship(name: str, content: bytes) -> None:
    """Write a model file, by its name relative to the models folder, and pin its digest."""
    path = FOLDER / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    pin(name)


def pin(name: str) -> None:
    """Write the digest of a file, or of each file of a folder, into the table."""
    path = FOLDER / name
    paths = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    table = {
        file: digest
        for file, digest in digests().items()
        if file != name and not file.startswith(f"{name}/")
    }
    for file in paths:
        content = file.read_bytes()
        digest = table[file.relative_to(FOLDER).as_posix()] = hashlib.sha256(content).hexdigest()
        print(f"{file.relative_to(FOLDER)}: {len(content)} bytes, sha256 {digest}")
    rows = "".join(f"{table[file]}  {file}\n" for file in sorted(table))
    (FOLDER / DIGESTS_FILE).write_text(rows, encoding="utf-8", newline="\n")
    lines.cache_clear()
    digests.cache_clear()
