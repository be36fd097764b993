"""What differs from panel to panel where all are tested alike."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Locator

from .panels import button, choose

#: What a person does to a panel; a folder is at hand for files.
Act = Callable[[Locator, Path], Awaitable[None]]


@dataclass(frozen=True)
class Case:
    """A panel: how it is filled, what its result shows, what is bad and what it says of that."""

    panel: str
    #: The label of a box that can have the focus when Ctrl+Enter is pressed.
    box: str
    fill: Act
    shows: str
    spoil: Act
    #: The member of the request whose control is spoilt.
    field: str
    says: str
    #: Whether only the service knows that it is bad.
    refused: bool = False


def clicked(name: str) -> Act:
    """Return a click on a button, such as that of a sample."""

    async def act(panel: Locator, _: Path) -> None:
        await button(panel, name).click()

    return act


def typed(label: str, text: str, *, behind: str = "") -> Act:
    """Return the typing into the box of a label, once a button before it is clicked."""

    async def act(panel: Locator, _: Path) -> None:
        if behind:
            await button(panel, behind).click()
        await panel.get_by_label(label, exact=True).fill(text)

    return act


def chosen(name: str, content: bytes) -> Act:
    """Return the choice of a file."""

    async def act(panel: Locator, folder: Path) -> None:
        (folder / name).write_bytes(content)
        await choose(panel, panel.page, folder / name)

    return act


CASES = [
    Case(
        "ProfanityPanel",
        box="Text",
        fill=clicked("a grumpy message"),
        shows="4 profane words found",
        spoil=typed("Languages", "xx", behind="More options"),
        field="languages",
        says="'xx' has no word list",
        refused=True,
    ),
    Case(
        "SpamPanel",
        box="Text",
        fill=clicked("an inbox"),
        shows="2 of 5 texts are spam",
        # No text is bad but none at all, and that is asked for beside Run.
        spoil=typed("Text", "  "),
        field="",
        says="Type something, or choose a sample.",
    ),
    Case(
        "SentimentPanel",
        box="Text",
        fill=clicked("a review"),
        shows="7 sentences",
        spoil=chosen("noise.txt", b"\xff\xfe\xfa"),
        field="file",
        says="noise.txt is not valid UTF-8 text; save it as UTF-8.",
    ),
    Case(
        "EmbeddingV2Panel",
        box="Text",
        # Five and more would make a map, which takes its time and has a test of its own.
        fill=typed("Text", "green tea\nblack tea\na train"),
        shows="3 vectors of 384 numbers",
        spoil=typed("Dimensions", "many", behind="More options"),
        field="dimensions",
        says="give a whole number",
    ),
    Case(
        "EmbeddingPanel",
        box="Text",
        fill=typed("Text", "green tea\nblack tea\na train"),
        shows="3 vectors of 384 numbers",
        spoil=chosen("notes.csv", b"text\n"),
        field="file",
        says="notes.csv has no rows below a line of column names.",
    ),
    Case(
        "DetectionPanel",
        box="Prompts",
        fill=clicked("citrus"),
        shows="objects found: ",
        spoil=chosen("notes.txt", b"notes"),
        field="file",
        says="notes.txt is not a picture: choose JPEG, PNG or WebP files.",
    ),
    Case(
        "GenerationPanel",
        box="Prompt",
        fill=clicked("a table"),
        shows="1024 × 1024 pixels · 4 steps",
        spoil=typed("Width", "10", behind="More options"),
        field="width",
        says="give 256 or more",
    ),
    Case(
        "ScrapePanel",
        box="Page number",
        fill=clicked("five teas"),
        shows="Gyokuro",
        spoil=typed("Address of the page", "example.org", behind="Address"),
        field="url",
        says="Begin the address with https:// or http://.",
    ),
    Case(
        "SuggestPanel",
        box="Query",
        fill=clicked("a question"),
        shows="suggestions for “why is the sk”",
        spoil=typed("Query", "x" * 201),
        field="query",
        says="at most 200 characters",
    ),
    Case(
        "SearchPanel",
        box="Search for",
        fill=clicked("a fact"),
        shows="for “how tall is mount everest”",
        spoil=typed("Only from this site", "not a site"),
        field="site",
        says="Enter one site, such as docs.python.org.",
    ),
    Case(
        "ResearchPanel",
        box="Question",
        fill=clicked("an encyclopedia"),
        shows="How do vaccines work?",
        spoil=typed("Time limit (seconds)", "1000"),
        field="time_limit",
        says="give 600 or less",
    ),
]
