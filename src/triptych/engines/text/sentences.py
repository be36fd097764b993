"""Where the sentences of a text begin and end, as exact slices of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.text.borders import ITEM, borders

_HEADING = re.compile(r"#{1,6}\s")
_UNDERLINE = re.compile(r"(?:-{3,}|={3,}|_{3,}|\*{3,}|~{3,})$")
#: After these a line goes on, however short it is.
_UNFINISHED = tuple(",;-–—&/(")
#: These end a line that introduces what follows, or ended with its sentence.
_FINISHED = tuple(".!?:…。！？।”\"»’')")
_OPENING = "\"'“‘«„([¿¡#@"
#: A line this full may have been wrapped: the word after it did not fit.
_FULL = 0.75
#: The share of a paragraph's lines that begin like an item, in a list. Fewer are chance: a wrapped
#: line may begin with a dash, a number, or a word before a colon.
_SHARE = {"bullet": 0.1, "number": 0.1, "verse": 0.1, "letter": 0.1, "key": 0.4}


class Span(NamedTuple):
    """One sentence, as a slice of the text: code points, the end exclusive."""

    start: int
    end: int


def split_sentences(text: str) -> list[Span]:
    """Return the sentences of a text, in order, none empty; only whitespace lies between them.

    Headings, list items and lines of a dialogue are sentences too, with or without a stop. A line
    that was only wrapped does not end a sentence; a blank line always does. Emoji, closing quotes
    and brackets stay with the sentence that they follow. The stops are judged by sentencex
    (https://github.com/wikimedia/sentencex); its rules for English also know the stops of other
    scripts. Time grows linearly with the text.

    Examples
    --------
    >>> text = "Dr. Lee paid $4.50. Worth it! 😀  Would go again"
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['Dr. Lee paid $4.50.', 'Worth it! 😀', 'Would go again']
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {type(text).__name__}")
    spans: list[Span] = []
    for start, stop in blocks(text):
        check_cancelled()
        block = text[start:stop]
        before = 0
        for after in [*borders(block), len(block)]:
            # Blocks and borders begin where no whitespace is.
            end = before + len(block[before:after].rstrip())
            spans.append(Span(start + before, start + end))
            before = after
    return spans


class _Line(NamedTuple):
    start: int
    text: str


def blocks(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the offsets of the blocks of a text; only whitespace lies outside of them.

    Examples
    --------
    >>> text = "SHOPPING\nWe need two\nthings:\n- milk\n- tea"
    >>> [text[start:end] for start, end in blocks(text)]
    ['SHOPPING', 'We need two\nthings:', '- milk', '- tea']
    """
    for paragraph in _paragraphs(text):
        first = 0
        for opener in [*_openers(paragraph), len(paragraph)]:
            last = paragraph[opener - 1]
            yield paragraph[first].start, last.start + len(last.text)
            first = opener


def _paragraphs(text: str) -> Iterator[list[_Line]]:
    """Yield the lines between blank lines, without the whitespace around each."""
    lines: list[_Line] = []
    at = 0
    for raw in text.splitlines(keepends=True):
        stripped = raw.strip()
        if stripped:
            lines.append(_Line(at + len(raw) - len(raw.lstrip()), stripped))
        # A form feed or a paragraph separator ends a paragraph.
        if lines and (not stripped or raw[-1] in "\f\u2029"):
            yield lines
            lines = []
        at += len(raw)
    if lines:
        yield lines


def _openers(paragraph: list[_Line]) -> Iterator[int]:
    """Yield the indices of the lines that begin a block inside a paragraph."""
    if len(paragraph) == 1:
        return
    width = max(len(line.text) for line in paragraph)
    kinds = [_kind(line.text) for line in paragraph]
    counts = Counter(kinds)
    for number in range(1, len(paragraph)):
        before, line = paragraph[number - 1].text, paragraph[number].text
        if _UNDERLINE.match(line):
            continue
        kind = kinds[number]
        listed = kind and (
            counts[kind] > max(1, _SHARE[kind] * len(paragraph))
            or (kind != "key" and before.endswith(_FINISHED))
        )
        # "Cons:" after the items of another list.
        listed = listed or (kinds[number - 1] and line[-1] == ":" and _starts(line))
        if listed or _is_heading(before, line) or _is_short(before, line, width):
            yield number


def _kind(line: str) -> str | None:
    """Return which kind of list a line looks like an item of."""
    item = ITEM.match(line)
    return item.lastgroup if item else None


def _is_heading(before: str, line: str) -> bool:
    """Return whether the line before another is a heading, or a heading begins."""
    if _HEADING.match(before) or _HEADING.match(line) or _UNDERLINE.match(before):
        return True
    return before.isupper() and len(before) > 2 and not line.isupper() and _starts(line)


def _is_short(before: str, line: str, width: int) -> bool:
    """Return whether a line was ended on purpose: the next word would have found room on it."""
    if before.endswith(_UNFINISHED) or not _starts(line):
        return False
    room = len(before) + 1 + len(line.split(maxsplit=1)[0])
    return room <= _FULL * width


def _starts(line: str) -> bool:
    """Return whether a line can be the first of a sentence."""
    first = line.lstrip(_OPENING + "-–— ")[:1]
    return not first.islower()
