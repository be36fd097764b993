"""AI scrape: named elements of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import Field, SecretStr, field_serializer, model_validator

from triptych.contract.model import Encodable, Message, NotBlank, Reply, Request, Text, Usage
from triptych.contract.text import ReplyWarning

MOST_PROMPTS = 5
#: Pages of a site that one request may name to learn a template from.
MOST_SAMPLES = 10
#: Elements that one request may name as right, or as wrong, for a key.
MOST_EXAMPLES = 50

Prompt = Annotated[str, Field(min_length=1, max_length=500), Encodable, NotBlank]
Key = Annotated[str, Field(min_length=1, max_length=50), Encodable, NotBlank]
Selector = Annotated[str, Field(min_length=1, max_length=2_000), Encodable, NotBlank]
ScrapeFeature = Literal["meta", "link", "page", "screenshot"]
Render = Literal["auto", "never", "always"]


class ProxyLogin(Message):
    """Login of a proxy server."""

    username: Text = Field(description="Name of the account.")
    password: SecretStr = Field(description="Its password.")

    @field_serializer("password")
    def _password_on_the_wire(self, password: SecretStr) -> str:
        return password.get_secret_value()


class Proxy(Message):
    """The caller's own proxy server."""

    # The address may carry a password, so it is kept out of every repr.
    server: Text = Field(repr=False, description="<scheme>://<user>:<password>@<host>:<port>")
    auth: ProxyLogin | None = Field(None, description="Its login, where the address has none.")


class BrowserCapture(Message):
    """Browser data to return."""

    console: bool = Field(False, description="What the page wrote to the console.")
    network: bool = Field(False, description="Requests and responses of the page.")
    cookies: bool = Field(False, description="Cookies after the page was read.")


class WaitFor(Message):
    """What the browser waits for once the page is open."""

    mode: Literal["selector", "timeout", "function"] = Field(
        description="An element that appears, milliseconds that pass, or a JavaScript condition."
    )
    value: int | Text = Field(description="CSS selector, milliseconds (at most 30,000), or script.")

    @model_validator(mode="after")
    def _value_of_its_mode(self) -> Self:
        if (self.mode == "timeout") != isinstance(self.value, int):
            kind = "a number of milliseconds" if self.mode == "timeout" else "a text"
            raise ValueError(f"with the mode {self.mode}, give {kind} as value")
        if isinstance(self.value, int) and not 0 <= self.value <= 30_000:
            raise ValueError("give 0 to 30,000 milliseconds as value")
        return self


class GotoOptions(Message):
    """How the browser opens the page."""

    timeout: int = Field(15_000, ge=1, le=60_000, description="Milliseconds the page may take.")
    wait_until: Literal["load", "domcontentloaded", "networkidle0", "networkidle2"] = Field(
        "load", description="When the page counts as open."
    )


class Cookie(Message):
    """A cookie to send."""

    name: Annotated[Text, NotBlank] = Field(min_length=1, description="Its name.")
    value: Text = Field(repr=False, description="Its value.")
    url: Text | None = Field(None, description="Address it belongs to.")
    domain: Text | None = Field(None, description="Host it belongs to; else that of the page.")
    path: Text = Field("/", description="It is sent to what is below this path.")
    secure: bool = Field(False, description="It is sent over HTTPS only.")
    http_only: bool = Field(False, alias="httpOnly", description="Scripts cannot read it.")
    same_site: Literal["Strict", "Lax", "None"] | None = Field(
        None, alias="sameSite", description="Whether requests of other sites carry it."
    )
    expires: float | None = Field(None, description="Seconds since 1970; else with the session.")


class Examples(Message):
    """Elements that a person chose as right or wrong for a key, each by a CSS selector."""

    right: list[Selector] = Field(
        default_factory=list, max_length=MOST_EXAMPLES, description="Elements to take."
    )
    wrong: list[Selector] = Field(
        default_factory=list, max_length=MOST_EXAMPLES, description="Elements to leave out."
    )

    @model_validator(mode="after")
    def _at_least_one(self) -> Self:
        if not self.right and not self.wrong:
            raise ValueError("give at least one right or wrong element")
        return self


