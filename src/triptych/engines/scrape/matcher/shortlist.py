"""Which candidates of a page are worth reading with a prompt: by a small network.

Its inputs are how near the parts of a candidate's description are to the prompt (cosines of mean
word vectors; inner products of learned projections of these, as two encoders of one meaning have
them, P.-S. Huang and others 2013; shared stems, L. Dice 1945) and where it stands. From the
prompt's words it also takes which places matter. Its weights and their card are in
``models/scrape``.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._once import once
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.structured_data import Fact
from triptych.engines.scrape.elements.words import stems
from triptych.engines.scrape.matcher.description import (
    SEPARATORS,
    Description,
    describe,
    in_english,
)
from triptych.engines.scrape.matcher.glossary import Glossary, glossary_of, prompt_in_english
from triptych.engines.scrape.matcher.sets import Sets
from triptych.engines.scrape.matcher.stated import Stated
from triptych.engines.scrape.matcher.vectors import text_vectors
from triptych.models.files import verified

SHORTLIST_FILE = "scrape/shortlist.npz"
Floats = NDArray[np.float32]
PARTS = len(Description._fields)
#: Of a candidate with a prompt: the best cosine and the most shared stems of each part's pieces,
#: how much of the prompt all its parts have together, and how much less than the most on the page.
MATCHES = 2 * PARTS + 2


class Network(NamedTuple):
    """A network with one hidden layer, what a prompt's words ask for, and which are near."""

    #: From the vector of a prompt to how much what needs no prompt matters, (384, own).
    asks: Floats
    #: From the vectors of a prompt and of a piece to two of which the inner product says how near
    #: they are, (384, projected) each.
    of_prompt: Floats
    of_piece: Floats
    #: From the inputs to the hidden layer, (inputs, hidden), and its bias.
    first: Floats
    first_bias: Floats
    #: From the hidden layer to the score.
    second: Floats


@once
def network() -> Network:
    """Return the shipped weights, read and verified once."""
    with np.load(io.BytesIO(verified(SHORTLIST_FILE))) as data:
        return Network(*(np.asarray(data[name], np.float32) for name in Network._fields))


class Index:
    """A page's candidates in words and vectors, for any number of prompts."""

    def __init__(self, page: PageFeatures, facts: Sequence[Fact] = ()) -> None:
        self.page = page
        self.sets = Sets(page)
        #: What the whole page states for machines.
        self.stated = Stated(facts)

    @cached_property
    def glossary(self) -> Glossary | None:
        """What the words of the page mean in English; None where they are, or nothing is known."""
        return glossary_of([text.words for text in self.page.document.texts])

    def in_english(self, prompt: str) -> str:
        """Return a prompt in English, as far as that is known."""
        return prompt if self.glossary is None else prompt_in_english(prompt, self.glossary)

    @cached_property
    def descriptions(self) -> list[Description]:
        """The candidates in words; a page that states all answers needs none."""
        described = [describe(self.page, candidate) for candidate in self.page.candidates]
        return described if self.glossary is None else in_english(described, self.glossary)

    @cached_property
    def pieces(self) -> tuple[list[str], NDArray[np.int64], NDArray[np.int64]]:
        """The distinct pieces of all parts, which a part has, and where those of a part begin."""
        distinct: dict[str, int] = {}
        every: list[int] = []
        starts: list[int] = []
        for description in self.descriptions:
            for part, between in zip(description, SEPARATORS, strict=True):
                starts.append(len(every))
                parts = part.split(between) if between else (part,)
                every.extend(distinct.setdefault(piece, len(distinct)) for piece in parts)
        return list(distinct), np.asarray(every, np.int64), np.asarray(starts, np.int64)

    @cached_property
    def vectors(self) -> Floats:
        """The mean word vector of each distinct piece, (pieces, 384)."""
        return text_vectors(self.pieces[0])

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [stems(piece) for piece in self.pieces[0]]

    def inputs(self, prompt: str) -> Floats:
        """Return what the network reads of each candidate, (candidates, matches and own).

        The page has at least one candidate.
        """
        asked = stems(prompt)
        shared = np.asarray(
            [2 * len(own & asked) / max(1, len(own) + len(asked)) for own in self._stems],
            np.float32,
        )
        near = self.vectors @ text_vectors([prompt])[0]
        best = [self._best(score) for score in (near, shared)]
        covered = self._covered(asked)
        behind = covered - covered.max()
        return np.concatenate([*best, covered[:, None], behind[:, None], self.page.static], axis=1)

    def _best(self, scores: Floats) -> Floats:
        """Return of each part the score of its best piece, (candidates, parts)."""
        _, every, starts = self.pieces
        best: Floats = np.maximum.reduceat(scores[every], starts).reshape(-1, PARTS)
        return best

    def _covered(self, asked: frozenset[str]) -> Floats:
        """Return how much of a prompt each candidate's parts have, (candidates,), 0 to 1.

        Stems weigh as they are rare on the page (K. Spärck Jones 1972): of "points of Leeds", the
        cell in the row of Leeds has all.
        """
        _, every, starts = self.pieces
        starts = starts[::PARTS]
        total = np.zeros(starts.size, np.float32)
        most = 0.0
        for stem_ in sorted(asked):
            has = np.asarray([stem_ in own for own in self._stems])
            holders = np.logical_or.reduceat(has[every], starts)
            weight = float(np.log((1 + starts.size) / (1 + holders.sum())))
            total += weight * holders
            most += weight
        return total / np.float32(max(most, 1e-6))

    @cached_property
    def _projected(self) -> Floats:
        """What the network makes of the vector of each distinct piece, (pieces, projected)."""
        projected: Floats = self.vectors @ network().of_piece
        return projected

    def scores(self, prompt: str) -> Floats:
        """Return a score for each candidate; the higher, the likelier it is the answer."""
        if not self.descriptions:
            return np.zeros(0, np.float32)
        weights = network()
        vector = text_vectors([prompt])[0]
        rows = self.inputs(prompt)
        own = rows[:, MATCHES:] * np.tanh(vector @ weights.asks)
        near = self._best(self._projected @ (vector @ weights.of_prompt))
        rows = np.concatenate([rows, own, near], axis=1)
        hidden = np.maximum(0, rows @ weights.first + weights.first_bias)
        return np.asarray(hidden @ weights.second, np.float32)
