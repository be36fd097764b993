"""What names the subjects of a question, and the features of a sentence of a page."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.research.aspects import any_of
from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan
from triptych.engines.research.statements import GLOSS
from triptych.engines.search.overview.question import read_question
from triptych.engines.text.words import singular, stems
from triptych.models.files import lines, word_list

#: Too general to name a subject.
_GENERAL = frozenset(
    stems(
        "system process change world work people thing way part result form kind type cause effect "
        "history size data file code test safe time death life number long first computer mode "
        "point object disk space"
    )
)
#: A name within a question.
_PROPER = re.compile(r"(?<=[\w,] )[A-Z]\w+")
#: Share of the words of a part of the question, at least two, that names its subject.
_SHARE = 0.4
#: Paragraphs of a page that is short.
_SHORT = 2


def subject_words(plan: Plan, titles: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Return the stems of each name of the question's subject, given the titles of pages found.

    The plan's subjects are among them, unless pages are called as parts of a long one; and the
    titles that the question names: of "Black Death", "Black" and "Death" the longest.

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> asked = plan("What were the effects of the Great Fire?")
    >>> [sorted(one) for one in subject_words(asked, ["Fire", "Great Fire"])]
    [['fire', 'great']]
    """
    question = read_question(plan.question)
    all_words = frozenset(stems(plan.question))
    specific = all_words - question.asking - _GENERAL
    names = {name for title in titles if (name := _as_asked(names_of(title), all_words))}
    longest = {
        name for name in names if name & specific and not any(name < other for other in names)
    }
    subjects = []
    for subject in plan.subjects:
        words = words_of(subject)
        parts = [name for name in longest if name & words]
        if not parts or len(words) <= max(map(len, parts)):
            subjects.append(words)
    # "FTS5" and "Babbage" name something, whether a page is called so or not.
    proper = [frozenset(stems(one)) for one in _PROPER.findall(plan.question)]
    named = frozenset().union(*subjects, *longest)
    others = [one for one in proper if one and not one & named]
    return tuple(dict.fromkeys([*subjects, *sorted(longest, key=sorted), *others])) or (all_words,)


def _as_asked(name: frozenset[str], question: frozenset[str]) -> frozenset[str]:
    """Return a name in the question's stems; empty where the question does not hold all of it."""
    matches = [next((one for one in sorted(question) if akin(one, word)), "") for word in name]
    return frozenset(matches) if all(matches) else frozenset()


def words_of(thing: str) -> frozenset[str]:
    """Return the stems that name a thing, without whose it is.

    Examples
    --------
    >>> sorted(words_of("SQLite's rollback journal"))
    ['journal', 'rollback']
    """
    return frozenset(stems(_unowned(thing))) or frozenset(stems(thing))


def akin(one: str, other: str) -> bool:
    """Return whether one stem begins as another, as "volcan" and "volcano".

    Examples
    --------
    >>> akin("volcan", "volcano"), akin("form", "formula")
    (True, False)
    """
    return one == other or (
        min(len(one), len(other)) > 4
        and abs(len(one) - len(other)) < 4
        and (one.startswith(other) or other.startswith(one))
    )


def holds_words(words: frozenset[str], within: frozenset[str]) -> bool:
    """Return whether all words, or words with the same beginning, are within others."""
    return all(
        word in within or (len(word) > 4 and any(akin(word, other) for other in within))
        for word in words
    )


def is_about(title: str, subjects: Sequence[frozenset[str]]) -> bool:
    """Return whether a page's title is one of the subjects.

    Examples
    --------
    >>> tea = [frozenset({"tea"})]
    >>> is_about("Tea (drink)", tea), is_about("Tea ceremony", tea)
    (True, False)
    """
    name = names_of(title)
    if not name:
        return False
    return any(holds_words(name, one) and holds_words(one, name) for one in subjects)


class About:
    """What names the subjects of the question."""

    def __init__(
        self, plan: Plan, passages: Sequence[Passage], subjects: Sequence[frozenset[str]]
    ) -> None:
        self.subjects = subjects
        #: "WAL": a page called "Write-Ahead Logging" is about it.
        self._acronyms = {one.casefold() for one in re.findall(r"\b[A-Z]{3,}\b", plan.question)}
        self._names = {_singular(_unowned(one)) for one in plan.subjects}
        self._short = {_initials(one) for one in plan.subjects}
        self._parts = {read_question(one.text).words - _GENERAL for one in plan.all if one.asked}
        # Beside names such as "Cubism", "painting" is not specific: it is on many pages.
        titles = {one.url: one.words | frozenset(stems(one.title)) for one in passages}
        rarity = {
            one: sum(holds_words(one, words) for words in titles.values()) for one in subjects
        }
        least = min(rarity.values(), default=0)
        named = [words_of(one) for one in plan.subjects]
        self._telling = [
            one for one in subjects if one in named or rarity[one] <= max(5, 3 * least)
        ]
        self._last = dict[str, int]()
        for one in passages:
            self._last[one.url] = max(one.place, self._last.get(one.url, 0))

    def is_own(self, passage: Passage) -> bool:
        """Return whether a passage is of a subject's own page or section."""
        return is_about(passage.title, self.subjects) or is_about(passage.heading, self.subjects)

    def is_called(self, title: str) -> bool:
        """Return whether a title is just what the question calls its subject."""
        return _singular(GLOSS.split(title)[0]) in self._names

    def is_titled(self, passage: Passage) -> bool:
        """Return whether the title of a passage's page or section contains a subject."""
        named = self.is_named(frozenset(stems(passage.title)))
        return self.is_own(passage) or named or _initials(passage.title) in self._acronyms

    def is_long(self, passage: Passage) -> bool:
        """Return whether a passage is deep in a page or of a long one."""
        return self._last[passage.url] >= _SHORT

    def names(self, passage: Passage, place: int, before: Sequence[int]) -> bool:
        """Return whether a sentence, with what comes before it and its title, names a subject."""
        words = frozenset().union(
            stems(f"{passage.title} {passage.heading}"),
            *(passage.statements[at].words for at in (*before, place)),
        )
        return self.is_named(words)

    def may_tell(self, passage: Passage) -> bool:
        """Return whether a passage, with its title, names a subject."""
        return self.is_named(passage.words | frozenset(stems(f"{passage.title} {passage.heading}")))

    def is_named(self, present: frozenset[str]) -> bool:
        """Return whether words name a subject."""
        if any(holds_words(one, present) for one in self._telling) or self._short & present:
            return True
        return any(
            len(words & present) >= max(2, math.ceil(_SHARE * len(words))) for words in self._parts
        )