class ScrapeRequest(Request):
    """Extract named page elements.

    `examples`, `render`, `sample_urls`, `template` and the features "page" and "screenshot" go
    beyond the specification: the embedded service knows them.
    """

    url: Text | None = Field(None, min_length=1, description="Address of the page.")
    html: Text | None = Field(None, min_length=1, description="The page itself.")
    element_prompts: (
        Annotated[list[Prompt], Field(max_length=MOST_PROMPTS)]
        | Annotated[dict[Key, Prompt], Field(max_length=MOST_PROMPTS)]
        | None
    ) = Field(None, description=f"Descriptions of the elements to extract, at most {MOST_PROMPTS}.")
    selectors: (
        Annotated[list[Selector], Field(max_length=50)]
        | Annotated[
            dict[Prompt, Selector | Annotated[list[Selector], Field(max_length=20)]],
            Field(max_length=50),
        ]
        | None
    ) = Field(
        None,
        description="CSS selectors to use instead of descriptions; several for one key are "
        "alternatives, of which the first that selects anything counts.",
    )
    examples: Annotated[dict[Prompt, Examples], Field(max_length=10)] | None = Field(
        None,
        description="Right and wrong elements by key: what the right ones and those of the key's "
        "selectors have in common is the key's selector, and the reply returns it.",
    )
    root_element_selector: Selector | None = Field(None, description="Look only inside this one.")
    page_position: int = Field(1, ge=1, le=1_000, description="Page of a paginated listing.")
    render: Render = Field(
        "auto",
        description="Whether a browser draws the page first: where it is empty without, never, "
        "or always.",
    )
    wait_for: WaitFor | None = Field(None, description="What the browser waits for.")
    goto_options: GotoOptions | None = Field(None, description="How the browser opens the page.")
    # Headers and cookies may hold a login, so they are kept out of every repr.
    http_headers: dict[Text, Text] | None = Field(None, repr=False, description="Request headers.")
    cookies: list[Cookie] | None = Field(None, repr=False, description="Cookies to send.")
    features: list[ScrapeFeature] | None = Field(
        None,
        description="What else to return: the page's metadata, its links, the page as it was "
        "read, a screenshot.",
    )
    is_mobile: bool = Field(False, description="Present as a mobile browser.")
    width: int | None = Field(None, ge=1, le=4_096, description="Viewport width in pixels.")
    height: int | None = Field(None, ge=1, le=4_096, description="Viewport height in pixels.")
    scale: float | None = Field(None, gt=0, le=4, description="Device pixels per pixel.")
    byo_proxy: Proxy | None = Field(None, description="The caller's own proxy server.")
    advance_config: BrowserCapture | None = Field(None, description="Browser data to return.")
    sample_urls: list[Text] | None = Field(
        None,
        max_length=MOST_SAMPLES,
        description="Pages with the same layout, to learn the template from.",
    )
    template: dict[str, Any] | None = Field(
        None, description="What a reply learned of a site; read further pages by it."
    )

    @model_validator(mode="after")
    def _a_page_and_something_to_find(self) -> Self:
        if (self.url is None) == (self.html is None):
            raise ValueError("give exactly one of url or html")
        if not (self.element_prompts or self.selectors or self.examples or self.template):
            raise ValueError("give element_prompts or selectors")
        if self.render == "never" and self.needs_browser:
            raise ValueError(
                "a screenshot, wait_for, console and network need a browser: leave render at auto"
            )
        return self

    @property
    def needs_browser(self) -> bool:
        """Whether the request needs a browser."""
        captured = self.advance_config
        return (
            self.render == "always"
            or self.wait_for is not None
            or "screenshot" in (self.features or [])
            or (captured is not None and (captured.console or captured.network))
        )

    @property
    def prompts(self) -> dict[str, str]:
        """The descriptions by key; those of a list are their own keys."""
        given = self.element_prompts or {}
        return dict(given) if isinstance(given, dict) else {prompt: prompt for prompt in given}


class Attribute(Message):
    """An attribute of an HTML element."""

    name: str = Field(description="Name of the attribute.")
    value: str = Field(description="Its value.")


class ScrapedElement(Message):
    """An element that matched."""

    html: str = Field(description="The element itself.")
    text: str = Field(description="Its text.")
    attributes: list[Attribute] = Field(
        default_factory=list, description="Its attributes in their order."
    )
    box: list[float] | None = Field(
        None, description="x, y, width and height in pixels of the page, where it was drawn."
    )


