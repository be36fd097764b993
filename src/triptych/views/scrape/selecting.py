"""Selectors of a reply inside a style sheet of ours: untrusted text that must stay a selector."""

from __future__ import annotations

import re

_LONGEST = 2_000
# Names, combinators and strings whole; whatever could end a rule or a sheet, begin a comment or an
# at-rule, or hide the end of a string is none of these.
_PIECE = re.compile(
    r"""[\w\s.#*>+~,:^$|=\u00a0-\U0010ffff-]   # names and combinators
    | \\[!-/:;=?\[\]^`|~_g-zG-Z]               # a sign written as itself; no code points
    | "[^"\\\n\r\f{}<>@]*" | '[^'\\\n\r\f{}<>@]*'
    | [][()]""",
    re.VERBOSE,
)
_ENDS = {")": "(", "]": "["}


def safe_selector(selector: str) -> str | None:
    r"""Return a selector that can be written into a style sheet, or None.

    Only what is surely one is let through; that a browser understands it is not promised.

    Examples
    --------
    >>> safe_selector('ul > li:nth-of-type(2) [data-name="price"]')
    'ul > li:nth-of-type(2) [data-name="price"]'
    >>> [safe_selector(bad) for bad in ("b}*{", "b</style>", "@import 'x'", "b[a='", "b/**/")]
    [None, None, None, None, None]
    """
    if len(selector) > _LONGEST or not selector.strip():
        return None
    end = 0
    open_ends: list[str] = []
    for piece in _PIECE.finditer(selector):
        if piece.start() != end:
            return None
        end = piece.end()
        if piece[0] in _ENDS.values():
            open_ends.append(piece[0])
        elif piece[0] in _ENDS and (not open_ends or open_ends.pop() != _ENDS[piece[0]]):
            return None
    return None if open_ends or end != len(selector) else selector


def css_string(words: str) -> str:
    r"""Return words as a string of a style sheet.

    Examples
    --------
    >>> print(css_string('a "b"</style>'))
    "a \22 b\22 \3c \2f style\3e "
    """
    kept = (one if one.isalnum() or one in " -_" else f"\\{ord(one):x} " for one in words)
    return f'"{"".join(kept)}"'
