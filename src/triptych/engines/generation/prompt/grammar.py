"""Walk through a prompt and note its things, how they lie, and the setting."""

from __future__ import annotations

from dataclasses import dataclass, field

from triptych.engines.generation.drawings import find
from triptych.engines.generation.prompt.clause import Clause, Link
from triptych.engines.generation.prompt.nouns import NounPhrase, noun_phrase, shared_out
from triptych.engines.generation.prompt.phrases import Phrase, idiom_at, relation_at, setting_at
from triptych.engines.generation.prompt.words import (
    ACTIONS,
    ATTRIBUTES,
    BACK,
    BE,
    CONTAINERS,
    NEGATIONS,
    ON_THE_BODY,
    ON_THE_HEAD,
    colour_of,
)

#: More kinds of things than this are left out: no picture holds them.
MOST_KINDS = 32
#: "A table with three apples" is where they lie.
_TABLES = ("table", "desk", "shelf", "counter")


@dataclass(slots=True)
class Notes:
    """What was read so far.

    Attributes
    ----------
    things : list of NounPhrase
        Those that are drawn, in the order of the prompt.
    links : list of Link
        How they lie to each other.
    setting : dict of str to str
        Attributes of `Setting`; what was said first stands.
    not_drawn : list of str
        Words for what no drawing shows.
    unwanted : list of str
        Nouns after "without".
    """

    things: list[NounPhrase] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    setting: dict[str, str] = field(default_factory=dict)
    not_drawn: list[str] = field(default_factory=list)
    unwanted: list[str] = field(default_factory=list)
    sides: dict[str, list[int]] = field(default_factory=lambda: {"left": [], "right": []})


def understand(words: list[str]) -> Notes:
    """Read the words of a prompt.

    Examples
    --------
    >>> notes = understand("a red ball on a box".split())
    >>> [thing.noun for thing in notes.things], notes.links
    (['ball', 'box'], [Link(subject=0, kind='on', objects=(1,), loose=False)])
    """
    return _Walk(words).notes


