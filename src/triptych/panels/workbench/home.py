"""The workbench's first page: a tile for each operation, with the picture of a real reply."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.contract import OPERATIONS

_HERE = Path(__file__).parent

#: What each operation is good for, in the order in which they are offered.
SENTENCES = {
    "search": "Ask a question, and read an overview with a source on every sentence.",
    "sentiment": "See how positive a text is, sentence by sentence, and which emotions it has.",
    "scrape": "Name what you want from a web page, and get its values without selectors.",
    "detect": "Find the objects in your pictures, each with its box and class.",
    "research": "Get a report on a question, with its sources and the way it was found.",
    "embed_v2": "Compare texts, pictures and sounds by meaning, and voices by speaker.",
    "embed": "See which texts, pictures or sounds are alike, as vectors and on a map.",
    "generate_image": "Draw a picture from a description in words.",
    "suggest": "Complete a search query while it is typed.",
    "spam": "Score one message, or an inbox, for spam.",
    "profanity": "Find swear words in a text, disguised ones too, and mask them.",
}


@cache
def _picture(name: str) -> str:
    """Return the thumbnail of an operation as a data URL; tools/draw_thumbnails.py draws them."""
    content = (_HERE / "thumbnails" / f"{name}.webp").read_bytes()
    return f"data:image/webp;base64,{base64.b64encode(content).decode()}"


class Home(anywidget.AnyWidget):
    """A tile for each operation; `on_try` is called with the name of the one to try.

    Attributes
    ----------
    tiles : list of dict
        For each operation `name`, `title`, `sentence`, `picture` (a data URL), and whether it is
        `deprecated`.
    """

    _esm = (_HERE / "home.js").read_text(encoding="utf-8")

    tiles: Any = traitlets.List([]).tag(sync=True)

    def __init__(self, on_try: Callable[[str], object]) -> None:
        tiles = [
            {
                "name": name,
                "title": OPERATIONS[name].title,
                "sentence": sentence,
                "picture": _picture(name),
                "deprecated": OPERATIONS[name].deprecated,
            }
            for name, sentence in SENTENCES.items()
        ]
        super().__init__(tiles=tiles)
        self._on_try = on_try
        self.on_msg(self._receive)

    def _receive(self, _: object, message: Any, __: object) -> None:
        if isinstance(message, dict) and message.get("try") in SENTENCES:
            self._on_try(message["try"])
