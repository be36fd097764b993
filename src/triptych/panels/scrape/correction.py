"""What a person clicked to correct a field, and the selectors that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Click:
    """A click on an element of the page that is shown."""

    key: str
    #: CSS selector of the element by its place.
    element: str
    #: Whether it is wrong, and not right.
    wrong: bool = False
    #: Whether it is the value instead of all others.
    alone: bool = False
    #: An element that was clicked before, which this one is around or in; empty if there is none.
    replaced: str = ""

    @classmethod
    def from_message(cls, message: Mapping[str, Any]) -> Click:
        """Return the click that the browser sent."""
        return cls(
            str(message.get("key") or ""),
            str(message.get("element") or ""),
            wrong=bool(message.get("wrong")),
            alone=bool(message.get("alone")),
            replaced=str(message.get("replaced") or ""),
        )


@dataclass(frozen=True, slots=True)
class Correction:
    """Elements of a page that are right or wrong for one field, and their selectors."""

    #: The field's description, and the page as it was shown.
    prompt: str
    page: str
    #: Selectors of what was found; empty where right elements are taken instead.
    base: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    #: What the service learned from all that; empty before it has.
    selectors: tuple[str, ...] = ()

    def on(self, page: str) -> Correction:
        """Return what holds of it on another page: places of elements do not, selectors do."""
        return self if page == self.page else Correction(self.prompt, page, self.selectors)

    def clicked(self, click: Click) -> Correction:
        """Return it with one more click.

        Examples
        --------
        >>> first = Correction("price", "<b>3</b><i>4</i>", ("b",)).clicked(Click("price", "i"))
        >>> first.base, first.right
        (('b',), ('i',))
        >>> first.clicked(Click("price", "i", wrong=True)).wrong
        ('i',)
        """
        if click.alone:
            return replace(self, base=(), right=(click.element,), wrong=(), selectors=())
        base = self.base
        if click.wrong and click.element in self.right:
            # All that is like it is right still.
            base = self.selectors
        others = (click.element, click.replaced)
        right = tuple(one for one in self.right if one not in others)
        wrong = tuple(one for one in self.wrong if one not in others)
        if click.wrong:
            wrong += (click.element,)
        else:
            right += (click.element,)
        return replace(self, base=base, right=right, wrong=wrong, selectors=())

    def is_undone_by(self, click: Click) -> bool:
        """Return whether a click removes the one element that was chosen."""
        return click.wrong and not self.base and self.right == (click.element,)

    def members(self, key: str, root: str | None) -> dict[str, Any]:
        """Return the members of the request that learns its selectors."""
        right, wrong = list(self.right), list(self.wrong)
        return {
            "html": self.page,
            "element_prompts": [key] if key == self.prompt else {key: self.prompt},
            "selectors": {key: list(self.base)} if self.base else None,
            "examples": {key: {"right": right, "wrong": wrong}},
            "root_element_selector": root,
            # The page has been drawn, if it had to be.
            "render": "never",
        }


def selectors_of(corrections: Mapping[str, Correction]) -> dict[str, list[str]]:
    """Return the selectors of corrected fields, as a request takes them."""
    return {key: list(one.selectors) for key, one in corrections.items()}


def still_valid(
    corrections: Mapping[str, Correction], prompts: Sequence[tuple[str, str]]
) -> dict[str, Correction]:
    """Return the corrections of fields that have the same description still.

    Examples
    --------
    >>> corrections = {"price": Correction("old price", ""), "name": Correction("name", "")}
    >>> list(still_valid(corrections, [("price", "price"), ("name", "name")]))
    ['name']
    """
    described = dict(prompts)
    return {key: one for key, one in corrections.items() if described.get(key) == one.prompt}
