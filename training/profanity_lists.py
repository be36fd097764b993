"""Build the word lists of the profanity engine from their two sources.

Usage::

    PYTHONPATH=src python -m training.profanity_lists LDNOOBW_FOLDER DSOJEVIC_FOLDER

The folders are checkouts of the commits named in ``src/triptych/models/profanity/README.md``.
What we chose, added and excepted is in the text files of ``training/profanity``; the script writes
the shipped files, their digests, and ``training/profanity/left_out.txt`` for the reader.
"""

from __future__ import annotations

import argparse
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from training.pin import ship

HERE = Path(__file__).resolve().parent / "profanity"
RENAMED = {"fr-CA-u-sd-caqc": "fr-CA"}
NOT_LISTS = {"LICENSE", "NOTE.txt", "README.md", "USERS.md", ".git"}


def rows(path: Path) -> Iterator[list[str]]:
    """Yield the fields of a hand-written file, without comments and empty lines."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield [field.strip() for field in line.split("|")]


def normal(form: str) -> str:
    """Return a list entry in one writing: composed, lower case, single spaces, no zero-width."""
    form = unicodedata.normalize("NFC", form.replace("\u200b", "")).lower()
    # A dot under a Devanagari letter (nukta) is often left out; the engine reads past it.
    form = form.replace("\u093c", "")
    return " ".join(form.replace("-", " ").split())


def ldnoobw(folder: Path) -> dict[tuple[str, str], int | None]:
    """Return every entry of the LDNOOBW lists, which give no severity."""
    entries: dict[tuple[str, str], int | None] = {}
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name not in NOT_LISTS:
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.strip():
                    entries[RENAMED.get(path.name, path.name), normal(line)] = None
    return entries


def dsojevic(folder: Path) -> dict[tuple[str, str], int | None]:
    """Return every English form of the dsojevic list with its severity.

    A star in that list lets the letter before it repeat, which the engine does for every word.
    """
    entries: dict[tuple[str, str], int | None] = {}
    for name in ("en.json", "emoji.json"):
        for record in json.loads((folder / name).read_text(encoding="utf-8")):
            for form in record["match"].replace("*", "").split("|"):
                key = ("en", normal(form))
                entries[key] = max(record["severity"], entries.get(key) or 0)
    return entries


def long_enough(form: str) -> bool:
    """Tell whether a form has three letters, or two where a sign is a syllable or more."""
    letters = form.replace("*", "").replace(" ", "")
    return len(letters) >= (3 if letters.isalpha() and letters < "\u0e00" else 2) or not any(
        letter.isalpha() for letter in letters
    )


def main() -> None:
    """Read the sources, apply the choices, write the shipped files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ldnoobw", type=Path)
    parser.add_argument("dsojevic", type=Path)
    arguments = parser.parse_args()

    source = ldnoobw(arguments.ldnoobw) | dsojevic(arguments.dsojevic)
    shipped: dict[tuple[str, str], int | None] = {}
    for language, forms in rows(HERE / "kept.txt"):
        for form in map(normal, forms.split(",")):
            if (language, form) in source and long_enough(form):
                shipped[language, form] = source[language, form]
            else:
                print(f"not in the sources: {language} | {form}")
    from_source = len(shipped)
    left_out = sorted(set(source) - set(shipped))
    for language, severity, forms in rows(HERE / "additions.txt"):
        for form in map(normal, forms.split(",")):
            if long_enough(form) and (language, form) not in shipped:
                shipped[language, form] = None if severity == "-" else int(severity)

    files = {
        "words.tsv": "".join(
            f"{language}\t{severity or '-'}\t{form}\n"
            for (language, form), severity in sorted(shipped.items())
        )
    }
    for name in ("innocents", "ambiguous", "ordinary", "function_words"):
        lines = ("|".join(fields) for fields in rows(HERE / f"{name}.txt"))
        files[f"{name}.txt"] = unicodedata.normalize("NFC", "\n".join(lines) + "\n")
    for name, content in files.items():
        ship(f"profanity/{name}", content.encode("utf-8"))
    (HERE / "left_out.txt").write_text(
        "# Source entries that are not shipped; written by profanity_lists.py. See kept.txt.\n"
        + "".join(f"{language} | {form}\n" for language, form in left_out),
        encoding="utf-8",
    )
    print(f"{from_source} of {len(source)} source entries kept, {len(shipped)} forms shipped")


if __name__ == "__main__":
    main()
