"""Build the list of words that the spelling engine leaves alone, from its named sources.

Usage::

    apt-cache pkgnames > pkgnames.txt
    PYTHONPATH=src python -m training.words.build --scowl american-english british-english \
        --cspell FOLDER --debian pkgnames.txt --wordfreq large_en.msgpack.gz \
        --names icons.json icons.json data top.js mapping --misspellings dictionary.txt

The sources and their versions are in ``src/triptych/models/dictionary/README.md``;
`FOLDER` holds the unpacked npm packages. Needs msgpack. The script
writes the shipped file and prints its digest.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import re
from collections import Counter
from pathlib import Path

from training.pin import ship

HERE = Path(__file__).resolve().parent

#: Words as common as this in all kinds of text, on the scale of Zipf, ten to the power of so many
#: in a thousand million words.
COMMON = 2.3
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def scowl(paths: list[Path]) -> set[str]:
    """Return the words of English dictionaries, without their possessives."""
    lines = (line for path in paths for line in path.read_text(encoding="utf-8").split())
    return {line.lower() for line in lines if not line.endswith("'s")}


def cspell(folder: Path) -> set[str]:
    """Return the names and terms of the unpacked dictionaries of programs."""
    found: set[str] = set()
    for path in sorted([*folder.rglob("*.txt"), *folder.rglob("*.txt.gz")]):
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        for line in text.splitlines():
            # An exclamation mark forbids a word.
            if not line.startswith(("!", "#")):
                found |= {word.lower() for word in WORD.findall(line.split("#")[0])}
    return found


def debian(path: Path) -> set[str]:
    """Return the parts of names of packages, also of libraries without "lib"."""
    parts: Counter[str] = Counter()
    for name in path.read_text(encoding="utf-8").split():
        for part in re.split(r"[^a-z]+", name):
            parts[part] += 1
            if part.startswith("lib") and len(part) > 5:
                parts[part[3:]] += 1
    # One package alone may be anything; a longer name is seldom a slip of another.
    return {part for part, count in parts.items() if count > 1 or len(part) > 4}


def names(paths: list[Path]) -> set[str]:
    """Return the words in lists of names: of brands' icons, languages, packages."""
    found: set[str] = set()
    for path in paths:
        if path.is_dir():
            text = " ".join(file.stem for file in path.iterdir())
        else:
            text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            icons = json.loads(text)
            text = " ".join([*icons["icons"], *icons.get("aliases", ())])
        found |= {word.lower() for word in WORD.findall(text.replace("_", " "))}
    return found


def wordfreq(path: Path) -> set[str]:
    """Return the words that are common in many kinds of text."""
    import msgpack

    _, *buckets = msgpack.unpackb(gzip.decompress(path.read_bytes()), raw=False)
    return {
        word
        for place, words in enumerate(buckets)
        if 9 - place / 100 >= COMMON
        for word in words
        if word.isalpha()
    }


def misspellings(path: Path) -> set[str]:
    """Return common misspellings."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {line.partition("->")[0].strip().lower() for line in lines}


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scowl", type=Path, nargs="+", required=True)
    parser.add_argument("--names", type=Path, nargs="+", required=True)
    for name in ("cspell", "debian", "wordfreq", "misspellings"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    english = scowl(given.scowl)
    ours = set((HERE / "names.txt").read_text(encoding="utf-8").split())
    jargon = cspell(given.cspell) | debian(given.debian) | wordfreq(given.wordfreq)
    jargon |= names(given.names)
    # Whoever typed the sources also slipped: "alot" and "acount" are in them.
    jargon -= misspellings(given.misspellings)
    words = sorted(word for word in english | jargon | ours if 1 < len(word) <= 28)
    content = lzma.compress("\n".join(words).encode(), preset=9 | lzma.PRESET_EXTREME)
    ship("dictionary/words.txt.xz", content)
    print(f"{len(words):,} words")


if __name__ == "__main__":
    main()
