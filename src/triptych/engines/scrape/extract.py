"""Find what prompts describe on a page."""

from __future__ import annotations

from collections.abc import Mapping

from triptych.engines.scrape.document import parse
from triptych.engines.scrape.extraction import Extraction
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.finding import Found, find
from triptych.engines.scrape.picking import picked_choice
from triptych.engines.scrape.prompts import understand
from triptych.engines.scrape.records import records
from triptych.engines.scrape.root import root_of
from triptych.engines.scrape.structured import Fact, facts
from triptych.engines.scrape.twice import once


def extract(
    html: str,
    prompts: Mapping[str, str],
    *,
    url: str = "",
    root: str | None = None,
    picked: Mapping[str, int] | None = None,
) -> Extraction:
    """Find on a page what prompts describe.

    What the page states for machines is taken first; else its texts are ranked by the labels near
    them, the names of their elements, the form of their values, their place and their meaning.

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
        For some keys the number of the right one among `choices`, -1 for none of them.

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
    page, known = look(html, prompts, root)
    found = {}
    for key, text in prompts.items():
        prompt = understand(text)
        if picked is not None and key in picked:
            found[key] = picked_choice(prompt, page, known, url, picked[key])
        else:
            found[key] = find(prompt, page, known, url)
    return gathered(page, once(found, {key: understand(text) for key, text in prompts.items()}))


def look(
    html: str, prompts: Mapping[str, str], root: str | None
) -> tuple[PageFeatures, list[Fact]]:
    """Return a page as the engine looks at it, and what it states for machines.

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
    page = PageFeatures(document, root_of(document, root))
    return page, facts(document) if root is None else []


def gathered(page: PageFeatures, found: Mapping[str, Found]) -> Extraction:
    """Return fields by key and the records they form."""
    placed: dict[str, list[tuple[int, str]]] = {}
    for key, (field, nodes) in found.items():
        if field.values:
            same = len(nodes) == len(field.values)
            places = [node.index for node in nodes] if same else [-1] * len(field.values)
            placed[key] = list(zip(places, field.values, strict=True))
    fields = {key: field for key, (field, _) in found.items()}
    return Extraction(fields, records(page.document, placed))
