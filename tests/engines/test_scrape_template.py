"""What is learned of a site from some of its pages."""

import copy
import json
from typing import Any

import pytest

from triptych.engines.scrape import PageError, Template, apply_template, extract, learn_template

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


def test_an_element_and_the_one_around_it_share_their_votes() -> None:
    # One page in two wraps the value, so neither place alone has the votes of both.
    pages = [page(player) for player in PLAYERS]
    wrapped = [
        one.replace("<em>", "<em><i>").replace("</em>", "</i></em>") if number % 2 else one
        for number, one in enumerate(pages)
    ]
    template = learn_template(wrapped, {"height": "Height"})
    assert [apply_template(one, template).fields["height"].values[0] for one in wrapped] == [
        player[3] for player in PLAYERS
    ]


def test_a_value_all_pages_share_is_kept_where_it_has_a_label() -> None:
    same = [page((name, "North Lions", year, height)) for name, _, year, height in PLAYERS]
    template = learn_template(same, {"team": "Team"})
    assert apply_template(same[0], template).fields["team"].values == ("North Lions",)


def test_selectors_come_before_what_was_learned_and_stay_in_the_template() -> None:
    learned = learn_template([page(player) for player in PLAYERS[:3]], PROMPTS)
    selectors = {"team": [".facts > div:nth-of-type(2) em"], "menu": [".top a"]}
    template = Template.from_members(learned.with_selectors(selectors).to_members())
    found = apply_template(page(PLAYERS[3]), template)
    values = {key: field.values for key, field in found.fields.items()}
    assert values["team"] == ("2020",)
    assert values["height"] == ("1.85 m",)
    assert values["menu"] == ("All players",)
    assert found.records == ({key: value for key, (value,) in values.items()},)
    # Where they select nothing, what was learned is tried, and the field has a note.
    moved = page(PLAYERS[3]).replace("facts", "data")
    drifted = apply_template(moved, template).fields["team"]
    assert drifted.values == ("West Wolves",)
    assert "does not fit" in drifted.note


@pytest.mark.parametrize(
    "selectors", [{"k" * 501: ["b"]}, {f"key {number}": ["b"] for number in range(51)}]
)
def test_more_selectors_than_a_template_has_are_refused(selectors: dict[str, list[str]]) -> None:
    with pytest.raises(ValueError, match="give fewer selectors, or shorter keys"):
        Template({}, {}).with_selectors(selectors)


def test_members_are_plain_json_and_give_the_same_template_back() -> None:
    template = learn_template([page(player) for player in PLAYERS[:3]], PROMPTS)
    written = json.dumps(template.to_members())
    assert len(written) < 4_000
    again = Template.from_members(json.loads(written))
    assert again == template
    for player in PLAYERS:
        assert apply_template(page(player), again) == apply_template(page(player), template)
    field = apply_template(page(PLAYERS[3]), again).fields["team"]
    assert len(field.selectors) >= 3


def test_long_class_names_do_not_make_a_template_large() -> None:
    many = " ".join(f"utility-{number}" for number in range(400))
    pages = [page(player).replace('class="facts"', f'class="{many}"') for player in PLAYERS]
    template = learn_template(pages, PROMPTS)
    assert len(json.dumps(template.to_members())) < 4_000
    assert apply_template(pages[3], template).fields["height"].values == ("1.85 m",)


MEMBERS: dict[str, Any] = {
    "format": 1,
    "prompts": {"p": "Price"},
    "rules": {"p": {"form": "p.>b.", "label": "Price:", "support": 0.9}},
    "landmarks": ["Price:"],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 2),
        (("format",), True),
        (("prompts",), ["Price"]),
        (("prompts",), {"q": "Price"}),
        (("prompts", "p"), "  "),
        (("prompts", "p"), 5),
        (("rules",), None),
        (("rules", "p"), "p.>b."),
        (("rules", "p", "support"), float("nan")),
        (("rules", "p", "support"), "1"),
        (("rules", "p", "form"), "x" * 1_000),
        (("rules", "p", "label"), {}),
        (("rules", "p", "extra"), 1),
        (("landmarks",), "Price:"),
        (("landmarks",), [1]),
        (("landmarks",), [str(number) for number in range(1_000)]),
        (("more",), 1),
    ],
)
def test_members_of_another_shape_are_refused(path: tuple[str, ...], value: object) -> None:
    assert Template.from_members(MEMBERS).prompts == {"p": "Price"}
    members = copy.deepcopy(MEMBERS)
    inner = members
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(ValueError, match="not a template"):
        Template.from_members(members)


def test_what_is_wrong_with_a_template_is_said_in_one_line() -> None:
    for members, why in (
        ({**MEMBERS, "prompts": {}}, "the object: prompts and rules need the same keys"),
        ({**MEMBERS, "prompts": {"k" * 10_000: "x"}}, "prompts.kkk"),
    ):
        with pytest.raises(ValueError, match=why) as refused:
            Template.from_members(members)
        assert len(str(refused.value)) < 400


def test_addresses_become_absolute_and_the_root_is_looked_in() -> None:
    html = '<div id="a"><p>Website: <a href="/{0}">Site {0}</a></p></div><p>Website: <a>x</a></p>'
    pages = [html.format(number) for number in range(3)]
    urls = [f"https://example.org/{number}" for number in range(3)]
    template = learn_template(pages, {"site": "link to the website"}, urls=urls, root="#a")
    found = apply_template(pages[2], template, url=urls[2], root="#a")
    assert found.fields["site"].values == ("https://example.org/2",)
    with pytest.raises(PageError, match="root selector"):
        apply_template(pages[2], template, root="#b")
