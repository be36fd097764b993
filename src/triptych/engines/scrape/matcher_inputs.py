"""How the matcher reads a prompt with the description of a candidate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triptych.engines.scrape.description import Description
from triptych.engines.scrape.glossary import Glossary
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


def pieces_in_english(
    text: str, most: int, glossary: Glossary
) -> tuple[list[int], Sequence[tuple[int, int]]]:
    """Return the first word pieces of a text in English, and what each stands for in the text."""
    text = text[: 12 * most]
    english, sources, end = "", list[tuple[int, int]](), 0
    for first, last, word in (*glossary.glosses(text, keep_names=True), (len(text), len(text), "")):
        english += text[end:first] + word
        sources += [(place, place + 1) for place in range(end, first)]
        sources += [(first, last)] * len(word)
        end = last
    ids, places = pieces(english, most)
    return ids, [(sources[start][0], sources[stop - 1][1]) for start, stop in places]


def inputs(
    prompt: str, descriptions: Sequence[Description], glossary: Glossary | None = None
) -> list[Input]:
    """Return what the matcher reads of each of some candidates, with marks between the parts.

    The texts of candidates are read in English with the glossary of their language.
    """
    asked, _ = pieces(prompt, LONGEST_PROMPT)
    found = []
    for *around, text in descriptions:
        tokens = [FIRST, *asked, LAST]
        for part, most in zip(around, LONGEST[:-1], strict=True):
            tokens += (*pieces(part, most)[0], LAST)
        if glossary is None:
            ids, places = pieces(text, LONGEST[-1])
        else:
            ids, places = pieces_in_english(text, LONGEST[-1], glossary)
        found.append(Input([*tokens, *ids, LAST], places))
    return found
