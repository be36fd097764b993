"""What tells whether a sentence of a page belongs to a question."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.research.naming import About, akin, is_about
from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan
from triptych.engines.research.statements import GLOSS
from triptych.engines.text.words import stems

#: Of each sentence, in the order of the columns; those of its page first.
NAMES = (
    "page_is_subject",
    "title_in_question",
    "subject_in_title",
    "lead_names_subject",
    "page_names_subject",
    "rank",
    "found",
    "mentioned_by_subject",
    "mentioned",
    "page_best",
    "page_mean",
    "page_beside_best",
    "page_beside_part",
    "of_person",
    "rival",
    "title_near",
    "near",
    "beside_best",
    "near_alone",
    "section_mean",
    "section_alone",
    "near_centre",
    "near_subject_page",
    "names_subject",
    "names_with_title",
    "words_of_question",
    "begins_paragraph",
    "heading_words",
    "argument",
    "depth",
    "code",
    "reader",
    "reference",
    "length",
)
_CODE = re.compile(r"\w\(|\w_\w|\w\.\w+\.\w|--\w|\b[A-Z]{2,}_")
_HE = re.compile(r"\b(?:he|she|his|her)\b", re.I)
#: What a reference says of a function and its arguments.
_REFERENCE = re.compile(
    r"^(?:returns?|creates? a|sets? the|tests? (?:that|if)|converts?|raises?|called|initiali[sz]es?"
    r"|if (?:true|false|optional|omitted|not specified)|exception raised|a (?:subclass|variant) of"
    r"|default|optional)\b|\b(?:argument|parameter|keyword|raised|subclass|deprecated)s?\b",
    re.I,
)
_READER = re.compile(r"\b(?:you|your)\b", re.I)

Rows = Sequence[tuple[Passage, int]]
Floats = NDArray[np.float32]


def features(
    plan: Plan,
    shown: Rows,
    about: About,
    near: Floats,
    alone: Floats,
    vectors: Floats,
    titles: dict[str, float],
) -> NDArray[np.float64]:
    """Return what speaks for sentences and against them.

    Parameters
    ----------
    plan : Plan
        What is asked.
    shown : sequence of (passage, place)
        n sentences.
    about : About
        What names the subjects.
    near, alone : ndarray of float32, (n, parts)
        Cosines of the sentences, after their page's title and without it, with each part of the
        question.
    vectors : ndarray of float32, (n, 384)
        Of the sentences after their page's title.
    titles : mapping of str to float
        The largest cosine of each page's title with a part of the question, by address.

    Returns
    -------
    ndarray of float64, (n, 34)
        A column for each of `NAMES`.
    """
    pages = _of_pages(plan, shown, about, near)
    asked = frozenset(stems(plan.question))
    counts = Counter(
        word for passage, place in shown for word in asked & passage.statements[place].words
    )
    weights = {one: math.log1p((len(shown) + 0.5) / (counts[one] + 0.5)) for one in sorted(asked)}
    total = sum(weights.values()) or 1.0
    best = np.maximum(near.max(axis=0), 1e-6)
    central = _central(shown, about, near, vectors)
    sections: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row, (passage, _) in enumerate(shown):
        sections[passage.url, passage.heading].append(row)
    rows = []
    for row, (passage, place) in enumerate(shown):
        statement = passage.statements[place]
        heading = frozenset(stems(passage.heading))
        section = sections[passage.url, passage.heading]
        rows.append(
            [
                *pages[passage.url],
                titles.get(passage.url, 0.0),
                float(near[row].max()),
                float((near[row] / best).max()),
                float(alone[row].max()),
                float(near[section].max(axis=1).mean()),
                float(alone[section].max(axis=1).mean()),
                *map(float, central[row]),
                float(about.is_named(statement.words)),
                float(about.names(passage, place, ())),
                sum(weights[word] for word in sorted(asked & statement.words)) / total,
                float(place == 0),
                sum(weights[word] for word in sorted(asked & heading)) / total,
                float("(" in passage.heading or passage.heading[:1].islower()),
                math.log1p(passage.place) / 5,
                min(3, len(_CODE.findall(statement.text))) / 3,
                float(bool(_READER.search(statement.text))),
                float(bool(_REFERENCE.search(statement.text))),
                min(1.0, len(statement.text) / 300),
            ]
        )
    return np.array(rows, np.float64)


def _of_pages(plan: Plan, shown: Rows, about: About, near: Floats) -> dict[str, tuple[float, ...]]:
    """Return what speaks for each page: the first columns."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, (passage, _) in enumerate(shown):
        rows[passage.url].append(row)
    said = {
        url: " ".join(shown[row][0].statements[shown[row][1]].text for row in own).casefold()
        for url, own in rows.items()
    }
    subjects = {
        url for url, own in rows.items() if is_about(shown[own[0]][0].title, about.subjects)
    }
    asked = frozenset(stems(plan.question))
    most = max((passage.found for passage, _ in shown), default=1)
    best = np.maximum(near.max(axis=0), 1e-6)
    found: dict[str, tuple[float, ...]] = {}
    for url, own in rows.items():
        passage = shown[own[0]][0]
        name = names_of(passage.title)
        title = GLOSS.split(re.sub(r" \(.*?\)", "", passage.title))[0].casefold()
        fits = near[own].max(axis=1)
        lead = [row for row in own if shown[row][0].place == 0 and shown[row][1] == 0]
        named = [about.is_named(shown[row][0].statements[shown[row][1]].words) for row in own]
        others = [other for other in said if other != url and title in said[other]]
        found[url] = (
            float(url in subjects),
            _share(name, asked),
            max((_share(one, name) for one in about.subjects), default=0.0),
            float(any(about.is_named(_words(shown[row])) for row in lead)),
            sum(named) / len(named),
            1 / (1 + min(shown[row][0].rank for row in own)),
            passage.found / most,
            float(any(other in subjects for other in others)),
            min(3, len(others)) / 3,
            float(fits.max()),
            float(fits.mean()),
            float(fits.max() / best.max()),
            # Each part of the question has its own best answer.
            float((near[own].max(axis=0) / best).max()),
            float(any(_HE.search(shown[row][0].text) for row in own[:1])),
            float(any(_is_rival(one, passage.title, said[url]) for one in plan.subjects)),
        )
    return found


