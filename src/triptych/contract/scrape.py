"""AI scrape: named elements of a page."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, SecretStr, field_serializer, model_validator

from triptych.contract.model import CanTravel, Message, Reply, Request, Text

Prompt = Annotated[str, Field(min_length=1), CanTravel]


class ProxyLogin(Message):
    """Login of a proxy server."""

    username: Text
    password: SecretStr

    @field_serializer("password")
    def _password_on_the_wire(self, password: SecretStr) -> str:
        return password.get_secret_value()


class Proxy(Message):
    """The caller's own proxy server."""

    # The address may carry a password, so it is kept out of every repr.
    server: Text = Field(repr=False, description="<scheme>://<user>:<password>@<host>:<port>")
    auth: ProxyLogin | None = None


class BrowserCapture(Message):
    """Browser data to return."""

    console: bool = False
    network: bool = False
    cookies: bool = False


class ScrapeRequest(Request):
    """Extract named page elements."""

    url: Text | None = Field(None, min_length=1, description="Address of the page.")
    html: Text | None = Field(None, min_length=1, description="The page itself.")
    element_prompts: (
        Annotated[list[Prompt], Field(max_length=5)]
        | Annotated[dict[Text, Prompt], Field(max_length=5)]
        | None
    ) = Field(None, description="Descriptions of the elements to extract, at most 5.")
    selectors: list[Text] | dict[Text, list[Text]] | None = Field(
        None, description="CSS selectors to use instead of descriptions."
    )
    root_element_selector: Text | None = Field(None, description="Look only inside this element.")
    page_position: int = Field(1, ge=1, description="Page of a paginated listing.")
    wait_for: dict[str, Any] | None = Field(None, description="What the browser waits for.")
    goto_options: dict[str, Any] | None = Field(None, description="How the browser opens the page.")
    # Headers and cookies may hold a login, so they are kept out of every repr.
    http_headers: dict[Text, Text] | None = Field(None, repr=False, description="Request headers.")
    cookies: list[dict[str, Any]] | None = Field(None, repr=False, description="Cookies to send.")
    features: list[Literal["meta", "link"]] | None = Field(None, description="What else to return.")
    is_mobile: bool = Field(False, description="Present as a mobile browser.")
    width: int | None = Field(None, ge=1, description="Viewport width in pixels.")
    height: int | None = Field(None, ge=1, description="Viewport height in pixels.")
    scale: float | None = Field(None, gt=0, description="Device pixels per pixel.")
    byo_proxy: Proxy | None = Field(None, description="The caller's own proxy server.")
    advance_config: BrowserCapture | None = Field(None, description="Browser data to return.")

    @model_validator(mode="after")
    def _a_page_and_something_to_find(self) -> Self:
        if (self.url is None) == (self.html is None):
            raise ValueError("give exactly one of url or html")
        if not self.element_prompts and not self.selectors:
            raise ValueError("give element_prompts or selectors")
        return self


class Attribute(Message):
    """An attribute of an HTML element."""

    name: str
    value: str


class ScrapedElement(Message):
    """An element that matched."""

    html: str
    text: str
    attributes: list[Attribute] = Field(default_factory=list)


class ScrapedField(Message):
    """What one prompt found."""

    key: str
    selector: str
    results: list[ScrapedElement] = Field(default_factory=list)


class Link(Message):
    """A link of the page."""

    href: str
    text: str = ""
    type: str = ""


class ScrapeReply(Reply):
    """The page's elements by prompt, the selectors that found them, and page metadata."""

    context: dict[str, list[str]] = Field(default_factory=dict)
    selectors: dict[str, list[str]] = Field(default_factory=dict)
    data: list[ScrapedField] = Field(default_factory=list)
    meta: dict[str, Any] = Field(default_factory=dict)
    link: list[Link] = Field(default_factory=list)
    page_position: int = 1
    page_position_length: int = 1
    advance_config: dict[str, Any] | None = Field(
        None, description="Console, network and cookies of the browser, when asked for."
    )
