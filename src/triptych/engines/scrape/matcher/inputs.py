"""How the matcher reads a prompt with the description of a candidate."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.glossary import Glossary
from triptych.engines.scrape.matcher.vectors import text_vectors
from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import text_tokenizer

#: Word pieces that are read of a prompt, and of each part of a description.
LONGEST_PROMPT = 20
LONGEST = (14, 18, 12, 11, 28)
#: What parts a long text, how many parts and characters of one are looked at, and by how much (a
#: cosine) a later one has to be nearer to a prompt than the first to be read in their place.
_PART = re.compile(r"(?<=[.!?;])\s+|\s*[•·|\n]\s*")
_MOST_PARTS, _LONGEST_PART, _NEARER = 40, 300, 0.1


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
    text: str, most: int, glossary: Glossary | None
) -> tuple[list[int], Sequence[tuple[int, int]]]:
    """Return the first word pieces of a text in English, and what each stands for in the text.

    Without a glossary the text is in English already.
    """
    if glossary is None:
        return pieces(text, most)
    text = text[: 12 * most]
    english, sources, end = "", list[tuple[int, int]](), 0
    for first, last, word in (*glossary.glosses(text, keep_names=True), (len(text), len(text), "")):
        english += text[end:first] + word
        sources += [(place, place + 1) for place in range(end, first)]
        sources += [(first, last)] * len(word)
        end = last
    ids, places = pieces(english, most)
    return ids, [(sources[start][0], sources[stop - 1][1]) for start, stop in places]


def nearest_part(
    prompt: str, text: str, read: Sequence[tuple[int, int]], glossary: Glossary | None = None
) -> int:
    """Return where the part of a text that is nearest to a prompt begins; 0 if that was read.

    Parts are sentences and what stands between signs such as "•". `read` are the characters that
    the first word pieces stand for. Parts are compared by the cosine of mean word vectors.
    """
    if len(read) < LONGEST[-1]:
        return 0
    starts = [0, *islice((sign.end() for sign in _PART.finditer(text)), _MOST_PARTS)]
    ends = [*starts[1:], len(text)]
    parts = [text[start:end][:_LONGEST_PART] for start, end in zip(starts, ends, strict=True)]
    known = parts if glossary is None else map(glossary.translated, parts)
    asked, *vectors = text_vectors([prompt, *known])
    near = [float(vector @ asked) for vector in vectors]
    # The first part was read, though it may go on.
    later = max(1, bisect_right(ends, read[-1][1]))
    best = max(range(later, len(near)), key=near.__getitem__, default=0)
    return starts[best] if near[best] >= max(near[:later]) + _NEARER else 0


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
        ids, places = pieces_in_english(text, LONGEST[-1], glossary)
        if start := nearest_part(prompt, text, places, glossary):
            ids, places = pieces_in_english(text[start:], LONGEST[-1], glossary)
            places = [(first + start, last + start) for first, last in places]
        found.append(Input([*tokens, *ids, LAST], places))
    return found
