"""What is shown at each level of safe search."""

from __future__ import annotations

from typing import Any

import pytest

from triptych.contract import SearchResult
from triptych.service.operations.search.safety import filtered, is_safe_query

LEVELS = ("off", "moderate", "strict")


def result(**members: Any) -> SearchResult:
    return SearchResult(**({"title": "A page", "url": "https://example.org/"} | members))


def kept(**members: Any) -> list[str]:
    """Return at which levels a result is kept."""
    return [level for level in LEVELS if filtered([result(**members)], level)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "query",
    ["moby dick", "scunthorpe united", "essex", "breast cancer", "philip k. dick", "great tit",
     "cock robin", "the golden ass", "sex education", "damn yankees", "penistone", ""],
)  # fmt: skip
def test_queries_that_are_safe(query: str) -> None:
    assert is_safe_query(query)


@pytest.mark.parametrize("query", ["porn", "fuck", "f.u.c.k this", "hentai", "puta madre", "сука"])
def test_queries_that_are_not(query: str) -> None:
    assert not is_safe_query(query)


@pytest.mark.parametrize(
    "members",
    [
        {"title": "Dick Cheney", "description": "Dick was vice president."},
        {"title": "Scunthorpe"},
        {"title": "William the Conqueror", "description": "sometimes called William the Bastard"},
        {"title": "Hornbill", "content": "It sometimes has a horny casque on the mandible."},
        {"title": "Sulidae", "description": "gannets and boobies", "snippets": ["the boobies"]},
        {"title": "Prostitution", "content": "Words such as hooker and whore are pejorative."},
        {"title": "random", "description": "choices(population, *, cum_weights=None, k=1)"},
        {"title": "Sexual intercourse", "description": "of the penis into the vagina"},
    ],
)  # fmt: skip
def test_encyclopedias_are_read_at_every_level(members: dict[str, Any]) -> None:
    assert kept(**members) == [*LEVELS]
    assert filtered([result(**members)], "strict")[0].is_safe is True


@pytest.mark.parametrize(
    ("members", "levels"),
    [
        ({"title": "Fuck"}, ["off"]),
        ({"description": "<em>fu</em>ck you"}, ["off"]),
        ({"description": "f&#117;ck you"}, ["off"]),
        ({"snippets": ["a", "what the fuck"]}, ["off"]),
        ({"title": "Hot milf", "description": "blowjob"}, ["off"]),
        ({"title": "Free porn videos"}, ["off", "moderate"]),
        ({"content": "fuck you, you cunt"}, ["off", "moderate"]),
        ({"content": "fuck, once"}, [*LEVELS]),
        ({"is_safe": False}, ["off", "moderate"]),
    ],
)  # fmt: skip
def test_what_is_dropped(members: dict[str, Any], levels: list[str]) -> None:
    assert kept(**members) == levels


def test_the_flags_stay_when_nothing_is_dropped() -> None:
    found = filtered([result(title="Fuck"), result(), result(is_safe=False)], "off")
    assert [r.is_safe for r in found] == [False, True, False]


def test_the_order_stays() -> None:
    asked = [result(title=t) for t in ("Tea", "Fuck", "Milk", "Sugar")]
    assert [r.title for r in filtered(asked, "moderate")] == ["Tea", "Milk", "Sugar"]
