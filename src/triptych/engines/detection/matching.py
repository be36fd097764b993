"""Find the classes that are meant by words which somebody chose freely."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from triptych.engines.text.words import singular
from triptych.models.files import rows

#: Least cosine of a prompt and a class that are taken for the same thing.
LEAST_COSINE = 0.74
#: What follows says more of the thing before.
_DETAILS = re.compile(
    r"\s(?:with|without|in|on|at|by|near|under|behind|beside|next to|in front of|from|for|who|that|"
    r"which|wearing|holding|carrying|riding|driving|eating|sitting|standing|walking|running|"
    r"playing|lying|flying|parked|and)\s.*"
)


@dataclass(frozen=True, slots=True)
class Match:
    """What a detector can look for when something is asked for.

    Attributes
    ----------
    labels : tuple of str
        The classes, in the detector's order.
    wider : bool
        Whether these take in more than was asked for: every person for "woman", every cup for
        "blue cup". It is also set where the meaning was only estimated.
    """

    labels: tuple[str, ...]
    wider: bool


@dataclass(frozen=True, slots=True)
class Matches:
    """What became of several prompts.

    Attributes
    ----------
    matched : dict of str to Match
        By prompt.
    unmatched : tuple of str
        Prompts that mean nothing the detector knows.
    """

    matched: dict[str, Match]
    unmatched: tuple[str, ...]


def match(prompts: Sequence[str], labels: Sequence[str]) -> Matches:
    """Find the classes that are meant by prompts.

    First by the word: itself, its plural, another word for it, a kind of it ("puppy"), a group
    ("animals"), or a phrase about it ("man with a hat", "red car"). Only then by the cosine of
    their vectors.

    Parameters
    ----------
    prompts : sequence of str
        English words for what to look for.
    labels : sequence of str
        A detector's classes.

    Returns
    -------
    Matches
        Which classes serve which prompt, and which prompts none serves.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped encoder is missing or damaged.

    Examples
    --------
    >>> matches = match(["motorbikes", "puppy", "sky"], ["dog", "motorcycle"])
    >>> matches.matched["motorbikes"]
    Match(labels=('motorcycle',), wider=False)
    >>> matches.matched["puppy"]
    Match(labels=('dog',), wider=True)
    >>> matches.unmatched
    ('sky',)
    """
    # Classes of other detectors may themselves go by another word: "sofa", "tvmonitor".
    concepts: dict[str, list[str]] = {}
    for label in labels:
        concepts.setdefault(_concept(label), []).append(label)
    matches = {prompt: _by_words(prompt, concepts) for prompt in prompts}
    unclear = [
        prompt for prompt, one in matches.items() if one is None and not _is_about(prompt, concepts)
    ]
    matches |= _by_meaning(unclear, labels)
    order = {label: place for place, label in enumerate(labels)}
    matched = {
        prompt: Match(tuple(sorted(one.labels, key=order.__getitem__)), one.wider)
        for prompt, one in matches.items()
        if one is not None
    }
    return Matches(matched, tuple(prompt for prompt in matches if prompt not in matched))


def _by_words(prompt: str, concepts: Mapping[str, Sequence[str]]) -> Match | None:
    """Return what a prompt says it means, as far as these words are known."""
    phrase = _singular(prompt)
    if matches := _by_name(phrase, concepts):
        return matches
    # "cup of coffee" is a cup, "slice of pizza" is pizza.
    amount, _, rest = phrase.partition(" of ")
    if rest and amount.split()[-1:] and amount.split()[-1] in _words("amount")["-"]:
        return _by_words(rest, concepts)
    head = _singular(_DETAILS.sub("", amount + " ").strip())
    words = head.split()
    for start in range(len(words)):
        ending = " ".join(words[start:])
        if matches := _by_name(ending, concepts):
            # "cat food" is none of the food that is meant by the word alone.
            about = len(matches.labels) > 1 and _is_about(" ".join(words[:start]), concepts)
            return None if about else Match(matches.labels, wider=True)
        if ending in _others():
            return None
    return None


def _by_name(name: str, concepts: Mapping[str, Sequence[str]]) -> Match | None:
    """Return what a single name in the singular means."""
    for table, wider in ((_names(), False), (_names(narrower=True), True)):
        names = table.get(name, () if wider else (name,))
        if labels := tuple(label for concept in names for label in concepts.get(concept, ())):
            return Match(labels, wider)
    return None


def _is_about(prompt: str, concepts: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a prompt has a word of a class, or a class all words of the prompt.

    The vectors of "dog house" and "dog", "glove" and "baseball glove" are too close to tell.
    """
    words = _singular(prompt).split()
    names = {" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
    return (
        not names.isdisjoint(_others())
        or any(_by_name(name, concepts) for name in names)
        or any(set(words) < set(concept.split()) for concept in concepts)
    )


def _by_meaning(prompts: Sequence[str], labels: Sequence[str]) -> dict[str, Match | None]:
    """Return for each prompt the class whose vector is nearest, if it is near."""
    if not prompts or not labels:
        return {}
    # Imported late: most prompts need no vectors.
    from triptych.engines.embedding.embed import embed_texts

    vectors = embed_texts([*prompts, *labels]).vectors
    cosines = vectors[: len(prompts)] @ vectors[len(prompts) :].T
    return {
        prompt: Match((labels[int(row.argmax())],), wider=True)
        if row.max() >= LEAST_COSINE
        else None
        for prompt, row in zip(prompts, cosines, strict=True)
    }


def _concept(label: str) -> str:
    """Return the class that a label goes by in the tables of words."""
    name = _singular(label)
    [concept, *others] = _names().get(name, (name,))
    return name if others else concept


@cache
def _words(about: str) -> dict[str, tuple[str, ...]]:
    """Return a part of the table of words: names, and the words about each."""
    table = rows("detection/words.tsv")
    return {name: tuple(words.split(", ")) for key, name, words in table if key == about}


@cache
def _names(*, narrower: bool = False) -> dict[str, tuple[str, ...]]:
    """Return classes by what is another word for them, or a word for a kind of them."""
    synonyms, groups = ("kind", "part of group") if narrower else ("same", "group")
    names: dict[str, tuple[str, ...]] = {
        _singular(word): (_singular(concept),)
        for concept, words in _words(synonyms).items()
        for word in words
    }
    for word, concepts in _words(groups).items():
        names[_singular(word)] = tuple(map(_singular, concepts))
    return names


@cache
def _others() -> frozenset[str]:
    return frozenset(map(_singular, _words("other")["-"]))


def _singular(phrase: str) -> str:
    """Return a phrase in small letters, without "the" and the like, its last word singular."""
    # What is in brackets tells of two meanings which one is meant: "egg (food)".
    plain = re.sub(r"(?<=\S)\s*\(.*?\)", "", phrase.casefold())
    words = re.sub(r"[^\w'-]+|_", " ", plain).split()
    while len(words) > 1 and words[0] in _words("determiner")["-"]:
        del words[0]
    return singular(" ".join(words))
