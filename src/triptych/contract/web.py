"""Search suggestions, AI web search and deep research."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from triptych.contract.limits import LONGEST_QUERY
from triptych.contract.model import Address, Message, NotBlank, Reply, Request, Text
from triptych.contract.text import ReplyWarning

SafeSearch = Literal["strict", "moderate", "off"]
#: Where results come from: the index on this machine, or a search engine of the web.
SearchProvider = Literal["index", "searxng", "brave", "ddgs"]
MOST_RESULTS = 50


class SuggestRequest(Request):
    """Complete a query."""

    query: Annotated[Text, NotBlank] = Field(
        min_length=1, max_length=200, description="What was typed so far."
    )


class SuggestReply(Reply):
    """Query completions, best first."""

    suggestions: list[str] = Field(description="Completions of the query, at most 10.")


class SearchRequest(Request):
    """Search the web."""

    query: Annotated[Text, NotBlank] = Field(
        min_length=1,
        max_length=LONGEST_QUERY,
        description='What to search for; "a phrase", site:example.org and -word narrow it.',
    )
    ai_overview: bool = Field(True, description="Write an overview of the results.")
    safe_search: SafeSearch = Field("moderate", description="How strictly to filter results.")
    spell_check: bool = Field(True, description="Correct the query's spelling.")
    max_results: int = Field(
        10, ge=1, le=MOST_RESULTS, description=f"Number of results, 1 to {MOST_RESULTS}."
    )
    byo_urls: list[Address] | None = Field(
        None, max_length=50, description="Search these pages only, at most 50."
    )
    auto_scrape: bool = Field(True, description="Fetch the content of the results.")
    country_code: Text | None = Field(
        None, pattern="^[A-Za-z]{2}$", description="Two-letter country to search from."
    )
    provider: SearchProvider | None = Field(
        None,
        description="Where results come from: the service's own index, or a search engine that "
        "it is set up for; its default when left out.",
    )


class SearchResult(Message):
    """One page found; what a provider does not know is left out."""

    title: str = Field(description="Title of the page.")
    url: str = Field(description="Address of the page.")
    description: str | None = Field(None, description="May contain HTML emphasis tags.")
    content: str | None = Field(None, description="Text of the page, when it was fetched.")
    site_name: str | None = Field(None, description="Short name of the site.")
    site_long_name: str | None = Field(None, description="Full name of the site.")
    language: str | None = Field(None, description="Language of the page, as a BCP 47 tag.")
    image_urls: list[Any] = Field(default_factory=list, description="Pictures of the page.")
    links: list[Any] = Field(default_factory=list, description="Where the page links to.")
    is_safe: bool | None = Field(None, description="Whether the page is safe.")
    favicon: str | None = Field(None, description="Address of the site's icon.")
    thumbnail: str | None = Field(None, description="Address of a small picture of the page.")
    age: str | None = Field(None, description="ISO 8601 timestamp.")
    snippets: list[str] = Field(
        default_factory=list, description="Passages of the page that fit the query."
    )
    reference_number: int | None = Field(
        None, description="The number by which citations name the page, from 1."
    )
    attribution: str | None = Field(None, description="Author and licence, where they are known.")


class SearchAnswer(Message):
    """The words of an overview that answer the question."""

    text: str = Field(description="The words.")
    sentence: str = Field(description="The sentence that they are in, without its marker.")
    reference_number: int = Field(description="The number of the result that has the sentence.")
    start: int = Field(ge=0, description="Where they begin in the overview, in code points.")
    end: int = Field(ge=0, description="Where they end there.")


class SearchReply(Reply):
    """Result records and an overview that cites them as `[[n](url)]`.

    `answer`, `overview_by`, `provider`, `warnings` and a result's `attribution` go beyond the
    specification: the embedded service gives them.
    """

    query: str = Field(description="The query as interpreted.")
    ai_overview: str | None = Field(
        None,
        description="Sentences with markers, lists and code in Markdown; empty when nothing that "
        "was found answers the query.",
    )
    spell_fixed: bool = Field(False, description="Whether the query was spell-corrected.")
    is_safe: bool = Field(True, description="Whether the query is safe.")
    results: list[SearchResult] = Field(default_factory=list, description="Best first.")
    answer: SearchAnswer | None = Field(
        None,
        description="The words of the overview that answer the question; null where no words are "
        "sure to, and in an overview by a language model.",
    )
    overview_by: str | None = Field(
        None, description='Who wrote the overview: "extraction", or the language model\'s name.'
    )
    provider: str | None = Field(None, description="Where the results come from.")
    warnings: list[ReplyWarning] = Field(
        default_factory=list, description="For instance, which pages could not be read."
    )