class _Walk:
    """One pass over the words."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.notes = Notes()
        self.clause = Clause(self.notes.links)
        self.here = 0
        while self.here < len(words):
            self.here += self._step()
        self.clause.stop()

    def _step(self) -> int:
        """Read what begins at the next word, and return how many words it takes."""
        word = self.words[self.here]
        if word in (",", ".", "and"):
            if word == ".":
                self.clause.stop()
            else:
                self.clause.join(word)
            return 1
        if word in NEGATIONS:
            return self._unwanted()
        length = self._idiom()
        if length:
            return length
        phrase = self._phrase()
        setting = setting_at(self.words, self.here)
        relation = relation_at(self.words, self.here)
        others = max(relation.words if relation else 0, self._noun_words(phrase))
        if setting and setting.words >= others:
            for attribute, value in setting.values.items():
                self._set(attribute, value)
            if not setting.describes:
                self.clause.setting()
            return setting.words
        if relation:
            return self._relate(relation)
        if word in BE:
            self.clause.verb()
            return self._predicate()
        if word in ACTIONS and self.clause.after_noun:
            self.clause.verb()
            return 1
        if word == "of" and self.clause.after_noun:
            return self._contents()
        if phrase:
            within = self._setting_within(phrase)
            return within or self._thing(phrase)
        self.clause.other()
        return 1

    def _setting_within(self, phrase: NounPhrase) -> int:
        """Read a place that begins after its determiner; return how many words that takes."""
        for start in range(self.here + 1, phrase.end):
            setting = setting_at(self.words, start)
            if setting is None or start + setting.words < phrase.end:
                continue
            if not phrase.drawn or setting.words > 1:
                # "On a stormy night": what describes the time says something, too.
                before = (setting_at(self.words, place) for place in range(self.here + 1, start))
                for one in (*(one for one in before if one and one.describes), setting):
                    for attribute, value in one.values.items():
                        self._set(attribute, value)
                self.clause.setting()
                return start + setting.words - self.here
        return 0

    def _set(self, attribute: str, value: str) -> None:
        before = self.notes.setting.get(attribute)
        if before is None or before == "sky":
            self.notes.setting[attribute] = value

    def _phrase(self) -> NounPhrase | None:
        for scenery, place in (("field of", "field"), ("forest of", "forest")):
            if (
                " ".join(self.words[self.here : self.here + 3])
                .removeprefix("a ")
                .startswith(scenery)
            ):
                self._set("place", place)
        return noun_phrase(self.words, self.here)

    def _noun_words(self, phrase: NounPhrase | None) -> int:
        """Return how many words the phrase takes, if it begins with a noun of several."""
        if phrase is None or not phrase.drawn or phrase.colours or phrase.counted:
            return 0
        return phrase.end - self.here if phrase.end - self.here > 1 else 0

    def _predicate(self) -> int:
        """Read "is green" after a noun."""
        following = self.words[self.here + 1 : self.here + 2]
        after = self.words[self.here + 2 : self.here + 3]
        colour = colour_of(following[0]) if following else None
        ends = not after or after[0] in (",", ".", "and", "while", "with") or self._relation_at(2)
        if colour and ends and self.clause.latest is not None:
            thing = self.notes.things[self.clause.latest]
            if not thing.colours:
                thing.colours = [colour]
            return 2
        return 1

    def _relation_at(self, further: int) -> bool:
        return relation_at(self.words, self.here + further) is not None

    def _relate(self, relation: Phrase) -> int:
        """Read a relation, and whether it points back."""
        after = self.here + relation.words
        following = self.words[after] if after < len(self.words) else "."
        if following in BACK:
            self.clause.relate_back(relation)
            return relation.words + (2 if following in ("each", "one") else 1)
        if following in (".", ",", "and") and relation.kind not in ("next to", "in"):
            self.clause.relate_back(relation)
            return relation.words
        self.clause.relate(relation)
        return relation.words

    def _contents(self) -> int:
        """Read what lies in a container: "a basket of apples"."""
        latest = self.clause.latest
        holds = latest is not None and self.notes.things[latest].noun in CONTAINERS
        if holds:
            self.clause.relate(Phrase(1, "in", True, "of"))
        return 1

    def _unwanted(self) -> int:
        phrase = noun_phrase(self.words, self.here + 1)
        if phrase is None:
            return 1
        if phrase.drawn:
            self.notes.unwanted.append(phrase.noun)
        return max(phrase.end - self.here, 1)

    def _idiom(self) -> int:
        """Read a fixed phrase; return how many words it takes, 0 if there is none."""
        idiom = idiom_at(self.words, self.here)
        if idiom is None:
            return 0
        if idiom.meaning == "each other":
            self.clause.each_other()
        elif idiom.meaning == "background":
            self.clause.background()
        elif idiom.meaning == "likeness":
            likeness = noun_phrase(self.words, self.here + idiom.words)
            return (likeness.end - self.here) if likeness else idiom.words
        else:
            self.notes.sides[idiom.meaning] += self.clause.group[-1:]
            self.clause.aside()
        return idiom.words

    def _thing(self, phrase: NounPhrase) -> int:
        """Note a thing, or one of the things named before."""
        length = max(phrase.end - self.here, 1)
        if not phrase.noun:
            self._shorthand(phrase)
            return length
        if self._is_attribute(phrase):
            self.clause.attribute()
            return length
        if phrase.noun in _TABLES and self.words[phrase.end : phrase.end + 1] == ["with"]:
            self._set("place", "table")
            if phrase.colours:
                self._set("backdrop", phrase.colours[0])
            self.clause.setting()
            return length
        if not phrase.drawn:
            if phrase.noun not in self.notes.not_drawn:
                self.notes.not_drawn.append(phrase.noun)
            self.clause.setting()
            return length
        if phrase.count == 0:
            self.notes.unwanted.append(phrase.noun)
            return length
        known = self._named_before(phrase)
        if known is not None:
            self.clause.name(known)
        elif len(self.notes.things) < MOST_KINDS:
            for part in shared_out(phrase):
                self._complete_shorthand(part)
                self.notes.things.append(part)
                self._wear(len(self.notes.things) - 1)
                self.clause.name(len(self.notes.things) - 1)
                self.clause.join("and")
            self.clause.joined = ""
            self.clause.after_noun = True
        return length

    def _shorthand(self, phrase: NounPhrase) -> None:
        """Note "a red" of "a red and a blue balloon", or of "two balloons, one red"."""
        latest = self.clause.latest
        if latest is not None and self.notes.things[latest].noun and not self._noun_to_come(phrase):
            whole = self.notes.things[latest]
            if whole.colours or not phrase.colours or phrase.count > whole.count:
                return
            rest = whole.count - phrase.count
            whole.count, whole.counted, whole.colours = phrase.count, True, phrase.colours[:1]
            if rest and len(self.notes.things) < MOST_KINDS:
                self.notes.things.append(NounPhrase(whole.noun, True, rest, True, size=whole.size))
                self.clause.share(latest, len(self.notes.things) - 1)
            return
        if len(self.notes.things) >= MOST_KINDS:
            return
        if self.clause.joined and self.notes.things and not self.notes.things[-1].noun:
            # "A red, a yellow and a blue balloon" are spoken of together.
            self.clause.join("and")
        self.notes.things.append(phrase)
        self.clause.name(len(self.notes.things) - 1)

    def _noun_to_come(self, phrase: NounPhrase) -> bool:
        """Return whether the noun is that of a phrase after "and": "a red and a blue balloon"."""
        end = phrase.end
        while self.words[end : end + 1] in ([","], ["and"]):
            following = noun_phrase(self.words, end + 1)
            if self.words[end + 1 : end + 2] == ["and"]:
                following = noun_phrase(self.words, end + 2)
            if following is None or not following.colours:
                return False
            if following.noun:
                return following.drawn
            end = following.end
        return False

    def _complete_shorthand(self, phrase: NounPhrase) -> None:
        for thing in self.notes.things:
            if not thing.noun:
                thing.noun, thing.drawn = phrase.noun, True

    def _is_attribute(self, phrase: NounPhrase) -> bool:
        """Return whether it is a part of what was named: "a cat with big eyes"."""
        part = phrase.noun.removesuffix("s") in ATTRIBUTES or phrase.noun in ATTRIBUTES
        hands = phrase.noun == "hand" and self.clause.has("holding")
        return hands or (part and self.clause.has("with"))

    def _named_before(self, phrase: NounPhrase) -> int | None:
        """Return which thing "the dog" speaks of."""
        if not phrase.definite or phrase.counted:
            return None
        for index, thing in enumerate(self.notes.things):
            fits = not phrase.colours or not thing.colours or phrase.colours == thing.colours
            if thing.noun == phrase.noun and fits:
                thing.colours = thing.colours or phrase.colours
                thing.size = phrase.size if thing.size == 1 else thing.size
                return index
        return None

    def _wear(self, index: int) -> None:
        """See to it that clothes lie on who wears them."""
        drawing = next(iter(find(self.notes.things[index].noun)), "")
        clothing = drawing in ON_THE_HEAD or drawing in ON_THE_BODY
        worn = self.clause.has("with") or self.clause.has("in") or self.clause.wearing()
        if clothing and worn:
            self.clause.turn("on" if drawing in ON_THE_HEAD else "in front of")
