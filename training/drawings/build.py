"""Make the library of drawings.

``PYTHONPATH=src python -m training.drawings.build --noto DIR --emojibase DIR --wordnet DIR`` looks
through the unpacked npm packages ``@iconify-json/noto`` 1.2.9 and ``emojibase-data`` 17.0.0 and the
files of WordNet 3.0, writes the library into the package and pins its digest. `sizes.tsv` says what
is kept, `synonyms.tsv` what nouns mean.
"""

from __future__ import annotations

import argparse
import json
import lzma
from pathlib import Path
from typing import Any, NamedTuple

from training.pin import ship

from triptych.engines.generation import drawings as engine

from .kinds import kinds, plurals, undrawable
from .meanings import meanings
from .measure import measure
from .sources import Described, bodies, descriptions
from .wordnet import WordNet

SIZES = Path(__file__).with_name("sizes.tsv")
HOMES = {"ground", "air", "sky", "water"}


class Kept(NamedTuple):
    """A drawing that is kept: how high what it shows is, in metres, and where it is met."""

    height: float
    home: str


def kept(path: Path = SIZES) -> dict[str, Kept]:
    """Read which drawings are kept."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, height, home = line.split("\t")
        if home not in HOMES or name in found:
            raise ValueError(f"{path}: the line of {name!r} has no known home, or is its second.")
        found[name] = Kept(float(height), home)
    return found


def words(name: str, described: Described) -> list[str]:
    """Return what the drawing is called: first its name, then its label and its keywords."""
    called = [name.replace("-", " "), described.label.lower()]
    called += [tag.lower() for tag in described.tags]
    return list(dict.fromkeys(called))


def build(noto: Path, emojibase: Path, wordnet: WordNet) -> bytes:
    """Return the library, compressed."""
    drawn, known = bodies(noto), descriptions(noto, emojibase)
    rows: list[dict[str, Any]] = []
    for name, row in sorted(kept().items()):
        described = known[name]
        measured = measure(drawn[name])
        rows.append(
            {
                "name": name,
                "character": described.character,
                "group": described.group,
                "subgroup": described.subgroup,
                "words": words(name, described),
                "home": row.home,
                "height": row.height,
                "colour": measured.colour,
                "bounds": measured.bounds,
                "body": drawn[name],
            }
        )
    called = {name: [name, known[name].label] for name in kept()}
    nouns, alike = meanings(called)
    kind_of = kinds(wordnet, nouns, {row["name"]: row["group"] for row in rows})
    none = undrawable(wordnet, {*nouns, *kind_of})
    library = {
        "drawings": rows,
        "meanings": nouns,
        "alike": alike,
        "kinds": kind_of,
        "undrawable": none,
        "plurals": plurals(wordnet, {*nouns, *kind_of, *none}),
    }
    content = json.dumps(library, ensure_ascii=False, separators=(",", ":")).encode()
    print(f"{len(rows)} drawings, {len(nouns)} + {len(kind_of)} nouns, {len(none)} others")
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Build and ship."""
    parser = argparse.ArgumentParser(description="Make the library of drawings.")
    parser.add_argument("--noto", type=Path, required=True, help="folder with icons.json")
    parser.add_argument("--emojibase", type=Path, required=True, help="folder with en/data.json")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with data.noun")
    arguments = parser.parse_args()
    content = build(arguments.noto, arguments.emojibase, WordNet(arguments.wordnet))
    ship(engine.LIBRARY_FILE, content)


if __name__ == "__main__":
    main()
