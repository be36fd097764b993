"""What a person who runs the service may set."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import get_args

from pydantic import SecretStr

from triptych.contract.web import SearchProvider

IMAGE_GENERATORS = ("scenes", "diffusers")
SEARCH_PROVIDERS: tuple[str, ...] = get_args(SearchProvider)


@dataclass(frozen=True)
class ServiceSettings:
    """Settings of the service; the defaults suit one person on one machine.

    Parameters
    ----------
    api_keys : tuple of SecretStr, default ()
        Keys that are let in; without any, every non-empty key is.
    max_body_bytes : int, default 33,554,432
        Larger requests are answered 413.
    work_timeout : float, default 120
        Seconds after which a request is answered 504.
    requests_per_minute : int or None, default None
        For each key; more are answered 429.
    fetch_allow : tuple of str, default ()
        Hosts (`"host"`, or `"host:port"` for one port) that are fetched from even if their
        address is private or local.
    max_fetch_bytes : int, default 33,554,432
        Larger contents of a `url` are answered 413.
    fetch_timeout : float, default 20
        Seconds after which a fetch is answered 504.
    publish : bool, default True
        Whether pictures get addresses of this service; otherwise they are `data:` URLs.
    remember_queries : bool, default False
        Whether past queries are suggested to whoever asks; only safe where all callers are one
        person, as in the embedded default.
    detector : str, default "nanodet"
        What detects objects: the shipped detector, or the path of an ONNX file.
    detector_labels : str, default ""
        Path of a text with the labels of that file, one a line; by default those it names itself.
    image_generator : {"scenes", "diffusers"}
        What draws: the composer of vector scenes, or a diffusion model.
    image_model : str, default ""
        Which model: a folder, or a name on the hub.
    image_download : bool, default False
        Whether a model that is not on this machine may be fetched from the hub.
    index : str, default ""
        Folder of the search index; without one the shipped pages and the user's own are searched.
    search_provider : {"index", "searxng", "brave", "ddgs"}
        Where search results come from, unless a request says otherwise.
    searxng_url : str, default ""
        Address of a SearXNG server that answers in JSON.
    brave_key : SecretStr, optional
        Key of the Brave Search API.
    language_model_url : str, default ""
        Base URL of an OpenAI-compatible service that writes overviews; without one they are
        extracted.
    language_model : str, default ""
        The model's name there.
    language_model_key : SecretStr, optional
        Its key, where it wants one.
    browser : str, default ""
        Path of a Chromium or Chrome that draws pages; otherwise Playwright's own, or what is
        installed.
    browser_pages : int, default 2
        Pages that are drawn at once; others wait.

    Raises
    ------
    ValueError
        If there is no such image generator or search provider, or what it needs is missing.

    Examples
    --------
    >>> ServiceSettings(api_keys=(SecretStr("secret"),)).api_keys
    (SecretStr('**********'),)
    """

    api_keys: tuple[SecretStr, ...] = ()
    max_body_bytes: int = 32 * 2**20
    work_timeout: float = 120.0
    requests_per_minute: int | None = None
    fetch_allow: tuple[str, ...] = ()
    max_fetch_bytes: int = 32 * 2**20
    fetch_timeout: float = 20.0
    publish: bool = True
    remember_queries: bool = False
    detector: str = "nanodet"
    detector_labels: str = ""
    image_generator: str = "scenes"
    image_model: str = ""
    image_download: bool = False
    index: str = ""
    search_provider: str = "index"
    searxng_url: str = ""
    brave_key: SecretStr | None = None
    language_model_url: str = ""
    language_model: str = ""
    language_model_key: SecretStr | None = None
    browser: str = ""
    browser_pages: int = 2

    def __post_init__(self) -> None:
        if self.image_generator not in IMAGE_GENERATORS:
            raise ValueError(
                f"TRIPTYCH_IMAGE_GENERATOR is {self.image_generator!r}: "
                f"set it to {' or '.join(IMAGE_GENERATORS)}."
            )
        if self.image_generator == "diffusers" and not self.image_model:
            raise ValueError(
                "TRIPTYCH_IMAGE_MODEL names no model for diffusers: set it to a folder or a name."
            )
        if self.search_provider not in SEARCH_PROVIDERS:
            raise ValueError(
                f"TRIPTYCH_SEARCH_PROVIDER is {self.search_provider!r}: "
                f"set it to one of {', '.join(SEARCH_PROVIDERS)}."
            )
        if self.search_provider == "searxng" and not self.searxng_url:
            raise ValueError("Set TRIPTYCH_SEARXNG_URL to the address of a SearXNG server.")
        if self.search_provider == "brave" and self.brave_key is None:
            raise ValueError("Set TRIPTYCH_BRAVE_KEY to your key of the Brave Search API.")
        if bool(self.language_model_url) != bool(self.language_model):
            raise ValueError(
                "Set TRIPTYCH_LANGUAGE_MODEL_URL and TRIPTYCH_LANGUAGE_MODEL together: the base "
                "URL of an OpenAI-compatible service, and the model's name there."
            )

    @classmethod
    def embedded(cls) -> ServiceSettings:
        """Let any key in, take the rest from the environment, and publish nothing.

        Read are `TRIPTYCH_FETCH_ALLOW`, `TRIPTYCH_DETECTOR`, `TRIPTYCH_DETECTOR_LABELS`,
        `TRIPTYCH_IMAGE_GENERATOR`, `TRIPTYCH_IMAGE_MODEL`, `TRIPTYCH_IMAGE_DOWNLOAD` (1: yes),
        `TRIPTYCH_INDEX`, `TRIPTYCH_SEARCH_PROVIDER`, `TRIPTYCH_SEARXNG_URL`,
        `TRIPTYCH_BRAVE_KEY`, `TRIPTYCH_LANGUAGE_MODEL_URL`, `TRIPTYCH_LANGUAGE_MODEL`,
        `TRIPTYCH_LANGUAGE_MODEL_KEY` and `TRIPTYCH_BROWSER`.
        """
        return cls(
            fetch_allow=_listed("TRIPTYCH_FETCH_ALLOW"),
            publish=False,
            remember_queries=True,
            detector=_named("TRIPTYCH_DETECTOR", cls.detector),
            detector_labels=_named("TRIPTYCH_DETECTOR_LABELS", cls.detector_labels),
            image_generator=_named("TRIPTYCH_IMAGE_GENERATOR", cls.image_generator),
            image_model=_named("TRIPTYCH_IMAGE_MODEL", cls.image_model),
            image_download=_named("TRIPTYCH_IMAGE_DOWNLOAD", "0").lower() in {"1", "true", "yes"},
            index=_named("TRIPTYCH_INDEX", ""),
            search_provider=_named("TRIPTYCH_SEARCH_PROVIDER", cls.search_provider),
            searxng_url=_named("TRIPTYCH_SEARXNG_URL", ""),
            brave_key=_secret("TRIPTYCH_BRAVE_KEY"),
            language_model_url=_named("TRIPTYCH_LANGUAGE_MODEL_URL", ""),
            language_model=_named("TRIPTYCH_LANGUAGE_MODEL", ""),
            language_model_key=_secret("TRIPTYCH_LANGUAGE_MODEL_KEY"),
            browser=_named("TRIPTYCH_BROWSER", ""),
        )

    @classmethod
    def from_environment(
        cls, *keys: str, requests_per_minute: int | None = None
    ) -> ServiceSettings:
        """Take the keys given, else those in `TRIPTYCH_SERVER_KEYS`; the rest as `embedded`."""
        given = keys or _listed("TRIPTYCH_SERVER_KEYS")
        return replace(
            cls.embedded(),
            publish=True,
            remember_queries=False,
            api_keys=tuple(SecretStr(key.strip()) for key in given if key.strip()),
            requests_per_minute=requests_per_minute,
        )


def _named(variable: str, default: str) -> str:
    return os.environ.get(variable, "").strip() or default


def _secret(variable: str) -> SecretStr | None:
    return SecretStr(value) if (value := _named(variable, "")) else None


def _listed(variable: str) -> tuple[str, ...]:
    """Return what an environment variable names, separated by commas."""
    return tuple(part.strip() for part in os.environ.get(variable, "").split(",") if part.strip())
