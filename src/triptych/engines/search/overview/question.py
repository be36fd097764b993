"""What a query asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from triptych.engines.text.words import stems
from triptych.models.files import word_list


class Kind(Enum):
    """What an answer has to hold."""

    DEFINITION = "definition"
    PERSON = "person"
    PLACE = "place"
    TIME = "time"
    NUMBER = "number"
    REASON = "reason"
    ANY = "any"


#: First fit counts.
_ASKED = (
    (
        Kind.TIME,
        r"^when\b|\bwhen (?:is|are|was|were|do|does|did|has|have|will)\b|\bwhen\W*$"
        r"|\b(?:what|which) (?:day|time)s?\b|\b(?:year|date|century|decade)s?\b",
    ),
    (
        Kind.NUMBER,
        r"\bhow (?:many|much|big|large|high|tall|long|deep|old|far|fast|heavy|wide|hot|cold)\b"
        r"|\b(?:population|number|height|length|area|elevation|speed|temperature|size|percentage"
        r"|weight|distance|depth|cost)\b",
    ),
    (Kind.PERSON, r"\bwh(?:o|om|ose)\b"),
    (
        Kind.PLACE,
        r"^where\b|\bwhere (?:is|are|was|were|do|does|did)\b|\bwhere\W*$"
        r"|\b(?:what|which) (?:country|city|place|continent|region|state)\b",
    ),
    (Kind.REASON, r"\bwhy\b|\bwhat (?:causes?|caused)\b"),
    (
        Kind.DEFINITION,
        r"^\W*(?:what(?:'s|’s| is| are| was| were| does| do)"
        r"|define|definition of|meaning of)\b",
    ),
)
#: Answers that are several things.
_LIST = re.compile(
    r"\b(?:types?|kinds?|sorts?|examples?|lists?|varieties|advantages|disadvantages|benefits|steps"
    r"|reasons|ways|features|differences) (?:of|to|for|between)\b"
    r"|^\W*list\b|\b(?:which|what)(?: are the)? (?:countries|cities|languages|states|species|types"
    r"|kinds|members|planets|elements|animals|plants)\b",
    re.I,
)
#: Words that name the kind of answer, not what it is about: a page need not hold them.
_ASKING = frozenset(stems(" ".join(word_list("matching/question_words.txt"))))
#: Characters of a query that are read: as many as a search reads.
_LONGEST = 2_000
_COMPARED = re.compile(
    r"\b(?:differences? between (?P<one>.+?) and|how (?:is|are|does|do) (?P<two>.+?) differ(?:ent)?"
    r" (?:from|to|than)|(?P<three>.+?) (?:versus|vs\.?|compared (?:to|with)))\s+(?P<other>[^?]+)",
    re.I,
)
# "What is X": nothing is asked of it but what it is.
_BARE = re.compile(
    r"^\W*(?:what(?:'s|’s| is| are| was| were)|who(?:'s|’s| is| was| are| were)|define"
    r"|what (?:does|do|did)|(?:the )?(?:definition|meaning) of)\s+(?:an? |the )?(?P<topic>[^?]+?)"
    r"(?: do| mean| for| used for| stand for)?\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A query, read."""

    #: As it was typed, without operators of search.
    text: str
    #: Stems of what it is about.
    words: frozenset[str]
    #: Stems that name the kind of answer ("height", "called").
    asking: frozenset[str]
    #: What an answer has to hold.
    kind: Kind
    #: What a definition is asked of, in lower case: none, one, or two that are compared.
    topics: tuple[str, ...]
    #: Whether the answer is several things.
    wants_list: bool


def read_question(query: str) -> Question:
    """Return what a query asks for; its first 2,000 characters are read.

    Examples
    --------
    >>> question = read_question("When did Mount Fuji last erupt?")
    >>> question.kind, sorted(question.words)
    (<Kind.TIME: 'time'>, ['erupt', 'fuji', 'last', 'mount'])
    """
    # One letter after a minus is an option of a program, not a word to do without.
    typed = re.sub(r"(?:^|\s)(?:site:|-(?![a-zA-Z]\b))\S+", " ", query[:_LONGEST])
    text = " ".join(typed.replace('"', " ").split())
    every = frozenset(stems(text))
    asking = every & _ASKING
    kind = next((kind for kind, form in _ASKED if re.search(form, text, re.I)), Kind.ANY)
    bare = _BARE.match(text)
    topics: tuple[str, ...] = (bare["topic"].casefold(),) if bare else ()
    compared = _COMPARED.search(text)
    if compared:
        one, *_ = filter(None, compared.group("one", "two", "three"))
        topics = (one.casefold(), compared["other"].casefold())
    elif not bare and kind is Kind.ANY and len(text.split()) <= 3:
        # "mount fuji": who types a name alone wants to know what it is.
        topics, kind = (text.casefold(),), Kind.DEFINITION
    # A query of such words alone, "number", is about them.
    words = every - asking or every
    return Question(text, words, every - words, kind, topics, bool(_LIST.search(text)))
