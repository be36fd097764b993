"""Letters that Markdown would take for more, written so that they mean themselves."""

from __future__ import annotations

import re

_ANYWHERE = re.compile(r"[\\`*\[\]~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
# At the beginning of a line: headings, quotes, tables, rules, and the items of lists.
_BEGINNING = re.compile(r"\d+(?=[.)])|(?=[#+=>|-])")


def in_text(text: str) -> str:
    r"""Return text in which no letter marks anything.

    Examples
    --------
    >>> print(in_text("the __init__ of <b>, a*b and snake_case"))
    the \_\_init\_\_ of \<b>, a\*b and snake_case
    """
    return _ANYWHERE.sub(lambda found: f"\\{found[0]}", text)


def at_beginning(line: str) -> str:
    r"""Return a line that begins neither a heading nor an item.

    Examples
    --------
    >>> print(at_beginning("1990. That year"))
    1990\. That year
    """
    leading = _BEGINNING.match(line)
    return f"{leading[0]}\\{line[leading.end() :]}" if leading else line
