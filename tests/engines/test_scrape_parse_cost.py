"""What a page costs its parser is counted before it is parsed."""

import pytest

from triptych.engines.scrape import PageError, extract
from triptych.engines.scrape.elements.document import new_tree
from triptych.engines.scrape.elements.parse_cost import parse_cost

#: Repeated; "@" is the number of the repetition.
NESTING = [
    "<div>",
    "<div/>",
    "<div></x>",
    "<span><div></span>",
    "<div><select></div></select>",
    "<div><!</div>",
    "<div><p title='</div>'>",
    "<div><textarea></div></textarea>",
    "<div><script><!--<script></script></div></script>",
    "<table><td><div><table></td>",
    "<form><div></form>",
    "<svg><![CDATA[></svg>]]>",
    "<li><section>",
    "<option><span>",
    "<span><thead>",
    "<font/><em><nobr/><span q=@>",
    "<div><ul></div><span></ul></div>",
    "<p><ul></ul><span></p>",
    "<svg><p></p><span></svg>",
    "<form><object></form></object></form>",
]
REOPENING = [
    "<p><b a@>x</p>",
    "<b a@><p>x",
    "<p><b a@><table><td></b></table></p>",
    "<em q=@><table><button>x<h1><option>",
    "<em q=@><table><select></x-y><tbody>",
]


def repeated(part: str, count: int) -> str:
    """Return a part of a page so many times."""
    return "".join(part.replace("@", str(number)) for number in range(count))


def tree_of(html: str) -> tuple[int, int]:
    """Return how many elements the parser makes of a page, and how deep they are nested."""
    depths: dict[int, int] = {}
    root = new_tree(html).root
    for node in root.traverse(include_text=False) if root is not None else ():
        parent = node.parent
        depths[node.mem_id] = 1 + (depths.get(parent.mem_id, 0) if parent is not None else 0)
    return len(depths), max(depths.values())


@pytest.mark.parametrize("part", NESTING)
def test_parse_cost_of_elements_that_stay_open_is_at_least_their_depth(part: str) -> None:
    html = repeated(part, 100)
    _, depth = tree_of(html)
    assert parse_cost(html).steps >= depth**2 / 8


@pytest.mark.parametrize("part", REOPENING)
def test_parse_cost_of_open_formatting_is_at_least_what_is_opened_again(part: str) -> None:
    html = repeated(part, 100)
    elements, _ = tree_of(html)
    assert elements > 5 * html.count("<")
    assert 4 * (parse_cost(html).reopened + html.count("<")) >= elements


@pytest.mark.parametrize(
    "part",
    [
        "<div><p>Tea<p>Cake<ul><li>a<li>b</ul></div>",
        "<table><tr><td><font size=2>a<td>b<tr><td>c</table>",
        "<p><b>Tea</p>",
        "<p><b><i>Tea</b></i></p>",
        "<span><br/><img src=a><a href=@>b<a href=@>c</span>",
        "<svg viewBox='0 0 1 1'><path d=M/><g><path d=M /></g><title>a</title></svg>",
        "<svg><foreignObject><div>a</div></foreignObject><path/></svg>",
        "<math><mi>x</mi><mspace/><mo>=</mo></math>",
        "<select><option>a<option>b</select>",
        "<script>if (a<b) { c = '</div><div>' }</script><style>a>b{}</style><!-- <div> -->",
        "<dl><dt>a<dd>b<dt>c</dl><object><p>a</object>",
    ],
)
def test_parse_cost_of_a_page_that_closes_its_elements_grows_with_its_length(part: str) -> None:
    few, many = parse_cost(repeated(part, 100)), parse_cost(repeated(part, 400))
    assert many.steps <= 5 * few.steps
    assert many.reopened <= 5 * few.reopened + 50


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<div/>" * 20_000, "60,000,000"),
        ("<div></x>" * 20_000, "60,000,000"),
        (repeated("<p><b a@>x</p>", 3_000), "1,000,000"),
        (repeated("<body a@>", 3_000), "3,000 attributes"),
        ("<p " + repeated('a@=""', 3_000) + ">", "3,000 attributes"),
    ],
)
def test_page_that_takes_a_parser_the_square_of_its_length_is_refused_with_the_count(
    html: str, count: str
) -> None:
    with pytest.raises(PageError, match=count):
        extract(html, {"price": "Price"})
