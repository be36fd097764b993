"""What is learned of a site from some of its pages."""

import pytest

from triptych.engines.scrape import apply_template, extract, learn_template

PAGE = """<html><head><title>{name} - Players</title></head><body>
<div class="top"><a href="/">All players</a></div><h1 class="who">{name}</h1>
<div class="facts"><div><span>Squad</span> <em>{team}</em></div>
<div><span>Since</span> <em>{year}</em></div><div><span>Height</span> <em>{height}</em></div></div>
</body></html>"""
PLAYERS = [
    ("Ada Berg", "North Lions", "2015", "1.82 m"),
    ("Bo Calvi", "Harbour Foxes", "2017", "1.91 m"),
    ("Cy Dunn", "North Lions", "2012", "1.78 m"),
    ("Di Egan", "West Wolves", "2020", "1.85 m"),
]
PROMPTS = {"name": "Player name", "team": "Team", "height": "Height"}


def page(player: tuple[str, str, str, str]) -> str:
    return PAGE.format(**dict(zip(("name", "team", "year", "height"), player, strict=True)))


def test_a_template_reads_the_other_pages_of_its_site() -> None:
    template = learn_template([page(player) for player in PLAYERS[:3]], PROMPTS)
    found = apply_template(page(PLAYERS[3]), template).fields
    assert {key: field.values for key, field in found.items()} == {
        "name": ("Di Egan",),
        "team": ("West Wolves",),
        "height": ("1.85 m",),
    }
    assert template.rules["height"].label == "Height"


def test_pages_outvote_a_page_that_misleads() -> None:
    odd = page(PLAYERS[0]).replace("</body>", "<h2>Height</h2><b>1.99 m</b></body>")
    template = learn_template([odd, *(page(player) for player in PLAYERS[1:])], PROMPTS)
    assert apply_template(odd, template).fields["height"].values == ("1.82 m",)


def test_a_page_of_another_make_is_read_without_and_said_so() -> None:
    template = learn_template([page(player) for player in PLAYERS[:3]], PROMPTS)
    other = "<h1>Ed Fox</h1><table><tr><th>Height</th><td>1.70 m</td></tr></table>"
    found = apply_template(other, template).fields["height"]
    assert found.values == ("1.70 m",)
    assert "does not fit" in found.note
    assert not apply_template(page(PLAYERS[3]), template).fields["height"].note


def test_what_no_page_has_is_not_made_up() -> None:
    template = learn_template([page(player) for player in PLAYERS[:3]], {"isbn": "ISBN"})
    field = apply_template(page(PLAYERS[3]), template).fields["isbn"]
    assert field.values == ()
    assert "other words" in field.note


def test_one_page_is_enough() -> None:
    template = learn_template([page(PLAYERS[0])], {"height": "Height"})
    assert apply_template(page(PLAYERS[1]), template).fields["height"].values == ("1.91 m",)
    assert extract(page(PLAYERS[1]), {"height": "Height"}).fields["height"].values == ("1.91 m",)


def test_there_must_be_a_page() -> None:
    with pytest.raises(ValueError, match="no page"):
        learn_template([], PROMPTS)