class ScrapedField(Message):
    """What one prompt found.

    `confidence`, `source`, `label` and `note` go beyond the specification.
    """

    key: str = Field(description="The prompt, or the key it was given under.")
    selector: str = Field(description="CSS selector that finds it; empty where nothing was found.")
    results: list[ScrapedElement] = Field(
        default_factory=list, description="The elements in the order of the page."
    )
    confidence: float | None = Field(None, description="How sure this is, 0 to 1.")
    source: str | None = Field(
        None,
        description='Where the values stand: "json-ld", "microdata", "rdfa" or "meta" where the '
        'page states them for machines; else "text", "attribute" or "selector".',
    )
    label: str | None = Field(None, description="The label the value stands beside.")
    note: str | None = Field(None, description="Why nothing was found, or what to mind.")


class Link(Message):
    """A link of the page."""

    href: str = Field(description="Where it leads.")
    text: str = Field("", description="Its words.")
    type: str = Field("", description='"a" for a link, "img" for a picture.')


class ScrapeReply(Reply):
    """The page's elements by prompt, the selectors that found them, and page metadata.

    What follows `advance_config` goes beyond the specification: the embedded service gives it.
    """

    context: dict[str, list[str]] = Field(default_factory=dict, description="Values by key.")
    selectors: dict[str, list[str]] = Field(
        default_factory=dict, description="CSS selectors by key, the most lasting first."
    )
    data: list[ScrapedField] = Field(
        default_factory=list, description="The elements behind the values, by prompt."
    )
    meta: dict[str, Any] | None = Field(
        default_factory=dict, description="The page's metadata, when asked for."
    )
    link: list[Link] = Field(
        default_factory=list, description="The page's links and pictures, when asked for."
    )
    page_position: int = Field(1, description="Page of a paginated listing, from 1.")
    page_position_length: int = Field(1, description="Number of its pages.")
    advance_config: dict[str, Any] | None = Field(
        None, description="Console, network and cookies of the browser, when asked for."
    )
    records: list[dict[str, str]] = Field(
        default_factory=list, description="The things of the page, each with its values by key."
    )
    url: str | None = Field(None, description="Address of the page after redirects.")
    rendered: bool | None = Field(None, description="Whether a browser drew the page.")
    page: str | None = Field(None, description="The page as it was read, without its scripts.")
    screenshot: str | None = Field(None, description="Address of a picture of the page.")
    page_size: list[float] | None = Field(
        None, description="Width and height in pixels of the page on the screenshot."
    )
    template: dict[str, Any] | None = Field(
        None, description="What was learned of the site, where sample_urls were given."
    )
    warnings: list[ReplyWarning] = Field(
        default_factory=list, description="For instance, that a browser would be needed."
    )


class ScrapedPages(Reply):
    """The reply of `scrape_many`: what was extracted from the pages of a site.

    `_usage` and `raw` are the sum and the list of the replies'.
    """

    pages: list[ScrapeReply] = Field(description="A reply per page that was read, in order.")
    urls: list[str] = Field(description="The addresses of those pages, as they were given.")
    failures: dict[str, str] = Field(
        default_factory=dict, description="Why a page was not read, by its address."
    )
    template: dict[str, Any] | None = Field(
        None, description="What was learned of the site; None where each page was read alone."
    )

    @property
    def drifted(self) -> dict[str, list[str]]:
        """The pages that no longer fit the template: the keys that differ, by address."""
        keys_of = {
            url: [
                warning.message.partition(":")[0]
                for warning in page.warnings
                if warning.code == "template_drifted"
            ]
            for url, page in zip(self.urls, self.pages, strict=True)
        }
        return {url: keys for url, keys in keys_of.items() if keys}

    @classmethod
    def joined(
        cls, replies: Mapping[str, ScrapeReply], failures: Mapping[str, str]
    ) -> ScrapedPages:
        """Return one reply of those of several pages, by their addresses."""
        template = next((reply.template for reply in replies.values() if reply.template), None)
        usages = [reply.usage for reply in replies.values() if reply.usage is not None]
        total = {name: sum(getattr(usage, name) for usage in usages) for name in Usage.model_fields}
        return cls(
            pages=list(replies.values()),
            urls=list(replies),
            failures=dict(failures),
            template=template,
            usage=Usage(**total) if usages else None,
        )
