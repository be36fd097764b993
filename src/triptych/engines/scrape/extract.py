"""Find what prompts describe on a page, and the likeliest choices."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from triptych.engines.scrape.answers.choices import picked_choice, proposals
from triptych.engines.scrape.answers.find import Answer, find_answers
from triptych.engines.scrape.elements.candidates import MOST_TEXTS
from triptych.engines.scrape.elements.document import MOST_NODES, parse
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.selectors import root_element
from triptych.engines.scrape.elements.structured_data import page_facts
from triptych.engines.scrape.extraction import Choice, Extraction, records
from triptych.engines.scrape.matcher.shortlist import Index

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

    Structured data comes first. Else a cross-encoder reads the prompt with what a person would see
    of the likeliest texts and addresses: labels, headings, names in the markup, what stands beside.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    prompts : mapping of str to str
        Descriptions of elements, by key. A plural asks for a list; a singular may, too, on a page
        that is plainly a listing. They mean different things: what fits one prompt better, another
        is less likely to get.
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
    index = read_page(html, prompts, root)
    chosen = picked or {}
    answers = find_answers({key: prompts[key] for key in prompts if key not in chosen}, index, url)
    for key in prompts:
        if key in chosen:
            answers[key] = picked_choice(prompts[key], index, url, chosen[key])
    return to_extraction(index, {key: answers[key] for key in prompts})


def read_page(html: str, prompts: Mapping[str, str], root: str | None) -> Index:
    """Return a page's candidates, with what it states for machines.

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
    return Index(page, page_facts(document) if root is None else ())


def to_extraction(index: Index, answers: Mapping[str, Answer]) -> Extraction:
    """Return fields by key and the records they form."""
    fields = {key: field for key, (field, _) in answers.items()}
    return Extraction(fields, records(index.page.document, answers))


def unread(html: str) -> str:
    """Return what of a page is not read for prompts, in words; empty where all of it is.

    Errors are those of `extract`.

    Examples
    --------
    >>> unread("<h1>Green tea</h1>")
    ''
    """
    document = parse(html)
    if document.is_cut:
        return f"The page has over {MOST_NODES:,} elements and texts; those behind are not read."
    if len(document.texts) > MOST_TEXTS:
        count = f"{MOST_TEXTS:,} of the page's {len(document.texts):,} texts"
        return f"Prompts are answered from the first {count}; give a part of the page."
    return ""


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
    index = read_page(html, prompts, root)
    return {
        key: [one.choice for one in islice(proposals(prompt, index), limit)]
        for key, prompt in prompts.items()
    }
