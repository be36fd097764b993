"""What the matcher reads of a candidate."""

import pytest

from triptych.engines.scrape.matcher.description import Description, describe, in_english, names
from triptych.engines.scrape.matcher.glossary import glossary

from .scrape_pages import candidate, page_of

#: Too long for a label.
PROSE = "This tea is from the hills of Japan, where it is grown in the shade."


def described(html: str, value: str) -> Description:
    page = page_of(html)
    return describe(page, candidate(page, value))


def test_description_of_a_labelled_value_has_its_label() -> None:
    assert described("<p>Price: <b>5 EUR</b></p>", "5 EUR").labels == "Price:"


def test_description_of_a_cell_has_its_column_and_row() -> None:
    html = """<table><tr><th>Tea</th><th>From</th><th>Price</th></tr>
    <tr><td>Sencha</td><td>Japan</td><td>5 EUR</td></tr>
    <tr><td>Assam</td><td>India</td><td>4 EUR</td></tr></table>"""
    description = described(html, "4 EUR")
    assert "Price" in description.labels.split(" ; ")
    assert description.heads.split(" ; ")[0] == "Assam"


@pytest.mark.parametrize(
    "head",
    [
        "<tr><td></td><th>Nova</th><th>Lux</th></tr>",
        "<thead><tr><td>Phone</td><td>Nova</td><td>Lux</td></tr></thead>",
        "<tr><td>Phone</td><td>Nova</td><td>Lux</td></tr>",
    ],
)
def test_first_row_of_a_table_labels_the_cells_below(head: str) -> None:
    rows = "<tr><td>Battery</td><td>13 h</td><td>12 h</td></tr>" * 2
    table = f"<table>{head}{rows}<tr><td>Price</td><td>449</td><td>529</td></tr></table>"
    assert described(table, "529").labels == "Lux"
    assert described(table, "529").heads.split(" ; ")[0] == "Price"


def test_head_row_labels_cells_of_elements_with_the_roles_of_a_table() -> None:
    html = """<div role="table"><div role="row"><div role="columnheader">Club</div>
    <div role="columnheader">Points</div></div><div role="rowgroup">
    <div role="row"><div role="cell">Leeds</div><div role="cell">31</div></div>
    <div role="row"><div role="cell">Hull</div><div role="cell">28</div></div></div></div>"""
    assert described(html, "28").labels.split(" ; ")[0] == "Points"


def test_head_row_labels_the_rows_below_that_have_as_many_elements() -> None:
    rows = "".join(f"<li><b>{club}</b><i>{points}</i></li>" for club, points in (("Leeds", 31),
                   ("Hull", 28)))  # fmt: skip
    html = f"<h1>Clubs</h1><ul><li class='top'><span>Club</span><span>Points</span></li>{rows}</ul>"
    assert described(html, "28").labels.split(" ; ")[0] == "Points"


def test_first_of_like_rows_is_no_head() -> None:
    rows = "".join(f"<li><b>{a}</b><i>{b}</i></li>" for a, b in (("Leeds", "new"), ("Hull", "old"),
                   ("York", "7")))  # fmt: skip
    assert "new" not in described(f"<h1>Clubs</h1><ul>{rows}</ul>", "7").labels


def test_first_row_with_numbers_labels_nothing() -> None:
    rows = "".join(f"<tr><td>Tea {n}</td><td>{n} EUR</td></tr>" for n in (3, 4, 5))
    assert "3 EUR" not in described(f"<table>{rows}</table>", "5 EUR").labels


def test_head_over_two_columns_labels_both() -> None:
    html = """<table><tr><th>Day</th><th colspan="2">Open</th><th>Phone</th></tr>
    <tr><td>Monday</td><td>8:00</td><td>12:00</td><td>555 0100</td></tr></table>"""
    labels = [described(html, value).labels for value in ("8:00", "12:00", "555 0100")]
    assert labels == ["Open", "Open", "Phone"]


@pytest.mark.parametrize("span", ["", "0", "-1", "x", "9" * 5_000, "٣"])
def test_head_with_a_span_that_is_none_labels_one_column(span: str) -> None:
    html = f"""<table><tr><th colspan="{span}">Day</th><th>Open</th></tr>
    <tr><td>Monday</td><td>8:00</td></tr></table>"""
    assert described(html, "8:00").labels.split(" ; ")[0] == "Open"


