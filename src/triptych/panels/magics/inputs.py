"""What the text of a cell is to an operation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triptych.client.files import source_of
from triptych.contract import Operation
from triptych.panels.base.lines import lines_of

#: The member that the text of a cell stands for; detection takes a file.
INPUTS: Mapping[str, str] = {
    "profanity": "text",
    "spam": "text",
    "suggest": "query",
    "search": "query",
    "research": "query",
    "scrape": "element_prompts",
    "sentiment": "text",
    "embed": "text",
    "embed_v2": "text",
    "generate_image": "prompt",
}
#: An option of the magics alone, and the operations that take several texts.
LINES = "lines"
TAKE_SEVERAL = ("spam", "embed", "embed_v2")


def input_of(operation: Operation[Any, Any], cell: str, given: dict[str, Any]) -> dict[str, Any]:
    r"""Return the members that the text of a cell stands for.

    Parameters
    ----------
    operation : Operation
        What is asked.
    cell : str
        The text.
    given : dict
        Members from the options; what is no member of the request is taken out.

    Raises
    ------
    ValueError
        If a file or texts on lines are to stand in the cell, and there are none.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> input_of(OPERATIONS["scrape"], "price\nname\n", {})
    {'element_prompts': ['price', 'name']}
    """
    text = cell.strip("\n")
    by_line = given.pop(LINES, False)
    member = INPUTS.get(operation.name)
    if member is None or not str(given.get("type", "text")).startswith("text"):
        if not text.strip():
            raise ValueError("Write the address or the path of a file into the cell.")
        return source_of(text.strip())
    listed = [line.strip() for line in lines_of(text)]
    if member == "element_prompts":
        return {member: listed}
    if by_line and not listed:
        raise ValueError("Write a text on each line of the cell.")
    return {member: listed if by_line else text}


def input_words(operation: Operation[Any, Any]) -> str:
    """Return what to write into a cell."""
    member = INPUTS.get(operation.name)
    if member is None:
        return "address or path of a picture"
    if member == "element_prompts":
        return "what to find on the page, a line each"
    words = {"text": "the text", "query": "the query", "prompt": "what to draw"}[member]
    if operation.takes_file and member == "text":
        words += "; with --type image, audio or pdf, the address or path of a file"
    return words
