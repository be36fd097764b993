"""Numbers as a person reads them."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """Return a time in the unit that suits it.

    Examples
    --------
    >>> [duration(seconds) for seconds in (0.0004, 0.018, 1.234, 75, 180)]
    ['<1 ms', '18 ms', '1.2 s', '75 s', '3 min']
    """
    if seconds < 0.001:
        return "<1 ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> count(1, "word"), count(1200, "word"), count(0, "reply", "replies")
    ('1 word', '1,200 words', '0 replies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def shortened(text: str, length: int) -> str:
    r"""Return the text on one line, cut with an ellipsis where it is longer.

    Examples
    --------
    >>> shortened("a  long\nstory", 7)
    'a long…'
    """
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
