"""Selectors learned from elements that a person chose as right or wrong."""

import pytest

from triptych.engines.scrape import from_examples, select
from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.templates.from_examples import LONGEST_SELECTOR, MOST_COMPARED

NAMES = ("Assam", "Sencha", "Darjeeling", "Oolong", "Mate")
CARDS = "".join(
    f'<li class="tea{" ad" if name == "Darjeeling" else ""}{" odd" if place % 2 else ""}">'
    f"<h3><a href='/{name}'>{name}</a></h3><p>€{place}<sup>90</sup></p><p>in stock</p></li>"
    for place, name in enumerate(NAMES, 1)
)
ROWS = "".join(f"<tr><td>Team {place}</td><td>{place * 3}</td></tr>" for place in range(1, 6))
PAGE = f"""<html><body><nav><ul><li><a href="/">Home</a></li><li><a href="/x">About</a></li></ul>
</nav><main><h1>Teas</h1><ul class="teas">{CARDS}</ul>
<table><tr><td>Name</td><td>Points</td></tr>{ROWS}</table></main>
<footer><ul><li>Imprint</li><li>Jobs</li><li>Press</li></ul></footer></body></html>"""


def card(place: int, inside: str = "h3 > a") -> str:
    return f"html > body > main > ul > li:nth-of-type({place}) > {inside}"


def cell(row: int, column: int = 2) -> str:
    return f"table tr:nth-of-type({row}) > td:nth-of-type({column})"


def values(selectors: tuple[str, ...], html: str = PAGE) -> list[str]:
    """Return the texts that all of the selectors select."""
    document = parse(html)
    first, *others = (document.select(selector) for selector in selectors)
    assert all(one == first for one in others)
    return [document.text(document.nodes[index]) for index in first]


def test_one_right_element_is_selected_alone() -> None:
    assert values(from_examples(PAGE, [card(2)])) == ["Sencha"]


def test_two_right_elements_select_all_that_are_alike() -> None:
    selectors = from_examples(PAGE, [card(1), card(4)])
    assert values(selectors) == list(NAMES)
    assert selectors[0] == ".tea a"
    assert len(selectors) > 1


def test_two_cells_select_their_column() -> None:
    assert values(from_examples(PAGE, [cell(3), cell(5)])) == ["Points", "3", "6", "9", "12", "15"]


def test_two_cells_of_a_large_table_without_a_name_select_all_by_one_path() -> None:
    table = "<table>" + "<tr><td>a</td><td>b</td></tr>" * 50 + "</table>"
    path = "html > body > table:nth-of-type(1) > tbody > tr:nth-of-type({}) > td:nth-of-type({})"
    page = f"<html><body>{table}{table}</body></html>"
    selectors = from_examples(page, [path.format(2, 1), path.format(9, 2)])
    assert len(values(selectors, page)) == 100


def test_the_place_that_elements_share_tells_them_from_their_siblings() -> None:
    selectors = from_examples(PAGE, [card(1, "p:nth-of-type(2)"), card(3, "p:nth-of-type(2)")])
    assert values(selectors) == ["in stock"] * 5


def test_a_class_of_state_does_not_narrow_what_is_alike() -> None:
    # The first and the third are both "odd".
    assert values(from_examples(PAGE, [card(1), card(3)])) == list(NAMES)


def test_elements_at_different_depths_are_alike_by_their_class() -> None:
    page = (
        '<main><b class="name">A</b><p><b class="name">B</b></p><p>and <i><b class="name">C</b></i>'
        '</p><b>other</b></main><footer><b class="name">D</b></footer>'
    )
    selectors = from_examples(page, ["main > .name", "main > p:nth-of-type(1) > .name"])
    assert values(selectors, page) == ["A", "B", "C"]


def test_elements_that_have_nothing_in_common_are_selected_as_they_are() -> None:
    right = ["h1", "footer li:nth-of-type(2)"]
    assert values(from_examples(PAGE, right)) == ["Teas", "Jobs"]


def test_an_element_and_one_in_it_are_selected_as_they_are() -> None:
    assert len(values(from_examples(PAGE, [card(1, "h3"), card(1)]))) == 2


def test_a_wrong_element_takes_those_with_it_that_share_its_place_on_the_page() -> None:
    selectors = from_examples(PAGE, [], ["footer li:nth-of-type(2)"], base=["li"])
    assert len(values(selectors)) == 7
    assert "Imprint" not in values(selectors)


def test_a_wrong_element_with_a_class_of_its_own_goes_by_it() -> None:
    selectors = from_examples(PAGE, [], [card(3)], base=["h3 a"])
    assert selectors[0] == "h3 a:not(.ad *)"
    assert values(selectors) == ["Assam", "Sencha", "Oolong", "Mate"]


def test_a_wrong_element_like_all_others_goes_alone() -> None:
    selectors = from_examples(PAGE, [], [card(2)], base=["h3 a"])
    assert values(selectors) == ["Assam", "Darjeeling", "Oolong", "Mate"]


