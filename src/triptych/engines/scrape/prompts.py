"""What a prompt asks for: the field it names, the kind of its values, one or many."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from triptych.engines.scrape.words import normalized, vocabulary, words
from triptych.engines.text.words import singular, stem
from triptych.models.files import rows

# A label that is only part of a longer one counts for less.
_PART = 0.5
_STOP = frozenset(vocabulary("stop"))
_MANY = frozenset(vocabulary("several"))
_FUNCTION = frozenset(vocabulary("function"))
# A label of the same family of words, as "directed by" for "director".
_FAMILY = 0.9
# The same words in another order: "power tool deposit" for "Deposit, power tools".
_TURNED = 0.98
_LEAST_HEAD = 5
_LEAST_HEAD_IN_SIGNS = 2
_BETWEEN = re.compile(
    r"\s+(?:of|in|for|from|on|with|at|that|which|who|whose|where|offering|des|der|du|de|della|del|"
    r"dello|van|von|vom|av|da|do|pour|för|für|til)\s+"
)
# "Price per day" is a price, "link to the shop" a link.
_EACH = re.compile(
    r"\s+(?:per|pro|par|por|al|je|a|an)\s+(day|week|month|year|night|hour|person|unit|piece|tag|"
    r"woche|monat|jahr|nacht|stunde|person|stück|jour|semaine|mois|an|nuit|heure|personne|pièce|"
    r"día|semana|mes|año|noche|hora|persona|unidad|giorno|settimana|mese|anno|notte|ora)$"
)
_LINK_TO = re.compile(
    r"^((?:\w+\s+)?(?:links?|urls?|hyperlinks?|liens?|enlaces?))\s+(?:to|zu[mr]?|auf|vers|a|al|of)"
    r"\s+(?:the\s+|der\s+|den\s+|dem\s+|las?\s+|les?\s+|el\s+|los\s+)?"
)
# An "expiry date" is not what stands beside "date".
_OF_ANYTHING = frozenset({"date", "score", "version", "area", "condition"})
_VAGUE = 0.6
# "Company name" is the company; "player name" is what the page is about.
_NAMED = frozenset({"brand", "publisher", "team", "company", "artist", "author", "director"})


@dataclass(frozen=True, slots=True, eq=False)
class Concept:
    """A field that many sites have."""

    #: What it is called here.
    name: str
    #: Kind of its values (see `triptych.engines.scrape.value_kinds`); empty where any will do.
    type: str
    #: Whether a page usually has a list of it.
    many: bool
    #: What pages write beside it, in several languages, as words.
    labels: tuple[tuple[str, ...], ...]
    #: Paths of schema.org and meta properties that hold it, the best first.
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prompt:
    """A prompt, understood."""

    #: As it was written.
    text: str
    #: Its words that carry meaning.
    words: tuple[str, ...]
    #: The field it names, where it is a known one.
    concept: Concept | None
    #: The words that say of what: "recipe" in "recipe title".
    subject: tuple[str, ...]
    #: Whether it asks for a list.
    many: bool
    #: All words of labels that may name it.
    telling: frozenset[str]
    #: The stems of its own words. A label with none of both does not name it.
    stems: frozenset[str] = frozenset()

    @property
    def type(self) -> str:
        """The kind of its values, empty where unknown."""
        return self.concept.type if self.concept else ""


@cache
def concepts() -> tuple[Concept, ...]:
    """Return the fields known by name, read once."""
    return tuple(
        Concept(
            name,
            kind,
            many == "yes",
            tuple(dict.fromkeys(words(label) for label in labels.split(","))),
            tuple(path for path in properties.split(",") if path),
        )
        for name, kind, many, labels, properties in rows("scrape/fields.tsv")
    )


@lru_cache(maxsize=1_000)
def parse_prompt(text: str) -> Prompt:
    """Read a prompt.

    Parameters
    ----------
    text : str
        A description of an element, in a few words.

    Examples
    --------
    >>> prompt = parse_prompt("All product prices")
    >>> prompt.concept.name, prompt.type, prompt.subject, prompt.many
    ('price', 'price', ('product',), True)
    """
    raw = normalized(text).replace("?", " ").split()
    meant = _turned(text)
    head = _parted(text)[0].split() or raw
    question = field_of_question(text)
    concept: Concept | None
    if question:
        concept, used = _named(question), frozenset(meant)
    else:
        concept, used = _concept(meant, words(text))
    if concept is not None and concept.name in ("name", "title") and len(meant) > 1:
        rest = tuple(word for word in meant if word not in used)
        other, other_used = _concept(rest) if rest else (None, used)
        if other is not None and other.name in _NAMED:
            concept, used = other, other_used
    subject = tuple(word for word in meant if word not in used)
    # "Link to the shop" is one, although pages have many links.
    one = concept is not None and concept.name == "link"
    asks = bool(_MANY.intersection(raw)) or (concept is not None and concept.many and not one)
    plural = bool(head) and not question and _plural(head[-1], concept)
    telling = frozenset(meant).union(*(concept.labels if concept is not None else ()))
    return Prompt(
        text, meant, concept, subject, asks or plural, telling, frozenset(map(stem, meant))
    )


def _turned(text: str) -> tuple[str, ...]:
    """Return a prompt's words, "name of the company" as "company name"."""
    head, rest = _parted(text)
    meant = tuple(word for word in words(f"{rest} {head}") if word not in _STOP)
    return meant or words(text)


