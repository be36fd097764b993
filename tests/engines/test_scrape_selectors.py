"""Selectors that last."""

import pytest

from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.elements.selectors import SelectorCost, is_stable, selectors


def made(html: str, selector: str) -> list[str]:
    document = parse(html)
    nodes = [document.nodes[at] for at in document.select(selector)]
    assert nodes
    return selectors(document, nodes)


def test_names_of_programs_are_avoided() -> None:
    html = """<div class="css-1x2y3z"><p id="post-481516" class="Price_amount__aB3xQ price">5</p>
    <p class="css-1x2y3z">6</p></div>"""
    for selector in made(html, "#post-481516"):
        assert "css-" not in selector
        assert "481516" not in selector
        assert "aB3xQ" not in selector
    assert made(html, "#post-481516")[0] == ".price"


def test_stable_names_are_told_from_generated_ones() -> None:
    assert all(map(is_stable, ("price", "product-title", "mainContent", "rec_list")))
    generated = ("css-8fjz1", "sc-bdVaJa", "item-20931", "x", "_3fK9dL", "a" * 60)
    assert not any(map(is_stable, generated))


def test_a_meaningful_name_comes_before_a_place() -> None:
    html = '<ul><li>a</li><li>b</li><li><em class="total">c</em></li></ul>'
    found = made(html, ".total")
    assert found[0] == ".total"
    assert all("nth" not in selector for selector in found[:2])


def test_elements_without_names_are_found_by_place() -> None:
    html = "<table id=facts><tr><td>a<td>b<tr><td>c<td>d</table>"
    document = parse(html)
    target = document.nodes[document.select("td")[3]]
    found = selectors(document, [target])
    assert found
    assert found[0].startswith("#facts")
    assert all(document.select(selector) == [target.index] for selector in found)


def test_a_list_of_unlike_elements_is_still_selected_exactly() -> None:
    html = "<div><h2>a</h2><p>b</p></div><section><p>c</p><p>x</p></section>"
    document = parse(html)
    nodes = [document.nodes[at] for at in document.select("h2, section > p:first-child")]
    found = selectors(document, nodes)
    assert found
    assert all(document.select(s) == [node.index for node in nodes] for s in found)


def test_quotes_in_attributes_do_not_break_a_selector() -> None:
    html = """<p role='a"b'>x</p><p aria-label="it's">y</p>"""
    document = parse(html)
    for at in document.select("p"):
        for selector in selectors(document, [document.nodes[at]]):
            assert document.select(selector) == [at]


def test_tags_that_are_no_names_in_css_are_written_with_escapes() -> None:
    html = "<flow:box><p>a</p><p>b</p></flow:box><x.y><b>c</b></x.y>"
    assert made(html, "p:first-child")[0] == r"flow\:box > p:nth-of-type(1)"
    assert made(html, "b")[0] == r"x\.y b"


@pytest.mark.parametrize(
    "selector",
    [
        "q x-y x-y x-y",
        "q\tx-y\nx-y x-y",
        r"q x-y x-y \78-y",
        "/*[*/ q x-y x-y x-y/*]*/",
        """[a="]"] q x-y x-y x-y:not([b="])""",
        "x-y:not(q x-y x-y)",
        r"*:h\61s(*:h\61s(q))",
    ],
)
def test_selectors_are_counted_however_they_are_written(selector: str) -> None:
    long = "a" * 30
    cost = SelectorCost(parse("<x-y>" * 2_000))
    assert not cost.is_affordable(selector)
    assert cost.is_affordable("x-y > x-y")
    assert not SelectorCost(parse(f"<{long}>" * 2_000)).is_affordable(f"q {long} {long} {long}")
