"""The progress of a research: its steps as a tree, and as a line for screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import anywidget
import traitlets

from triptych.contract import ResearchReply, ResearchStep
from triptych.views.base.units import count, shortened

_HERE = Path(__file__).parent


class ResearchTree(anywidget.AnyWidget):
    """Items within items, each of which can be folded.

    A changed tree changes only what differs on the page: what a reader has folded stays so, and
    the focus stays where it is.

    Attributes
    ----------
    tree : dict
        An item: `key`, unique among its siblings; `text`; `status`, in words; `state`, which
        decides its sign; `nodes`, the items in it; and perhaps `href` and `title`.
    """

    _esm = (_HERE / "tree.js").read_text(encoding="utf-8")
    _css = (_HERE / "tree.css").read_text(encoding="utf-8")

    tree = traitlets.Dict({}).tag(sync=True)


#: An item of the tree; see `ResearchTree`.
Node = dict[str, Any]
Outcome = Literal["done", "cancelled", "failed"]

#: Characters of a title or of a message.
_LONGEST = 300
#: Warnings that are reported as steps too.
_FAILURES = {"page_not_read", "search_failed"}


@dataclass
class Part:
    """A sub-question: its state, and the pages and passages found for it."""

    text: str
    round: int = 0
    state: Literal["waiting", "searching", "found"] = "waiting"
    query: str = ""
    new: dict[str, str] = field(default_factory=dict)
    known: int = 0
    passages: int | None = None
    unread: list[str] = field(default_factory=list)


class Progress:
    """The steps of a research so far; `status` is its stage, in words that change once a round.

    Examples
    --------
    >>> progress = Progress("Why is the sky blue?", 3)
    >>> progress.status
    'Planning …'
    >>> step = ResearchStep(step="searching", message="", round=1, question="What is the sky?")
    >>> progress.take(step)
    >>> progress.status
    'Round 1 of at most 3: searching'
    """

    def __init__(self, question: str, rounds: int) -> None:
        self._question = question
        self._rounds = rounds
        self._outcome: Outcome | None = None
        self._ended = ""
        self._reset()

    def _reset(self) -> None:
        self.status = "Planning …"
        self._parts: list[Part] = []
        self._pages: dict[str, str] = {}
        self._closing: list[Node] = []
        self._unread: list[str] = []
        self._notes: list[str] = []

    # Steps

    def take(self, step: ResearchStep) -> None:
        """Add a step; unknown kinds are ignored."""
        match step.step:
            case "planned":
                # A second plan: the call is made again after a broken connection.
                self._reset()
                self._parts = [Part(text) for text in dict.fromkeys(step.questions)]
                self.status = f"{count(len(self._parts), 'sub-question')} planned"
            case "searching":
                self._search(step)
            case "read":
                self._read(self._part(step), zip(step.urls, step.titles, strict=False))
            case "found":
                self._find(step)
            case "not_read":
                at = self._part(step) if step.question else None
                _add((self if at is None else at), step.message)
            case "outlined":
                self.status = f"Writing: {step.message}"
                headings = [_leaf(text, text) for text in dict.fromkeys(step.questions)]
                status = count(len(headings), "section")
                self._closing.append(_node("outlined", "Laid out", status, "found", headings))
            case "written":
                self._closing.append(_node("written", "Written", step.message, "found"))

    def _search(self, step: ResearchStep) -> None:
        if step.round > max((part.round for part in self._parts), default=0):
            read = count(len(self._pages), "page") + " read" if self._pages else "searching"
            self.status = f"Round {step.round} of at most {max(self._rounds, step.round)}: {read}"
        part = self._part(step)
        part.round, part.state, part.query = step.round, "searching", step.query or ""

    def _find(self, step: ResearchStep) -> None:
        part = self._part(step)
        part.round, part.state, part.passages = step.round, "found", step.count
        titles = [*step.titles, *[""] * len(step.urls)]
        self._read(part, zip(step.urls, titles, strict=False))

    def _read(self, part: Part, pages: Iterable[tuple[str, str]]) -> None:
        for url, title in pages:
            if url in part.new:
                continue
            if url in self._pages:
                part.known += 1
            else:
                self._pages[url] = part.new[url] = title.strip() or url

    def _part(self, step: ResearchStep) -> Part:
        """Return the sub-question of a step, which may have been planned."""
        text = step.question or step.message
        for part in self._parts:
            if part.text == text and part.round in {0, step.round}:
                return part
        self._parts.append(Part(text, step.round))
        return self._parts[-1]

    def complete(self, reply: ResearchReply) -> None:
        """Add what only the reply has, or all of it if no steps were reported."""
        if not self._parts:
            titles = {source.url: source.title for source in reply.sources}
            for question in reply.questions:
                part = Part(question.text, question.round, "found", question.query)
                self._parts.append(part)
                self._read(part, ((url, titles.get(url, "")) for url in question.urls))
        if reply.spell_fixed:
            self._notes.append(f"Spelling corrected: “{shortened(reply.query, _LONGEST)}”")
        failures = self._failures()
        for warning in reply.warnings:
            if warning.code not in _FAILURES:
                self._notes.append(warning.message)
            elif warning.message not in failures:
                _add(self, warning.message)
        if reply.not_found:
            nodes = [_leaf(text, text, "nothing") for text in dict.fromkeys(reply.not_found)]
            self._closing.append(_node("not found", "Nothing was found about", "", "", nodes))
        if not self._parts:
            self._notes.append("The service did not report the steps of this research.")

    def end(self, outcome: Outcome, words: str) -> None:
        """Set the outcome, and its words."""
        self._outcome, self._ended = outcome, words

    # What is shown

    @property
    def steps(self) -> tuple[int, int]:
        """How many of the sub-questions so far have been searched for, and how many there are."""
        return sum(part.state == "found" for part in self._parts), len(self._parts)

    @property
    def tree(self) -> Node:
        """The question, below it rounds, sub-questions, and pages."""
        facts: list[str] = [self._ended] if self._ended else []
        if self._pages:
            facts += [count(len(self._pages), "page") + " read"]
        if passages := sum(part.passages or 0 for part in self._parts):
            facts += [count(passages, "passage")]
        if failures := len(self._failures()):
            facts += [count(failures, "failure")]
        nodes = [_leaf(words, words, "note") for words in self._notes]
        nodes += [_leaf(words, words, "unread") for words in self._unread]
        rounds = sorted({part.round for part in self._parts} - {0})
        nodes += [self._round(number) for number in rounds]
        if waiting := [self._part_node(part) for part in self._parts if not part.round]:
            words = "Not searched for" if self._outcome else "Planned"
            nodes.append(_node("planned", words, "", "", waiting))
        state = self._outcome or "running"
        question = shortened(self._question, _LONGEST)
        return _node("question", question, " · ".join(facts), state, [*nodes, *self._closing])

    def _failures(self) -> list[str]:
        return [*self._unread, *(words for part in self._parts for words in part.unread)]

    def _round(self, number: int) -> Node:
        parts = [part for part in self._parts if part.round == number]
        new = sum(len(part.new) for part in parts)
        status = count(len(parts), "sub-question")
        if any(part.state == "found" for part in parts):
            status += f" · {count(new, 'new page') if new else 'no new page'}"
        nodes = [self._part_node(part) for part in parts]
        return _node(f"round {number}", f"Round {number}", status, "", nodes)

    def _part_node(self, part: Part) -> Node:
        nodes = [
            _node(url, shortened(title, _LONGEST), "", "page") | _link(url)
            for url, title in part.new.items()
        ]
        nodes += [_leaf(words, words, "unread") for words in part.unread]
        state, status = self._status_of(part)
        node = _node(part.text, shortened(part.text, _LONGEST), status, state, nodes)
        return node | ({"title": f"searched for: {part.query}"} if part.query else {})

    def _status_of(self, part: Part) -> tuple[str, str]:
        """Return the state of a sub-question, and its status in words."""
        if part.state != "found":
            if self._outcome:
                return "nothing", "not finished" if part.round else ""
            return part.state, "searching …" if part.state == "searching" else "waiting"
        if not part.new and not part.known:
            return "nothing", "nothing found"
        facts = [count(len(part.new), "page") + " read"] if part.new else []
        if part.known:
            known = str(part.known) if facts else count(part.known, "page")
            facts.append(f"{known} read before")
        if part.passages is not None:
            nothing = "no passage" if part.new else "nothing new"
            facts.append(count(part.passages, "passage") if part.passages else nothing)
        return "found" if part.new or part.passages else "nothing", ", ".join(facts)


def _add(to: Progress | Part, message: str) -> None:
    unread = to.unread if isinstance(to, Part) else to._unread
    if message not in unread:
        unread.append(message)


def _node(key: str, text: str, status: str, state: str, nodes: Sequence[Node] = ()) -> Node:
    return {"key": key, "text": text, "status": status, "state": state, "nodes": list(nodes)}


def _leaf(key: str, text: str, state: str = "") -> Node:
    return _node(key, shortened(text, _LONGEST), "", state)


def _link(url: str) -> Node:
    """Return the link of a page's title, if it is a web address."""
    try:
        return {"href": url} if urlsplit(url).scheme in {"http", "https"} else {}
    except ValueError:
        return {}
