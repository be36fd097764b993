"""Requests for pictures that differ by their seed."""

from __future__ import annotations

import secrets

from triptych.contract import GenerationReply, GenerationRequest
from triptych.contract.vision import GenerationSettings

_SEEDS = 2**31


def seed_of(request: GenerationRequest) -> int | None:
    """Return the seed of a request, if any."""
    return request.advance_config.seed if request.advance_config else None


def over_seeds(request: GenerationRequest, number: int) -> list[GenerationRequest]:
    """Return a request for each picture: of several, each has the next seed.

    Examples
    --------
    >>> request = GenerationRequest(prompt="a boat", advance_config={"seed": 7})
    >>> [seed_of(each) for each in over_seeds(request, 3)]
    [7, 8, 9]
    """
    if number == 1:
        return [request]
    seed = seed_of(request)
    first = secrets.randbelow(_SEEDS) if seed is None else seed
    return [with_seed(request, first + place) for place in range(number)]


def pinned(request: GenerationRequest, reply: GenerationReply) -> GenerationRequest:
    """Return the request with the seed that was used, which gives the same picture again."""
    return request if reply.seed is None else with_seed(request, reply.seed)


def with_seed(request: GenerationRequest, seed: int) -> GenerationRequest:
    """Return the request with another seed."""
    finer = request.advance_config or GenerationSettings()
    return request.model_copy(update={"advance_config": finer.model_copy(update={"seed": seed})})
