"""What is known of a page."""

from __future__ import annotations

from dataclasses import dataclass


class PageError(ValueError):
    """The content holds no text that can be read."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page of the web or a file of a folder, as text and facts.

    What is not known of a page is empty.

    Parameters
    ----------
    url : str
        Its address, absolute, without a fragment.
    title : str
        Its title; where it has none, its first heading, its first words, or its address.
    text : str
        What a reader came for, without navigation and advertisements: paragraphs, headings and
        list items, each a line of its own, a blank line between paragraphs.
    description : str
        What it says of itself in a sentence or two.
    site_name : str
        The host without "www.", as results show it.
    site_long_name : str
        The site's name in words, where it names one; else the host.
    language : str
        ISO 639-1 code, lower case.
    published : str
        When it was last changed, else published: ISO 8601, a date or a moment.
    favicon, thumbnail : str
        Addresses of its icon and of the picture it is announced with.
    image_urls : tuple of str
        Addresses of the pictures in its text.
    links : tuple of str
        Addresses of web pages it links to, absolute, without fragments, each once.
    attribution : str
        Author and licence, where they must be named.
    """

    url: str
    title: str
    text: str
    description: str = ""
    site_name: str = ""
    site_long_name: str = ""
    language: str = ""
    published: str = ""
    favicon: str = ""
    thumbnail: str = ""
    image_urls: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    attribution: str = ""
