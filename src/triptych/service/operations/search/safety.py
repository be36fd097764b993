"""What is fit to be shown: judged by the words of a query or a result.

The text-safety engine finds words, not pictures or meanings: a search engine's own safe search,
which is asked for too, knows its pages better. One coarse word does not make a page unsafe, or
William the Bastard, the horny bill of a hornbill and the tits among the songbirds would be;
different ones do, and so does one in a title.
"""

from __future__ import annotations

from collections.abc import Iterable

from triptych.contract import SearchResult
from triptych.contract.web import SafeSearch
from triptych.service.providers.results import without_tags

#: What a word counts, by its severity: 1 mild to 4 strongest; None where no list gives one.
_POINTS = {1: 0.0, 2: 1.0, 3: 2.0, 4: 4.0, None: 2.0}
_UNSAFE = 4.0
#: Words that are only seen on the page itself count half; the first ones suffice.
_CONTENT, _CONTENT_LENGTH = 0.5, 1000
_SHOWN_LENGTH = 2_000


def is_safe_query(query: str) -> bool:
    """Return whether a query is free of coarse words.

    Examples
    --------
    >>> is_safe_query("moby dick"), is_safe_query("damn yankees"), is_safe_query("porn")
    (True, True, False)
    """
    query = query[:_SHOWN_LENGTH]
    # Names are typed in small letters: a word that would be a name in capitals is let through.
    return not all(sum(_words(way).values()) for way in (query, query.title()))


def filtered(results: Iterable[SearchResult], safe_search: SafeSearch) -> list[SearchResult]:
    """Return results, in order, with `is_safe` filled in, without those that are not wanted.

    Strict drops every unsafe result; moderate those whose title, description or snippets have the
    strongest profanity or two different strong words; off none. What a provider called unsafe stays
    so.

    Examples
    --------
    >>> bird = SearchResult(title="Booby", url="https://example.org/", description="Boobies dive.")
    >>> [result.is_safe for result in filtered([bird], "strict")]
    [True]
    """
    admitted = []
    for result in results:
        title = _words(result.title)
        shown = title | _words(_joined(result.description or "", *result.snippets))
        content = _words(_hidden(result.content or "", result.snippets))
        points = sum(shown.values())
        hidden = sum(value for word, value in content.items() if word not in shown)
        unsafe = any(title.values()) or points + _CONTENT * hidden >= _UNSAFE
        safe = result.is_safe is not False and not unsafe
        if (safe or safe_search != "strict") and (points < _UNSAFE or safe_search == "off"):
            admitted.append(result.model_copy(update={"is_safe": safe}))
    return admitted


def _hidden(content: str, snippets: list[str]) -> str:
    """Return the beginning of the content, unless it is among what is shown."""
    beginning = content[:_CONTENT_LENGTH]
    return "" if any(beginning in snippet for snippet in snippets) else beginning


def _joined(description: str, *snippets: str) -> str:
    return "\n".join((without_tags(description), *snippets))[:_SHOWN_LENGTH]


def _words(text: str) -> dict[str, float]:
    """Return the different words that count, and what they do."""
    from triptych.engines.profanity import find_profanity

    return {match.text.casefold(): _POINTS[match.severity] for match in find_profanity(text)}
