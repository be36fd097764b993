"""What the matcher learns from: sentences with questions, and claims with evidence."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

#: Labels of a claim: `NOT_SUPPORTED` where a corpus does not distinguish the two.
SUPPORTED, CONTRADICTED, OPEN, NOT_SUPPORTED = range(4)


class Sentence(NamedTuple):
    """A sentence of a page, with a question."""

    source: str
    question: str
    title: str
    text: str
    #: Whether it answers.
    label: bool
    #: The characters where the answer stands, where they are known.
    span: tuple[int, int] | None = None


class Claim(NamedTuple):
    """A claim with the evidence for or against it."""

    source: str
    claim: str
    evidence: str
    label: int


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def is_held_out(key: str, share: float) -> bool:
    """Return whether what belongs to a key is kept out of training: always the same, at random."""
    return int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) < share * 0x1_0000_0000
