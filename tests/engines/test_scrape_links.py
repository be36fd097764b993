"""The addresses of links, as they are given back."""

import pytest

from triptych.engines.scrape.elements.links import contact, join_address


@pytest.mark.parametrize(
    ("base", "value", "expected"),
    [
        ("https://example.org/a/b", "c", "https://example.org/a/c"),
        ("https://example.org/a", " /c ", "https://example.org/c"),
        ("https://example.org/a", "https://example.com/", "https://example.com/"),
        ("https://example.org/a", "//example.com/b", "https://example.com/b"),
        ("", " c ", "c"),
    ],
)
def test_address_is_joined_to_the_page(base: str, value: str, expected: str) -> None:
    assert join_address(base, value) == expected


def test_address_that_is_none_stays_as_it_is() -> None:
    assert join_address("https://example.org/", " http://[bad ") == "http://[bad"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("mailto:a@example.org", "a@example.org"),
        ("MAILTO: a@example.org?subject=Tea", "a@example.org"),
        ("tel:+49-30-1234", "+49-30-1234"),
        ("mailto:", ""),
        ("/mailto:", None),
        ("https://example.org/?to=mailto:a", None),
    ],
)
def test_contact_is_what_a_link_to_a_person_has(address: str, expected: str | None) -> None:
    assert contact(address) == expected
