"""Who lies how to whom, as the words of a clause go by."""

from __future__ import annotations

from typing import NamedTuple

from triptych.engines.generation.prompt.phrases import WEARING, Phrase
from triptych.engines.generation.scene import RelationKind

#: Things that are spoken of together: what is named more often says nothing new.
_MOST = 64


class Link(NamedTuple):
    """A relation, its things as indices.

    A loose one, of the word "with", says no more than that both are there.
    """

    subject: int
    kind: RelationKind
    objects: tuple[int, ...]
    loose: bool = False


class Clause:
    """The state between two full stops.

    Parameters
    ----------
    links : list of Link
        To which relations are added as they become clear.
    """

    def __init__(self, links: list[Link]) -> None:
        self.links = links
        #: Things that are spoken of together, as in "a cat and a dog".
        self.group: list[int] = []
        #: What the clause is about.
        self.main: list[int] = []
        #: The last thing named.
        self.latest: int | None = None
        #: The comma or "and" just read.
        self.joined = ""
        self.after_noun = False
        self._relation: Phrase | None = None
        self._subjects: list[int] = []
        self._objects: list[int] = []
        # "On the table is an apple": the subject comes last.
        self._inverted = False
        self._listed = False
        self._last_main: list[int] = []

    def name(self, index: int) -> None:
        """Take in a thing."""
        if self._relation is None:
            if self.joined and self.group:
                self._listed = self._listed or self.joined == ","
                if len(self.group) < _MOST:
                    self.group.append(index)
            else:
                self.group = [index]
                self._listed = False
            if not self.main or self.main[0] == self.group[0]:
                self.main = list(self.group)
        elif self._inverted and self._objects and not self._takes_more():
            self._subjects = [index]
            self._emit()
            self.group = [index]
            self.main = [index]
        elif self._objects and self.joined != "and" and not self._takes_more():
            # "a cat on a chair, a dog": something new.
            self._emit()
            self.group = [index]
            self.main = [index]
        elif len(self._objects) < _MOST:
            self._objects.append(index)
        self.latest = index
        self.joined = ""
        self.after_noun = True

    def _takes_more(self) -> bool:
        """Return whether another thing after "and" is an object too."""
        if self._relation and self._relation.kind == "between":
            return len(self._objects) < 2 and self.joined != ""
        if self._relation and self._relation.reversed:
            return self.joined != ""
        return self.joined == "and" and not self._inverted

    def share(self, whole: int, part: int) -> None:
        """Take in that some of a thing are another: "two dogs, one black and one white"."""
        for things in (self.group, self._objects):
            if whole in things:
                things.append(part)
        if whole in self.main and self.main is not self.group:
            self.main.append(part)
        self.latest = part

    def join(self, mark: str) -> None:
        """Take in a comma or "and"."""
        self.joined = "and" if "and" in (mark, self.joined) else mark
        self.after_noun = False

    def relate(self, relation: Phrase) -> None:
        """Take in a relation."""
        if self._relation is not None and not self._objects and self.joined == "":
            # "standing on": the latter says more. A lost object leaves its subjects free.
            self._relation = relation
            self.after_noun = False
            return
        if self._relation is not None and self._objects:
            new = self._split_off()
            objects, text, kind = list(self._objects), self._relation.text, self._relation.kind
            self._emit()
            if new:
                self._subjects = new
                self.main = list(new)
            else:
                # After "and" or a comma the clause's subject goes on; else the thing just named.
                goes_on = self.joined or text in ("of", "wearing")
                self._subjects = list(self.main) if goes_on else objects[-1:]
                if kind in ("on", "in") and text not in ("wearing", "of"):
                    # What is on a horse before a house is before the house, too.
                    self._subjects = list(dict.fromkeys([*self.main, *self._subjects]))
            self.group = list(self._subjects)
        else:
            self._subjects = self._speakers()
        self._relation, self._objects = relation, []
        self._inverted = not self._subjects
        if self._inverted and relation.text == "with":
            # "A beach with two palm trees": the beach is where, not what.
            self._drop()
        self.joined = ""
        self.after_noun = False

    def relate_back(self, relation: Phrase) -> None:
        """Take in "on it" or "behind": the things just named lie so to what was named before."""
        if self._relation is not None and self._objects and self._subjects:
            subjects, objects = self._objects, self._subjects[-1:]
            if len(subjects) > 1 and self._relation.text != "with":
                earlier, subjects = subjects[:-1], subjects[-1:]
                self._objects, objects = earlier, objects
                self._emit()
            self._drop()
            self._link(subjects, relation, objects)
            self.group = objects
        elif self._relation is None and self.group and self.joined:
            # "A goat, left of it a rooster."
            self._relation, self._objects = relation, self.main[:1]
            self._subjects, self._inverted = [], True
        elif self._relation is None and len(self.group) > 1:
            self._link(self.group[1:], relation, self.group[:1])
        elif self.group and self._before():
            self._link(self.group, relation, self._before())
        elif self._last_main and not self.group:
            # "Next to it stands a dog."
            self._relation, self._objects = relation, self._last_main[:1]
            self._subjects, self._inverted = [], True
        self.joined = ""
        self.after_noun = False

    def _before(self) -> list[int]:
        return [index for index in self._last_main if index not in self.group][:1]

    def _speakers(self) -> list[int]:
        """Return of which things of the group the relation speaks."""
        if self._listed and len(self.group) > 2:
            return self.group[-1:]
        if self._listed and self.joined != ",":
            return self.group[-1:]
        return list(self.group)

    def _split_off(self) -> list[int]:
        """Take the last object off, if it begins a clause: "... and a bird above a house"."""
        most = 2 if self._relation and self._relation.kind == "between" else 1
        if len(self._objects) > most and self.joined == "":
            return [self._objects.pop()]
        return []

    def verb(self) -> None:
        """Take in a verb."""
        if self._relation is not None and len(self._objects) > 1 and self.after_noun:
            new = self._split_off()
            if new:
                self._emit()
                self._last_main = self.main
                self.group, self.main = new, list(new)
        self.after_noun = False

    def setting(self) -> None:
        """Take in where or when: a relation that led there is no relation of things."""
        if self._relation is not None and not self._objects:
            self.group = self._subjects or self.group
            self._drop()
        elif self._relation is not None and not self._inverted:
            # "a cat on a chair in the garden with a dog": the dog is with the cat.
            self._emit()
            self.group = list(self.main)
        self.after_noun = False

    def other(self) -> None:
        """Take in a word that says nothing."""
        self.after_noun = False

    def attribute(self) -> None:
        """Take in a part of what was named, after which things may follow."""
        self.joined = ""
        self.after_noun = False

    def aside(self) -> None:
        """Take in "on the left"."""
        if self._relation is not None and self._objects:
            self._emit()
        self.after_noun = False

    def background(self) -> None:
        """Take in "in the background": what was just named lies behind the rest."""
        things = self._objects[-1:] or self.group[-1:]
        rest = self.main[:1] if self.main[:1] != things else self._subjects[:1]
        rest = rest or self._last_main[:1]
        if self._relation is not None and self._relation.text == "with":
            self._drop()
        elif self._relation is not None:
            self._emit()
        if rest and rest != things:
            self._link(things, Phrase(0, "behind", False, ""), rest)
        self.after_noun = False

    def each_other(self) -> None:
        """Take in "side by side"."""
        if len(self.group) > 1:
            self._link(self.group[1:], Phrase(0, "next to", False, ""), self.group[:1])

    def has(self, text: str) -> bool:
        """Return whether this relation leads to what comes."""
        return self._relation is not None and self._relation.text == text and not self._objects

    def wearing(self) -> bool:
        """Return whether clothes come."""
        return self._relation is not None and self._relation.text in WEARING

    def turn(self, kind: RelationKind) -> None:
        """Make what comes lie so to what was named."""
        if self._relation is not None and self._objects:
            self._link(self._subjects, self._relation, self._objects)
            self._objects = []
        self._relation = Phrase(0, kind, True, "wearing")

    def stop(self) -> None:
        """End the clause."""
        if self._relation is not None:
            self._emit()
        self._last_main = self.main or self.group or self._last_main
        self.group, self.main, self.joined = [], [], ""
        self.after_noun = False
        self._listed = False

    def _emit(self) -> None:
        """Note the relation that was read."""
        if self._relation is not None and self._subjects and self._objects:
            self._link(self._subjects, self._relation, self._objects)
        self._drop()

    def _drop(self) -> None:
        self._relation, self._objects, self._inverted = None, [], False

    def _link(self, subjects: list[int], relation: Phrase, objects: list[int]) -> None:
        if relation.reversed:
            subjects, objects = objects, subjects
        for subject in subjects:
            others = [index for index in objects if index != subject]
            if relation.kind == "between" and others:
                self.links.append(Link(subject, "between", tuple(others[:2])))
                continue
            loose = relation.text == "with"
            self.links += [Link(subject, relation.kind, (index,), loose) for index in others]
