"""Find what prompts describe on a page, and the likeliest choices."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from triptych.engines.scrape.answers import NOTHING, Answer, find_answer
from triptych.engines.scrape.choices import picked_choice, proposals
from triptych.engines.scrape.document import parse
from triptych.engines.scrape.extraction import Choice, Extraction, Field, records
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.prompts import Prompt, parse_prompt
from triptych.engines.scrape.selectors import root_element
from triptych.engines.scrape.structured_data import Fact, page_facts

MOST_CHOICES = 50


def extract(
    html: str,
    prompts: Mapping[str, str],
    *,
    url: str = "",
    root: str | None = None,
    picked: Mapping[str, int] | None = None,
) -> Extraction:
    """Find on a page what prompts describe.

    Structured data comes first; else the texts are ranked by the labels near them, the names of
    their elements, the form of their values, their place and their meaning.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    prompts : mapping of str to str
        Descriptions of elements, by key. A plural asks for a list, and so does a singular on a page
        that is plainly a listing.
    url : str
        Its address, to make the addresses of links and pictures absolute.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.
    picked : mapping of str to int, optional
        For some keys the index of the right one of `choices`, -1 for none of them.

    Returns
    -------
    Extraction
        A field per prompt, empty with a note where nothing fits, and the records they form.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If a prompt is blank, `root` is not a selector, or a picked choice does not exist.

    Examples
    --------
    >>> found = extract("<h1>Green tea</h1><p>Price: <b>3.20 EUR</b>", {"price": "Price"})
    >>> found.fields["price"].values, found.fields["price"].selectors[0]
    (('3.20 EUR',), 'p b')
    """
    page, facts = read_page(html, prompts, root)
    answers = {}
    for key, text in prompts.items():
        prompt = parse_prompt(text)
        if picked is not None and key in picked:
            answers[key] = picked_choice(prompt, page, facts, url, picked[key])
        else:
            answers[key] = find_answer(prompt, page, facts, url)
    return to_extraction(page, _without_repeated_lists(answers, prompts))


def read_page(
    html: str, prompts: Mapping[str, str], root: str | None
) -> tuple[PageFeatures, list[Fact]]:
    """Return a page's features, and what it states for machines.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If a prompt is blank or `root` is not a selector.
    """
    for key, prompt in prompts.items():
        if not prompt.strip():
            raise ValueError(f"The prompt {key!r} is blank; describe the element to find.")
    document = parse(html)
    page = PageFeatures(document, root_element(document, root))
    return page, page_facts(document) if root is None else []


def to_extraction(page: PageFeatures, answers: Mapping[str, Answer]) -> Extraction:
    """Return fields by key and the records they form."""
    fields = {key: field for key, (field, _) in answers.items()}
    return Extraction(fields, records(page.document, answers))


def _without_repeated_lists(
    answers: Mapping[str, Answer], prompts: Mapping[str, str]
) -> dict[str, Answer]:
    """Return answers, each list only for the prompt that it fits best.

    Addresses are another value of an element than its text. Prompts of one kind, such as "price"
    and "fee", may share a list; "condition" and "name" do not.
    """
    kept = dict(answers)
    key_of: dict[tuple[int, ...], str] = {}
    for key, (_, nodes) in answers.items():
        places = tuple(node.index for node in nodes)
        if len(places) < 2:
            continue
        other = key_of.setdefault(places, key)
        if other == key or _may_share(parse_prompt(prompts[key]), parse_prompt(prompts[other])):
            continue
        less, more = sorted((key, other), key=lambda one: answers[one][0].confidence)
        if answers[less][0].confidence < answers[more][0].confidence:
            kept[less] = (Field(note=NOTHING), [])
            key_of[places] = more
    return kept


def _may_share(one: Prompt, other: Prompt) -> bool:
    """Return whether two prompts may mean the same: of one kind, or of no known one."""
    if one.concept is None or other.concept is None or {"url", "image"} & {one.type, other.type}:
        return True
    return one.concept is other.concept or {one.type, other.type} <= {"title", "name"}


def choices(
    html: str,
    prompts: Mapping[str, str],
    *,
    url: str = "",
    root: str | None = None,
    limit: int = 12,
) -> dict[str, list[Choice]]:
    """Return the likeliest answers to prompts; `extract(..., picked=...)` takes one by its number.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    prompts : mapping of str to str
        Descriptions of elements, by key.
    url : str
        The page's address.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.
    limit : int
        Most answers to a prompt, 1 to 50.

    Returns
    -------
    dict of str to list of Choice
        Different values, the likeliest first; none for a prompt that asks for a list.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If a prompt is blank, `root` is not a selector or `limit` is not 1 to 50.

    Examples
    --------
    >>> found = choices("<h1>Tea</h1><p>Price: <b>3 EUR</b><p>Was: <b>4 EUR</b>", {"p": "Price"})
    >>> [(choice.value, choice.label) for choice in found["p"]][:1]
    [('3 EUR', 'Price:')]
    """
    if not 1 <= limit <= MOST_CHOICES:
        raise ValueError(f"The limit is {limit}; give 1 to {MOST_CHOICES}.")
    page, facts = read_page(html, prompts, root)
    return {
        key: [one.choice for one in islice(proposals(parse_prompt(text), page, facts), limit)]
        for key, text in prompts.items()
    }
