"""An overview taken apart: its sentences, what they cite, and the passages that support them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from triptych.contract import SearchReply, SearchResult
from triptych.views.search.wording import plain

#: Characters of a passage.
PASSAGE = 320
#: A passage shares at least so much of a sentence's words, or it supports nothing.
_SHARED = 0.4
#: Of a longer content the beginning is looked through.
_MOST_READ = 200_000

#: A citation; its address may hold parentheses, but no `)]`.
MARKER = re.compile(r"\[\[(\d{1,4})\]\((\S{0,2000}?)\)\]")
_STOP = re.compile(r"[.,;:!?]+")
_ITEM = re.compile(r"\s*(?:[-*•]|\d+\.)\s+")
#: Before and after code.
_FENCE = "```"


class Citation(NamedTuple):
    """A marker: the number it shows, and the address it names."""

    number: int
    url: str


class Sentence(NamedTuple):
    """A sentence without its markers, and what they cite."""

    text: str
    citations: tuple[Citation, ...]


class Block(NamedTuple):
    """A paragraph, or an item of a list."""

    sentences: tuple[Sentence, ...]
    is_item: bool
    #: Whether it is code: its one sentence has lines.
    is_code: bool = False


def blocks(overview: str) -> list[Block]:
    r"""Return the paragraphs, list items and code of an overview.

    Examples
    --------
    >>> first, second = blocks("Rust is red. [[1](http://a/)]\n- It is old [[2](http://b/x_(y))].")
    >>> first.sentences
    (Sentence(text='Rust is red.', citations=(Citation(number=1, url='http://a/'),)),)
    >>> second.is_item, second.sentences[0].text
    (True, 'It is old.')
    """
    parts = []
    lines = iter(overview.splitlines())
    for line in lines:
        if not line.strip():
            continue
        if line == _FENCE:
            code = "\n".join(takewhile(lambda other: other != _FENCE, lines))
            # The line after it has its markers.
            citations = [one for part in _sentences(next(lines, "")) for one in part.citations]
            parts.append(Block((Sentence(code, tuple(citations)),), is_item=False, is_code=True))
            continue
        item = _ITEM.match(line)
        parts.append(Block(tuple(_sentences(line[item.end() :] if item else line)), bool(item)))
    return parts


def _sentences(line: str) -> Iterator[Sentence]:
    text, end = "", 0
    citations: list[Citation] = []
    for marker in MARKER.finditer(line):
        before = line[end : marker.start()]
        if before.strip() and citations:
            # A stop behind the marker belongs to the sentence before.
            stop = _STOP.match(before)
            yield Sentence(text + (stop[0] if stop else ""), tuple(citations))
            text, citations = "", []
            before = before[stop.end() :] if stop else before
        text += before.strip()
        citations.append(Citation(int(marker[1]), marker[2]))
        end = marker.end()
    rest = line[end:].strip()
    if citations:
        stop = _STOP.match(rest)
        yield Sentence(text + (stop[0] if stop else ""), tuple(citations))
        rest = rest[stop.end() :].strip() if stop else rest
    if rest:
        yield Sentence(rest, ())


def parted(reply: SearchReply, sentence: Sentence) -> tuple[str, str, str]:
    """Return a sentence of the overview as what is before the direct answer, that, and the rest.

    The answer is empty in every sentence but the one that has it.

    Examples
    --------
    >>> answer = {"text": "red", "sentence": "Rust is red.", "reference_number": 1}
    >>> reply = SearchReply.from_json({"query": "rust", "ai_overview": "Rust is red. [[1](http://a/)]",
    ...     "answer": answer | {"start": 8, "end": 11}})
    >>> parted(reply, Sentence("Rust is red.", (Citation(1, "http://a/"),)))
    ('Rust is ', 'red', '.')
    """
    answer, overview, text = reply.answer, reply.ai_overview or "", sentence.text
    if (
        answer is None
        or answer.sentence.strip() != text
        or answer.reference_number not in {citation.number for citation in sentence.citations}
    ):
        return text, "", ""
    # Where its sentence begins in the overview.
    begin = overview.rfind(text, 0, max(answer.end, answer.start + len(text)))
    start, end = answer.start - begin, answer.end - begin
    if begin < 0 or not 0 <= start < end <= len(text) or text[start:end] != answer.text:
        return text, "", ""
    return text[:start], text[start:end], text[end:]


def references(reply: SearchReply) -> dict[int, SearchResult]:
    """Return the results by the numbers they are cited by; without one, by their places."""
    return {
        result.reference_number or place: result for place, result in enumerate(reply.results, 1)
    }


def cited(reply: SearchReply) -> dict[int, list[str]]:
    """Return the numbers that are cited, each with the sentences that cite it."""
    sentences: dict[int, list[str]] = {}
    for block in blocks(reply.ai_overview or ""):
        for sentence in block.sentences:
            for citation in sentence.citations:
                sentences.setdefault(citation.number, []).append(sentence.text)
    return sentences


def passages(reply: SearchReply) -> Mapping[int, str]:
    """Return a passage for each result: what supports the first sentence that cites it.

    Of a result that is not cited, its best passage; empty where it has none.
    """
    citing = cited(reply)
    return {
        number: supporting(result, citing[number][0]) if number in citing else _first(result)
        for number, result in references(reply).items()
    }


def supporting(result: SearchResult, sentence: str) -> str:
    r"""Return the passage of a page that supports a sentence.

    The paragraph or snippet that holds the sentence, or else the one that shares most of its
    words; empty where none shares enough of them.

    Examples
    --------
    >>> page = SearchResult(title="", url="", content="One.\nThe moon is far away. Yes.")
    >>> supporting(page, "The moon is far away.")
    'The moon is far away. Yes.'
    """
    wanted = _line(sentence)
    words = _words(wanted)
    best, most = "", 0.0
    for passage in _passages(result):
        at = passage.find(wanted)
        if at >= 0:
            return _window(passage, at, at + len(wanted))
        shared = len(words & _words(passage)) / max(1, len(words))
        if shared > most:
            best, most = passage, shared
    return _window(best, *_densest(best, words)) if most >= _SHARED else ""


def _passages(result: SearchResult) -> list[str]:
    lines = (result.content or "")[:_MOST_READ].splitlines()
    parts = [*result.snippets, *lines, plain(result.description or "")]
    return [line for line in map(_line, parts) if line]


def _first(result: SearchResult) -> str:
    every = _passages(result)
    return _window(every[0], 0, 0) if every else ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _densest(passage: str, words: set[str]) -> tuple[int, int]:
    """Return the stretch of a long passage that holds most of the words."""
    if len(passage) <= PASSAGE:
        return 0, len(passage)
    matches = re.finditer(r"\w+", passage.casefold())
    places = [match.start() for match in matches if match[0] in words]
    if not places:
        return 0, 0
    start = max(places, key=lambda first: sum(first <= at < first + PASSAGE for at in places))
    return start, start + 1


def _window(passage: str, start: int, end: int) -> str:
    """Return the passage, of a long one what lies around a stretch of it, in whole words."""
    if len(passage) <= PASSAGE:
        return passage
    left = max(0, min(start, len(passage) - PASSAGE))
    if end - left < PASSAGE:
        left = max(0, left - (PASSAGE - (end - left)) // 4)
    right = min(len(passage), left + PASSAGE)
    shown = passage[left:right]
    if left:
        shown = "… " + shown.partition(" ")[2]
    return shown if right == len(passage) else shown.rpartition(" ")[0] + " …"
