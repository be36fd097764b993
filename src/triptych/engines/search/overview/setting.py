"""Set claims as a text with markers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from triptych.engines.search.overview.overview import Claim, Overview


def set_claims(
    claims: Sequence[Claim], urls: Mapping[int, str], items: Collection[int] = ()
) -> Overview:
    """Return claims as an overview, each followed by its marker.

    Parameters
    ----------
    claims : sequence of Claim
        In the order of reading.
    urls : mapping of int to str
        Addresses of the sources by number.
    items : collection of int
        Which claims, counted from 0, are items of a list.

    Examples
    --------
    >>> set_claims([Claim("Tea is hot.", 1, "Tea is hot.")], {1: "https://example.org/"}).text
    'Tea is hot. [[1](https://example.org/)]'
    """
    text = ""
    for place, claim in enumerate(claims):
        # What follows a list begins a paragraph.
        between = "\n- " if place in items else "\n\n" if place - 1 in items else " "
        text += f"{between}{claim.text} [[{claim.number}]({escaped(urls[claim.number])})]"
    return Overview(text.strip(), tuple(claims))


def escaped(url: str) -> str:
    """Return an address whose brackets do not end the marker."""
    return url.replace("(", "%28").replace(")", "%29")
