"""The parts of a question without an answer yet, and related terms on the pages."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from triptych.engines.research.aspects import Aspect, sentence_aspects
from triptych.engines.research.features import akin, holds_words, words_of
from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan, SubQuestion, normal
from triptych.engines.research.relevance import Evidence, evidence
from triptych.engines.search.overview.question import read_question
from triptych.engines.text.words import STOP_WORDS, stems
from triptych.models.files import word_list

#: Sentences that are read for terms.
_MOST_READ = 40
_MOST_TERMS = 12
#: Terms of one search.
_AT_ONCE = 3
#: They join the words of a name.
_JOINING = frozenset(("of", "the", "de", "von", "al"))
#: The cosine of a question and an unrelated word.
_FAR = 0.2
#: The least nearness of a name.
_NAMED = 0.05
_WORD = re.compile(r"[^\W\d_][\w'’-]*[^\W_]|[^\W\d_]|[^\w\s]|\d+")
#: Words that make no term alone or at its ends.
_PLAIN = re.compile(rf"^(?:{'|'.join(word_list('research/not_terms.txt'))})$", re.I)
#: Months, and what belongs to a country or a people: alone they are not search terms.
_ADJECTIVE = re.compile(
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Greek|French|Dutch|Roman|German|\w+(?:ese|ish|[aceio]an|['’]s))$"
)
#: Before "producing thrust", which is what somebody does; an "operating system" is a thing.
_BEFORE_DOING = frozenset((",", ";", "", "by", "while", "when"))


def terms(
    plan: Plan, sentences: Sequence[Evidence], titles: Collection[str] = ()
) -> list[SubQuestion]:
    """Return at most four searches for what sentences about the question name, best first.

    A term is a name, or up to two words in a row, without those of the question. Its score is
    how likely the sentences that name it belong to the question, summed over pages; the `titles` of
    pages that were read are known. Three terms are searched for at once.
    """
    question = frozenset(stems(plan.question))
    read = {names_of(title) for title in titles}
    worth: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    shown: dict[tuple[str, ...], str] = {}
    best = sorted(sentences, key=lambda one: -one.likelihood)[:_MOST_READ]
    for one in best:
        for term in dict.fromkeys((*_names(one.text), *_phrases(one.text))):
            key = tuple(stems(term))
            is_read = any(2 * len(title.intersection(key)) >= len(key) for title in read)
            if not key or is_read or any(akin(word, other) for word in key for other in question):
                continue
            pages = worth[key]
            pages[one.passage.url] = max(pages.get(one.passage.url, 0.0), one.likelihood)
            shown.setdefault(key, term)
    near = _nearness(plan, list(shown.values()))
    scored = {
        # Names and words in a row count more than one word.
        key: sum(worth[key].values())
        * (1.5 if term[0].isupper() else 1.0)
        * (1.6 if len(key) > 1 else 1.0)
        * close
        for (key, term), close in zip(shown.items(), near, strict=True)
        if close > 0 and _is_specific(term, len(worth[key]))
    }
    chosen: list[tuple[str, ...]] = []
    for key in sorted(scored, key=lambda one: (-scored[one], one)):
        if not any(set(key) & set(other) for other in chosen):
            chosen.append(key)
        if len(chosen) == _MOST_TERMS:
            break
    names = [shown[key] for key in chosen]
    searches = math.ceil(len(names) / _AT_ONCE)
    return [_together(names[at::searches], plan.subjects[0]) for at in range(searches)]


def _together(names: Sequence[str], subject: str) -> SubQuestion:
    """Return a search for several terms at once: each brings its own page."""
    *others, last = names
    text = f"{', '.join(others)} and {last}" if others else last
    query = f"{text} {subject}"
    text = text[0].upper() + text[1:]
    return SubQuestion(text, query, Aspect.OTHER, subject, asked=False, term=text)


def _is_specific(term: str, pages: int) -> bool:
    """Return whether a term is worth a search: a plain word of a single page is not."""
    if term[0].isupper():
        return not _ADJECTIVE.match(term)
    return pages > 1 or " " in term


def _nearness(plan: Plan, terms: Sequence[str]) -> list[float]:
    """Return how near terms are to the question, beyond what any word is.

    A name that the model never read has a low cosine: it has a least value.
    """
    from triptych.engines.embedding import embed_texts

    question, *vectors = embed_texts([plan.question, *terms]).vectors
    least = [_NAMED if term[0].isupper() else 0.0 for term in terms]
    return [
        max(float(vector @ question) - _FAR, floor)
        for vector, floor in zip(vectors, least, strict=True)
    ]


def _names(sentence: str) -> list[str]:
    """Return names: words with capitals in a row, joined by "of" and the like.

    Examples
    --------
    >>> _names("It led to the Declaration of the Rights of Man in Paris.")
    ['Declaration of the Rights of Man', 'Paris']
    """
    names: list[str] = []
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
                names.append(" ".join(run))
            run = []
    return names


def _phrases(sentence: str) -> list[str]:
    """Return runs of content words that are not names, at most the last two of each."""
    phrases: list[str] = []
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
            phrases.append(" ".join(run[-2:]))
        run = []
    return phrases


#: Least cosine of a sentence and a sub-question that it answers.
ANSWERS = 0.45
#: Aspects that need a year, a number or a "because".
EXPLICIT = (Aspect.HISTORY, Aspect.NUMBERS, Aspect.WHY)
_AGE = re.compile(r"\bhow old\b", re.I)
#: From this cosine on two sentences say the same.
SAME = 0.86


def answers(plan: Plan, at: int, sentence: Evidence) -> bool:
    """Return whether a sentence answers the sub-question at an index of `plan.all`."""
    sub = plan.all[at]
    if sentence.nearness[at] < ANSWERS:
        return False
    statement = sentence.passage.statements[sentence.place]
    around = statement.words | frozenset(
        stems(f"{sentence.passage.title} {sentence.passage.heading}")
    )
    if any(word.isdigit() and word not in sentence.passage.words for word in stems(sub.text)):
        return False
    if sub.aspect is Aspect.NUMBERS:
        # A number of something else is no answer.
        words = read_question(sub.text).words
        counted = sum(any(akin(word, other) for other in around) for word in words)
        aspects = sentence_aspects(statement.text)
        # A year answers a question for an age, too.
        fits = sub.aspect in aspects or (Aspect.HISTORY in aspects and _AGE.search(sub.text))
        return bool(fits) and 3 * counted >= 2 * len(words)
    # What is compared, and what a thing is, names the thing.
    return sub.aspect is not Aspect.DEFINITION or holds_words(words_of(sub.subject), around)


def unanswered(plan: Plan, sentences: Sequence[Evidence]) -> list[SubQuestion]:
    """Return the sub-questions that no sentence answers, in the plan's order."""
    return [
        sub
        for at, sub in enumerate(plan.all)
        if not any(answers(plan, at, one) for one in sentences)
    ]


