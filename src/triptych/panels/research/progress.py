"""How far a research is: its steps as a tree, and as a line to be read out."""

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
        An item: `key`, its own among its siblings; `text`; `says`, how it stands; `state`, which
        decides its sign; `nodes`, the items in it; and, where there is one, `href`, where it leads,
        and `title`, more about it.
    """

    _esm = (_HERE / "tree.js").read_text(encoding="utf-8")
    _css = (_HERE / "tree.css").read_text(encoding="utf-8")

    tree = traitlets.Dict({}).tag(sync=True)


#: An item of the tree; see `ResearchTree`.
Node = dict[str, Any]
Outcome = Literal["done", "cancelled", "failed"]

#: Characters of a title or of a message.
_LONGEST = 300
#: Warnings about something that was tried; they are told as steps too.
_FAILURES = {"page_not_read", "search_failed"}


@dataclass
class Part:
    """A sub-question: where it stands, and what it brought."""

    text: str
    round: int = 0
    state: Literal["waiting", "searching", "found"] = "waiting"
    query: str = ""
    new: dict[str, str] = field(default_factory=dict)
    known: int = 0
    passages: int | None = None
    unread: list[str] = field(default_factory=list)


class Progress:
    """What a research has told so far.

    Parameters
    ----------
    question : str
        What is asked.
    rounds : int
        At most.

    Attributes
    ----------
    says : str
        The stage it is in, in words that change once a round.

    Examples
    --------
    >>> progress = Progress("Why is the sky blue?", 3)
    >>> progress.says
    'Planning …'
    >>> told = ResearchStep(step="searching", message="", round=1, question="What is the sky?")
    >>> progress.take(told)
    >>> progress.says
    'Round 1 of at most 3: searching'
    """

    def __init__(self, question: str, rounds: int) -> None:
        self._question = question
        self._rounds = rounds
        self._outcome: Outcome | None = None
        self._ended = ""
        self._forget()

    def _forget(self) -> None:
        self.says = "Planning …"
        self._parts: list[Part] = []
        self._pages: dict[str, str] = {}
        self._closing: list[Node] = []
        self._unread: list[str] = []
        self._notes: list[str] = []

    # What is told

    def take(self, step: ResearchStep) -> None:
        """Take in a step; kinds that are not known are passed over."""
        match step.step:
            case "planned":
                # A second plan: the call is made again after a broken connection.
                self._forget()
                self._parts = [Part(text) for text in dict.fromkeys(step.questions)]
                self.says = f"{count(len(self._parts), 'sub-question')} planned"
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
                self.says = f"Writing: {step.message}"
                headings = [_leaf(text, text) for text in dict.fromkeys(step.questions)]
                says = count(len(headings), "section")
                self._closing.append(_node("outlined", "Laid out", says, "found", headings))
            case "written":
                self._closing.append(_node("written", "Written", step.message, "found"))

    def _search(self, step: ResearchStep) -> None:
        if step.round > max((part.round for part in self._parts), default=0):
            read = count(len(self._pages), "page") + " read" if self._pages else "searching"
            self.says = f"Round {step.round} of at most {max(self._rounds, step.round)}: {read}"
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
        """Return the sub-question that a step is about, which may have been planned."""
        text = step.question or step.message
        for part in self._parts:
            if part.text == text and part.round in {0, step.round}:
                return part
        self._parts.append(Part(text, step.round))
        return self._parts[-1]

    def complete(self, reply: ResearchReply) -> None:
        """Take in what a reply knows beyond its steps, which may not have been told."""
        if not self._parts:
            titles = {source.url: source.title for source in reply.sources}
            for asked in reply.questions:
                part = Part(asked.text, asked.round, "found", asked.query)
                self._parts.append(part)
                self._read(part, ((url, titles.get(url, "")) for url in asked.urls))
        if reply.spell_fixed:
            self._notes.append(f"Spelling corrected: “{shortened(reply.query, _LONGEST)}”")
        told = self._failures()
        for warning in reply.warnings:
            if warning.code not in _FAILURES:
                self._notes.append(warning.message)
            elif warning.message not in told:
                _add(self, warning.message)
        if reply.not_found:
            nodes = [_leaf(text, text, "nothing") for text in dict.fromkeys(reply.not_found)]
            self._closing.append(_node("not found", "Nothing was found about", "", "", nodes))
        if not self._parts:
            self._notes.append("The service did not report the steps of this research.")

    def end(self, outcome: Outcome, words: str) -> None:
        """Say how it ended; nothing is under way any more."""
        self._outcome, self._ended = outcome, words

    # What is shown

    @property
    def tree(self) -> Node:
        """The question, below it rounds, sub-questions, and pages."""
        told: list[str] = [self._ended] if self._ended else []
        if self._pages:
            told += [count(len(self._pages), "page") + " read"]
        if passages := sum(part.passages or 0 for part in self._parts):
            told += [count(passages, "passage")]
        if failures := len(self._failures()):
            told += [count(failures, "failure")]
        nodes = [_leaf(words, words, "note") for words in self._notes]
        nodes += [_leaf(words, words, "unread") for words in self._unread]
        rounds = sorted({part.round for part in self._parts} - {0})
        nodes += [self._round(number) for number in rounds]
        if waiting := [self._shown(part) for part in self._parts if not part.round]:
            words = "Not searched for" if self._outcome else "Planned"
            nodes.append(_node("planned", words, "", "", waiting))
        state = self._outcome or "running"
        question = shortened(self._question, _LONGEST)
        return _node("question", question, " · ".join(told), state, [*nodes, *self._closing])

    def _failures(self) -> list[str]:
        return [*self._unread, *(words for part in self._parts for words in part.unread)]

    def _round(self, number: int) -> Node:
        parts = [part for part in self._parts if part.round == number]
        new = sum(len(part.new) for part in parts)
        says = count(len(parts), "sub-question")
        if any(part.state == "found" for part in parts):
            says += f" · {count(new, 'new page') if new else 'no new page'}"
        nodes = [self._shown(part) for part in parts]
        return _node(f"round {number}", f"Round {number}", says, "", nodes)

    def _shown(self, part: Part) -> Node:
        nodes = [
            _node(url, shortened(title, _LONGEST), "", "page") | _link(url)
            for url, title in part.new.items()
        ]
        nodes += [_leaf(words, words, "unread") for words in part.unread]
        state, says = self._standing(part)
        node = _node(part.text, shortened(part.text, _LONGEST), says, state, nodes)
        return node | ({"title": f"searched for: {part.query}"} if part.query else {})

    def _standing(self, part: Part) -> tuple[str, str]:
        """Return the state of a sub-question, by its name and in words."""
        if part.state != "found":
            if self._outcome:
                return "nothing", "not finished" if part.round else ""
            return part.state, "searching …" if part.state == "searching" else "waiting"
        if not part.new and not part.known:
            return "nothing", "nothing found"
        told = [count(len(part.new), "page") + " read"] if part.new else []
        if part.known:
            known = str(part.known) if told else count(part.known, "page")
            told.append(f"{known} read before")
        if part.passages is not None:
            nothing = "no passage" if part.new else "nothing new"
            told.append(count(part.passages, "passage") if part.passages else nothing)
        return "found" if part.new or part.passages else "nothing", ", ".join(told)


def _add(to: Progress | Part, message: str) -> None:
    unread = to.unread if isinstance(to, Part) else to._unread
    if message not in unread:
        unread.append(message)


def _node(key: str, text: str, says: str, state: str, nodes: Sequence[Node] = ()) -> Node:
    return {"key": key, "text": text, "says": says, "state": state, "nodes": list(nodes)}


def _leaf(key: str, text: str, state: str = "") -> Node:
    return _node(key, shortened(text, _LONGEST), "", state)


def _link(url: str) -> Node:
    """Return where a page's title leads: nowhere but to the web."""
    try:
        return {"href": url} if urlsplit(url).scheme in {"http", "https"} else {}
    except ValueError:
        return {}
