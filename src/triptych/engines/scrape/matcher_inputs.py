"""How the matcher reads a prompt with the description of a candidate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triptych.engines.scrape.description import Description
from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import text_tokenizer

#: Word pieces that are read of a prompt, and of each part of a description.
LONGEST_PROMPT = 20
LONGEST = (14, 16, 12, 10, 28)


class Input(NamedTuple):
    """The tokens of a prompt with a candidate."""

    tokens: list[int]
    #: The characters of the candidate's text that each of its last tokens but one stands for.
    places: Sequence[tuple[int, int]]


def pieces(text: str, most: int) -> tuple[list[int], Sequence[tuple[int, int]]]:
    """Return the first word pieces of a text and the characters that each stands for."""
    # A word piece has hardly ever more than twelve characters, so that a long text costs no more.
    clean = text[: 12 * most].encode("utf-8", "replace").decode()
    encoding = text_tokenizer().encode(clean, add_special_tokens=False)
    return encoding.ids[:most], encoding.offsets[:most]


def inputs(prompt: str, descriptions: Sequence[Description]) -> list[Input]:
    """Return what the matcher reads of each of some candidates, with marks between the parts."""
    asked, _ = pieces(prompt, LONGEST_PROMPT)
    found = []
    for description in descriptions:
        tokens = [FIRST, *asked, LAST]
        places: Sequence[tuple[int, int]] = ()
        for text, most in zip(description, LONGEST, strict=True):
            ids, places = pieces(text, most)
            tokens.extend(ids)
            tokens.append(LAST)
        found.append(Input(tokens, places))
    return found
