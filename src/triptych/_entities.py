"""HTML's character references, also those that Python's own reader fails at."""

from __future__ import annotations

import html
import re

#: Python turns no more than some 4,300 digits into a number.
_ENDLESS = re.compile(r"&#([0-9]{1000,}+)(;?)")


def unescape(text: str) -> str:
    """Return a text with its character references resolved, as `html.unescape` does.

    A reference of thousands of digits is one to a character that does not exist, as those of eight
    are, and no `ValueError`.

    Examples
    --------
    >>> unescape("tea &amp; milk"), unescape(f"&#{'1' * 5_000};")
    ('tea & milk', '�')
    """
    if "&" not in text:
        return text
    return html.unescape(_ENDLESS.sub(_shortened, text))


def _shortened(reference: re.Match[str]) -> str:
    digits = reference[1].lstrip("0") or "0"
    # Nine digits are as far beyond Unicode's last character as thousands.
    return f"&#{digits[:9]}{reference[2]}"