def test_description_of_an_item_has_its_head_and_number() -> None:
    html = "<h2>Our teas</h2><ul>" + "".join(
        f"<li><h3>Tea {name}</h3><p>{PROSE}</p><span>{price} EUR</span></li>"
        for name, price in (("A", 5), ("B", 6), ("C", 7))
    )
    assert described(html, "6 EUR").heads == "Tea B ; 2 of 3"


def test_description_of_a_text_has_the_heading_above() -> None:
    html = f"<h2>Our teas</h2><p>{PROSE}</p><p>Hot</p>"
    assert described(html, "Hot").heads.split(" ; ")[0] == "Our teas"


def test_number_of_an_item_in_a_long_list_is_bounded() -> None:
    html = "<ul>" + "".join(f"<li>entry {number}</li>" for number in range(150)) + "</ul>"
    assert described(html, "entry 120").heads.split(" ; ")[-1] == "99 of 99"


def test_description_of_an_item_has_what_it_begins_with_and_what_names_it() -> None:
    rows = "".join(
        f"<tr><td>{week}</td><td>Theme {week}</td><td>Room {week}A</td><td>5</td><td>full</td></tr>"
        for week in (3, 4)
    )
    assert described(f"<table>{rows}</table>", "full").heads == "Theme 3 ; 3 ; Room 3A ; 5 of 5"


def test_heading_is_under_a_higher_one() -> None:
    html = "<h1>Plans</h1><div><h3>Solo</h3><p>5 EUR</p></div><div><h3>Crew</h3><p>8 EUR</p></div>"
    assert described(html, "Crew").heads.split(" ; ")[0] == "Plans"
    assert described(html, "8 EUR").labels == "Crew"


def test_card_does_not_label_the_next_one() -> None:
    cards = "".join(
        f"<div class=card><h3>{name}</h3><p>{PROSE}</p><a>Choose {name}</a></div>"
        for name in ("Solo", "Crew")
    )
    assert described(cards, "Crew").labels == ""
    plain = "".join(f"<li><i>by Jo</i> <b>Tea {n}</b> {PROSE} <u>new</u></li>" for n in "AB")
    page = page_of(f"<ul>{plain}</ul>")
    second = [one for one in page.candidates if one.value == "by Jo"][1]
    assert describe(page, second).labels == ""


def test_element_labels_the_text_behind_it_in_the_same_parent() -> None:
    html = "<p><b><i>Price</i> <i>now:</i></b> 5 EUR <b><i>Stock</i> <i>today</i></b></p>"
    assert described(html, "5 EUR").labels.split(" ; ")[0] == "now:"


@pytest.mark.parametrize("tag", ["table", "ul", "nav"])
def test_label_in_a_table_or_a_list_labels_nothing_behind_it(tag: str) -> None:
    inside = {"table": "<tr><th>Team</th></tr>", "ul": "<li><b>Team</b></li>", "nav": "<b>Team</b>"}
    html = f"<div><{tag}>{inside[tag]}</{tag}><p>Ray Allen</p></div>"
    assert described(html, "Ray Allen").labels == ""


def test_number_labels_nothing_that_is_not_its_name() -> None:
    html = "<p><s>£10.99</s> <b>£8.79</b> <i>incl. tax</i></p>"
    assert described(html, "£8.79").labels == "incl. tax"
    assert described(html, "£10.99").labels == ""


@pytest.mark.parametrize("tag", ["div", "li"])
def test_first_of_two_texts_labels_the_second_where_that_repeats(tag: str) -> None:
    rows = "".join(
        f"<{tag}><span>{name}</span> <span>{value}</span></{tag}>"
        for name, value in (("Found at", "the river"), ("Made of", "clay"))
    )
    assert described(f"<main>{rows}</main>", "clay").labels == "Made of"


def test_name_below_a_number_labels_it_and_what_is_above_names_beside_it() -> None:
    cards = "".join(
        f"<div><p>{value}</p><p>{name}</p></div>"
        for value, name in (("3 h", "Duration"), ("11 %", "Failed"), ("Jo Ferrin", "Commander"))
    )
    html = f"<main>{cards}</main>"
    assert described(html, "3 h").labels == "Duration"
    assert described(html, "Jo Ferrin").labels == "Commander"
    assert described(html, "Commander").labels == ""


