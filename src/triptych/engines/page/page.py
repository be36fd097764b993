"""What is known of a page."""

from __future__ import annotations

from dataclasses import dataclass


class PageError(ValueError):
    """The content holds no text that can be read."""


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page of the web or a file of a folder, as text and facts; what is not known is empty."""

    #: Absolute, without a fragment.
    url: str
    #: Where it has none, its first heading, its first words, or its address.
    title: str
    #: What a reader came for, without navigation and advertisements: paragraphs, headings and list
    #: items, each a line of its own, a blank line between paragraphs.
    text: str
    #: What it says of itself in a sentence or two.
    description: str = ""
    #: The host without "www.", as results show it.
    site_name: str = ""
    #: The site's name in words, where it names one; else the host.
    site_long_name: str = ""
    #: ISO 639-1 code, lower case.
    language: str = ""
    #: When it was last changed, else published: ISO 8601, a date or a moment.
    published: str = ""
    #: Addresses of its icon and of the picture it is announced with.
    favicon: str = ""
    thumbnail: str = ""
    #: Addresses of the pictures in its text.
    image_urls: tuple[str, ...] = ()
    #: Addresses of web pages it links to, absolute, without fragments, each once.
    links: tuple[str, ...] = ()
    #: Author and licence, where they must be named.
    attribution: str = ""
