"""What a question is about, its parts, and what to search for first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from triptych.engines.text.words import STOP_WORDS, stems
from triptych.models.files import lines, word_list

_LONGEST = 2_000
#: Where another question begins within one.
_AND = re.compile(
    r"(?:[?;]+\s*(?:and\s+)?|,?\s+(?:and|or|but)\s+|,\s+)(?=(?:in what|for what|to what|at what"
    r"|how|why|what|when|where|who|which|is|are|was|were|does|do|did|can|has|have)\b)",
    re.I,
)
_BEFORE = re.compile(
    r"^\W*(?:please\s+|can you\s+|could you\s+|i want to know\s+|i would like to know\s+"
    r"|tell me(?: about)?\s+|explain(?: to me)?\s+|describe\s+|give me\s+|write about\s+)+",
    re.I,
)
#: What stands before the subject of a question.
_SCAFFOLD = re.compile(
    r"^\W*(?:and\s+)?(?:(?:in|for|to|at|by|from|of|with|under) )?"
    r"(?:(?:what|which|who|whom|whose|when|where|why|how)(?:['’]s)?\b\s*"
    r"(?:(?:many|much|long|far|big|large|old|often|fast|high|tall|deep|well|exactly)\b\s*)?)?"
    r"(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|be|been)\b\s*)?"
    r"(?:(?:the|an?)\b\s*)?",
    re.I,
)
#: "The causes and effects of the war": sides of what comes after, in small letters.
_SIDES = re.compile(r"(?:^|(?<=\bthe ))(?P<one>[a-z]+) and (?:the )?(?P<two>[a-z]+) (?P<of>of .+)$")
_SIDE = re.compile(r"^(?:[a-z]+(?: and [a-z]+)? )of\s+(?:the|an?)?\s*", re.I)
#: "From Impressionism to Cubism": what a question begins with, and what it ends with.
_FROM_TO = re.compile(
    r"\bfrom\s+(?:the |an? )?(?P<one>.+?)\s+to\s+(?:the |an? )?(?P<two>[^,;?]+?)"
    r"(?=[,;?]|\s+(?:and|by|in|during|with)\s|\W*$)",
    re.I,
)
#: Words that end the name of a subject in a question.
_VERBS = frozenset(word_list("research/verbs.txt"))
_COMPARED = lines("research/comparisons.txt")
#: "Compare tea and coffee: how are they made": what comes after is a question of its own.
_COMPARE = re.compile(r"^\W*compare [^:]+:\s*(?=\w)", re.I)
_PRONOUN = re.compile(r"\b(?:it|they|them|he|she|him|this|these|those)\b", re.I)
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b", re.I)


def clauses(question: str) -> list[str]:
    """Return the questions within a question.

    Examples
    --------
    >>> clauses("How do vaccines work, and who made the first one?")
    ['How do vaccines work', 'who made the first one']
    """
    plain = _BEFORE.sub("", question[:_LONGEST]).strip(" ?!.")
    plain = _COMPARE.sub("", plain)
    parts = [part.strip(" ,?!.;") for part in _AND.split(plain)]
    questions = [part for part in parts if len(part.split()) > 1]
    return questions or [plain or question]


def sides(clause: str) -> list[str]:
    """Return a clause once for each of two sides that it asks for, or the clause alone.

    Examples
    --------
    >>> sides("What were the causes and effects of the war")
    ['What were the causes of the war', 'What were the effects of the war']
    >>> sides("history of tea")
    ['history of tea']
    """
    match = _SIDES.search(clause)
    if not match:
        return [clause]
    return [f"{clause[: match.start()]}{match[side]} {match['of']}" for side in ("one", "two")]


def whole(clause: str, subject: str, question: str = "") -> str:
    """Return a clause with its subject, as the question has it, in the place of a pronoun.

    Examples
    --------
    >>> whole("what were its effects", "Black Death")
    "what were Black Death's effects"
    >>> whole("who invented the first one", "vaccines")
    'who invented the first one (vaccines)'
    """
    # "The French Revolution", but "Malawi".
    article = re.search(rf"\bthe (?={re.escape(subject)})", question, re.I)
    named = f"the {subject}" if article else subject
    if _POSSESSIVE.search(clause):
        if re.search(r"['’]s\b", named):
            return f"{clause} ({subject})"
        owner = f"{named}'" if named.endswith("s") else f"{named}'s"
        return _POSSESSIVE.sub(lambda _: owner, clause, count=1)
    if _PRONOUN.search(clause):
        return _PRONOUN.sub(lambda _: named, clause, count=1)
    # "Who invented the first one", "what went wrong": nothing says of what.
    own = set(stems(clause))
    vague = re.search(r"\bones?\b", clause, re.I) or len(own) < 3
    if vague and not own & set(stems(subject)) and clause[1:].islower():
        return f"{clause} ({subject})"
    return clause


def things_compared(question: str) -> tuple[str, ...]:
    """Return the two things that a question compares, or none.

    Examples
    --------
    >>> things_compared("What is the difference between a frog and a toad?")
    ('frog', 'toad')
    """
    plain = _BEFORE.sub(
        lambda match: match[0] if match[0].casefold().startswith("compare") else "",
        question[:_LONGEST],
    )
    return _two_of(plain.strip(" ?!."), _COMPARED)


def ends_of_change(question: str) -> tuple[str, ...]:
    """Return what a question begins and ends with, "from A to B", or nothing.

    Examples
    --------
    >>> ends_of_change("How did painting change from Impressionism to Cubism?")
    ('Impressionism', 'Cubism')
    """
    ends = _two_of(question[:_LONGEST], [_FROM_TO.pattern])
    # Years are nothing to search for.
    return ends if any(char.isalpha() for end in ends for char in end) else ()


def _two_of(text: str, patterns: Iterable[str]) -> tuple[str, ...]:
    """Return the two different things that the first fitting pattern finds, or none."""
    for pattern in patterns:
        match = re.search(pattern, text, re.I)
        if match:
            one, two = (_bare(match[name]) for name in ("one", "two"))
            if one and two and one.casefold() != two.casefold():
                return one, two
    return ()


def subject_of(clause: str) -> str:
    """Return what a clause is about, without what is asked of it.

    Examples
    --------
    >>> [subject_of(one) for one in ("How do volcanoes form", "the history of tea in Japan")]
    ['volcanoes', 'tea in Japan']
    """
    plain = _SCAFFOLD.sub("", _FROM_TO.sub("", clause), count=1)
    plain = _SIDE.sub("", plain) or plain
    words = plain.strip(" ?!.,").split()
    subject: list[str] = []
    for word in words:
        is_verb = word.casefold().strip(",.;:?!") in _VERBS
        if is_verb and subject:
            break
        if not is_verb:
            subject.append(word)
    while subject and subject[-1].casefold() in STOP_WORDS:
        subject.pop()
    while subject and subject[0].casefold() in STOP_WORDS:
        subject.pop(0)
    return " ".join(subject).strip(" ,") or plain.strip(" ,") or clause


def _bare(thing: str) -> str:
    """Return a thing without its article and what else is asked of it."""
    plain = _AND.split(thing)[0]
    plain = re.split(r"[,:;]| in terms of | with respect to | when | for ", plain)[0]
    return re.sub(r"^\W*(?:the|an?)\s+", "", plain.strip(), flags=re.I).strip(" ?!.,")


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A part of a question that is searched for by itself."""

    #: As a person would put it.
    text: str
    #: What is sent to the search.
    query: str
    #: What it is about.
    subject: str
    #: Whether the question itself asks for it; else it is worth knowing beside.
    asked: bool = True
    #: What the pages name, where that is why it is searched for; else empty.
    term: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question is understood."""

    #: As it was asked.
    question: str
    #: What it is about: one thing, or those that are compared.
    subjects: tuple[str, ...]
    #: To search for first, at most `breadth`.
    sub_questions: tuple[SubQuestion, ...]
    #: To search for later.
    waiting: tuple[SubQuestion, ...]
    #: Sub-questions a round.
    breadth: int

    @property
    def all(self) -> tuple[SubQuestion, ...]:
        """All sub-questions, those first that are searched for first."""
        return self.sub_questions + self.waiting

    @property
    def parts(self) -> tuple[SubQuestion, ...]:
        """What the question itself asks, in its order."""
        return tuple(one for one in self.all if one.asked)


def normal(query: str) -> frozenset[str]:
    """Return what makes two queries the same: their words without endings, order and small words.

    Examples
    --------
    >>> normal("How do volcanoes form?") == normal("the forming of a volcano")
    True
    """
    return frozenset(stems(query)) or frozenset(query.casefold().split())


def plan(question: str, *, breadth: int = 3) -> Plan:
    """Split a question into its parts and what to search for.

    Its parts come first: each clause that asks something, each side that one names ("causes and
    effects"), or a comparison as a whole. Then come the things that are compared, the ends of a
    change ("from A to B"), and the subject itself.

    Parameters
    ----------
    question : str
        One or more questions, or words as one types them to search.
    breadth : int, default 3
        Sub-questions a round, 1 or more.

    Raises
    ------
    ValueError
        If the question is blank, or `breadth` is less than 1.

    Examples
    --------
    >>> made = plan("What were the causes and effects of the Black Death?")
    >>> made.subjects, [one.query for one in made.parts]
    (('Black Death',), ['What were the causes of the Black Death', \
'What were the effects of the Black Death'])
    """
    text = " ".join(question.split())
    if not text:
        raise ValueError("The question is blank: ask something.")
    if breadth < 1:
        raise ValueError(f"breadth is {breadth}: give at least 1.")
    things = things_compared(text)
    first, *others = clauses(text)
    subject = " and ".join(things) or subject_of(first)
    parts = [side for one in (first, *others) for side in sides(whole(one, subject, text))]
    if things or len(parts) == 1:
        # A comparison is asked as a whole; the clauses after it ask more of the same things.
        parts = [text, *(parts if _COMPARE.match(text) else parts[1:])]
    mark = "?" * text.endswith("?")
    ends = [(end, f"{end} {subject}") for end in ends_of_change(text)]
    laid_out = [
        *(SubQuestion(_title(one).rstrip("?") + mark, one, subject) for one in parts),
        *(
            SubQuestion(_title(query), query, one, asked=False)
            for one, query in (*ends, *((one, one) for one in things or (subject,)))
        ),
    ]
    each = different(laid_out)
    return Plan(text, things or (subject,), each[:breadth], each[breadth:], breadth)


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]


def different(questions: Iterable[SubQuestion]) -> tuple[SubQuestion, ...]:
    """Return the sub-questions without those whose query is the same as an earlier one's."""
    each: dict[frozenset[str], SubQuestion] = {}
    for one in questions:
        each.setdefault(normal(one.query), one)
    return tuple(each.values())


def guided(plan: Plan, questions: Iterable[str]) -> Plan:
    """Return a plan that searches for given sub-questions right after the question itself.

    What the plan laid out waits until they are searched for. They are not reported as unanswered,
    since the question does not ask them.

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> made = guided(plan("How do kettles work?"), ["What heats a kettle?"])
    >>> [one.text for one in made.sub_questions[:2]]
    ['How do kettles work?', 'What heats a kettle?']
    """
    first, *rest = plan.all
    thought_of = [
        SubQuestion(text, text, subject_of(text) or plan.subjects[0], asked=False)
        for text in (" ".join(question.split()) for question in questions)
        if text
    ]
    laid_out = different([first, *thought_of, *rest])
    return replace(plan, sub_questions=laid_out[: plan.breadth], waiting=laid_out[plan.breadth :])