def _parted(text: str) -> tuple[str, str]:
    """Return a prompt's head and what is said of it after: "name", "the company"."""
    plain = normalized(text).replace("?", " ").strip()
    if link := _LINK_TO.match(plain):
        return link[1], plain[link.end() :]
    each = _EACH.search(plain)
    if each:
        head, rest = _parted(plain[: each.start()])
        return head, f"{each[1]} {rest}".strip()
    parts = _BETWEEN.split(plain, maxsplit=1)
    return parts[0], parts[1] if len(parts) > 1 else ""


def _plural(word: str, concept: Concept | None) -> bool:
    """Return whether a prompt's last word is the plural of a field whose name is singular."""
    if singular(word) == word:
        return False
    # "Servings" and "hours" are what a single value is called.
    return concept is None or concept.type not in {"servings", "hours", "calories", "quantity"}


def _concept(*readings: tuple[str, ...]) -> tuple[Concept | None, frozenset[str]]:
    """Return the field whose label covers most of a prompt, at its end rather than before.

    A prompt may be read in several ways: as it is, or turned.
    """
    best: tuple[float, Concept | None, frozenset[str]] = (0.0, None, frozenset())
    for concept in concepts():
        for order, label in enumerate(concept.labels):
            for place, meant in enumerate(readings):
                # As it is written, a prompt is only searched for whole phrases.
                if not _within(label, meant) or (place and len(label) == 1):
                    continue
                at_end = meant[-len(label) :] == label
                score = len(label) + (0.5 if at_end else 0.0) - 0.01 * order
                if score > best[0]:
                    best = (score, concept, frozenset(label))
    return (best[1], best[2]) if best[1] else _by_family(readings[0])


def _named(name: str) -> Concept:
    return next(concept for concept in concepts() if concept.name == name)


def _by_family(meant: tuple[str, ...]) -> tuple[Concept | None, frozenset[str]]:
    """Return the field of whose family a prompt's last word is: "publishing", "Produktpreis"."""
    if not meant:
        # Of signs alone, such as an emoji.
        return None, frozenset()
    last = meant[-1]
    for concept in concepts():
        if any(len(label) == 1 and stem(label[0]) == stem(last) for label in concept.labels):
            return concept, frozenset((last,))
    best: tuple[int, Concept | None] = (0, None)
    for concept in concepts():
        for label in concept.labels:
            # The head of a compound stands at its end, in German, Dutch, Swedish and Japanese.
            least = _LEAST_HEAD if label[0].isascii() else _LEAST_HEAD_IN_SIGNS
            if len(label) == 1 and least <= len(label[0]) and last.endswith(label[0]):
                best = max(best, (len(label[0]), concept), key=lambda one: one[0])
    return best[1], frozenset((last,)) if best[1] else frozenset()


def _within(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    size = len(part)
    if size == 1 or part[0] not in whole:
        return part[0] in whole
    return any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


@lru_cache(maxsize=100_000)
def label_match(prompt: Prompt, label: tuple[str, ...]) -> float:
    """Return how well a label's words name what a prompt asks for, 0 to 1.

    Examples
    --------
    >>> label_match(parse_prompt("Author"), ("written", "by"))
    0.95
    >>> label_match(parse_prompt("Author"), ("price",))
    0.0
    """
    if not label or len(label) > 8:
        return 0.0
    stems = _stems(label)
    related = not prompt.stems.isdisjoint(stems)
    if not related and prompt.telling.isdisjoint(label):
        return 0.0
    best = _likeness(prompt.words, label)
    if related and best < _FAMILY:
        best = max(best, _FAMILY * _likeness(_stems(prompt.words), stems))
    if prompt.concept is not None:
        vague = bool(prompt.subject) and prompt.concept.name in _OF_ANYTHING
        for phrase in prompt.concept.labels:
            if best >= 0.95:
                break
            trust = _VAGUE if vague and len(phrase) == 1 else 0.95
            best = max(best, trust * _likeness(phrase, label))
    return best


@lru_cache(maxsize=50_000)
def _stems(phrase: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(stem(word) for word in phrase if word not in _FUNCTION)


def _likeness(phrase: tuple[str, ...], label: tuple[str, ...]) -> float:
    if phrase == label:
        return 1.0
    if len(phrase) == len(label) > 1 and set(phrase) == set(label):
        return _TURNED
    # "By" names an author, "directed by" and "by price" do not.
    if _FUNCTION.issuperset(phrase) or _FUNCTION.issuperset(label):
        return 0.0
    if _within(phrase, label):
        return float((len(phrase) / len(label)) ** _PART)
    if _within(label, phrase):
        # The head of a phrase says more than what goes before it.
        return (0.8 if phrase[-len(label) :] == label else 0.4) * len(label) / len(phrase)
    return 0.0


_LEAST_WORDS = 2


@cache
def _questions() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(pattern)) for name, pattern in rows("scrape/questions.tsv"))


def field_of_question(text: str) -> str:
    """Return the name of the field that a question asks for; empty if it is not a known one.

    Examples
    --------
    >>> field_of_question("How long does it take to cook?"), field_of_question("Who wrote it?")
    ('cook time', 'author')
    """
    folded = normalized(text)
    if folded.isascii() and len(folded.split()) < _LEAST_WORDS:
        return ""
    return next((name for name, pattern in _questions() if pattern.search(folded)), "")
