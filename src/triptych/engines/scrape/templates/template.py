"""What was learned of a site: where its pages have what prompts describe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from triptych.engines.scrape.templates.from_examples import LONGEST_SELECTOR

FORMAT = 1
MOST_RULES = 50
MOST_LANDMARKS = 200
LONGEST_TEXT = 200
LONGEST_KEY = 500
MOST_SELECTORS = 20

_NOT_ONE = "This is not a template that a reply gave"
_Key = Annotated[str, StringConstraints(max_length=LONGEST_KEY)]
_Prompt = Annotated[str, StringConstraints(max_length=LONGEST_KEY, pattern=r"\S")]
_Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
_Selector = Annotated[str, StringConstraints(max_length=LONGEST_SELECTOR, pattern=r"\S")]


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a field stands: the form of its element, its label, and how well that held, 0 to 1.

    An empty form says that pages are best read one by one, as for lists and stated values.
    Selectors, which a person gave or corrected, come before both.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    form: _Text = ""
    label: _Text = ""
    support: Annotated[float, Field(ge=0, le=1, strict=True)] = 0.0
    selectors: Annotated[tuple[_Selector, ...], Field(max_length=MOST_SELECTORS)] = ()


@dataclass(frozen=True, slots=True)
class Template:
    """What was learned of a site, for the prompts it was learned for."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    #: Descriptions of elements, by key.
    prompts: Annotated[dict[_Key, _Prompt], Field(max_length=MOST_RULES)]
    #: Where each stands.
    rules: Annotated[dict[_Key, Rule], Field(max_length=MOST_RULES)]
    #: Labels beside elements of the rules' forms that are there on most pages.
    landmarks: Annotated[frozenset[_Text], Field(max_length=MOST_LANDMARKS)] = frozenset()
    #: Version of the members that `to_members` returns.
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT, strict=True)] = FORMAT

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
            "format": self.format,
            "prompts": dict(self.prompts),
            "rules": {
                key: {"form": rule.form, "label": rule.label, "support": rule.support}
                | ({"selectors": list(rule.selectors)} if rule.selectors else {})
                for key, rule in self.rules.items()
            },
            "landmarks": sorted(self.landmarks),
        }

    def with_selectors(self, selectors: Mapping[str, Sequence[str]]) -> Template:
        """Return the template with selectors for some keys, which come before what was learned.

        Raises
        ------
        ValueError
            If it would have more keys, or longer ones, than a template may have.

        Examples
        --------
        >>> learned = Template({"p": "Price"}, {"p": Rule("p.>b.", "Price:", 0.9)})
        >>> learned.with_selectors({"p": [".cost"]}).rules["p"].selectors
        ('.cost',)
        """
        corrected = {
            key: replace(self.rules.get(key, Rule()), selectors=tuple(alternatives))
            for key, alternatives in selectors.items()
        }
        prompts = {key: key for key in selectors} | self.prompts
        if len(prompts) > MOST_RULES or any(len(key) > LONGEST_KEY for key in prompts):
            raise ValueError(
                f"A template has at most {MOST_RULES} keys of at most {LONGEST_KEY} characters; "
                "give fewer selectors, or shorter keys."
            )
        return replace(self, prompts=prompts, rules={**self.rules, **corrected})

    @classmethod
    def from_members(cls, members: Mapping[str, object]) -> Template:
        """Return the template that members of a JSON object describe; some may be absent.

        Raises
        ------
        ValueError
            If they are not such as `to_members` returns.
        """
        try:
            template = _TEMPLATE.validate_python(members)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))[:LONGEST_TEXT] or "the object"
            raise ValueError(f"{_NOT_ONE}: {where}: {first['msg']}.") from None
        if template.prompts.keys() != template.rules.keys():
            raise ValueError(f"{_NOT_ONE}: the object: prompts and rules need the same keys.")
        return template


_TEMPLATE = TypeAdapter(Template)
