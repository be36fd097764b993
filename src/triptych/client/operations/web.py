"""Suggestions, search, deep research and scrape, sync."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import httpx

from triptych.client.errors import APIError
from triptych.client.events import each_step
from triptych.client.exchange import build
from triptych.client.many import Site
from triptych.client.operations.caller import Caller
from triptych.contract.operations import RESEARCH, SCRAPE, SEARCH, SUGGEST
from triptych.contract.research import ResearchReply, ResearchStep
from triptych.contract.scrape import Render, ScrapedPages, ScrapeFeature, ScrapeReply
from triptych.contract.web import SafeSearch, SearchProvider, SearchReply, SuggestReply


class WebOperations(Caller):
    """Suggestions, search, deep research and scrape."""

    def suggest(
        self,
        query: str,
        *,
        timeout: float | httpx.Timeout | None = None,
    ) -> SuggestReply:
        """Return query completions.

        Parameters
        ----------
        query : str
            Beginning of a query, 1 to 200 characters.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        SuggestReply
            Up to 10 `suggestions`, best first.
        """
        return self.call(SUGGEST, build(SUGGEST, {"query": query}), timeout=timeout)

    def search(
        self,
        query: str,
        *,
        ai_overview: bool = True,
        safe_search: SafeSearch = "moderate",
        spell_check: bool = True,
        max_results: int = 10,
        byo_urls: Sequence[str] | None = None,
        auto_scrape: bool = True,
        country_code: str | None = None,
        provider: SearchProvider | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> SearchReply:
        """Search the web.

        Parameters
        ----------
        query : str
            What to search for; ``"a phrase"``, ``site:example.org`` and ``-word`` narrow it.
        ai_overview : bool, default True
            Write an overview of the results, with citations `[[n](url)]`.
        safe_search : {"strict", "moderate", "off"}
            How strictly to filter results.
        spell_check : bool, default True
            Correct the query's spelling.
        max_results : int, default 10
            Number of results, 1 to 50.
        byo_urls : sequence of str, optional
            Search these pages only.
        auto_scrape : bool, default True
            Fetch the content of the results.
        country_code : str, optional
            Two-letter country to search from.
        provider : {"index", "searxng", "brave", "ddgs"}, optional
            Source of the results; by default that of the service.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        SearchReply
            `results`, best first, and `ai_overview`, which cites them as `[[n](url)]`.
        """
        return self.call(
            SEARCH,
            build(
                SEARCH,
                {
                    "query": query,
                    "ai_overview": ai_overview,
                    "safe_search": safe_search,
                    "spell_check": spell_check,
                    "max_results": max_results,
                    "byo_urls": byo_urls,
                    "auto_scrape": auto_scrape,
                    "country_code": country_code,
                    "provider": provider,
                },
            ),
            timeout=timeout,
        )

    def research(
        self,
        query: str,
        *,
        max_depth: int = 3,
        max_breadth: int = 3,
        max_output_tokens: int | None = None,
        target_output_tokens: int | None = None,
        safe_search: SafeSearch = "moderate",
        spell_check: bool = True,
        byo_urls: Sequence[str] | None = None,
        provider: SearchProvider | None = None,
        time_limit: float | None = None,
        on_progress: Callable[[ResearchStep], None] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ResearchReply:
        """Research a question and return a long-form answer with cited sources.

        Parameters
        ----------
        query : str
            The question.
        max_depth, max_breadth : int, default 3
            Rounds of searching, and sub-questions a round; 1 to 5 each.
        max_output_tokens, target_output_tokens : int, optional
            Upper bound and wanted length of the answer, in tokens.
        safe_search : {"strict", "moderate", "off"}
            How strictly to filter results.
        spell_check : bool, default True
            Correct the query's spelling.
        byo_urls : sequence of str, optional
            Research in these pages only, at most 50.
        provider : {"index", "searxng", "brave", "ddgs"}, optional
            Source of the pages; by default that of the service.
        time_limit : float, optional
            Seconds after which the report is written from what was found so far. A limit above
            that of the service is reduced, with a warning in the reply. The call itself may take
            longer: limit it with `timeout`.
        on_progress : callable, optional
            Called with each `ResearchStep` as the service reports it. An exception that it raises
            ends the call, and the work.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        ResearchReply
            `results`, in which every sentence cites one of `sources`.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> reply = client.research("How do volcanoes form?", max_depth=1)
        >>> reply.sources[0].title
        'Volcano'
        """
        members = {
            "query": query,
            "max_depth": max_depth,
            "max_breadth": max_breadth,
            "max_output_tokens": max_output_tokens,
            "target_output_tokens": target_output_tokens,
            "safe_search": safe_search,
            "spell_check": spell_check,
            "byo_urls": byo_urls,
            "provider": provider,
            "time_limit": time_limit,
        }
        return self.call(
            RESEARCH, build(RESEARCH, members), on_step=each_step(on_progress), timeout=timeout
        )

    def scrape(
        self,
        url: str | None = None,
        element_prompts: Sequence[str] | Mapping[str, str] | None = None,
        *,
        html: str | None = None,
        selectors: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
        examples: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
        root_element_selector: str | None = None,
        page_position: int = 1,
        render: Render = "auto",
        features: Sequence[ScrapeFeature] | None = None,
        wait_for: Mapping[str, Any] | None = None,
        goto_options: Mapping[str, Any] | None = None,
        http_headers: Mapping[str, str] | None = None,
        cookies: Sequence[Mapping[str, Any]] | None = None,
        is_mobile: bool = False,
        width: int | None = None,
        height: int | None = None,
        scale: float | None = None,
        byo_proxy: Mapping[str, Any] | None = None,
        advance_config: Mapping[str, bool] | None = None,
        sample_urls: Sequence[str] | None = None,
        template: Mapping[str, Any] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ScrapeReply:
        """Extract named page elements without writing selectors.

        Parameters
        ----------
        url : str, optional
            Address of the page; or give `html`.
        element_prompts : sequence of str or mapping of str to str, optional
            Descriptions of the elements to extract, at most 5; a plural extracts a list.
        html : str, optional
            HTML of the page.
        selectors : sequence of str or mapping, optional
            CSS selectors to use instead of descriptions: those of an earlier reply read the page
            again without searching it.
        examples : mapping of str to mapping, optional
            Right and wrong elements by key, each by a CSS selector:
            `{"price": {"right": ["li:nth-of-type(1) b", "li:nth-of-type(3) b"], "wrong": []}}`.
            The reply has the selector that the right ones, and those of the key's `selectors`,
            have in common.
        root_element_selector : str, optional
            Look only inside this element.
        page_position : int, default 1
            Page of a paginated listing, found by following the page's own links.
        render : {"auto", "never", "always"}
            Whether a browser renders the page first: "auto" does if it is empty without one.
        features : sequence of {"meta", "link", "page", "screenshot"}, optional
            What else to return.
        wait_for : mapping, optional
            What the browser waits for: `{"mode": "selector", "value": ".price"}`, or the modes
            "timeout" (milliseconds) and "function" (a JavaScript condition).
        goto_options : mapping, optional
            How the browser opens the page: `timeout` in milliseconds, and `wait_until`.
        http_headers : mapping, optional
            Request headers.
        cookies : sequence of mapping, optional
            Cookies to send, each with `name` and `value`.
        is_mobile : bool, default False
            Present as a mobile browser.
        width, height : int, optional
            Viewport in pixels.
        scale : float, optional
            Device pixels per pixel.
        byo_proxy : mapping, optional
            `{"server": "<scheme>://<user>:<password>@<host>:<port>"}`, your own proxy server.
        advance_config : mapping, optional
            Browser data to return: `console`, `network`, `cookies`, each a bool.
        sample_urls : sequence of str, optional
            Up to 10 pages with the same layout, to learn the template from.
        template : mapping, optional
            Template of an earlier reply from this site; `scrape_many` learns and uses one.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        ScrapeReply

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> page = "<h1>Green tea</h1><p>Price: <b>3.20 EUR</b>"
        >>> reply = client.scrape(html=page, element_prompts=["price"])
        >>> reply.context
        {'price': ['3.20 EUR']}
        """
        members = {
            "url": url,
            "html": html,
            "element_prompts": element_prompts,
            "selectors": selectors,
            "examples": examples,
            "root_element_selector": root_element_selector,
            "page_position": page_position,
            "render": render,
            "features": features,
            "wait_for": wait_for,
            "goto_options": goto_options,
            "http_headers": http_headers,
            "cookies": cookies,
            "is_mobile": is_mobile,
            "width": width,
            "height": height,
            "scale": scale,
            "byo_proxy": byo_proxy,
            "advance_config": advance_config,
            "sample_urls": sample_urls,
            "template": template,
        }
        return self.call(SCRAPE, build(SCRAPE, members), timeout=timeout)

    def scrape_many(
        self,
        urls: Iterable[str],
        element_prompts: Sequence[str] | Mapping[str, str],
        *,
        learn_from: int = 5,
        selectors: Mapping[str, Sequence[str]] | None = None,
        root_element_selector: str | None = None,
        render: Render = "auto",
        http_headers: Mapping[str, str] | None = None,
        cookies: Sequence[Mapping[str, Any]] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ScrapedPages:
        """Extract the same elements of many pages of one site, one page after the other.

        The first pages show where the elements are: what their candidates have in common becomes
        a template, and every page is read with it. A service without templates reads each page by
        itself.

        Parameters
        ----------
        urls : iterable of str
            Addresses of pages with the same layout, such as the products of a shop.
        element_prompts : sequence of str or mapping of str to str
            Descriptions of the elements to extract, at most 5.
        learn_from : int, default 5
            Pages to learn the template from, 1 to 11; with 1, each page is read by itself.
        selectors : mapping of str to sequence of str, optional
            CSS selectors for some keys, such as those that you corrected in the scrape panel. They
            come before the descriptions on every page, and the template has them.
        root_element_selector, render, http_headers, cookies
            As for `scrape`.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for each call that is made.

        Returns
        -------
        ScrapedPages
            `pages`, a reply each; `to_frame()` gives a row per record; `failures` has the
            error of each page that was not read, `drifted` the pages that no longer fit the
            template.

        Raises
        ------
        APIError
            If no page could be read. A failure that concerns all pages ends the work; where pages
            were read already they are returned, and `failures` names the others.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> pages = [f"data:text/html,<h1>{name}</h1>Price: <b>{price} EUR</b>"
        ...          for name, price in (("Green tea", 3), ("Mate", 4))]
        >>> reply = client.scrape_many(pages, ["price"])
        >>> [page.context["price"] for page in reply.pages]
        [['3 EUR'], ['4 EUR']]
        """
        members = {
            "element_prompts": element_prompts,
            "selectors": selectors,
            "root_element_selector": root_element_selector,
            "render": render,
            "http_headers": http_headers,
            "cookies": cookies,
        }
        site = Site(urls, members, learn_from)
        while (request := site.next()) is not None:
            try:
                reply = self.call(SCRAPE, request, timeout=timeout)
            except APIError as error:
                site.add_failure(error)
            else:
                site.add_reply(reply)
        return site.reply()
