"""Whether evidence supports a claim, contradicts it or leaves it open."""

import numpy as np
import pytest

from triptych.engines.matching.entailment import verdicts

EVIDENCE = "Penicillin: It was discovered in 1928 by the Scottish scientist Alexander Fleming."


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("Alexander Fleming, a scientist from Scotland, discovered penicillin.", "supported"),
        ("Penicillin was not discovered by a Scottish scientist.", "contradicted"),
        ("Fleming was given the Nobel Prize for penicillin.", "open"),
    ],
)
def test_verdict_is_the_relation_of_evidence_and_claim(claim: str, relation: str) -> None:
    (verdict,) = verdicts([(claim, EVIDENCE)])
    assert max(verdict._asdict(), key=verdict._asdict().__getitem__) == relation
    assert sum(verdict) == pytest.approx(1)


def test_verdict_of_a_pair_does_not_depend_on_the_others() -> None:
    pair = ("Fleming discovered penicillin.", EVIDENCE)
    (alone,) = verdicts([pair])
    beside = verdicts([("Tea is hot.", "Tea: It is served hot or cold."), pair])[1]
    assert np.allclose(alone, beside, atol=1e-3)


def test_verdicts_of_nothing_are_nothing() -> None:
    assert verdicts([]) == []
