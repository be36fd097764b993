"""Where the sentences of a text begin and end, as exact slices of it."""

from __future__ import annotations

from typing import NamedTuple

from triptych.engines.text.sentences.borders import borders
from triptych.engines.text.sentences.layout import blocks

__all__ = ["Span", "split_sentences"]


class Span(NamedTuple):
    """One sentence, as a slice of the text it was found in.

    Parameters
    ----------
    start, end : int
        Code points from the beginning of the text; ``end`` is exclusive.
    """

    start: int
    end: int


def split_sentences(text: str) -> list[Span]:
    """Return the sentences of a text.

    Headings, list items and lines of a dialogue are sentences too, with or without a stop. A line
    that was only wrapped does not end a sentence; a blank line always does. Emoji, closing quotes
    and brackets stay with the sentence that they follow. The stops are judged by sentencex
    (https://github.com/wikimedia/sentencex); its rules for English also know the stops of other
    scripts.

    Parameters
    ----------
    text : str
        Any text of any length: time grows linearly with it.

    Returns
    -------
    list of Span
        In order, without overlaps, none empty, none beginning or ending with whitespace. Nothing
        but whitespace lies before, between and after them.

    Raises
    ------
    TypeError
        If ``text`` is not a string.

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
        block = text[start:stop]
        before = 0
        for after in [*borders(block), len(block)]:
            # Blocks and borders begin where no whitespace is.
            end = before + len(block[before:after].rstrip())
            spans.append(Span(start + before, start + end))
            before = after
    return spans
