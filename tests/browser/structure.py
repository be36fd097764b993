"""What a screenshot shows, as roles and names: compared with a reference, whatever the pixels.

The references lie in ``structure/``, one for each panel and state. When a panel is changed on
purpose, write them anew, and read what has changed before it is committed::

    TRIPTYCH_RENEW=1 pytest tests/browser/test_every_panel.py
    git diff tests/browser/structure
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from playwright.async_api import Locator

from .waiting import becomes

REFERENCES = Path(__file__).with_name("structure")
# Read before a fixture takes away what was set outside.
RENEW = "TRIPTYCH_RENEW" in os.environ

#: Roles whose names are the panel's own words; those of others come from a reply.
NAMED = {
    *("button", "checkbox", "combobox", "group", "option", "radio", "region", "slider"),
    *("columnheader", "spinbutton", "tab", "tabpanel", "textbox"),
}
#: One line of Playwright's snapshot: https://playwright.dev/docs/aria-snapshots.
LINE = re.compile(
    r"(?P<indent> *)- '?(?P<role>[\w-]+)(?: \"(?P<name>(?:[^\"\\]|\\.)*)\")?"
    r"(?P<states>(?: \[[^\]]+\])*)'?(?P<rest>:.*)?"
)


@dataclass
class Node:
    """A role, with its name and state where they are the panel's own, and what is inside."""

    says: str
    depth: int
    inside: list[Node] = field(default_factory=list)

    def lines(self, indent: int = 0) -> list[str]:
        """Return the tree as text; of siblings that are alike, the first stands for all."""
        unlike: list[list[str]] = []
        for node in self.inside:
            lines = node.lines(indent + 1)
            if lines not in unlike:
                unlike.append(lines)
        return [f"{'  ' * indent}{self.says}", *(line for lines in unlike for line in lines)]


async def structure(place: Locator) -> str:
    """Return the roles, names and states within an element, one on each line.

    Left out is what changes with a reply: texts, values and the number of things alike.
    """
    root = Node("", -1)
    path = [root]
    for line in (await place.aria_snapshot()).splitlines():
        parts = LINE.fullmatch(line)
        if parts is None or parts["role"] == "text":
            # What a link leads to, a placeholder, a text.
            continue
        says = parts["role"]
        if says in NAMED and parts["name"]:
            # Numbers change with a reply; that of a version does not.
            name = re.sub(r"\b[0-9]+\b", "0", parts["name"])
            says += f' "{name}"'
        node = Node(says + parts["states"], len(parts["indent"]))
        while path[-1].depth >= node.depth:
            path.pop()
        path[-1].inside.append(node)
        path.append(node)
    return "\n".join(line for node in root.inside for line in node.lines()) + "\n"


async def same_structure(place: Locator, name: str) -> None:
    """Wait for the structure that the reference of this name has, or write that anew."""
    reference = REFERENCES / f"{name}.txt"
    if RENEW:
        reference.write_text(await structure(place), encoding="utf-8")
    wanted = reference.read_text(encoding="utf-8").splitlines()

    async def changes() -> str:
        lines = (await structure(place)).splitlines()
        return "\n".join(unified_diff(wanted, lines, reference.name, "the page", lineterm=""))

    await becomes(changes, "")
