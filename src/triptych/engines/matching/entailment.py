"""Whether evidence supports a claim, contradicts it or leaves it open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from triptych.engines.matching.inputs import input_of, pieces
from triptych.engines.matching.model import ENCODER_FILE, HEADS_OUTPUT, calibration
from triptych.engines.text.encoder import encode_tokens


class Verdict(NamedTuple):
    """How evidence relates to a claim; the three are 1 together."""

    supported: float
    contradicted: float
    open: float


def verdicts(pairs: Sequence[tuple[str, str]]) -> list[Verdict]:
    """Return for each claim and its evidence how they relate.

    The three classes are those of natural language inference (S. Bowman et al., "A large annotated
    corpus for learning natural language inference", 2015). The evidence is best a sentence or two
    after the title of their page: "Kettle: It holds two litres." Of a claim 64 word pieces are
    read, of the evidence 128.

    Examples
    --------
    >>> evidence = "Kettle: It was invented in Leeds by Ada Wood."
    >>> claims = "Ada Wood invented the kettle.", "Ada Wood never invented anything."
    >>> true, false = verdicts([(claim, evidence) for claim in claims])
    >>> true.supported > .5, false.contradicted > .5
    (True, True)
    """
    if not pairs:
        return []
    texts = pieces([text for pair in pairs for text in pair])
    (no_title,) = pieces([""])
    inputs = [
        input_of(claim, no_title, evidence)
        for claim, evidence in zip(texts[::2], texts[1::2], strict=True)
    ]
    heads = encode_tokens(ENCODER_FILE, HEADS_OUTPUT, inputs)
    logits = np.array([rows[:, 3:].mean(axis=0) for rows in heads]) / calibration().temperature
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return [Verdict(*map(float, row)) for row in powers / powers.sum(axis=1, keepdims=True)]
