"""One list is no answer to two prompts that ask for values of different kinds."""

from __future__ import annotations

from collections.abc import Mapping

from triptych.engines.scrape.extraction import Field
from triptych.engines.scrape.finding import NOTHING, Found
from triptych.engines.scrape.prompts import Prompt


def once(found: Mapping[str, Found], prompts: Mapping[str, Prompt]) -> dict[str, Found]:
    """Return what prompts found, each list only for the prompt that it fits best.

    Addresses are another value of an element than its text. Prompts of one kind, such as "price"
    and "fee", may share a list; "condition" and "name" do not.

    Parameters
    ----------
    found : mapping of str to Found
        What each prompt found, by key.
    prompts : mapping of str to Prompt
        What each asks for.
    """
    kept = dict(found)
    taken: dict[tuple[int, ...], str] = {}
    for key, (_, nodes) in found.items():
        places = tuple(node.index for node in nodes)
        if len(places) < 2:
            continue
        other = taken.setdefault(places, key)
        if other == key or _alike(prompts[key], prompts[other]):
            continue
        less, more = sorted((key, other), key=lambda one: found[one][0].confidence)
        if found[less][0].confidence < found[more][0].confidence:
            kept[less] = (Field(note=NOTHING), [])
            taken[places] = more
    return kept


def _alike(one: Prompt, other: Prompt) -> bool:
    """Tell whether two prompts may mean the same: of one kind, or of no known one."""
    if one.concept is None or other.concept is None or {"url", "image"} & {one.type, other.type}:
        return True
    return one.concept is other.concept or {one.type, other.type} <= {"title", "name"}
