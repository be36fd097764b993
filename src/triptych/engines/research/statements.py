"""The sentences of a paragraph, and which of them can be shown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triptych.engines.search.overview.context import (
    Needs,
    can_open_page,
    is_statement,
    needs_before,
)
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems
from triptych.models.files import lines

#: Of a longer paragraph the beginning is read.
LONGEST_PARAGRAPH = 3_000
#: A longer sentence is hard to read, and mostly a list or a table run together.
_LONGEST_SENTENCE = 600
#: An item of a list.
ITEM = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+")
#: A title with an explanation: "bisect — Array bisection algorithm".
GLOSS = re.compile(r"(?<=\S) [—–] (?=\S)")
#: About the page or other pages, not about its subject.
_OF_PAGES = re.compile("|".join(lines("research/not_subject.txt")), re.I)
#: Rows of tables, code, and what a program prints.
_CODE = re.compile(r"\s\|\s|[{};]\s*$|[=<>:]{2}|>>>|^\W*\[|\w\(\)\.\w|^\S+ -- |[{}\\]")
#: What ends an item before the next, and what an item has that is a sentence.
_NEXT_ITEM = re.compile(r";(?: and| or)?$")
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|can|cannot|may|must|will|does|do)\b.*;[a-z ]*$"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a passage."""

    #: As it stands there, with white space made single spaces.
    text: str
    #: Its stems.
    words: frozenset[str]
    #: What it needs before it.
    needs: Needs
    #: Whether it is a statement of a length that can be shown.
    usable: bool


def statements(
    text: str, title: str, small: frozenset[str], *, first: bool
) -> tuple[Statement, ...]:
    """Return the sentences of a paragraph, or of an item of a list.

    `title` is its page's; `small` are names that begin a sentence in lower case, too; `first` is
    whether it begins its page.
    """
    is_item = bool(ITEM.match(text))
    text = ITEM.sub("", text)
    texts = [" ".join(text[start:end].split()) for start, end in split_sentences(text)]
    if is_item and len(texts) == 1 and _STATES.search(texts[0]):
        texts = [_NEXT_ITEM.sub("", texts[0])]
        unended = texts if texts[0][-1:].isalnum() else []
    else:
        unended = []
    needs = [needs_before(one, title) for one in texts]
    if first and texts and can_open_page(texts[0]):
        needs[0] = Needs.NONE
    whole = len(text) < LONGEST_PARAGRAPH
    names = small | {GLOSS.split(title)[0].strip()}
    return tuple(
        Statement(
            one,
            frozenset(stems(one)),
            leans,
            _is_shown(one + "." * (one in unended), names) and (whole or place < len(texts) - 1),
        )
        for place, (one, leans) in enumerate(zip(texts, needs, strict=True))
    )


def _is_shown(sentence: str, names: frozenset[str]) -> bool:
    """Return whether a sentence states something about the subject at a readable length."""
    small = sentence.split()[0] in names and is_statement(sentence[0].upper() + sentence[1:])
    return (
        (small or is_statement(sentence))
        and not _OF_PAGES.search(sentence)
        and not _CODE.search(sentence)
        and not sentence.endswith(("...", "…"))
        and len(sentence) <= _LONGEST_SENTENCE
    )
