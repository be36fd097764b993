"""Attacks on the service, one module for each kind; `benchmarks/reliability.py` runs them.

A module `attacks.NAME` has a docstring that says what is attacked and what counts as broken, and a
function `run(quick: bool) -> Outcome`. Its cases are importable, so that tests use the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Outcome:
    """What became of the cases of one attack.

    Parameters
    ----------
    cases
        How many were tried.
    broken
        Those that were broken, each in a line: the case and what happened.
    figures
        Other figures by name; the unit follows a comma, as in "resident memory, MB".
    """

    cases: int
    broken: tuple[str, ...] = ()
    figures: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[str | None], **figures: float) -> Outcome:
        """Return the outcome of cases, each of which is `None` or says how it is broken.

        Examples
        --------
        >>> Outcome.of([None, "http://0/ was reached", None])
        Outcome(cases=3, broken=('http://0/ was reached',), figures={})
        """
        every = list(results)
        return cls(len(every), tuple(result for result in every if result is not None), figures)
