"""The composer as a provider: every part of an order reaches the picture."""

from __future__ import annotations

from typing import Any

import pytest

from triptych.engines.generation import Order, generator
from triptych.engines.generation.composer import SceneComposer, compose
from triptych.engines.generation.diffusion import DiffusersGenerator


def _order(**wishes: Any) -> Order:
    members: dict[str, Any] = {
        "prompt": "a cat in a garden",
        "width": 256,
        "height": 256,
        "seed": 1,
    }
    return Order(**members | wishes, output_format="svg")


def test_more_guidance_adorns_less() -> None:
    adorned = [
        sum(placed.thing is None for placed in compose(_order(guidance=guidance)).placed)
        for guidance in (4, 28)
    ]
    assert adorned[0] > adorned[1] == 0


def test_a_seed_below_zero_is_one_of_its_own() -> None:
    pictures = {SceneComposer().generate(_order(seed=seed)).content for seed in (1, -1, 2**64 - 2)}
    assert len(pictures) == 3


def test_progress_is_told_and_what_it_raises_comes_out() -> None:
    told: list[tuple[int, int]] = []
    SceneComposer().generate(_order(steps=3), lambda done, steps: told.append((done, steps)))
    assert told[-1] == (3, 3)

    def stop(done: int, steps: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        SceneComposer().generate(_order(), stop)


def test_a_model_may_be_fetched_only_where_that_is_said() -> None:
    for download in (False, True):
        provider = generator("diffusers", "someone/model", download=download)
        assert isinstance(provider, DiffusersGenerator)
        assert (provider.model, provider.download) == ("someone/model", download)
