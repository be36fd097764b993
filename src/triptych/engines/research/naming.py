"""What names the subjects of a question: in titles, and in sentences."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan
from triptych.engines.research.statements import GLOSS
from triptych.engines.search.overview.question import read_question
from triptych.engines.text.words import singular, stems

#: They name no subject by themselves.
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
    """Return the stems of each name of what the question is about, as far as pages tell.

    The plan's subjects are among them, unless pages are called as parts of a long one; and what
    pages are called that the question names: of "Black Death", "Black" and "Death" the longest.

    Parameters
    ----------
    plan : Plan
        What is asked.
    titles : sequence of str
        Of pages that were found.

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> asked = plan("What were the effects of the Great Fire?")
    >>> [sorted(one) for one in subject_words(asked, ["Fire", "Great Fire"])]
    [['fire', 'great']]
    """
    question = read_question(plan.question)
    asked = frozenset(stems(plan.question))
    telling = asked - question.asking - _GENERAL
    names = {name for title in titles if (name := _as_asked(names_of(title), asked))}
    longest = {
        name for name in names if name & telling and not any(name < other for other in names)
    }
    found = []
    for subject in plan.subjects:
        words = words_of(subject)
        parts = [name for name in longest if name & words]
        if not parts or len(words) <= max(map(len, parts)):
            found.append(words)
    # "FTS5" and "Babbage" name something, whether a page is called so or not.
    proper = [frozenset(stems(one)) for one in _PROPER.findall(plan.question)]
    known = frozenset().union(*found, *longest)
    others = [one for one in proper if one and not one & known]
    return tuple(dict.fromkeys([*found, *sorted(longest, key=sorted), *others])) or (asked,)


def _as_asked(name: frozenset[str], asked: frozenset[str]) -> frozenset[str]:
    """Return a name in the question's stems; empty where the question does not hold all of it."""
    found = [next((one for one in sorted(asked) if akin(one, word)), "") for word in name]
    return frozenset(found) if all(found) else frozenset()


def words_of(thing: str) -> frozenset[str]:
    """Return the stems that name a thing, without whose it is.

    Examples
    --------
    >>> sorted(words_of("SQLite's rollback journal"))
    ['journal', 'rollback']
    """
    return frozenset(stems(_unowned(thing))) or frozenset(stems(thing))


def akin(one: str, other: str) -> bool:
    """Tell whether one stem begins as another, as "volcan" and "volcano".

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
    """Tell whether all words, or such as begin alike, are within others."""
    return all(
        word in within or (len(word) > 4 and any(akin(word, other) for other in within))
        for word in words
    )


def is_about(title: str, subjects: Sequence[frozenset[str]]) -> bool:
    """Tell whether a page is called as one of the subjects.

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
        self, plan: Plan, found: Sequence[Passage], subjects: Sequence[frozenset[str]]
    ) -> None:
        self.subjects = subjects
        #: "WAL": a page called "Write-Ahead Logging" is about it.
        self._acronyms = {one.casefold() for one in re.findall(r"\b[A-Z]{3,}\b", plan.question)}
        self._names = {_singular(_unowned(one)) for one in plan.subjects}
        self._short = {_initials(one) for one in plan.subjects}
        self._parts = {read_question(one.text).words - _GENERAL for one in plan.all if one.asked}
        # Beside names such as "Cubism", "painting" tells little: it stands on many pages.
        titles = {one.url: one.words | frozenset(stems(one.title)) for one in found}
        rarity = {
            one: sum(holds_words(one, words) for words in titles.values()) for one in subjects
        }
        least = min(rarity.values(), default=0)
        asked = [words_of(one) for one in plan.subjects]
        self._telling = [
            one for one in subjects if one in asked or rarity[one] <= max(5, 3 * least)
        ]
        self._last = dict[str, int]()
        for one in found:
            self._last[one.url] = max(one.place, self._last.get(one.url, 0))

    def is_own(self, passage: Passage) -> bool:
        """Tell whether a passage is of a subject's own page or section."""
        return is_about(passage.title, self.subjects) or is_about(passage.heading, self.subjects)

    def is_called(self, title: str) -> bool:
        """Tell whether a page is called just as the question calls its subject."""
        return _singular(GLOSS.split(title)[0]) in self._names

    def is_titled(self, passage: Passage) -> bool:
        """Tell whether a passage is of a page or section whose name holds a subject's."""
        named = self.is_named(frozenset(stems(passage.title)))
        return self.is_own(passage) or named or _initials(passage.title) in self._acronyms

    def is_long(self, passage: Passage) -> bool:
        """Tell whether a passage is deep in a page or of a long one."""
        return self._last[passage.url] >= _SHORT

    def names(self, passage: Passage, place: int, before: Sequence[int]) -> bool:
        """Tell whether a sentence, with what comes before it and its title, names a subject."""
        said = frozenset().union(
            stems(f"{passage.title} {passage.heading}"),
            *(passage.statements[at].words for at in (*before, place)),
        )
        return self.is_named(said)

    def may_tell(self, passage: Passage) -> bool:
        """Tell whether a passage, with its title, names a subject."""
        return self.is_named(passage.words | frozenset(stems(f"{passage.title} {passage.heading}")))

    def is_named(self, said: frozenset[str]) -> bool:
        """Tell whether words name a subject."""
        if any(holds_words(one, said) for one in self._telling) or self._short & said:
            return True
        return any(
            len(words & said) >= max(2, math.ceil(_SHARE * len(words))) for words in self._parts
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
