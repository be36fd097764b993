"""How many candidates are read with a prompt, and which of them answer."""

import pytest

from triptych.engines.scrape.answers.find import find_answers, read_likeliest
from triptych.engines.scrape.matcher import readings
from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.glossary import Glossary
from triptych.engines.scrape.matcher.model import Reading, calibration, read
from triptych.engines.scrape.matcher.readings import Readings

from .scrape_pages import index_of

ROWS = "".join(f"<tr><td>Tea {n}</td><td>{n}.50 EUR</td></tr>" for n in range(1, 13))
PAGE = f"<h1>Teas</h1><table><tr><th>Name</th><th>Price</th></tr>{ROWS}</table>"


def with_likelihood(monkeypatch: pytest.MonkeyPatch, likelihood: float) -> Readings:
    """Return the readings of a page in which each price is about as likely as stated."""

    def like(
        prompt: str, descriptions: list[Description], glossary: Glossary | None
    ) -> list[Reading]:
        found = read(prompt, descriptions, glossary)
        for description, one in zip(descriptions, found, strict=True):
            one.likelihood = likelihood if "EUR" in description.text else 0.001
        return found

    monkeypatch.setattr(readings, "read", like)
    # Without the shortlist, a candidate is as likely as the matcher says.
    plain = calibration()._replace(read=1.0, listed=0.0, offset=0.0)
    monkeypatch.setattr(readings, "calibration", lambda: plain)
    return Readings(index_of(PAGE), "price")


def test_no_more_are_read_where_one_is_likely_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_likelihood(monkeypatch, 0.9)
    read_likeliest(found, enough=0.7)
    assert 0 < len(found.of) < 8
    read_likeliest(found)
    assert len(found.of) > 8


def test_more_of_a_column_are_read_where_none_is_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_likelihood(monkeypatch, 0.4)
    read_likeliest(found, enough=0.7)
    values = [found.index.page.candidates[place].value for place in found.ranked()]
    assert sum("EUR" in value for value in values) == ROWS.count("EUR")
    assert "EUR" in values[0]


def test_page_without_texts_has_no_likeliest() -> None:
    found = Readings(index_of(""), "price")
    read_likeliest(found)
    assert found.ranked() == []


@pytest.mark.parametrize(("part", "likeliest_one"), [(0.4, "Tea House"), (0.1, "By Tea House")])
def test_of_an_element_and_a_likely_part_the_part_is_meant(
    monkeypatch: pytest.MonkeyPatch, part: float, likeliest_one: str
) -> None:
    found = Readings(index_of("<p>By <b>Tea House</b></p>"), "seller")
    candidates = found.index.page.candidates
    likelihoods = {"By Tea House": 0.6, "Tea House": part}
    monkeypatch.setattr(
        found, "likelihood", lambda place: likelihoods.get(candidates[place].value, 0.01)
    )
    read_likeliest(found)
    assert candidates[found.ranked()[0]].value == likeliest_one


NUMBERS = "<p>Call <b>555 0101</b></p><p>Write <b>555 0199</b></p>"
#: How likely each number is for a prompt.
LIKELIHOODS = {
    "phone": {"555 0101": 0.9, "555 0199": 0.1},
    "fax": {"555 0101": 0.6, "555 0199": 0.5},
}


def asked_together(monkeypatch: pytest.MonkeyPatch, *prompts: str) -> list[tuple[str, ...]]:
    """Return what prompts of one request find among numbers of stated likelihoods."""

    def like(
        prompt: str, descriptions: list[Description], glossary: Glossary | None
    ) -> list[Reading]:
        found = read(prompt, descriptions, glossary)
        for description, one in zip(descriptions, found, strict=True):
            one.likelihood = LIKELIHOODS[prompt].get(description.text, 0.001)
        return found

    monkeypatch.setattr(readings, "read", like)
    plain = calibration()._replace(read=1.0, listed=0.0, offset=0.0)
    monkeypatch.setattr(readings, "calibration", lambda: plain)
    keys = {str(number): prompt for number, prompt in enumerate(prompts)}
    answers = find_answers(keys, index_of(NUMBERS))
    return [answers[key][0].values for key in keys]


def test_prompts_of_a_request_mean_different_things(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_together(monkeypatch, "fax") == [("555 0101",)]
    assert asked_together(monkeypatch, "fax", "phone") == [("555 0199",), ("555 0101",)]


def test_the_same_prompt_twice_has_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_together(monkeypatch, "fax", "fax") == [("555 0101",), ("555 0101",)]