def test_name_of_a_row_of_two_cells_labels_the_second() -> None:
    html = """<table><tr><th>Field</th><th>Value</th></tr><tr><td>Update frequency</td>
    <td>monthly</td></tr></table>"""
    assert described(html, "monthly").labels == "Value ; Update frequency"


def test_head_with_a_remark_labels_its_column() -> None:
    rows = "".join(
        f"<p><i>{name}</i><b>{one}</b><b>{two}</b></p>"
        for name, one, two in (("Price", "€2", "€4"), ("Sites", "1", "8"))
    )
    head = "<div><i></i><b>Quill</b><b>Feather <s>Most popular</s></b></div>"
    description = described(f"<main>{head}{rows}</main>", "8")
    assert description.labels == "Feather Most popular"
    assert description.heads.split(" ; ")[0] == "Sites"


def test_cell_with_a_number_does_not_label_the_next() -> None:
    row = "<tr><td>Friday</td><td>18:00</td><td>20:45</td></tr>"
    assert described(f"<table>{row}</table>", "20:45").labels == "Friday"
    pairs = "<tr><td>Name</td><td>Jo</td><td>Phone</td><td>555</td></tr>"
    assert described(f"<table>{pairs}</table>", "555").labels == "Phone"


def test_values_of_one_term_do_not_label_each_other() -> None:
    html = "<dl><dt>Names</dt><dd>Water fir</dd><dd>Dawn redwood</dd></dl>"
    assert described(html, "Dawn redwood").labels == "Names"


def test_heading_itself_is_not_under_a_heading() -> None:
    assert described("<h1>Tea</h1><p>Hot</p>", "Tea").heads == ""


def test_near_has_the_texts_before_and_after() -> None:
    html = f"<p>{PROSE}</p><p>second</p><p>third</p>"
    assert described(html, "second").near == PROSE[-40:] + " … third"
    assert described(html, "third").near == "second … "


def test_near_goes_beyond_a_word_that_joins() -> None:
    html = "<ul><li><a>Mads Kirk</a> as <i>Anders</i></li><li><a>Ewa Lis</a> as <i>Zofia</i></li>"
    assert described(html, "Ewa Lis").near == "Anders … as Zofia"
    assert described(html, "Zofia").near.startswith("Ewa Lis as")
    assert described("<p>3</p><p>42</p><p>5</p>", "42").near == "3 … 5"


def test_near_of_a_sentence_has_those_beside_it() -> None:
    html = "<h1>Visit</h1><p>We open at 8am. The site is shut on Wednesdays. Bring a card.</p>"
    near = described(html, "The site is shut on Wednesdays.").near
    assert near == "We open at 8am. … Bring a card."
    assert described(html, "We open at 8am.").near.startswith(" … The site is shut")


def test_near_leaves_out_a_text_that_is_a_label() -> None:
    assert described("<p>Price: <b>5 EUR</b></p><p>new</p>", "5 EUR").near == " … new"


def test_near_and_labels_are_bounded() -> None:
    description = described(f"<p>{'a' * 500}</p><p>x</p><p>{'b' * 500}</p>", "x")
    assert description.near == "a" * 40 + " … " + "b" * 40


def test_address_is_described_by_its_file() -> None:
    page = page_of('<p><img src="https://cdn.example.org/tea.png?w=20" alt="Tea"> Hot</p>')
    one = next(one for one in page.candidates if one.attribute == "src")
    description = describe(page, one)
    assert description.text == "https://cdn.example.org/tea.png"
    assert description.labels.split(" ; ")[0] == "Tea"
    assert description.names.split()[0] == "src"


def test_long_address_is_described_by_its_end() -> None:
    page = page_of(f'<p><img src="/{"a" * 80}/tea.png"> Hot</p>')
    one = next(one for one in page.candidates if one.attribute == "src")
    assert len(describe(page, one).text) == 50
    assert describe(page, one).text.endswith("/tea.png")


def test_names_are_those_of_tags_and_classes_the_nearest_first() -> None:
    page = page_of('<section id="offerBox"><b class="product-price x">5 EUR</b></section>')
    assert names(page, candidate(page, "5 EUR")) == "b product price section offer box body html"


