"""Values within a sentence: "was released on June 27, 2009", "New in version 3.6"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from triptych.engines.scrape.document import INLINE, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.prompts import Prompt
from triptych.engines.scrape.value_kinds import value_at_start
from triptych.engines.scrape.words import normalized

_LONGEST_BLOCK = 2_000
_MOST_BLOCKS = 4_000
_KINDS = frozenset(("date", "version", "price", "hash", "year", "mass"))
_WORD = re.compile(r"[^\W_]+")
# Between the words that name it and a value: at most three short ones, and no end of a sentence.
_BETWEEN = re.compile(r"(?:[\s:=–—-]|\b(?:on|in|at|by|of|the|is|was|as|for|am|vom|le|du|el|il)\b|"
                      r"\b[\w.]*\d[\w.]*(?=[\s:])){0,8}", re.IGNORECASE)  # fmt: skip
_INSIDE = 0.55
_ANY = ("date", "price", "version")
_LEAST_WORDS = 2


def value_in_sentence(
    prompt: Prompt, page: PageFeatures, items: Sequence[Node] = ()
) -> tuple[Node, str, float] | None:
    """Return the block and the value right after the words of a prompt in a sentence.

    The values of such a prompt need a form that shows where they end. Sentences of the items that
    a page lists do not count.
    """
    kinds = (prompt.type,) if prompt.concept is not None else _ANY
    if (
        prompt.many
        or prompt.type not in (*_KINDS, "")
        or (prompt.concept is None and len(prompt.text.split()) < _LEAST_WORDS)
    ):
        return None
    phrases = _phrases(prompt)
    document = page.document
    seen = 0
    for node in document.nodes:
        if node.last_text == node.first_text or node.tag in INLINE or node.hidden:
            continue
        if any(item.contains(node) for item in items):
            continue
        children = [document.nodes[child] for child in node.children]
        if any(
            child.tag not in INLINE and child.last_text > child.first_text for child in children
        ):
            own = " ".join(t.words for t in document.texts[node.first_text : node.last_text]
                           if t.node == node.index)  # fmt: skip
        else:
            own = " ".join(document.text(node).split())
        seen += 1
        if not 0 < len(own) <= _LONGEST_BLOCK or not page.contains(node) or seen > _MOST_BLOCKS:
            continue
        for phrase in phrases:
            for said in phrase.finditer(own):
                gap = _BETWEEN.match(own, said.end())
                starts = sorted({gap.end() if gap else said.end(), said.end()})
                for start in starts:
                    rest = own[start:].lstrip(" :–—-(")
                    value = next(filter(None, (value_at_start(kind, rest) for kind in kinds)), "")
                    if value:
                        return node, value, _INSIDE
    return None


@lru_cache(maxsize=1_000)
def _phrases(prompt: Prompt) -> tuple[re.Pattern[str], ...]:
    """Return the words that may stand before a value: a prompt's own, then its field's labels."""
    written = [normalized(prompt.text), *(" ".join(label) for label in
               (prompt.concept.labels if prompt.concept is not None else ()))]  # fmt: skip
    found = []
    for text in dict.fromkeys(written):
        parts = _WORD.findall(text)
        # A word such as "date" or "by" alone names nothing in a sentence.
        if parts and text not in _BARE and sum(map(len, parts)) >= _LEAST_LETTERS:
            pattern = r"\W{1,2}".join(map(re.escape, parts))
            found.append(re.compile(rf"(?<!\w){pattern}(?!\w)", re.IGNORECASE))
    return tuple(found)


_LEAST_LETTERS = 5
_BARE = frozenset(("price", "dates", "start", "amount", "version", "premiere", "opened", "posting",
                   "listed", "entered", "created", "advertised"))  # fmt: skip
