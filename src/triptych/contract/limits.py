"""How much a request may hold, where the specification is silent.

A limit that one member has stands at that member; here are those that several share, and those that
the service checks because they cannot be counted without its models.
"""

from __future__ import annotations

from pydantic_core import PydanticCustomError

#: Characters of a text: the longest novels have 3.3 million.
MOST_CHARACTERS = 4_000_000
#: Characters of all texts of a list.
MOST_CHARACTERS_OF_A_LIST = 10_000_000
#: Tokens of the texts that a model reads for a request: 3.3 million characters of English have 0.8
#: million.
MOST_TOKENS = 1_000_000
#: Sentences that are judged each for itself, as the reply has a member for each.
MOST_SENTENCES = 100_000
#: Profane words of a text, as the reply has a member for each.
MOST_PROFANITIES = 100_000
#: Texts of a list that are embedded, and that are checked for spam.
MOST_EMBEDDED, MOST_CHECKED = 10_000, 100_000
#: Characters of a query.
LONGEST_QUERY = 2_000
#: Characters of the address of a page.
LONGEST_ADDRESS = 8_000


def of_limited_length(texts: list[str]) -> list[str]:
    """Return the texts of a list; raise if they have too many characters together."""
    length = sum(map(len, texts))
    if length > MOST_CHARACTERS_OF_A_LIST:
        # An exception of pydantic, whose message is used as it is.
        raise PydanticCustomError("texts_too_long", "Give {limit}", {"limit": over(length)})
    return texts


def over(length: int) -> str:
    """Return how long the texts of a list may be, and how long they are.

    Examples
    --------
    >>> over(12_345_678)
    'at most 10,000,000 characters in all texts together, not 12,345,678'
    """
    return f"at most {MOST_CHARACTERS_OF_A_LIST:,} characters in all texts together, not {length:,}"
