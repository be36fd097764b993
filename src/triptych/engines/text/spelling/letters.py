"""The letters that a word is made of."""

from __future__ import annotations


def letters_of(word: str) -> int:
    """Return the letters of a word as a set of 32 bits; all that are not a to z share six.

    An edit changes at most two bits, so words whose sets differ in more than twice as many bits
    as edits are allowed need no comparing.

    Examples
    --------
    >>> letters_of("tea") == letters_of("eat"), (letters_of("tea") ^ letters_of("sea")).bit_count()
    (True, 2)
    """
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) - 97 if "a" <= letter <= "z" else 26 + ord(letter) % 6)
    return bits
