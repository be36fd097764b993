"""Right responses with changed bytes; every other fault is in `tests/client/test_faults.py`."""

from __future__ import annotations

from dataclasses import replace

from attacks.faults import Case, changed
from tests.client.faults import FAULTS

from triptych.client import RateLimitError


def test_response_with_changed_bytes_ends_with_a_reply_or_a_typed_error() -> None:
    results = changed(0) + changed(1)
    assert len(results) == 40
    assert [result for result in results if result is not None] == []


def test_call_that_ends_with_another_error_is_broken() -> None:
    fault = FAULTS["null"]
    assert Case("null", fault, "Client", ["spam"])() == [None]
    [broken] = Case("null", replace(fault, error=RateLimitError), "AsyncClient", ["spam"])()
    assert broken is not None
    assert broken.startswith("AsyncClient.spam, null: InvalidReplyError: ")
