"""What the browser is to open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from triptych.contract import ScrapeRequest
from triptych.contract.scrape import BrowserCapture, Cookie, GotoOptions, Proxy, WaitFor


@dataclass(frozen=True)
class PageRequest:
    """A page, and how it is to be opened.

    Parameters
    ----------
    url : str, default ""
        `http:` or `https:`; either this or `html`.
    html : str, default ""
        The page itself.
    wait_for : WaitFor, optional
        What to wait for once it is open; otherwise, until it has come to rest.
    goto : GotoOptions
        When it counts as open, and the milliseconds that this may take.
    headers : mapping of str to str
        Sent to the origin of `url` alone.
    cookies : sequence of Cookie
        Sent where they belong.
    is_mobile : bool, default False
        Whether to present as a telephone.
    width, height : int, optional
        Of the viewport, in CSS pixels; 1280 x 900, or those of a telephone.
    scale : float, optional
        Device pixels per CSS pixel; 1, or that of a telephone.
    byo_proxy : Proxy, optional
        The caller's own http or https proxy.
    capture : BrowserCapture
        Whether console, network and cookies are recorded.

    Raises
    ------
    ValueError
        Unless exactly one of `url` and `html` is given.

    Examples
    --------
    >>> PageRequest(html="<p>tea").goto.timeout
    15000
    """

    url: str = ""
    html: str = field(default="", repr=False)
    wait_for: WaitFor | None = None
    goto: GotoOptions = field(default_factory=GotoOptions)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: Sequence[Cookie] = field(default=(), repr=False)
    is_mobile: bool = False
    width: int | None = None
    height: int | None = None
    scale: float | None = None
    byo_proxy: Proxy | None = None
    capture: BrowserCapture = field(default_factory=BrowserCapture)

    def __post_init__(self) -> None:
        if bool(self.url) == bool(self.html):
            raise ValueError("Give exactly one of url and html.")

    @classmethod
    def of(cls, request: ScrapeRequest, url: str | None = None) -> Self:
        """Return what a request asks of the browser; `url` instead of its own, if given."""
        address = url or request.url or ""
        return cls(
            url=address,
            html="" if address else request.html or "",
            wait_for=request.wait_for,
            goto=request.goto_options or GotoOptions(),
            headers=request.http_headers or {},
            cookies=tuple(request.cookies or ()),
            is_mobile=request.is_mobile,
            width=request.width,
            height=request.height,
            scale=request.scale,
            byo_proxy=request.byo_proxy,
            capture=request.advance_config or BrowserCapture(),
        )
