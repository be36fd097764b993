"""Values without a label of their own: "3 EUR" of "Price: 3 EUR"."""

from __future__ import annotations

import re

from triptych.engines.scrape.labels import inline_label
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.words import words

_OWN_LABEL = 0.6
# "Di" and "Von" may begin a name, so most count in small letters only.
_BY = re.compile(
    r"(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Rr]ecipe|[Cc]reated|[Dd]irected)\s+)?"
    r"(?:[Bb]y|BY|von|par|por|di|door|av)\s+(?=\w)"
)


def unlabelled(prompt: Prompt, value: str) -> tuple[str, str]:
    """Return a value without a label of its own, and that label; empty where it has none.

    Examples
    --------
    >>> from triptych.engines.scrape.prompts import understand
    >>> unlabelled(understand("Price"), "Price: 3 EUR")
    ('3 EUR', 'Price')
    >>> unlabelled(understand("Author"), "By Ada Berg")
    ('Ada Berg', 'By')
    """
    own = inline_label(value)
    if own is not None and label_match(prompt, words(own[0])) > _OWN_LABEL:
        return own[1], own[0]
    by = _BY.match(value) if prompt.type == "person" else None
    return (value[by.end() :], by[0].strip()) if by else (value, "")