def test_a_wrong_first_row_leaves_the_rest_of_the_column() -> None:
    selectors = from_examples(PAGE, [cell(3), cell(5)], [cell(1)])
    assert values(selectors) == ["3", "6", "9", "12", "15"]
    longer = PAGE.replace("</table>", "<tr><td>Team 6</td><td>18</td></tr></table>")
    assert values(selectors, longer)[-1] == "18", "a row that the page has tomorrow"


def test_several_wrong_elements_take_all_that_share_what_they_share() -> None:
    wrong = ["nav li:nth-of-type(1)", "nav li:nth-of-type(2)"]
    page = PAGE.replace("</nav>", "<ul>" + "<li>more</li>" * 20 + "</ul></nav>")
    assert len(values(from_examples(page, [], wrong, base=["li"]), page)) == 8


def test_wrong_elements_that_share_nothing_go_one_by_one_and_leave_the_rest() -> None:
    page = "<section><h2>A</h2><h2>B</h2></section><aside><h2>C</h2></aside>"
    wrong = ["section h2:nth-of-type(2)", "aside h2"]
    assert values(from_examples(page, [], wrong, base=["h2"]), page) == ["A"]


def test_a_right_element_among_the_others_does_not_keep_what_is_like_a_wrong_one() -> None:
    right = ["main > ul > li:nth-of-type(1)"]
    selectors = from_examples(PAGE, right, ["footer li:nth-of-type(1)"], base=["li"])
    assert selectors[0] == "li:not(footer *)"


def test_a_base_and_a_right_element_unlike_it_are_both_selected() -> None:
    selectors = from_examples(PAGE, ["h1"], base=["table td"])
    assert values(selectors)[:2] == ["Teas", "Name"]
    assert selectors[0] == ":is(table td, h1)"


def test_a_base_and_a_right_element_are_taken_together() -> None:
    base = [f"{card(1)}, {card(2)}"]
    assert values(from_examples(PAGE, [card(5)], base=["#absent", "p:nope", *base])) == list(NAMES)


def test_selectors_of_learned_elements_read_the_values() -> None:
    found = select(PAGE, {"tea": from_examples(PAGE, [card(1), card(2)])}).fields["tea"]
    assert found.values == NAMES


def test_inside_a_root_only_its_elements_count() -> None:
    selectors = from_examples(PAGE, [], ["nav li"], base=["li"], root="footer")
    page = select(PAGE, {"item": selectors}, root="footer")
    assert page.fields["item"].values == ("Imprint", "Jobs", "Press")
    with pytest.raises(ValueError, match="selects nothing"):
        from_examples(PAGE, ["h1"], root="footer")


@pytest.mark.parametrize(
    ("right", "wrong", "base", "words"),
    [
        (["#absent"], [], [], "choose the element again"),
        (["p["], [], [], "not a CSS selector"),
        (["h1"], ["h1"], [], "right and wrong"),
        ([], ["h1"], ["h1"], "choose one that is right"),
        ([], ["h1"], [], "choose one that is right"),
        (["div " * 90 + "h1"], [], [], "takes too long"),
    ],
)
def test_examples_that_cannot_be_used_are_refused(
    right: list[str], wrong: list[str], base: list[str], words: str
) -> None:
    page = "<div>" * 300 + PAGE
    with pytest.raises(ValueError, match=words):
        from_examples(page, right, wrong, base=base)


def test_more_elements_than_can_be_compared_are_refused() -> None:
    page = "<main>" + "<p>x</p>" * (MOST_COMPARED + 1) + "</main>"
    with pytest.raises(ValueError, match="choose right ones instead"):
        from_examples(page, [], ["p:first-child"], base=["p"])
    assert from_examples(page, ["p:nth-of-type(3)", "p:nth-of-type(9)"])


def test_more_wrong_elements_than_a_selector_can_name_are_refused() -> None:
    page = "<main>" + "<p>x</p>" * 600 + "</main>"
    with pytest.raises(ValueError, match="choose right ones instead"):
        from_examples(page, [], ["p:nth-child(even)"], base=["p"])


def test_places_among_very_many_siblings_are_found_without_a_selector() -> None:
    page = "<html><body>" + "<p><b>x</b></p>" * 40_000 + "</body></html>"
    right = [f"html > body > p:nth-of-type({place}) > b" for place in (2, 39_999)]
    assert from_examples(page, right)[0] == "body > p > b"
    with pytest.raises(ValueError, match="takes too long"):
        from_examples(page, ["p:nth-of-type(2) > b"])
    for absent in ("html > body > p:nth-of-type(40001) > b", "html > body > ul > li"):
        with pytest.raises(ValueError, match="selects nothing"):
            from_examples(page, [absent])


def test_no_selector_is_longer_than_a_request_takes() -> None:
    page = "<main>" + "<some-long-name>" * 190 + "<i>x</i>" + "</some-long-name>" * 190 + "<p>y</p>"
    right = ["i", "p"]
    with pytest.raises(ValueError, match="more alike"):
        from_examples(page, right)
    assert all(len(one) <= LONGEST_SELECTOR for one in from_examples(page, ["i"]))
