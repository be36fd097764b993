"""What the pages found so far speak of beside what was asked."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from triptych.engines.research.aspects import Aspect
from triptych.engines.research.naming import akin
from triptych.engines.research.passages import names_of
from triptych.engines.research.plan import Plan, SubQuestion
from triptych.engines.research.relevance import Evidence
from triptych.engines.text.words import STOP_WORDS, stems

#: Sentences that are read for terms.
_MOST_READ = 40
_MOST_TERMS = 12
#: Terms of one search.
_AT_ONCE = 3
#: They join the words of a name.
_JOINING = frozenset(("of", "the", "de", "von", "al"))
#: The cosine of a question and a word that tells nothing of it.
_FAR = 0.2
#: What a name counts in any case.
_NAMED = 0.05
_WORD = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]|[^\w\s]|\d+")
#: Words that make no term alone or at its ends.
_PLAIN = re.compile(
    r"^(?:\w+ly|\w{3,}ed|began|begun|led|became|make|makes|given|uses|stores?|first"
    r"|(?:produce|create|help|allow|cause|provide|contain|require|occur|prevent|reduce|increase"
    r"|stimulate|recogni[sz]e|become|remain|consist|depend|need|show|give|take|lead|keep)s?"
    r"|second|third|other|several|many|various|different|new|old|large|small|major|main|common"
    r"|modern|early|late|known|used|called|often|including|include[sd]?|well|much"
    r"|number|part|way|time|times|year|years|century|centuries|day|example|form|forms|type|types"
    r"|kind|kinds|thing|people|world|term|name|use|result|process|due|based|found|made|one|two"
    r"|three|four|five|such|like|around|according|since|within|between|however|because|while"
    r"|against|during|through|under|before|after|although|most|more|less|high|low|long|short"
    r"|good|better|best|important|possible|example"
    r"|case|cases|system|systems|method|methods|group|groups|order|area|areas|set|work|works)$",
    re.I,
)
#: Months, and what belongs to a country or a people: alone they name nothing to be searched for.
_ADJECTIVE = re.compile(
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Greek|French|Dutch|Roman|German|\w+(?:ese|ish|[aceio]an|['’]s))$"
)
#: Before "producing thrust", which is what somebody does; an "operating system" is a thing.
_BEFORE_DOING = frozenset((",", ";", "", "by", "while", "when"))


def terms(plan: Plan, found: Sequence[Evidence], titles: Collection[str] = ()) -> list[SubQuestion]:
    """Return what sentences about the question name again and again, to be searched for.

    A term is a name, or up to two words in a row, without those of the question. It counts by
    how likely the sentences that name it belong to the question, and more where several pages
    name it; what a page that was read is called is known. Three are searched for at once.

    Parameters
    ----------
    plan : Plan
        What is asked.
    found : sequence of Evidence
        The sentences that are about it, best first.
    titles : collection of str
        Of the pages that were read.

    Returns
    -------
    list of SubQuestion
        Best first, at most four.
    """
    asked = frozenset(stems(plan.question))
    read = {names_of(title) for title in titles}
    worth: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    shown: dict[tuple[str, ...], str] = {}
    best = sorted(found, key=lambda one: -one.likelihood)[:_MOST_READ]
    for one in best:
        for term in dict.fromkeys((*_names(one.text), *_phrases(one.text))):
            key = tuple(stems(term))
            known = any(2 * len(title.intersection(key)) >= len(key) for title in read)
            if not key or known or any(akin(word, other) for word in key for other in asked):
                continue
            told = worth[key]
            told[one.passage.url] = max(told.get(one.passage.url, 0.0), one.likelihood)
            shown.setdefault(key, term)
    near = _nearness(plan, list(shown.values()))
    scored = {
        key: sum(worth[key].values()) * _weight(term, len(key)) * close
        for (key, term), close in zip(shown.items(), near, strict=True)
        if close > 0 and _tells(term, len(worth[key]))
    }
    kept: list[tuple[str, ...]] = []
    for key in sorted(scored, key=lambda one: (-scored[one], one)):
        if not any(set(key) & set(other) for other in kept):
            kept.append(key)
        if len(kept) == _MOST_TERMS:
            break
    names = [shown[key] for key in kept]
    searches = math.ceil(len(names) / _AT_ONCE)
    return [_together(names[at::searches], plan.subjects[0]) for at in range(searches)]


def _together(names: Sequence[str], subject: str) -> SubQuestion:
    """Return a search for several terms at once: each brings its own page."""
    *others, last = names
    text = f"{', '.join(others)} and {last}" if others else last
    query = f"{text} {subject}"
    text = text[0].upper() + text[1:]
    return SubQuestion(text, query, Aspect.OTHER, subject, asked=False, term=text)


def _tells(term: str, pages: int) -> bool:
    """Tell whether a term is worth a search: one plain word of a single page tells little."""
    if term[0].isupper():
        return not _ADJECTIVE.match(term)
    return pages > 1 or " " in term


def _nearness(plan: Plan, found: Sequence[str]) -> list[float]:
    """Return how near terms are to the question, beyond what any word is.

    A name may be of what the model never read: it counts a little in any case.
    """
    from triptych.engines.embedding import embed_texts

    asked, *vectors = embed_texts([plan.question, *found]).vectors
    least = [_NAMED if term[0].isupper() else 0.0 for term in found]
    return [
        max(float(vector @ asked) - _FAR, floor)
        for vector, floor in zip(vectors, least, strict=True)
    ]


def _weight(term: str, length: int) -> float:
    """Return what a term counts: names and words in a row tell more than one word."""
    return (1.5 if term[:1].isupper() else 1.0) * (1.6 if length > 1 else 1.0)


def _names(sentence: str) -> list[str]:
    """Return names: words with capitals in a row, joined by "of" and the like.

    Examples
    --------
    >>> _names("It led to the Declaration of the Rights of Man in Paris.")
    ['Declaration of the Rights of Man', 'Paris']
    """
    found: list[str] = []
    run: list[str] = []
    begins = 0
    for place, token in enumerate([*_WORD.findall(sentence), "."]):
        small = token.casefold()
        if token[0].isupper() and (len(token) > 1 or run) and small not in STOP_WORDS:
            begins = begins if run else place
            run.append(token)
        elif run and small in _JOINING:
            run.append(token)
        else:
            while run and run[-1].casefold() in _JOINING:
                run.pop()
            # The first word of a sentence is written large, whatever it is.
            if len(run) > (begins == 0):
                found.append(" ".join(run))
            run = []
    return found


def _phrases(sentence: str) -> list[str]:
    """Return up to two telling words in a row that are no names."""
    found: list[str] = []
    run: list[str] = []
    tokens = [*_WORD.findall(sentence), "."]
    for before, token in zip(["", *tokens], tokens, strict=False):
        if (
            token.islower()
            and len(token) > 2
            and token not in STOP_WORDS
            and not _PLAIN.match(token)
            and not (token.endswith("ing") and before in _BEFORE_DOING)
        ):
            run.append(token)
            continue
        if run:
            found.append(" ".join(run[-2:]))
        run = []
    return found
