"""What the matcher says of a page's candidates for one prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log1p

import numpy as np

from triptych.engines.matching.model import likelihood_of
from triptych.engines.scrape.elements.links import contact, join_address
from triptych.engines.scrape.matcher.model import Reading, bounded_log_odds, calibration, read
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.spans import texts_of

#: By how much of the difference the log odds of a candidate fall where another prompt's are higher.
_ELSEWHERE = 0.75
#: By how much the log odds of an element fall with the likelihoods of what is in it.
_WITHIN = 5.0


class Readings:
    """The candidates of a page that were read with a prompt, each once."""

    def __init__(self, index: Index, prompt: str) -> None:
        self.index = index
        #: In English, where the page is in another language.
        self.prompt = index.in_english(prompt)
        self.of: dict[int, Reading] = {}
        #: The score of each candidate in the shortlist, and the same less the best one's.
        self.scores = index.scores(self.prompt)
        self.behind = self.scores - self.scores.max(initial=-np.inf)

    def read(self, places: Iterable[int]) -> None:
        """Read candidates that were not read yet."""
        new = [place for place in dict.fromkeys(places) if place not in self.of]
        found = read(
            self.prompt, [self.index.descriptions[place] for place in new], self.index.glossary
        )
        for place, one in zip(new, found, strict=True):
            likelihood = calibration().candidate(one.likelihood, float(self.behind[place]))
            self.of[place] = replace(one, likelihood=likelihood)

    def likelihood(self, place: int) -> float:
        """Return how likely a candidate that was read answers."""
        return self.of[place].likelihood

    def ranked(self) -> list[int]:
        """Return the places that were read, the likeliest first.

        What is in an element is meant rather than all of it: the likelihoods of what is in it lower
        the element's log odds.
        """
        nodes = {place: self.index.page.candidates[place].node for place in self.of}

        def odds(place: int) -> float:
            within = sum(
                self.likelihood(other)
                for other, node in nodes.items()
                if node is not nodes[place] and nodes[place].contains(node)
            )
            return bounded_log_odds(self.likelihood(place)) - _WITHIN * log1p(within)

        return sorted(nodes, key=odds, reverse=True)

    def texts(self, place: int, url: str = "", *, is_alone: bool = True) -> list[str]:
        """Return the values in a candidate; of one that was not read, all of it."""
        candidate = self.index.page.candidates[place]
        if candidate.attribute:
            written = candidate.node.attributes.get(candidate.attribute, "").strip()
            return [contact(written) or join_address(url, candidate.value)]
        if place not in self.of:
            return texts_of(candidate.value, [(0, len(candidate.value))])
        reading = self.of[place]
        return texts_of(candidate.value, reading.parts if is_alone else reading.spans)


def set_apart(every: Sequence[Readings]) -> None:
    """Make candidates less likely for a prompt where they are likelier for another one."""
    most: dict[int, float] = {}
    for readings in every:
        for place in readings.of:
            most[place] = max(readings.likelihood(place), most.get(place, 0.0))
    for readings in every:
        for place, one in readings.of.items():
            own, other = bounded_log_odds(one.likelihood), bounded_log_odds(most[place])
            if own < other:
                likelihood = likelihood_of(own - _ELSEWHERE * (other - own))
                readings.of[place] = replace(one, likelihood=likelihood)
