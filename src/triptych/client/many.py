"""`embed_many` and `scrape_many`: the requests that one call is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from triptych.client.errors import APIError, APIStatusError, InvalidInputError
from triptych.client.exchange import build
from triptych.client.files import FileLike, source_of, type_of
from triptych.contract import Problem
from triptych.contract.embedding import EmbeddingV2Request
from triptych.contract.operations import EMBED_V2, SCRAPE
from triptych.contract.scrape import MOST_SAMPLES, ScrapedPages, ScrapeReply, ScrapeRequest

#: Statuses that concern one page, not the key, the request or the service.
_OF_ONE_PAGE = frozenset({403, 404, 408, 413, 415, 422, 424, 504})


class Site:
    """The pages still to read, and the template learned from those read before.

    Parameters
    ----------
    urls : iterable of str
        Addresses, each read once.
    members : dict
        Members of every request.
    learn_from : int
        Pages to learn from, 1 to 11.

    Raises
    ------
    InvalidInputError
        If there is no address, or a member breaks a rule of the specification.
    """

    def __init__(self, urls: Iterable[str], members: dict[str, Any], learn_from: int) -> None:
        self._waiting = list(dict.fromkeys(urls))
        if not self._waiting:
            raise InvalidInputError([Problem("urls", "Give at least one address.")])
        if not 1 <= learn_from <= MOST_SAMPLES + 1:
            message = f"Learn from 1 to {MOST_SAMPLES + 1} pages."
            raise InvalidInputError([Problem("learn_from", message)])
        self._members = members
        self._learn_from = learn_from
        self._replies: dict[str, ScrapeReply] = {}
        self._failures: dict[str, str] = {}
        self._first_error: APIError | None = None
        # All are validated before the first is sent.
        for url in self._waiting:
            self._request(url)

    def next(self) -> ScrapeRequest | None:
        """Return the next request to make, or None when all pages are read."""
        if not self._waiting:
            return None
        return self._request(self._waiting[0])

    def add_reply(self, reply: ScrapeReply) -> None:
        """Add the reply to the last request."""
        self._replies[self._waiting.pop(0)] = reply
        if reply.template is not None:
            self._members = self._members | {"template": reply.template}

    def add_failure(self, error: APIError) -> None:
        """Add the failure of the last request.

        One that does not concern that page alone ends the work: it is raised, unless pages were
        read before, which must not be lost.
        """
        if isinstance(error, APIStatusError) and error.status_code in _OF_ONE_PAGE:
            self._failures[self._waiting.pop(0)] = error.message
            self._first_error = self._first_error or error
        elif self._replies:
            self._failures |= dict.fromkeys(self._waiting, error.message)
            self._waiting.clear()
        else:
            raise error

    def reply(self) -> ScrapedPages:
        """Return all replies as one; raise the first error if no page could be read."""
        if not self._replies and self._first_error is not None:
            raise self._first_error
        return ScrapedPages.joined(self._replies, self._failures)

    def _request(self, url: str) -> ScrapeRequest:
        members = self._members | {"url": url}
        if "template" not in members and not self._replies and self._waiting[0] == url:
            samples = self._waiting[1 : self._learn_from]
            members |= {"sample_urls": samples or None}
        return build(SCRAPE, members)


def batches(
    items: Iterable[FileLike], members: dict[str, Any], batch_size: int
) -> list[EmbeddingV2Request]:
    """Return the calls to make, all validated before the first is made."""
    listed = list(items)
    is_text = not listed or any(isinstance(item, str) for item in listed)
    if not is_text or members["type"] not in {None, "text", "text-other"}:
        sources = [source_of(item) for item in listed]
        types = {members["type"] or type_of(source): None for source in sources}
        if len(types) > 1:
            message = f"The items are of several types ({', '.join(types)}): embed each by itself."
            raise InvalidInputError([Problem("items", message)])
        return [
            build(EMBED_V2, source | members | {"type": next(iter(types))}) for source in sources
        ]
    members = members | {"type": members["type"] or "text"}
    size = max(1, batch_size)
    return [
        _batch(members | {"text": listed[start : start + size]}, start)
        for start in range(0, max(1, len(listed)), size)
    ]


def _batch(members: dict[str, Any], start: int) -> EmbeddingV2Request:
    """Return the call for texts of which the first stands at a place among all."""
    try:
        request: EmbeddingV2Request = build(EMBED_V2, members)
    except InvalidInputError as error:
        # A problem names the text's place among all.
        raise InvalidInputError([_moved(problem, start) for problem in error.problems]) from None
    return request


def _moved(problem: Problem, start: int) -> Problem:
    """Return a problem of a text in a batch as one of the text among all."""
    place = re.match(r"text\[(\d+)\]", problem.field or "")
    if place is None or not problem.field:
        return problem
    field = f"text[{int(place[1]) + start}]"
    return Problem(field, problem.message.replace(place[0], field, 1))


def wants_single_texts(error: APIStatusError, request: EmbeddingV2Request) -> bool:
    """Return whether a service may have refused a list because it knows single texts only."""
    about_text = not error.field or error.field.startswith("text")
    return error.status_code in {400, 422} and about_text and isinstance(request.text, list)


def singles(request: EmbeddingV2Request) -> list[EmbeddingV2Request]:
    """Return a call for each text of a call."""
    assert isinstance(request.text, list)
    return [request.model_copy(update={"text": text}) for text in request.text]
