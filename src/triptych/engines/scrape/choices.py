"""The likeliest answers to a prompt, for something cleverer to pick one of."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from triptych.engines.scrape.extract import look
from triptych.engines.scrape.extraction import Choice
from triptych.engines.scrape.picking import proposed
from triptych.engines.scrape.prompts import understand

MOST_CHOICES = 50


def choices(
    html: str,
    prompts: Mapping[str, str],
    *,
    url: str = "",
    root: str | None = None,
    limit: int = 12,
) -> dict[str, list[Choice]]:
    """Return the likeliest answers to prompts, for `extract(..., picked=...)` to be told which.

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
    page, known = look(html, prompts, root)
    return {
        key: [one.choice for one in islice(proposed(understand(text), page, known), limit)]
        for key, text in prompts.items()
    }
