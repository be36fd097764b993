"""What a language model is asked when it plans a research."""

from __future__ import annotations

import re

from triptych.service.language_model.prompt import harmless

_LONGEST_QUERY = 2_000
_LONGEST_LINE = 200
_TASK = (
    "You plan a search. List the questions whose answers together answer the user's question: one "
    "short question to a line, each complete by itself with its subject named, nothing else."
)
#: Numbers, dashes and dots before a line of a list.
_BULLET = re.compile(r"^\s*(?:[-*•]|\(?\d{1,2}[.):])\s*")


def plan_prompt(query: str, most: int) -> list[dict[str, str]]:
    """Return the messages that ask a model for sub-questions.

    Parameters
    ----------
    query : str
        What was asked.
    most : int
        How many are wanted, at most.

    Returns
    -------
    list of dict
        A system message and a user message.

    Examples
    --------
    >>> print(plan_prompt("How do kettles work?", 3)[1]["content"])
    Question: How do kettles work?
    At most 3 questions, one to a line:
    """
    asked = (
        f"Question: {harmless(query)[:_LONGEST_QUERY]}\nAt most {most} questions, one to a line:"
    )
    return [{"role": "system", "content": _TASK}, {"role": "user", "content": asked}]


def planned(answer: str, most: int) -> tuple[str, ...]:
    r"""Return the questions of a model's answer; lines that ask nothing are passed over.

    Parameters
    ----------
    answer : str
        What the model said.
    most : int
        How many are taken, at most.

    Returns
    -------
    tuple of str
        All different, each of at most 200 characters.

    Examples
    --------
    >>> planned("Sure!\n1. What heats a kettle?\n- How does a kettle stop?\n", 3)
    ('What heats a kettle?', 'How does a kettle stop?')
    """
    lines = (_BULLET.sub("", line).strip(' *_"') for line in answer.splitlines())
    asked = (line for line in lines if line.endswith("?") and 2 < len(line) <= _LONGEST_LINE)
    return tuple(dict.fromkeys(asked))[:most]
