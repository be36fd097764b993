"""Large and hostile pages, small ones of each kind."""

from __future__ import annotations

import pytest
from attacks.pages import PAGES, PROMPTS, Steps, attempt

from attacks import pages
from triptych._cancellation import check_cancelled
from triptych.contract.scrape import MOST_PROMPTS

from .test_texts import Timed


@pytest.mark.parametrize("name", PAGES)
def test_hostile_page_of_every_kind_is_answered(name: str) -> None:
    make, _ = PAGES[name]
    pages.work(make(30))


def test_page_is_tried_with_as_many_prompts_as_a_request_may_have() -> None:
    assert len(PROMPTS) == MOST_PROMPTS


@pytest.mark.parametrize(
    ("seconds", "broken"),
    [((0.4, 0.2), None), ((0.8, 0.2, 0.8), "rows, 1,000: 0.80 s, half of them 0.20 s")],
)
def test_page_that_takes_longer_than_twice_its_half_is_broken(
    seconds: tuple[float, ...], broken: str | None
) -> None:
    assert attempt(Timed(*seconds), "rows", 1_000)[0] == broken


def test_step_is_the_time_between_two_looks_of_a_thread() -> None:
    def work(count: int) -> None:
        check_cancelled()
        sum(range(count))
        check_cancelled()

    steps = Steps()
    steps.run(work, 10)
    first = steps.longest
    steps.run(work, 5_000_000)
    assert steps.longest > first
