"""Pages of the tests of the scrape engine, read as the engine reads them."""

from triptych.engines.scrape.elements.candidates import Candidate
from triptych.engines.scrape.elements.document import Node, parse
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.structured_data import page_facts
from triptych.engines.scrape.matcher.shortlist import Index


def page_of(html: str) -> PageFeatures:
    """Return the candidates and features of a page."""
    return PageFeatures(parse(html))


def index_of(html: str) -> Index:
    """Return a page as prompts are compared with it."""
    page = page_of(html)
    return Index(page, page_facts(page.document))


def element(page: PageFeatures, selector: str) -> Node:
    """Return the first element that a selector selects."""
    return page.document.nodes[page.document.select(selector)[0]]


def candidate(page: PageFeatures, value: str) -> Candidate:
    """Return the first candidate of a value."""
    return page.candidates[place_of(page, value)]


def place_of(page: PageFeatures, value: str) -> int:
    """Return the place of the first candidate of a value."""
    return next(place for place, one in enumerate(page.candidates) if one.value == value)


def values_of(page: PageFeatures, places: list[int]) -> list[str]:
    """Return the values of candidates."""
    return [page.candidates[place].value for place in places]
