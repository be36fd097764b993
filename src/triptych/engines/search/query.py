"""Read what somebody typed into a search box."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from triptych.engines.index.postings import sites_of
from triptych.engines.page import WebPage
from triptych.engines.text.words import index_stems, query_stems, words

#: A quoted run, with or without an end, or what is between spaces.
_PART = re.compile(r'(-?)"([^"]*)(?:"|$)|(\S+)')
_QUOTES = str.maketrans("“”„‟«»", '""""""')
#: "tar -x": nobody leaves out a letter.
_OPTION = re.compile(r"-[a-z]", re.I)
_SITE = re.compile(r"(-?)site:(.*)", re.I | re.S)
#: Characters of a query that are read, and phrases, excluded words and sites of it: more is a
#: pasted text, and each of them would be looked for in every page.
_LONGEST, _MOST = 2_000, 32
#: Stems that are looked for.
_MOST_STEMS = 64


@dataclass(frozen=True)
class Query:
    """What a query asks for."""

    #: The words to look for, phrases among them, without operators: what is read for its meaning.
    text: str
    #: What a page must hold word for word.
    phrases: tuple[str, ...] = ()
    #: Words and phrases it must not hold.
    excluded: tuple[str, ...] = ()
    #: Hosts or domains, with or without the beginning of a path, one of which a page must be of.
    sites: tuple[str, ...] = ()
    #: Those it must not be of.
    excluded_sites: tuple[str, ...] = ()

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The first 64 stems of the words that are not function words, each once."""
        return tuple(dict.fromkeys(query_stems(self.text)))[:_MOST_STEMS]

    @cached_property
    def phrase_stems(self) -> tuple[tuple[str, ...], ...]:
        """The phrases as stems."""
        return _stems(self.phrases)

    @cached_property
    def excluded_stems(self) -> tuple[tuple[str, ...], ...]:
        """What is excluded as stems."""
        return _stems(self.excluded)

    @property
    def restricted(self) -> bool:
        """Whether pages are refused for what they hold or where they are."""
        return bool(self.phrases or self.excluded or self.sites or self.excluded_sites)

    def admits(self, page: WebPage) -> bool:
        """Return whether a page is where it may be, with the phrases and nothing excluded.

        Words are compared without case, and without their endings where they are excluded.
        """
        if not self.admits_address(page.site_name, page.url):
            return False
        if not self.phrases and not self.excluded:
            return True
        # Title and text apart: no phrase spans both.
        text = f" {' '.join(words(page.title))} \n {' '.join(words(page.text))} "
        if not all(f" {' '.join(words(phrase))} " in text for phrase in self.phrases):
            return False
        if not self.excluded_stems:
            return True
        stemmed = f" {' '.join(index_stems(page.title))} \n {' '.join(index_stems(page.text))} "
        return not any(f" {' '.join(run)} " in stemmed for run in self.excluded_stems)

    def admits_address(self, site: str, url: str) -> bool:
        """Return whether a page is where it may be."""
        if not self.sites and not self.excluded_sites:
            return True
        hosts = sites_of(site)
        path = urlsplit(url).path if url else ""
        return (not self.sites or _among(hosts, path, self.sites)) and not _among(
            hosts, path, self.excluded_sites
        )


def parse(query: str) -> Query:
    """Read a query: its first 2,000 characters, and of each operator the first 32.

    ``"words in a row"`` must occur so, ``-word`` and ``-"words in a row"`` must not occur,
    ``site:host``, ``site:host/path`` and ``-site:host`` limit the addresses. Nothing that is typed
    is an error: a quote without an end runs to the end, an operator without anything behind it is
    left out, and any other character is text.

    Examples
    --------
    >>> parse('"write ahead log" crash -postgres site:sqlite.org')
    Query(text='write ahead log crash', phrases=('write ahead log',), excluded=('postgres',), \
sites=('sqlite.org',), excluded_sites=())
    >>> parse("state-of-the-art C++").text
    'state-of-the-art C++'
    """
    text: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    sites: list[str] = []
    excluded_sites: list[str] = []
    # Half of a surrogate pair is not a character.
    typed = query[:_LONGEST].encode("utf-8", "replace").decode("utf-8")
    for minus, quoted, word in _PART.findall(typed.translate(_QUOTES)):
        site = _SITE.fullmatch(word)
        if site:
            host = _host(site[2])
            if host:
                (excluded_sites if site[1] else sites).append(host)
        elif not word:
            if words(quoted):
                (excluded if minus else phrases).append(" ".join(quoted.split()))
                if not minus:
                    text.append(" ".join(quoted.split()))
        elif word.startswith("-") and words(word) and not _OPTION.fullmatch(word):
            # A number below zero is excluded as a word: so search engines read it.
            excluded.append(word.lstrip("-"))
        elif words(word) or not word.startswith("-"):
            text.append(word)
    return Query(" ".join(text), *map(_first, (phrases, excluded, sites, excluded_sites)))


def _stems(phrases: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(filter(None, (tuple(index_stems(phrase)) for phrase in phrases)))


def _first(operands: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(operands))[:_MOST]


def _host(site: str) -> str:
    """Return a host and path as they are compared, from what may be a whole address."""
    bare = site.strip().strip('"').lower()
    bare = re.sub(r"^[a-z][a-z0-9+.-]*://", "", bare)
    bare = re.sub(r"^(www\.|\*\.|\.)", "", bare)
    return bare.rstrip("/")


def _among(hosts: Sequence[str], path: str, sites: Sequence[str]) -> bool:
    for site in sites:
        host, _, start = site.partition("/")
        if host in hosts and (not start or f"{path.lower()}/".startswith(f"/{start}/")):
            return True
    return False
