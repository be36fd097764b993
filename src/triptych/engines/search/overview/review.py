"""Go over what a language model wrote, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triptych.engines.matching.support import support
from triptych.engines.search.overview.context import Needs, needs_before
from triptych.engines.search.overview.overview import (
    ITEM,
    SOURCES,
    Claim,
    Overview,
    Source,
    set_claims,
)
from triptych.engines.text.sentences import split_sentences

#: More is not read: a model that was asked for five sentences went astray.
_LONGEST = 6_000
_MOST_SENTENCES = 24
#: "[1]", "[1, 2]", "[[1](https://example.org)]", "【1】", "[^1]".
_MARKER = re.compile(
    r"\s*(?:\[\[(?P<linked>\d+)\]?\((?:[^()\s]|\([^()\s]*\))*\)\]?"
    r"|[\[【(]\^?(?P<plain>\d+(?:\s*[,;]\s*\d+)*)[\]】)](?:\((?:[^()\s]|\([^()\s]*\))*\))?)"
)
_MARKER_AFTER_STOP = re.compile(
    rf"(?P<stop>[.!?][\"”’)]*)(?P<markers>(?:{_MARKER.pattern})+)".replace(
        "?P<linked>", ""
    ).replace("?P<plain>", "")
)
_MARKDOWN = re.compile(r"\*\*|__|^#{1,6}\s+|`")


class _Written(NamedTuple):
    """A sentence as it was written."""

    text: str
    cited: tuple[int, ...]
    is_item: bool


def check_overview(written: str, sources: Sequence[Source]) -> Overview:
    """Return the sentences of a text that its first ten sources support, as an overview.

    Each sentence is looked up in the pages it cites, by markers such as ``[1]``, then in the
    others. Where one has its numbers and names and supports it (see `support`), it is kept with
    that page's marker; else it is dropped, and with it a next one that depends on it ("It is").
    Markdown's lists are kept, its emphasis is not.

    Examples
    --------
    >>> page = Source(1, "https://example.org/", "Kettle", "A kettle is a pot. It holds 2 litres.")
    >>> check_overview("A kettle holds two litres [1]. It was invented in 1812 [1].", [page]).text
    'A kettle holds two litres. [[1](https://example.org/)]'
    """
    by_number = {source.number: source for source in sources[:SOURCES]}
    claims: list[Claim] = []
    items: set[int] = set()
    supported_before = True
    for sentence in _sentences(written):
        title = (
            by_number[sentence.cited[0]].title if set(sentence.cited[:1]) & by_number.keys() else ""
        )
        is_dependent = needs_before(sentence.text, title) is not Needs.NONE
        claim = None
        if not is_dependent or (supported_before and claims):
            # "It" is about the page of the sentence before.
            numbers = (claims[-1].number,) if is_dependent else (*sentence.cited, *by_number)
            claim = _supported(
                sentence.text, [by_number[n] for n in dict.fromkeys(numbers) if n in by_number]
            )
        supported_before = claim is not None
        if claim is None or any(claim.text == other.text for other in claims):
            continue
        if sentence.is_item:
            items.add(len(claims))
        claims.append(claim)
    return set_claims(claims, {number: source.url for number, source in by_number.items()}, items)


def _supported(text: str, sources: Sequence[Source]) -> Claim | None:
    for source in sources:
        passage = support(text, source.text, source.title)
        if passage is not None:
            return Claim(text, source.number, passage)
    return None


def _sentences(written: str) -> Iterator[_Written]:
    """Yield the sentences with what they cite; a marker after the stop belongs before it."""
    count = 0
    for line in written[:_LONGEST].splitlines():
        is_item = bool(ITEM.match(line))
        plain = _MARKDOWN.sub("", ITEM.sub("", line)).strip()
        plain = _MARKER_AFTER_STOP.sub(lambda match: match["markers"] + match["stop"], plain)
        for start, end in split_sentences(plain):
            sentence = plain[start:end]
            cited = [
                int(number)
                for match in _MARKER.finditer(sentence)
                for number in re.findall(r"\d+", match["linked"] or match["plain"])
            ]
            text = re.sub(r"\s+([.,;:!?])", r"\1", " ".join(_MARKER.sub("", sentence).split()))
            if len(text.split()) < 2:
                continue
            count += 1
            if count > _MOST_SENTENCES:
                return
            yield _Written(text, tuple(cited), is_item)
