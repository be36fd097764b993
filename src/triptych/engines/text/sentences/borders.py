"""Find where one sentence of a block ends and the next begins."""

from __future__ import annotations

import re

from triptych.engines.text.sentences import stops
from triptych.engines.text.sentences.emoji import EMOJI_THEN_CAPITAL, TAIL
from triptych.engines.text.sentences.layout import ITEM
from triptych.engines.text.sentences.own_rules import ADDED, goes_on

#: Brackets, double quotes, and single ones that are no apostrophe.
_QUOTES = re.compile(r"[\"“”„«»()]|(?<!\w)[‘'’]|[’'](?!\w)")
_WORD = re.compile(r"\w")
_SPACE = re.compile(r"\s*")
_ONLY_QUOTES = " \t\n\"'“”‘’«»()[]{}"
_LONGEST_QUOTES = 20
#: "I ❤ Kenya" is one sentence: the emoji is its verb.
_SUBJECTS = frozenset({"i", "we", "you", "u", "they"})


def borders(block: str) -> list[int]:
    """Return where each sentence of a block begins, but the first.

    Parameters
    ----------
    block : str
        Text in which line breaks mean nothing.

    Returns
    -------
    list of int
        Code points, increasing, none 0, none of whitespace.
    """
    if len(block) < 2:
        return []
    found = {start for start in stops.sentence_starts(block) if not _in_name(block, start)}
    # sentencex never looks into a quotation, however many sentences it holds, and can lose its
    # way after one. So it reads the text without quotes and brackets too; there a border counts
    # if none of them stands at the stop.
    bare = _QUOTES.sub(" ", block)
    if bare != block:
        for start in stops.sentence_starts(bare):
            end = _end_before(bare, start, 0)
            if block[end].isspace():
                found.add(_after_space(block, end))
    for pattern in ADDED:
        found.update(match.end() for match in pattern.finditer(block))
    emoji = {
        match.end(): match.start()
        for match in EMOJI_THEN_CAPITAL.finditer(block)
        if match["capital"].isupper()
    }
    return _settle(block, sorted(found), emoji)


def _settle(block: str, found: list[int], emoji: dict[int, int]) -> list[int]:
    """Return the borders that hold, each moved behind what stays with the sentence before it."""
    settled: list[int] = []
    marker = ITEM.match(block)
    # The stop of "3. Pour" is no stop.
    first = marker.end() if marker else 0
    # Quotes alone are no sentence, neither at the end nor in the middle.
    last = len(block.rstrip(_ONLY_QUOTES))
    start = 0
    for border in sorted({*found, *emoji}):
        if border <= max(start, first):
            continue
        if border in emoji and not _ends_with_emoji(block, start, emoji[border]):
            continue
        end = _end_before(block, border, start)
        tail = TAIL.match(block, end)
        end = tail.end() if tail else end
        after = _after_space(block, end)
        if after >= last:
            break
        if _has_words(block, start, end) and not goes_on(block, start, end, after):
            settled.append(after)
            start = after
    return settled


def _end_before(text: str, border: int, floor: int) -> int:
    """Return where the text before a border ends, without whitespace."""
    while border > floor and text[border - 1].isspace():
        border -= 1
    return border


def _has_words(block: str, start: int, end: int) -> bool:
    """Tell whether a sentence is more than quotes and brackets."""
    return end - start > _LONGEST_QUOTES or bool(block[start:end].strip(_ONLY_QUOTES))


def _in_name(block: str, start: int) -> bool:
    """Tell whether a border stands between letters, as in "ASP.NET"."""
    return block[start - 1] == "." and block[start].isascii() and block[start].isalnum()


def _after_space(text: str, end: int) -> int:
    """Return where the text after an end begins again, without whitespace."""
    found = _SPACE.match(text, end)
    return found.end() if found else end


def _ends_with_emoji(block: str, start: int, emoji: int) -> bool:
    """Tell whether there are words before an emoji, and more than the subject of a sentence."""
    if not _WORD.search(block, start, emoji):
        return False
    last = block[max(start, emoji - 8) : emoji].split()
    return not last or last[-1].lower() not in _SUBJECTS
