"""The scrape panel's controls, and the members of a request that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ipywidgets
from pydantic import SecretStr

from triptych.contract import Problem, ScrapeRequest
from triptych.contract.scrape import MOST_PROMPTS, Proxy, ProxyLogin
from triptych.panels.base.controls import Control
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.private_box import PrivateBox
from triptych.panels.base.prompt_chips import PromptChips
from triptych.views.scrape.fields import colours

#: Names of checkboxes, and what they are called.
FEATURES = {
    "page": "Live page",
    "screenshot": "Screenshot",
    "meta": "Metadata",
    "link": "Links",
}
CAPTURES = {
    "console": "Return console",
    "network": "Return network",
    "browser_cookies": "Return cookies",
}
_LONGEST_KEY = 50
_KEYED = re.compile(r"\s*([^:]{1,50}?)\s*:\s+(\S.*)", re.DOTALL)
_ADDRESS = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)
#: Headers whose values are not secret.
_NOT_SECRET = {"accept", "accept-language", "cache-control", "dnt", "referer", "user-agent"}


def custom_controls(loop: EventLoop) -> dict[str, Control]:
    """Return the controls that cannot be derived from the types of their members, by name."""
    wide = {"style": {"description_width": "initial"}}
    url = ipywidgets.Text(description="Address of the page", placeholder="https://…", **wide)
    html = ipywidgets.Textarea(description="HTML of the page", placeholder="<html> …", **wide)
    chips = PromptChips(
        "What to find",
        "price, then Enter; or price: the price after discount",
        MOST_PROMPTS,
        lambda texts: colours([keyed(text)[0] for text in texts]),
        loop,
    )
    render = ipywidgets.Dropdown(
        options=(
            ("if the page needs it", "auto"),
            ("never", "never"),
            ("always", "always"),
        ),
        description="Draw in a browser",
        **wide,
    )
    mode = ipywidgets.Dropdown(
        options=(
            ("nothing", ""),
            ("an element (CSS selector)", "selector"),
            ("milliseconds", "timeout"),
            ("a JavaScript condition", "function"),
        ),
        description="Wait for",
        **wide,
    )
    root = ipywidgets.Text(
        description="Look only inside (CSS selector)", placeholder="main", **wide
    )
    boxes = {
        name: ipywidgets.Checkbox(name == "page", description=words, indent=False)
        for name, words in {**FEATURES, **CAPTURES}.items()
    }
    return {
        "url": Control(url, str.strip, _or_empty),
        "html": Control(html, _same, _or_empty),
        "element_prompts": Control(chips, lambda _: prompts_of(chips.texts), chips_of),
        "render": _plain(render),
        "root_element_selector": Control(root, lambda text: text.strip() or None, _or_empty),
        "mode": _plain(mode),
        "wait_for": _plain(ipywidgets.Text(description="What", **wide)),
        "http_headers": Control(PrivateBox("Headers", "Accept-Language: de", 2), _same, _or_empty),
        "cookies": Control(PrivateBox("Cookies", "name: value", 2), _same, _or_empty),
        "byo_proxy": Control(
            PrivateBox("Your own proxy", "http://user:password@host:port"), str.strip, _or_empty
        ),
        **{name: _plain(box) for name, box in boxes.items()},
    }


def members(values: Mapping[str, Any], *, from_html: bool) -> dict[str, Any]:
    """Return the members of a request from the values of the controls."""
    sent = dict(values)
    sent["url" if from_html else "html"] = None
    sent["url"], sent["html"] = sent["url"] or None, sent["html"] or None
    sent["features"] = [name for name in FEATURES if sent.pop(name)] or None
    captures = {name.removeprefix("browser_"): sent.pop(name) for name in CAPTURES}
    # The member of the same name is read last.
    sent["advance_config"] = captures if any(captures.values()) else None
    mode, waited = sent.pop("mode"), sent.pop("wait_for").strip()
    number = mode == "timeout" and waited.isdecimal()
    sent["wait_for"] = {"mode": mode, "value": int(waited) if number else waited} if mode else None
    sent["http_headers"] = dict(pairs(sent["http_headers"])) or None
    cookies = pairs(sent["cookies"])
    sent["cookies"] = [{"name": name, "value": value} for name, value in cookies] or None
    sent["byo_proxy"] = {"server": sent["byo_proxy"]} if sent["byo_proxy"] else None
    return sent


def wrong(values: Mapping[str, Any], texts: Sequence[str], *, from_html: bool) -> list[Problem]:
    """Return what is wrong in the controls although the request would be valid."""
    problems = []
    if not from_html and not _ADDRESS.fullmatch(values["url"]):
        problems.append(Problem("url", "Begin the address with https:// or http://."))
    for name in ("http_headers", "cookies"):
        lines = values[name].splitlines()
        if bad := [at for at, line in enumerate(lines, 1) if line.strip() and not _pair(line)]:
            problems.append(Problem(name, f"Line {bad[0]}: write it as name: value."))
    keys = [key for key, _ in map(keyed, texts)]
    if double := next((key for key in keys if keys.count(key) > 1), None):
        problems.append(Problem("element_prompts", f"“{double}” is there twice: change one."))
    if values["mode"] and not values["wait_for"].strip():
        problems.append(Problem("wait_for", "Enter what to wait for."))
    return problems


def keyed(text: str) -> tuple[str, str]:
    """Return a chip's key and description; without a key of its own the description is it.

    Examples
    --------
    >>> keyed("price: the price after discount"), keyed("price")
    (('price', 'the price after discount'), ('price', 'price'))
    """
    match = _KEYED.fullmatch(text)
    return (match[1], match[2].strip()) if match else (text.strip(), text.strip())


def prompts_of(texts: Iterable[str]) -> list[str] | dict[str, str] | None:
    """Return chips as `element_prompts`: a mapping where one has a key of its own."""
    pairs = [keyed(text) for text in texts]
    if not pairs:
        return None
    if all(key == prompt for key, prompt in pairs):
        return [prompt for _, prompt in pairs]
    return {key[:_LONGEST_KEY]: prompt for key, prompt in pairs}


def chips_of(prompts: Sequence[str] | Mapping[str, str] | None) -> list[str]:
    """Return `element_prompts` as chips.

    Examples
    --------
    >>> chips_of({"cost": "price", "name": "name"})
    ['cost: price', 'name']
    """
    if isinstance(prompts, Mapping):
        return [prompt if key == prompt else f"{key}: {prompt}" for key, prompt in prompts.items()]
    return list(prompts or ())


def pairs(text: str) -> list[tuple[str, str]]:
    r"""Return the names and values of lines, without lines that have none.

    Examples
    --------
    >>> pairs("Accept-Language: de\nsid=1=2")
    [('Accept-Language', 'de'), ('sid', '1=2')]
    """
    return [pair for line in text.splitlines() if (pair := _pair(line))]


def without_secrets(request: ScrapeRequest) -> ScrapeRequest:
    """Return a request to show: names stand in for the values of cookies, headers and logins."""
    changed: dict[str, Any] = {}
    if request.cookies:
        changed["cookies"] = [
            cookie.model_copy(update={"value": f"<{cookie.name}>"}) for cookie in request.cookies
        ]
    if request.http_headers:
        changed["http_headers"] = {
            name: value if name.lower() in _NOT_SECRET else f"<{name}>"
            for name, value in request.http_headers.items()
        }
    if request.byo_proxy:
        # The last @ ends a login: a password may hold others.
        server = re.sub(r"//[^/]*@", "//<user>:<password>@", request.byo_proxy.server)
        login = ProxyLogin(username="<user>", password=SecretStr("<password>"))
        auth = None if request.byo_proxy.auth is None else login
        changed["byo_proxy"] = Proxy(server=server, auth=auth)
    return request.model_copy(update=changed)


def _pair(line: str) -> tuple[str, str] | None:
    match = re.fullmatch(r"\s*([^\s:=]+)\s*[:=]\s*(\S.*?)\s*", line)
    return (match[1], match[2]) if match else None


def _plain(widget: ipywidgets.ValueWidget) -> Control:
    return Control(widget, _same, _same)


def _same(value: Any) -> Any:
    return value


def _or_empty(value: Any) -> str:
    return value or ""