def _central(shown: Rows, about: About, near: Floats, vectors: Floats) -> Floats:
    """Return the cosines of sentences with the middle of the best, and with the subject's page.

    The best ten are taken to be about the question (J. Rocchio, "Relevance feedback in information
    retrieval", 1971), at most two of a page.
    """
    urls = [passage.url for passage, _ in shown]
    taken: Counter[str] = Counter()
    best: list[int] = []
    for row in np.argsort(-near.max(axis=1), kind="stable"):
        if taken[urls[row]] < 2 and len(best) < 10:
            taken[urls[row]] += 1
            best.append(int(row))
    middle = vectors[best].mean(axis=0)
    middle /= np.linalg.norm(middle) or 1.0
    own = [row for row, (passage, _) in enumerate(shown) if is_about(passage.title, about.subjects)]
    found = np.zeros((len(shown), 2), np.float32)
    found[:, 0] = vectors @ middle
    if own:
        found[:, 1] = (vectors @ vectors[own].T).mean(axis=1)
    return found


def _is_rival(subject: str, title: str, said: str = "") -> bool:
    """Tell whether a page is called much as a subject with a name of its own, but not as it.

    Or it speaks, in small letters, of the one of another year.

    Examples
    --------
    >>> _is_rival("French Revolution", "Haitian Revolution"), _is_rival("stars", "Star cluster")
    (True, False)
    >>> _is_rival("French Revolution", "Louis Philippe", "in the french revolution of 1848")
    True
    """
    words, name = frozenset(stems(subject)), names_of(title)
    if len(words) < 2 or not all(word[0].isupper() for word in subject.split()):
        return False
    if re.search(rf"\b{re.escape(subject.casefold())} of \d{{3,4}}\b", said):
        return True
    shared = {word for word in words if any(_begin_alike(word, other) for other in name)}
    others = {other for other in name if not any(_begin_alike(other, word) for word in words)}
    return bool(shared and others) and shared != words


def _begin_alike(one: str, other: str) -> bool:
    """Tell whether the shorter of two stems begins the longer: "revolut", "revolutionari"."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) > 5 and long.startswith(short))


def _share(words: frozenset[str], within: frozenset[str]) -> float:
    """Return the share of words that are within others, or such as begin alike."""
    held = sum(any(akin(word, other) for other in within) for word in words)
    return held / max(1, len(words))


def _words(shown: tuple[Passage, int]) -> frozenset[str]:
    return shown[0].statements[shown[1]].words
