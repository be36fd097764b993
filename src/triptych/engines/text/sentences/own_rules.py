"""Borders that sentencex leaves out, and borders that it draws where a sentence goes on.

Every pattern reads a text of length n in a time that grows with n: runs are possessive and begin
where no run of the same kind is before them.
"""

from __future__ import annotations

import re

#: Each match ends where another sentence begins.
ADDED = (
    # "what?? why would you", "Really?! I": after two marks, and for who writes no capitals.
    re.compile(r"(?<![!?])[!?]++\s+(?=[\"“‘«(]?\w)"),
    # "Hmm.... I", "Wait… What?"
    re.compile(r"(?:(?<!…)…++|(?<!\.)\.{4,}+)\s+(?=[\"“‘]?[A-ZÀ-ÖØ-ÞА-ЯЁ])"),
    # "(An aside.) The story", "mistake me.” He": a bracket or quote closes after the stop. Not
    # after "(U.S.)".
    re.compile(r"(?:[!?…]|[a-z\d’']{3}\.)[\"'”’»]?[)\]]\s+(?=[\"“‘«(]?[A-ZÀ-ÖØ-Þ])"),
    re.compile(r"(?:[!?…]|[a-z\d]\.)[\"”»][\"'”’]?\s+(?=[\"“‘«(]?[A-ZÀ-ÖØ-Þ])"),
    # "it was ok. would come back": sentencex takes these words for abbreviations.
    re.compile(
        r"(?<![\w.])(?:arc|ark|art|bros|bs|btw|con|fed|id|ill|may|me|miss|no|ok|plz|reps)\.\s+"
        r"(?=[A-Za-z])"
    ),
    # "Great game! #winning"
    re.compile(r"(?:[!?…]|\.\.)\s+(?=[#@]\w)"),
    # "no.No", "Stop!Do": no space after the stop, but words on both sides, so no address.
    # Before a full stop only words in small letters: "Mrs.Frizzle" is one name.
    re.compile(r"(?<!\S)[\"'“(]?[a-z'’-]*[a-z]{2}\.{1,9}(?=[A-Z][a-z'’]*+[\s,])"),
    re.compile(r"(?<!\S)[\"'“(]?[A-Za-z'’-]*[a-z]{2}[!?]{1,9}(?=[A-Z][a-z'’]*+[\s,])"),
)

_DOTTED_NUMBER = re.compile(r"\d\.\d{1,3}\.$")
_ENDS_IN_QUOTES = re.compile(r"[.!?…,][\"'”’»]$")
_NAME_WITH_MARK = re.compile(r"(?<![^\s(\"“])[A-ZÀ-ÖØ-Þ]\w+!$")
#: A verb that no sentence begins with, unless it asks.
_GOES_ON = re.compile(
    r"(?:is|was|are|were|has|had|will|does)\s(?!(?:it|this|that|he|she|there|they|you|i|we)\b)"
)
_INTERJECTION = re.compile(r"(?<![^\s\"'“‘(—-])(?:o|oh|ah|aha|alas|lo|ho|fie|eh|nay|hark)!$", re.I)
#: Who speaks, right after the quotation, where no spaces are written.
_SPEAKER = re.compile(r"と|って|[^\W\d_]{0,3}[说說道问問喊叫]")
#: "approx. 40": these end no sentence where a number follows.
_BEFORE_NUMBER = re.compile(
    r"\b(?:approx|ca|est|no|nos|pp?|vols?|figs?|secs?|chap|arts?|eq|tel)\.$", re.I
)
#: A bracket that is no mouth, as in ":(".
_BRACKET = re.compile(r"(?<![:;=^'’-])[()]")
#: How far back an open bracket is looked for: no aside is longer, and the search stays short.
_ASIDE = 200


def goes_on(block: str, start: int, end: int, after: int) -> bool:
    """Tell whether a sentence goes on over a border that was found.

    Parameters
    ----------
    block : str
        The text.
    start, end : int
        The sentence before the border, in code points.
    after : int
        Where the next sentence would begin.

    Returns
    -------
    bool
        Whether the border is none.

    Examples
    --------
    >>> goes_on("“Oh! how sweet", 0, 4, 5), goes_on("Oh! How sweet", 0, 3, 4)
    (True, False)
    """
    before = block[max(start, end - 40) : end]
    following = block[after : after + 24]
    if block[start] != "(" and _in_brackets(block, max(start, end - _ASIDE), end):
        return True
    if end == after and _goes_on_unspaced(before, following):
        return True
    if _ENDS_IN_QUOTES.search(before):
        # Who speaks; in some languages after a dash: "«Кто там?» — спросил он".
        return following.lstrip("—–- ")[:1].islower()
    if following[0].isdigit():
        return bool(_BEFORE_NUMBER.search(before))
    if not following[0].islower():
        return False
    if _DOTTED_NUMBER.search(before) or _INTERJECTION.search(before):
        return True
    return bool(_NAME_WITH_MARK.search(before) and _GOES_ON.match(following))


def _goes_on_unspaced(before: str, following: str) -> bool:
    """Tell whether a sentence goes on where no space is after the stop."""
    if before[-1] in "」』”":
        return bool(_SPEAKER.match(following))
    # "friend?—then rest".
    return following[0] in "—–-"


def _in_brackets(block: str, start: int, end: int) -> bool:
    """Tell whether a bracket opened before the end is still open there."""
    brackets = _BRACKET.findall(block, start, end)
    return bool(brackets) and brackets[-1] == "("
