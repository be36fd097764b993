"""A short form of `benchmarks/attacks/decoding.py`: some of its files, sent to one service."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import psutil
import pytest
from attacks.decoding import CASES, Neighbours, attempt, pdf_of_operators, post, resident

from triptych.service import ServiceSettings

SECONDS = 2.0
#: Those that cost neither the service nor whoever makes them more than some seconds.
NAMES = [
    "2,000 pages of 15,000 text operators",
    "half a PDF",
    "a PNG that claims 60,000 x 60,000",
    "half a GIF",
    "a FLAC of which the beginning is left",
]


@pytest.fixture
def http(serve: Callable[[ServiceSettings], str]) -> httpx.Client:
    url = serve(ServiceSettings(decode_timeout=SECONDS))
    return httpx.Client(base_url=url, headers={"x-api-key": "k"}, timeout=300)


def test_poisoned_files_get_an_answer_and_harm_no_neighbour(http: httpx.Client) -> None:
    cases = [case for case in CASES if case.name in NAMES]
    assert len(cases) == len(NAMES)
    process = psutil.Process()
    # Once, so that models and workers are loaded.
    with Neighbours(http):
        for case in cases[1:]:
            attempt(http, case, SECONDS)
    before = resident(process)
    with Neighbours(http) as neighbours:
        broken = [result for case in cases for result in attempt(http, case, SECONDS)]
    assert broken == [None] * len(broken)
    assert neighbours.broken == []
    assert len(neighbours.seconds) >= 3
    assert resident(process) < before + 150


def test_a_file_that_takes_too_long_is_refused_with_what_to_do(http: httpx.Client) -> None:
    [case] = [case for case in CASES if case.name == NAMES[0]]
    answer = post(http, "/v1/embedding", {"type": "pdf"}, case.content())
    assert answer.status == 422
    assert '"code":"costly_pdf"' in answer.text
    assert "takes longer than 2 s to decode: send fewer of its pages at once." in answer.text


def test_a_page_that_is_too_long_is_refused_with_the_number(http: httpx.Client) -> None:
    answer = post(http, "/v1/embedding", {"type": "pdf"}, pdf_of_operators(40_000))
    assert answer.status == 422
    assert '"code":"long_pdf"' in answer.text
    assert "more than 200,000 characters" in answer.text