def _initials(thing: str) -> str:
    """Return what a name of three words or more may be shortened to: "wal"."""
    words = re.findall(r"[^\W_]+", _unowned(thing))
    return "".join(word[0] for word in words).casefold() if len(words) > 2 else "\0"


def _unowned(thing: str) -> str:
    """Return a thing without whose it is."""
    return re.sub(r"^.*?['’]s?\s+(?=\w)", "", thing)


def _singular(thing: str) -> str:
    return singular(thing.casefold().strip())


#: Of each sentence, in the order of the columns; those of its page first.
NAMES = word_list("research/features.txt")
_CODE = re.compile(r"\w\(|\w_\w|\w\.\w+\.\w|--\w|\b[A-Z]{2,}_")
_HE = re.compile(r"\b(?:he|she|his|her)\b", re.I)
#: Phrases of an API reference.
_REFERENCE = any_of(lines("research/reference.txt"))
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
    """Return a row for each sentence with a column for each of `NAMES`.

    Parameters
    ----------
    shown : sequence of (passage, place)
        n sentences.
    near, alone : ndarray of float32, (n, parts)
        Cosines of the sentences, after their page's title and without it, with each part of the
        question.
    vectors : ndarray of float32, (n, 384)
        Of the sentences after their page's title.
    titles : mapping of str to float
        The largest cosine of each page's title with a part of the question, by address.
    """
    pages = _of_pages(plan, shown, about, near)
    question = frozenset(stems(plan.question))
    counts = Counter(
        word for passage, place in shown for word in question & passage.statements[place].words
    )
    weights = {
        one: math.log1p((len(shown) + 0.5) / (counts[one] + 0.5)) for one in sorted(question)
    }
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
                sum(weights[word] for word in sorted(question & statement.words)) / total,
                float(place == 0),
                sum(weights[word] for word in sorted(question & heading)) / total,
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
    """Return the first columns, which are those of a page."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, (passage, _) in enumerate(shown):
        rows[passage.url].append(row)
    texts = {
        url: " ".join(shown[row][0].statements[shown[row][1]].text for row in own).casefold()
        for url, own in rows.items()
    }
    subjects = {
        url for url, own in rows.items() if is_about(shown[own[0]][0].title, about.subjects)
    }
    question = frozenset(stems(plan.question))
    most = max((passage.found for passage, _ in shown), default=1)
    best = np.maximum(near.max(axis=0), 1e-6)
    columns: dict[str, tuple[float, ...]] = {}
    for url, own in rows.items():
        passage = shown[own[0]][0]
        name = names_of(passage.title)
        title = GLOSS.split(re.sub(r" \(.*?\)", "", passage.title))[0].casefold()
        fits = near[own].max(axis=1)
        lead = [row for row in own if shown[row][0].place == 0 and shown[row][1] == 0]
        named = [about.is_named(shown[row][0].statements[shown[row][1]].words) for row in own]
        others = [other for other in texts if other != url and title in texts[other]]
        columns[url] = (
            float(url in subjects),
            _share(name, question),
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
            float(any(_is_rival(one, passage.title, texts[url]) for one in plan.subjects)),
        )
    return columns


def _central(shown: Rows, about: About, near: Floats, vectors: Floats) -> Floats:
    """Return the cosines of sentences with the mean of the best, and with the subject's page.

    The best ten, at most two of a page, are assumed to answer the question (J. Rocchio,
    "Relevance feedback in information retrieval", 1971).
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
    cosines = np.zeros((len(shown), 2), np.float32)
    cosines[:, 0] = vectors @ middle
    if own:
        cosines[:, 1] = (vectors @ vectors[own].T).mean(axis=1)
    return cosines


def _is_rival(subject: str, title: str, text: str = "") -> bool:
    """Return whether a title resembles a subject that is a proper name, without being it.

    Or whether the page mentions, in lower-case `text`, the one of another year.

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
    if re.search(rf"\b{re.escape(subject.casefold())} of \d{{3,4}}\b", text):
        return True
    shared = {word for word in words if any(_begin_alike(word, other) for other in name)}
    others = {other for other in name if not any(_begin_alike(other, word) for word in words)}
    return bool(shared and others) and shared != words


def _begin_alike(one: str, other: str) -> bool:
    """Return whether the shorter of two stems begins the longer: "revolut", "revolutionari"."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) > 5 and long.startswith(short))


def _share(words: frozenset[str], within: frozenset[str]) -> float:
    """Return the share of words that are within others, or that begin alike."""
    held = sum(any(akin(word, other) for other in within) for word in words)
    return held / max(1, len(words))


def _words(shown: tuple[Passage, int]) -> frozenset[str]:
    return shown[0].statements[shown[1]].words
