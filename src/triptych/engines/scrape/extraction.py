"""What was found on a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the page: its HTML, what a reader sees of it, its attributes in order."""

    html: str
    text: str
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """What one prompt found.

    Parameters
    ----------
    values : tuple of str
        The texts asked for, in the order of the page; empty where nothing fits.
    elements : tuple of Element
        The elements they are in; empty for a value that only the page's structured data states.
    selectors : tuple of str
        CSS selectors, the most lasting first, each of which selects exactly `elements`.
    confidence : float
        How sure this is, 0 to 1.
    source : str
        "json-ld", "microdata", "rdfa" or "meta" where the page states it, "text" where it was
        found among its texts, "attribute" for a picture's address, empty where nothing fits.
    label : str
        The label the value stands beside, where one was found.
    note : str
        Why nothing was found, or that a template did not fit; else empty.
    """

    values: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    selectors: tuple[str, ...] = ()
    confidence: float = 0.0
    source: str = ""
    label: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A likely answer to a prompt.

    Parameters
    ----------
    value : str
        The text, its first 300 characters.
    label : str
        The label it stands beside, or the property that states it; empty where there is none.
    around : str
        The heading before it and the text around it, at most 200 characters, or the syntax that
        states it, such as "json-ld".
    confidence : float
        How sure this is, 0 to 1.
    """

    value: str
    label: str
    around: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Extraction:
    """What all prompts found, by key, and the records that the values form together.

    A record is one thing of a list, such as a product with its name and its price; a page about one
    thing has one record. A field that a record lacks is absent from it.
    """

    fields: dict[str, Field]
    records: tuple[dict[str, str], ...] = ()
