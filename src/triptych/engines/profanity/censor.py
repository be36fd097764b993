"""Replace what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """A profane word or phrase and where it stands."""

    #: The words as written: ``input[start:end]``, in code points.
    text: str
    start: int
    end: int
    #: Code of the list that has it.
    language: str
    #: 1 (mild), 2 (coarse), 3 (strong), 4 (strongest); None where no source gives one.
    severity: int | None


def censor(text: str, matches: Sequence[Match], replacement: str = "*") -> str:
    """Return a text with its matches, as `find_profanity` returns them, replaced.

    A replacement of one character is repeated over the length of the match, so that the text keeps
    its length; a longer one stands once for the match; an empty one removes it. `ValueError` if the
    matches overlap, are out of order, or are not of this text.

    Examples
    --------
    >>> from triptych.engines.profanity import censor, find_profanity
    >>> text = "Well, d@mn. What a bunch of cr4p."
    >>> censor(text, find_profanity(text))
    'Well, ****. What a bunch of ****.'
    >>> censor(text, find_profanity(text), "[beep]")
    'Well, [beep]. What a bunch of [beep].'
    """
    pieces = []
    done = 0
    for match in matches:
        if match.start < done or text[match.start : match.end] != match.text:
            raise ValueError(f"The match at {match.start} is not one of this text, in order.")
        pieces.append(text[done : match.start])
        width = match.end - match.start
        pieces.append(replacement * width if len(replacement) == 1 else replacement)
        done = match.end
    pieces.append(text[done:])
    return "".join(pieces)
