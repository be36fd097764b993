"""The words of a page that support a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from triptych.engines.matching.names import names, names_hold
from triptych.engines.matching.numbers import numbers, numbers_hold
from triptych.engines.matching.opposites import turns_around
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems
from triptych.models.files import lines, word_list

#: Lines of a page that are split into sentences, and passages that are compared.
_LINES = 6
_PASSAGES = 8
_LONGEST_LINE = 4_000
_LONGEST_PAGE = 60_000
#: Least cosine of a claim and the passage that supports it.
_LEAST_COSINE = 0.45
#: Least cosine of a word of the claim and a word of the passage that may say the same.
_SAME_MEANING = 0.64
#: Share of a claim's words that must be the passage's very own.
_LEAST_SHARE = 0.5


def support(claim: str, text: str, title: str = "") -> str | None:
    """Return the sentence or two of a page that support a claim (one sentence without markers).

    Every number of the claim must be there with its unit, every name, and every other word or one
    that means the same; nothing may be denied or turned into its opposite, and the whole must be
    near in meaning. The page's title counts as part of each passage. The result is in the page's
    words, with white space made single spaces; None without support.

    Examples
    --------
    >>> page = "A kettle is a pot. It holds 2 litres."
    >>> support("The kettle holds two litres.", page, "Kettle")
    'It holds 2 litres.'
    >>> support("The kettle holds three litres.", page, "Kettle")
    """
    plain = " ".join(claim.split())
    for passage in _nearest(plain, text, title):
        if plain in passage or holds(plain, passage, title):
            return passage
    return None


def holds(claim: str, passage: str, title: str = "") -> bool:
    """Return whether a passage of a page with this title supports a claim; see `support`."""
    return (
        numbers_hold(claim, passage)
        and names_hold(claim, f"{passage} ({title})")
        and not turns_around(claim, passage)
        and _means(claim, passage, title)
    )


def _nearest(claim: str, text: str, title: str) -> Iterator[str]:
    """Yield the passages that share most words with a claim, shorter ones first where equal."""
    claimed, named = set(stems(claim)), set(stems(title))
    ranked = sorted(
        (
            (len(claimed & (set(stems(passage)) | named)), -len(passage), passage)
            for passage in _passages(_lines_with(claimed, text))
        ),
        reverse=True,
    )
    for _, _, passage in ranked[:_PASSAGES]:
        yield passage


def _lines_with(words: set[str], text: str) -> tuple[str, ...]:
    """Return the lines of a page that hold most of the words."""
    every = [line for line in text[:_LONGEST_PAGE].splitlines() if line.strip()]
    if len(every) > _LINES:
        # To split all of a long page would take too long.
        every.sort(key=lambda line: -len(words.intersection(stems(line))))
    return tuple(every[:_LINES])


@lru_cache(maxsize=256)
def _passages(text: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences of lines, each alone and with the one after it."""
    passages: list[str] = []
    for line in text:
        plain = " ".join(line[:_LONGEST_LINE].split())
        sentences = [plain[start:end] for start, end in split_sentences(plain)]
        passages += sentences
        passages += [f"{one} {other}" for one, other in pairwise(sentences)]
    return tuple(passages)


def _means(claim: str, passage: str, title: str) -> bool:
    """Return whether a claim says nothing but what a passage does."""
    from triptych.engines.embedding import embed_texts

    known = f"{passage} ({title})"
    there = frozenset(stems(known))
    # Numbers and names were compared before, however they are written.
    checked = set(stems(" ".join(names(claim)))) | {
        stem for one in numbers(claim) for stem in stems(claim[one.start : one.end])
    }
    claimed = [word for word in dict.fromkeys(stems(claim)) if word not in checked]
    new = [
        word
        for word in claimed
        if word not in there
        and not _begins_alike(word, there)
        and synonyms().get(word, frozenset()).isdisjoint(there)
    ]
    if claimed and 1 - len(new) / len(claimed) < _LEAST_SHARE:
        return False
    new = [word for word in new if word not in light_words() and len(word) > 1]
    vectors = embed_texts([claim, f"{title}: {passage}"]).vectors
    if float(np.dot(vectors[0], vectors[1])) < _LEAST_COSINE:
        return False
    if not new:
        return True
    # Words, not stems, have vectors that mean something.
    mine = [word for word in _words(claim) if set(stems(word)) & set(new)]
    theirs = _words(known)
    words = embed_texts([*mine, *theirs]).vectors
    nearest = (words[: len(mine)] @ words[len(mine) :].T).max(axis=1)
    return bool((nearest >= _SAME_MEANING).all())


def _words(text: str) -> list[str]:
    return [
        word
        for word in dict.fromkeys(one.casefold() for one in re.findall(r"[^\W\d_]{2,}", text))
        if stems(word)
    ]


def _begins_alike(word: str, others: frozenset[str]) -> bool:
    """Return whether a stem begins as another: "origin" and "originat"."""
    return len(word) > 4 and any(
        other[:5] == word[:5] and (other.startswith(word) or word.startswith(other))
        for other in others
        if len(other) > 4
    )


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """Return for each stem those of all words that mean the same in an encyclopedia."""
    groups: dict[str, frozenset[str]] = {}
    for line in lines("matching/synonyms.txt"):
        group = frozenset(stems(line))
        for stem in group:
            groups[stem] = groups.get(stem, frozenset()) | group
    return groups


@cache
def light_words() -> frozenset[str]:
    """Return the stems of words that add nothing to a claim: what is beside them is checked."""
    return frozenset(stems(" ".join(word_list("matching/light_words.txt"))))
