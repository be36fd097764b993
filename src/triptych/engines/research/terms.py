"""What the pages name beside the question: searched for when its parts are answered."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from triptych.engines.research.evidence import Evidence
from triptych.engines.research.passages import akin, names_of
from triptych.engines.research.plan import Plan, SubQuestion
from triptych.engines.text.words import STOP_WORDS, stems

#: Sentences that are read for terms.
_MOST_READ = 40
_MOST_TERMS = 12
#: Terms of one search.
_AT_ONCE = 3
#: Words with capitals in a row, joined by "of" and the like.
_NAME = re.compile(r"\b[A-Z][\w'’-]*(?:(?: (?:of|the|de|von|al))* [A-Z][\w'’-]*)*")
_WORD = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]|[^\w\s]|\d+")


def terms(plan: Plan, found: Sequence[Evidence], titles: Collection[str]) -> list[SubQuestion]:
    """Return at most four searches for what sentences that answer name, best first.

    A term is a name without words of the question. Its score is how likely the sentences that name
    it answer, summed over pages; the `titles` of pages that were read are known. Three terms are
    searched for at once.
    """
    from triptych.engines.embedding import embed_texts

    question = frozenset(stems(plan.question))
    read = {names_of(title) for title in titles}
    worth: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    shown: dict[tuple[str, ...], str] = {}
    for one in found[:_MOST_READ]:
        for term in dict.fromkeys((*names(one.text), *phrases(one.text))):
            key = tuple(stems(term))
            is_read = any(2 * len(title.intersection(key)) >= len(key) for title in read)
            if not key or is_read or any(akin(word, other) for word in key for other in question):
                continue
            pages = worth[key]
            pages[one.passage.url] = max(pages.get(one.passage.url, 0.0), one.likelihood)
            shown.setdefault(key, term)
    if not shown:
        return []
    asked, *vectors = embed_texts([plan.question, *shown.values()]).vectors
    scored = {
        key: sum(worth[key].values())
        * (1.6 if len(key) > 1 else 1.0)
        * max(0.0, float(vector @ asked))
        for key, vector in zip(shown, vectors, strict=True)
    }
    chosen: list[tuple[str, ...]] = []
    for key in sorted(scored, key=lambda one: (-scored[one], one)):
        if not any(set(key) & set(other) for other in chosen):
            chosen.append(key)
        if len(chosen) == _MOST_TERMS:
            break
    searches = math.ceil(len(chosen) / _AT_ONCE)
    best = [shown[key] for key in chosen]
    return [_together(best[at::searches], plan.subjects[0]) for at in range(searches)]


def _together(names: Sequence[str], subject: str) -> SubQuestion:
    """Return a search for several terms at once: each brings its own page."""
    *others, last = names
    text = f"{', '.join(others)} and {last}" if others else last
    return SubQuestion(
        text[0].upper() + text[1:], f"{text} {subject}", subject, asked=False, term=text
    )


def names(sentence: str) -> list[str]:
    """Return the names in a sentence; its first word alone is none, for it is written large anyway.

    Examples
    --------
    >>> names("It led to the Declaration of the Rights of Man in Paris.")
    ['Declaration of the Rights of Man', 'Paris']
    """
    found = []
    for match in _NAME.finditer(sentence):
        words = match[0].split()
        is_first = match.start() == 0 and len(words) == 1
        if words[0].casefold() in STOP_WORDS:
            words = words[1:]
        if words and not is_first:
            found.append(" ".join(words))
    return found


def phrases(sentence: str) -> list[str]:
    """Return runs of content words that are not names, at most the last two of each.

    Examples
    --------
    >>> phrases("The smallpox vaccine is made of a weakened virus.")
    ['smallpox vaccine', 'made', 'weakened virus']
    """
    found: list[str] = []
    run: list[str] = []
    for token in [*_WORD.findall(sentence), "."]:
        if token.islower() and len(token) > 2 and token not in STOP_WORDS:
            run.append(token)
        elif run:
            found.append(" ".join(run[-2:]))
            run = []
    return found