def test_names_of_a_title_and_of_what_stands_aside_are_marked() -> None:
    page = page_of("<title>Tea</title><h1>Tea</h1><nav><a href='/'>Home</a></nav>")
    assert names(page, candidate(page, "Tea")).split()[:2] == ["title", "h1"]
    assert names(page, candidate(page, "Home")).split()[0] == "aside"


@pytest.mark.parametrize(
    "html",
    [
        '<table><tr class="promo"><td>{}</td></tr></table>',
        '<div class="plan">a</div><div class="plan popular">{}</div><div class="plan">b</div>',
    ],
)
def test_row_and_card_among_cards_do_not_stand_aside(html: str) -> None:
    page = page_of("<h1>Tea</h1><main>" + html.format("Sencha") + "</main>")
    assert "aside" not in names(page, candidate(page, "Sencha")).split()


def test_names_are_at_most_nine_words() -> None:
    words = "alpha-beta-gamma delta-epsilon-zeta eta-theta-iota"
    page = page_of(f'<p class="{words}">x</p>')
    assert len(names(page, candidate(page, "x")).split()) == 9


def test_names_leave_out_how_an_element_looks() -> None:
    page = page_of('<p class="mt-4 text-sm font-bold col-12 k2x9 price">5</p>')
    assert names(page, candidate(page, "5")) == "p bold price body html"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/author/jane-doe", "author"),
        ("https://forge.example/tea/leaf/stargazers?tab=1", "leaf stargazer"),
        ("/book.php#top", "book"),
        ("stars.html", ""),
        ("", ""),
    ],
)
def test_names_have_the_words_of_a_links_path(address: str, words: str) -> None:
    page = page_of(f'<p><a href="{address}">Jane Doe</a></p>')
    assert names(page, candidate(page, "Jane Doe")) == " ".join(f"a {words} p body html".split())


@pytest.mark.parametrize(
    "element",
    [
        "<s>5 EUR</s>",
        "<del>5 EUR</del>",
        '<span class="line-through">5 EUR</span>',
        '<span class="price--line-through">5 EUR</span>',
        '<b class="strike">5 EUR</b>',
    ],
)
def test_what_is_struck_out_is_old(element: str) -> None:
    page = page_of(f"<p>{element} <b>4 EUR</b></p>")
    assert "old" in names(page, candidate(page, "5 EUR")).split()
    assert "old" not in names(page, candidate(page, "4 EUR")).split()


def test_names_leave_out_elements_with_much_other_text() -> None:
    page = page_of('<div class="wrapper">' + "<p>a</p>" * 20 + "<p class=hit>b</p></div>")
    assert names(page, candidate(page, "b")) == "p hit"


def test_description_with_lone_surrogate_is_made() -> None:
    assert described("<p>Price: <b>5 \ud800</b></p>", "5 ?").labels == "Price:"


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<li><b>Ann Lee</b>, viola</li>", "viola"),
        ("<p><b>Ann Lee</b> – second violin</p>", "second violin"),
        ("<p><a>Ann Lee</a> (chair)</p>", "chair"),
        ("<p><b>Ann Lee</b> is here</p>", ""),
        ("<p><b>Ann Lee</b>, 31 years</p>", ""),
        ("<p>Ann Lee</p><p>, viola</p>", ""),
    ],
)
def test_label_of_a_marked_text_is_what_a_sign_joins_to_it(html: str, label: str) -> None:
    assert described(html, "Ann Lee").labels == label


def test_texts_of_a_list_without_entries_are_described() -> None:
    assert described("<dl>Tea<!-- -->5 EUR</dl>", "5 EUR").labels == "Tea"


def test_tags_are_no_words_of_a_language() -> None:
    one = Description("Prezzo", "", "", "a li data prezzo", "5 EUR")
    (english,) = in_english([one], glossary("it"))
    assert english == Description("price", "", "", "a li data price", "5 EUR")


def test_place_among_others_is_not_read_as_words_of_the_page() -> None:
    one = Description("adres", "contact ; 4 of 10", "", "td tr", "Kade 4")
    (english,) = in_english([one], glossary("nl"))
    assert english.heads == "contact ; 4 of 10"
