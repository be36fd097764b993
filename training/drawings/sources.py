"""What the two npm packages say of each drawing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

#: A variant for faces of text or of pictures, which one of the packages writes and one does not.
_VARIANT = re.compile("-?fe0f", re.IGNORECASE)


class Described(NamedTuple):
    """What is known of a drawing beside the drawing.

    Attributes
    ----------
    order : int
        Its place in the usual order of emoji.
    group, subgroup : str
        ``"food-drink"``, ``"food-fruit"``.
    label : str
        ``"red apple"``
    tags : list of str
        Keywords, each of one or more words.
    character : str
        The emoji.
    """

    order: int
    group: str
    subgroup: str
    label: str
    tags: list[str]
    character: str


def bodies(noto: Path) -> dict[str, str]:
    """Return what lies inside the ``svg`` element of each drawing, by the drawing's name."""
    icons = _read(noto / "icons.json")
    if (icons["width"], icons["height"]) != (128, 128):
        raise ValueError(
            "The drawings are not 128 by 128: use version 1.2.9 of @iconify-json/noto."
        )
    return {name: icon["body"] for name, icon in icons["icons"].items()}


def descriptions(noto: Path, emojibase: Path) -> dict[str, Described]:
    """Return what is known of each drawing, by its name."""
    groups = _read(emojibase / "meta" / "groups.json")
    entries = {
        _VARIANT.sub("", entry["hexcode"].lower()): entry
        for entry in _read(emojibase / "en" / "data.json")
    }
    categories = {
        name: category.lower().replace(" & ", "-")
        for category, members in _read(noto / "metadata.json")["categories"].items()
        for name in members
    }
    found = {}
    for code, name in _read(noto / "chars.json").items():
        entry = entries.get(_VARIANT.sub("", code))
        if name not in categories or (entry and "group" not in entry):
            continue
        if entry is None:
            # Newer than the keywords.
            plain, character = name.replace("-", " "), _character(code)
            found[name] = Described(10_000, categories[name], "new", plain, [], character)
            continue
        found[name] = Described(
            entry["order"],
            groups["groups"][str(entry["group"])],
            groups["subgroups"][str(entry["subgroup"])],
            entry["label"],
            entry.get("tags", []),
            entry["emoji"],
        )
    return found


def _character(code: str) -> str:
    return "".join(chr(int(part, 16)) for part in code.split("-"))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
