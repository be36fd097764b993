"""The methods of `.triptych`, the same on every engine's Series."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from os import PathLike
from typing import Any, Generic, TypedDict, TypeVar, Unpack

import httpx

from triptych.client import Client
from triptych.columns.run import OnError, run
from triptych.contract.embedding import ContentType
from triptych.contract.scrape import Render
from triptych.contract.vision import DetectionFeature
from triptych.contract.web import SafeSearch, SearchProvider

FrameT = TypeVar("FrameT")
MethodT = TypeVar("MethodT", bound=Callable[..., Any])


class RunSettings(TypedDict, total=False):
    """What every method takes beside the options of its operation; see `ColumnAccessor`."""

    client: Client | None
    concurrency: int | None
    journal: str | PathLike[str] | None
    timeout: float | httpx.Timeout | None
    on_error: OnError
    progress: bool | None


def _with_settings(method: MethodT) -> MethodT:
    """Show the settings one by one in a method's signature, as notebooks complete them."""
    signature, settings = inspect.signature(method), inspect.signature(run).parameters
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    shown = [*own, *(settings[name] for name in RunSettings.__annotations__)]
    method.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    return method


class ColumnAccessor(ABC, Generic[FrameT]):
    """One method per operation on a column.

    Each returns a frame with the rows of the column. Missing values (None, NaN, NA) are not sent:
    their row is missing too. Equal values are sent once. A row that fails has its reason in the
    column `error`, which is missing everywhere else.

    Parameters
    ----------
    client : Client, optional
        Of every method: the client for the calls; by default a new one, as `triptych.Client()`.
    concurrency : int, optional
        Of every method: requests under way at a time; by default as many as the service answers
        without delay.
    journal : path, optional
        Of every method: a file that keeps each reply as it comes. With it, the same call after an
        interruption goes on where it stopped.
    timeout : float or httpx.Timeout, optional
        Of every method: as for `Client`, for each request.
    on_error : {"keep", "raise"}
        Of every method: whether a row that fails keeps its error, or ends the run.
    progress : bool, optional
        Of every method: show a progress bar; by default in notebooks and terminals, if the run
        takes longer than a second.
    """

    @abstractmethod
    def _run(self, operation: str, options: Mapping[str, Any], settings: RunSettings) -> FrameT:
        """Return the frame of an operation."""

    @_with_settings
    def sentiment(self, **settings: Unpack[RunSettings]) -> FrameT:
        """Return sentiment and emotion of each text.

        Returns
        -------
        frame
            `sentiment` (category: negative, neutral, positive, in this order), `score` (float32,
            0 for wholly negative, .5 for neutral or torn, 1 for wholly positive), `confidence`
            (float32, the probability of the sentiment), `emotion` (category: the 27 of GoEmotions
            and neutral), `error` (string).
        """
        return self._run("sentiment", {}, settings)

    @_with_settings
    def spam(self, **settings: Unpack[RunSettings]) -> FrameT:
        """Return how likely each text is spam.

        Returns
        -------
        frame
            `is_spam` (boolean), `score` (float32, a calibrated probability), `error` (string).
        """
        return self._run("spam", {}, settings)

    @_with_settings
    def profanity(
        self,
        *,
        censor_replacement: str = "*",
        languages: Collection[str] | None = None,
        allow: Collection[str] = (),
        **settings: Unpack[RunSettings],
    ) -> FrameT:
        """Return whether each text has profanity, and a censored copy.

        Parameters
        ----------
        censor_replacement, languages, allow
            As for `Client.profanity`.

        Returns
        -------
        frame
            `profanities_found` (boolean), `profanities` (Int32, how many), `clean_text` (string),
            `error` (string).
        """
        options = {
            "censor_replacement": censor_replacement,
            "languages": languages,
            "allow": allow,
        }
        return self._run("profanity", options, settings)

    @_with_settings
    def embed(
        self,
        *,
        type: ContentType = "text",
        dimensions: int | None = None,
        query: bool = False,
        instruction: str | None = None,
        **settings: Unpack[RunSettings],
    ) -> FrameT:
        """Return a vector for each text, or for each picture.

        Parameters
        ----------
        type : {"text", "text-other", "image"}
            What the column holds: texts, HTML, or pictures as `detect` takes them.
        dimensions, query, instruction
            As for `Client.embed_v2`.

        Returns
        -------
        frame
            One column of float32 per dimension, all in one array: `to_numpy()` copies nothing. A
            text longer than the model reads has the vector of its beginning. Rows without a
            vector are NaN, and `frame.attrs["errors"]` has the reasons by the rows' positions.
            In Polars it is a column `vector` of fixed-size arrays, and a column `error`.
        """
        options = {
            "type": type,
            "dimensions": dimensions,
            "query": query,
            "instruction": instruction,
        }
        return self._run("embed", options, settings)

    @_with_settings
    def detect(
        self,
        *,
        features: Sequence[DetectionFeature] = ("object_detection",),
        prompts: Sequence[str] | None = None,
        **settings: Unpack[RunSettings],
    ) -> FrameT:
        """Return the objects of each picture.

        The column holds paths, addresses, bytes, PIL images or numpy arrays.

        Parameters
        ----------
        features, prompts
            As for `Client.detect`.

        Returns
        -------
        frame
            A row for each object, with the label of its picture's row: `label` and `kind`
            (string), `confidence`, and `left`, `top`, `width`, `height` in pixels (float32), with
            prompts `prompt` (string), `error` (string). A picture that failed has one row, with
            its error; one without objects has none.
        """
        return self._run("detect", {"features": features, "prompts": prompts}, settings)

    @_with_settings
    def scrape(
        self,
        element_prompts: Sequence[str] | Mapping[str, str],
        *,
        root_element_selector: str | None = None,
        page_position: int = 1,
        render: Render = "auto",
        wait_for: Mapping[str, Any] | None = None,
        goto_options: Mapping[str, Any] | None = None,
        http_headers: Mapping[str, str] | None = None,
        cookies: Sequence[Mapping[str, Any]] | None = None,
        is_mobile: bool = False,
        width: int | None = None,
        height: int | None = None,
        scale: float | None = None,
        byo_proxy: Mapping[str, Any] | None = None,
        template: Mapping[str, Any] | None = None,
        **settings: Unpack[RunSettings],
    ) -> FrameT:
        """Return elements of each page.

        The column holds addresses, or HTML.

        Parameters
        ----------
        element_prompts : sequence of str or mapping of str to str
            Descriptions of the elements, at most 5; a mapping names the columns.
        root_element_selector, page_position, render, wait_for, goto_options, http_headers
            As for `Client.scrape`.
        cookies, is_mobile, width, height, scale, byo_proxy, template
            As for `Client.scrape`.

        Returns
        -------
        frame
            A column for each prompt (string; several values stand on a line each, missing where
            the page has none), `error` (string).
        """
        options = {
            "element_prompts": element_prompts,
            "root_element_selector": root_element_selector,
            "page_position": page_position,
            "render": render,
            "wait_for": wait_for,
            "goto_options": goto_options,
            "http_headers": http_headers,
            "cookies": cookies,
            "is_mobile": is_mobile,
            "width": width,
            "height": height,
            "scale": scale,
            "byo_proxy": byo_proxy,
            "template": template,
        }
        return self._run("scrape", options, settings)

    @_with_settings
    def search(
        self,
        *,
        ai_overview: bool = True,
        safe_search: SafeSearch = "moderate",
        spell_check: bool = True,
        max_results: int = 10,
        byo_urls: Sequence[str] | None = None,
        auto_scrape: bool = True,
        country_code: str | None = None,
        provider: SearchProvider | None = None,
        **settings: Unpack[RunSettings],
    ) -> FrameT:
        """Return the results of each query.

        Parameters
        ----------
        ai_overview, safe_search, spell_check, max_results, byo_urls, auto_scrape, country_code
            As for `Client.search`; without an overview, no result is `cited`.
        provider
            As for `Client.search`.

        Returns
        -------
        frame
            A row for each result, best first, with the label of its query's row: `number` (Int32,
            from 1), `title`, `url`, `site`, `published`, `language` (string), `cited` (boolean, in
            the overview), `passage`, `description` (string), `is_safe` (boolean), `error`
            (string). A query that failed has one row, with its error; one without results none.
        """
        options = {
            "ai_overview": ai_overview,
            "safe_search": safe_search,
            "spell_check": spell_check,
            "max_results": max_results,
            "byo_urls": byo_urls,
            "auto_scrape": auto_scrape,
            "country_code": country_code,
            "provider": provider,
        }
        return self._run("search", options, settings)
