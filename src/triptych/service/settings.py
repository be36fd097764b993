"""What a person who runs the service may set, in Python or in the environment."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from triptych.contract.web import SearchProvider

_PREFIX = "TRIPTYCH_"
_T = TypeVar("_T")


def _separated(value: Any) -> Any:
    """Return the parts of a text that commas separate; other values as they are."""
    if not isinstance(value, str):
        return value
    return tuple(part.strip() for part in value.split(",") if part.strip())


_Separated = Annotated[tuple[_T, ...], NoDecode, BeforeValidator(_separated)]


def _operation(name: Any) -> Any:
    """Return the operation that is meant by a name, or by its noun."""
    return {"embedding": "embed", "detection": "detect"}.get(name, name)


#: Operations with a model that takes a moment to load.
_Warm = Annotated[
    Literal["profanity", "spam", "sentiment", "embed", "embed_v2", "detect"],
    BeforeValidator(_operation),
]


class ServiceSettings(BaseSettings):
    """Settings of the service; the defaults suit one person on one machine.

    What is not given is read from the environment: `work_timeout` from `TRIPTYCH_WORK_TIMEOUT`, and
    so on. Lists are separated by commas there.

    Raises
    ------
    ValueError
        If a value is not valid, or one that goes with it is missing.

    Examples
    --------
    >>> ServiceSettings(server_keys=("secret",)).server_keys
    (SecretStr('**********'),)
    """

    model_config = SettingsConfigDict(
        env_prefix=_PREFIX,
        frozen=True,
        extra="forbid",
        # A message must not repeat a key.
        hide_input_in_errors=True,
    )

    server_keys: _Separated[SecretStr] = Field(
        (),
        description="API keys to accept; without any, every key that is not empty. Not used by the "
        "embedded default.",
    )
    requests_per_minute: PositiveInt | None = Field(
        None,
        description="Requests per minute and key, or per address of callers where no keys are set; "
        "more are answered 429, and so are more wrong keys. Not used by the embedded default.",
    )
    shared_folder: str = Field(
        "",
        description="Folder that replicas of a server share, with published pictures and the "
        "counts of rate limits; by default a temporary one of each `triptych serve`. Not used by "
        "the embedded default.",
    )
    secret: SecretStr | None = Field(
        None,
        min_length=16,
        description="Secret that signs the addresses of published pictures, at least 16 "
        "characters: the same for all replicas of a server. By default a new one at each start.",
    )
    public_url: str = Field(
        "",
        description="Address by which callers reach the server, such as `https://api.example.org`: "
        "those of published pictures begin with it. By default the place where the connection "
        "arrived, which behind a proxy or in a container is not the caller's.",
    )
    metrics: bool = Field(
        True,
        description="Whether `/metrics` shows what the server has done, without a key, in the "
        "format of Prometheus. Never in the embedded default.",
    )
    warm: _Separated[_Warm] = Field(
        (),
        description="Operations whose models are loaded when the server starts, before `/readyz` "
        "answers 200: `profanity`, `spam`, `sentiment`, `embed`, `embed_v2`, `detect`. Not used by "
        "the embedded default.",
    )
    max_body_bytes: PositiveInt = Field(
        32 * 2**20, description="Largest body of a request in bytes; larger ones are answered 413."
    )
    body_timeout: PositiveFloat = Field(
        60.0,
        description="Seconds that the body of a request may take to arrive; after that it is "
        "answered 408.",
    )
    header_timeout: PositiveFloat = Field(
        10.0,
        description="Seconds that the header of a request may take to arrive at `triptych serve`; "
        "after that it is answered 408.",
    )
    idle_timeout: PositiveFloat = Field(
        30.0,
        description="Seconds after which `triptych serve` closes a connection that sends no "
        "further request, or does not read its response.",
    )
    max_connections: PositiveInt = Field(
        500,
        description="Connections that a process of `triptych serve` has at once; more are answered "
        "503 and closed. Keep it below the limit of open files (`ulimit -n`).",
    )
    work_timeout: PositiveFloat = Field(
        120.0, description="Seconds after which a request is answered 504."
    )
    decode_timeout: PositiveFloat = Field(
        60.0,
        description="Seconds that decoding a PDF, a picture or a sound may take; after that it is "
        "answered 422.",
    )
    max_decode_bytes: PositiveInt = Field(
        2**30,
        description="Most memory in bytes that decoding a PDF, a picture or a sound may take; what "
        "needs more is answered 422. Linux alone enforces it: elsewhere only the time is limited.",
    )
    fetch_allow: _Separated[str] = Field(
        (),
        description="Hosts, or hosts with a port (`example.org:8080`), that may be fetched "
        "although their address is private or local.",
    )
    max_fetch_bytes: PositiveInt = Field(
        32 * 2**20, description="Largest content of a url in bytes; larger ones are answered 413."
    )
    fetch_timeout: PositiveFloat = Field(
        20.0, description="Seconds after which fetching a url is answered 504."
    )
    publish: bool = Field(
        True,
        description="Whether pictures get addresses of this service; otherwise they are data URLs, "
        "as always in the embedded default.",
    )
    remember_queries: bool = Field(
        False,
        description="Whether past queries are suggested to every caller, as always in the embedded "
        "default. Only for a server with one user.",
    )
    detector: str = Field(
        "nanodet",
        description="What detects objects: the shipped NanoDet, or the path of an ONNX file "
        "(Ultralytics YOLO, RF-DETR, D-FINE or RT-DETR).",
    )
    detector_labels: str = Field(
        "",
        description="Path of a text file with the labels of that ONNX file, one per line; by "
        "default those in the ONNX file.",
    )
    image_generator: Literal["scenes", "diffusers"] = Field(
        "scenes",
        description="What draws pictures: `scenes` composes vector drawings, `diffusers` runs a "
        "diffusion model.",
    )
    image_model: str = Field(
        "",
        description="The text-to-image pipeline for `diffusers`: a folder, or a name on the "
        "Hugging Face hub.",
    )
    image_download: bool = Field(
        False, description="Whether that pipeline is downloaded from the hub if it is missing."
    )
    index: str = Field(
        "",
        description="Folder of the search index; by default the shipped pages and your own index.",
    )
    search_provider: SearchProvider = Field(
        "index",
        description="Where search results come from, unless a request chooses: `index`, `searxng`, "
        "`brave` or `ddgs`.",
    )
    searxng_url: str = Field("", description="Address of a SearXNG server that answers in JSON.")
    brave_key: SecretStr | None = Field(None, description="Key of the Brave Search API.")
    language_model_url: str = Field(
        "",
        description="Base URL of an OpenAI-compatible service that writes overviews and reports; "
        "by default they are extracted.",
    )
    language_model: str = Field("", description="The model's name there.")
    language_model_key: SecretStr | None = Field(
        None, description="The key of that service, if it requires one."
    )
    browser: str = Field(
        "",
        description="Path of the Chromium or Chrome that renders pages; by default Playwright's "
        "own, or the installed one.",
    )
    browser_pages: PositiveInt = Field(
        2, description="Pages that are rendered at once; others wait."
    )
    script_timeout: PositiveFloat = Field(
        5.0,
        description="Seconds that a script of a rendered page may run without a pause; after that "
        "the page is answered 504.",
    )

    @model_validator(mode="before")
    @classmethod
    def _blank_is_default(cls, values: dict[str, Any]) -> dict[str, Any]:
        stripped = {
            name: value.strip() if isinstance(value, str) else value
            for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value != ""}

    @field_validator("public_url")
    @classmethod
    def _is_address(cls, url: str) -> str:
        try:
            parts = urlsplit(url)
            is_valid = parts.scheme in {"http", "https"} and bool(parts.hostname)
            # Reading a port raises where it is none.
            is_valid = is_valid and (parts.port or 1) > 0
        except ValueError:
            is_valid = False
        if url and (not is_valid or "@" in url or "?" in url or "#" in url):
            raise ValueError("give an address such as https://api.example.org, without a query")
        return url

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.image_generator == "diffusers" and not self.image_model:
            raise ValueError(
                "TRIPTYCH_IMAGE_MODEL names no model for diffusers: set it to a folder or a name."
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
        return self

    @classmethod
    def embedded(cls) -> ServiceSettings:
        """Return the settings of the environment for calls inside this process.

        Any key is accepted, pictures are `data:` URLs, past queries are suggested, and nothing is
        measured.

        Raises
        ------
        ValueError
            One line that names the variable and says what it must be.
        """
        return cls._read(
            server_keys=(),
            requests_per_minute=None,
            publish=False,
            metrics=False,
            warm=(),
            remember_queries=True,
        )

    @classmethod
    def from_environment(
        cls, *keys: str, requests_per_minute: int | None = None, warm: str = ""
    ) -> ServiceSettings:
        """Return the settings of the environment for a server; what is given here comes first.

        Raises
        ------
        ValueError
            One line that names the variable and says what it must be.
        """
        given: dict[str, Any] = {
            "server_keys": tuple(key.strip() for key in keys if key.strip()),
            "requests_per_minute": requests_per_minute,
            "warm": warm,
        }
        return cls._read(**{name: value for name, value in given.items() if value})

    @classmethod
    def _read(cls, **given: Any) -> ServiceSettings:
        try:
            return cls(**given)
        except ValidationError as error:
            raise ValueError(" ".join(_sentence(one) for one in error.errors())) from None


def variable(field: str) -> str:
    """Return the environment variable of a setting.

    Examples
    --------
    >>> variable("work_timeout")
    'TRIPTYCH_WORK_TIMEOUT'
    """
    return _PREFIX + field.upper()


def _sentence(error: Any) -> str:
    message: str = error["msg"].removeprefix("Value error, ")
    if not error["loc"]:
        # The message names the variables.
        return message
    return f"Invalid {variable(str(error['loc'][0]))}: {message[0].lower()}{message[1:]}."
