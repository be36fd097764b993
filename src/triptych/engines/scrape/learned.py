"""What is learned of a site, and its form as plain JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

FORMAT = 1
MOST_RULES = 50
MOST_LANDMARKS = 200
LONGEST_TEXT = 200
LONGEST_KEY = 500
_LONGEST_FORM = 120
_MEMBERS = {"format", "prompts", "rules", "landmarks"}


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a field stands: the form of its element, its label, and how well that held, 0 to 1.

    An empty form says that pages are best read one by one, as for lists and stated values.
    """

    form: str = ""
    label: str = ""
    support: float = 0.0


@dataclass(frozen=True, slots=True)
class Template:
    """What was learned of a site, for the prompts it was learned for.

    Parameters
    ----------
    prompts : dict of str to str
        Descriptions of elements, by key.
    rules : dict of str to Rule
        Where each stands.
    landmarks : frozenset of str
        Labels beside elements of the rules' forms that are there on most pages.
    """

    prompts: dict[str, str]
    rules: dict[str, Rule]
    landmarks: frozenset[str] = frozenset()

    def to_members(self) -> dict[str, object]:
        """Return the template as members of a JSON object.

        Examples
        --------
        >>> learned = Template({"p": "Price"}, {"p": Rule("p.>b.", "Price:", 0.9)})
        >>> learned.to_members()["rules"]
        {'p': {'form': 'p.>b.', 'label': 'Price:', 'support': 0.9}}
        >>> Template.from_members(learned.to_members()) == learned
        True
        """
        return {
            "format": FORMAT,
            "prompts": dict(self.prompts),
            "rules": {
                key: {"form": rule.form, "label": rule.label, "support": rule.support}
                for key, rule in self.rules.items()
            },
            "landmarks": sorted(self.landmarks),
        }

    @classmethod
    def from_members(cls, members: Mapping[str, object]) -> Template:
        """Return the template that members of a JSON object describe.

        Raises
        ------
        ValueError
            If they are not what `to_members` returns.
        """
        if not isinstance(members, Mapping) or set(members) != _MEMBERS:
            _refuse("it needs exactly the members format, prompts, rules and landmarks")
        if members["format"] != FORMAT or isinstance(members["format"], bool):
            _refuse(f"its format is not {FORMAT}")
        prompts, rules = members["prompts"], members["rules"]
        if not isinstance(prompts, Mapping) or not isinstance(rules, Mapping):
            _refuse("prompts and rules have to be objects")
        if set(prompts) != set(rules) or len(rules) > MOST_RULES:
            _refuse(f"prompts and rules need the same keys, at most {MOST_RULES}")
        landmarks = members["landmarks"]
        if not isinstance(landmarks, list) or len(landmarks) > MOST_LANDMARKS:
            _refuse(f"landmarks have to be a list of at most {MOST_LANDMARKS} texts")
        return cls(
            {
                _text(key, LONGEST_KEY): _text(prompts[key], LONGEST_KEY, blank=False)
                for key in prompts
            },
            {_text(key, LONGEST_KEY): _rule(rules[key]) for key in prompts},
            frozenset(_text(text, LONGEST_TEXT) for text in landmarks),
        )


def marked(form: str) -> str:
    """Return an element's form as a rule keeps it: long ones by their end and a digest.

    Examples
    --------
    >>> marked("div.a>p.b"), len(marked("div.a>" * 100))
    ('div.a>p.b', 136)
    """
    if len(form) <= _LONGEST_FORM:
        return form
    digest = hashlib.sha256(form.encode("utf-8", "replace")).hexdigest()[:16]
    return digest + form[-_LONGEST_FORM:]


def _rule(members: object) -> Rule:
    if not isinstance(members, Mapping) or set(members) != {"form", "label", "support"}:
        _refuse("each rule needs exactly the members form, label and support")
    support = members["support"]
    if isinstance(support, bool) or not isinstance(support, int | float) or not 0 <= support <= 1:
        _refuse("a rule's support has to be a number from 0 to 1")
    form, label = members["form"], members["label"]
    return Rule(_text(form, LONGEST_TEXT), _text(label, LONGEST_TEXT), float(support))


def _text(value: object, longest: int, *, blank: bool = True) -> str:
    if not isinstance(value, str) or len(value) > longest:
        _refuse(f"its texts have to be texts of at most {longest} characters")
    if not blank and not value.strip():
        _refuse("a prompt is blank")
    return value


def _refuse(why: str) -> NoReturn:
    raise ValueError(f"This is not a template that a reply gave: {why}.")