def gaps(
    plan: Plan, passages: Sequence[Passage], sent: Collection[frozenset[str]] = ()
) -> list[SubQuestion]:
    """Return what to search for next: what is not answered yet, then what the pages mention.

    Parameters
    ----------
    plan : Plan
        How the question is understood.
    passages : sequence of Passage
        What was read.
    sent : collection of frozenset of str
        The normal forms (see `normal`) of earlier queries: none is sent twice.

    Returns
    -------
    list of SubQuestion
        At most the plan's breadth.
    """
    sentences = evidence(plan, passages)
    open_ = unanswered(plan, sentences)
    waiting = [one for one in plan.waiting if one in open_]
    ordered = sorted(waiting, key=lambda one: not one.asked)
    titles = {one.title for one in passages}
    next_: dict[frozenset[str], SubQuestion] = {}
    for one in [
        *(sub for sub in ordered if sub.asked),
        *terms(plan, sentences, titles),
        *ordered,
    ]:
        form = normal(one.query)
        if form not in sent:
            next_.setdefault(form, one)
    return list(next_.values())[: plan.breadth]


def novelty(plan: Plan, new: Sequence[Passage], old: Sequence[Passage]) -> float:
    """Return the share of new passages' sentences about the question that old ones do not contain.

    Parameters
    ----------
    plan : Plan
        How the question is understood.
    new, old : sequence of Passage
        What the last round read, and what was read before it.

    Returns
    -------
    float
        0 if nothing in the new passages is about the question.
    """
    earlier = evidence(plan, old)
    sentences = [one for one in evidence(plan, [*old, *new]) if any(one.passage is p for p in new)]
    if not sentences:
        return 0.0
    if not earlier:
        return 1.0
    cosines = (
        np.stack([one.vector for one in sentences]) @ np.stack([one.vector for one in earlier]).T
    )
    return float((cosines.max(axis=1) < SAME).mean())
