"""Chat with a language model through any OpenAI-compatible service."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import anyio
import httpx

from triptych import __version__
from triptych.engines.search.overview import Source
from triptych.service.fetch.guard import parsed_url
from triptych.service.language_model.prompts import overview_prompt
from triptych.service.providers import ProviderError
from triptych.service.settings import ServiceSettings
from triptych.service.threads import run_in_thread

Message = Mapping[str, str]

#: Of the time a request has, what the model may take: the rest is for searching and checking.
_SHARE_OF_TIME = 0.75
_CONNECT_TIMEOUT = 5.0
#: What an overview of five sentences with markers needs.
_OVERVIEW_TOKENS = 400


class LanguageModel:
    """A language model behind an address that speaks OpenAI's chat completions.

    For instance llama.cpp, Ollama, vLLM, LM Studio and OpenAI itself. The address is the
    operator's own setting, so it may be local; redirects are not followed, and neither proxies nor
    credentials of the environment are used.

    Parameters
    ----------
    settings : ServiceSettings
        `language_model_url`, the base URL to which "/chat/completions" is added;
        `language_model`, the model's name there; `language_model_key`, sent as a bearer token
        where it is set; and `work_timeout`, of which a call may take three quarters.
    transport : httpx.AsyncBaseTransport, optional
        Sends in place of the network.

    Attributes
    ----------
    name : str
        The model's name.

    Raises
    ------
    ValueError
        If the address is not a base URL.

    Examples
    --------
    >>> LanguageModel(ServiceSettings(
    ...     language_model_url="http://127.0.0.1:8080/v1", language_model="smollm2"))
    LanguageModel('smollm2', 'http://127.0.0.1:8080')
    """

    def __init__(
        self, settings: ServiceSettings, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self.name = settings.language_model
        self._url = _chat_url(settings.language_model_url)
        self._key = settings.language_model_key
        self._timeout = settings.work_timeout * _SHARE_OF_TIME
        self._transport = transport

    def __repr__(self) -> str:
        host = self._url.netloc.decode("ascii")
        return f"LanguageModel({self.name!r}, '{self._url.scheme}://{host}')"

    async def write_overview(self, query: str, sources: Sequence[Source]) -> str:
        """Return an overview as the model wrote it, with markers such as "[1]"; not yet checked.

        Parameters
        ----------
        query : str
            The question.
        sources : sequence of Source
            Pages, best first; what fits of them is sent.

        Returns
        -------
        str
            See `triptych.engines.search.overview.review`, which keeps what the
            sources support.

        Raises
        ------
        ProviderError
            As `complete` does.
        """
        prompt = await run_in_thread(None, overview_prompt, query, sources)
        return await self.complete(prompt, max_tokens=_OVERVIEW_TOKENS)

    async def complete(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float = 0.0
    ) -> str:
        """Return the answer of the model, without its reasoning.

        Parameters
        ----------
        messages : sequence of mapping of str to str
            Each with "role" and "content".
        max_tokens : int
            Upper bound of the answer.
        temperature : float, default 0
            How freely words are chosen; 0 to 2.

        Returns
        -------
        str
            Never empty.

        Raises
        ------
        ProviderError
            If the model cannot be reached, refuses, fails, takes too long, or answers nothing that
            can be understood. The message says what to do and never contains the key.
        """
        body: dict[str, object] = {
            "model": self.name,
            "messages": [dict(message) for message in messages],
            "max_tokens": max_tokens,
            "temperature": temperature,
        }
        try:
            with anyio.fail_after(self._timeout):
                status, content, headers = await self._post(body)
                if status == httpx.codes.BAD_REQUEST and (plainer := _plainer(body, content)):
                    status, content, headers = await self._post(plainer)
        except TimeoutError:
            raise ProviderError(
                f"The language model did not answer within {self._timeout:g} seconds: choose a "
                "smaller one, or set a longer TRIPTYCH_WORK_TIMEOUT."
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError):
            # Messages of httpx may contain headers, and so the key.
            raise ProviderError(
                "The language model cannot be reached: start its server, or correct "
                "TRIPTYCH_LANGUAGE_MODEL_URL."
            ) from None
        if not httpx.codes.is_success(status):
            raise refused(status, headers.get("retry-after", ""), self.name)
        return read_answer(content)

    async def _post(self, body: Mapping[str, object]) -> tuple[int, bytes, httpx.Headers]:
        headers = {"user-agent": f"Triptych/{__version__}"}
        if self._key is not None:
            headers["authorization"] = f"Bearer {self._key.get_secret_value()}"
        async with (
            httpx.AsyncClient(
                transport=self._transport,
                timeout=httpx.Timeout(None, connect=_CONNECT_TIMEOUT),
                follow_redirects=False,
                trust_env=False,
            ) as http,
            http.stream("POST", self._url, json=body, headers=headers) as response,
        ):
            content = b""
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > MAX_ANSWER_BYTES:
                    raise ProviderError(
                        "The language model's answer is too long: check that "
                        "TRIPTYCH_LANGUAGE_MODEL_URL is the base URL of a chat service."
                    )
            return response.status_code, content, response.headers


def _plainer(body: Mapping[str, object], content: bytes) -> dict[str, object] | None:
    """Return a request without what the answer complains about, or None.

    Some newer models want the bound under another name, and choose their own temperature.
    """
    changed = dict(body)
    if b"max_completion_tokens" in content:
        changed["max_completion_tokens"] = changed.pop("max_tokens")
    if b"temperature" in content:
        del changed["temperature"]
    return changed if changed != body else None


def _chat_url(base: str) -> httpx.URL:
    try:
        url = parsed_url(base)
    except httpx.InvalidURL:
        url = httpx.URL("")
    if url.scheme not in {"http", "https"} or not url.host or url.userinfo:
        raise ValueError(
            "TRIPTYCH_LANGUAGE_MODEL_URL is not a base URL: set it to one such as "
            "http://127.0.0.1:8080/v1, without a user name in it."
        )
    path = url.path.rstrip("/").removesuffix("/chat/completions")
    return url.copy_with(path=f"{path}/chat/completions")


#: An answer of some hundred tokens is a thousandth of this.
MAX_ANSWER_BYTES = 4 * 2**20
#: Models that reason may write their thoughts before the answer.
_THOUGHTS = re.compile(r"<(?P<tag>think|thinking|reasoning)>.*?</(?P=tag)>", re.S | re.I)
_LAST_THOUGHT = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.S | re.I)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|reasoning)>.*$", re.S | re.I)


def read_answer(content: bytes) -> str:
    """Return the text of a chat completion.

    Parameters
    ----------
    content : bytes
        The body of a successful answer.

    Returns
    -------
    str
        Without thoughts in ``<think>`` marks and white space around; never empty.

    Raises
    ------
    ProviderError
        If it is not a chat completion, or empty.

    Examples
    --------
    >>> read_answer(b'{"choices": [{"message": {"content": "<think>Hm</think> Tea [1]."}}]}')
    'Tea [1].'
    """
    try:
        choice = json.loads(content)["choices"][0]
        text = _text(choice["message"].get("content"))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise ProviderError(
            "The language model's service did not answer with a chat completion: set "
            "TRIPTYCH_LANGUAGE_MODEL_URL to its base URL, mostly one that ends in /v1."
        ) from None
    text = _OPEN_THOUGHT.sub("", _LAST_THOUGHT.sub("", _THOUGHTS.sub("", text))).strip()
    if text:
        return text
    if choice.get("finish_reason") == "length":
        raise ProviderError(
            "The language model spent all tokens on reasoning: turn its reasoning off, or choose a "
            "model without."
        )
    raise ProviderError(
        "The answer of the language model is empty: try again, or choose another model."
    )


def _text(content: Any) -> str:
    """Return a message's text, which some services send in parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part.get("type") == "text")


def refused(status: int, retry_after: str, model: str) -> ProviderError:
    """Return the error for a status other than success.

    The message of the service is not repeated: some contain the key.

    Parameters
    ----------
    status : int
        HTTP status, not 2xx.
    retry_after : str
        The header of that name.
    model : str
        The model's name.
    """
    what = f"The language model's service answered {status}"
    match status:
        case 401 | 403:
            return ProviderError(
                f"{what} and rejected the key: set TRIPTYCH_LANGUAGE_MODEL_KEY to a key that it "
                "accepts."
            )
        case 404 | 405:
            return ProviderError(
                f"{what}: set TRIPTYCH_LANGUAGE_MODEL_URL to its base URL, and "
                f"TRIPTYCH_LANGUAGE_MODEL to a model it has (now {model!r})."
            )
        case 429:
            wait = f"{retry_after} seconds" if retry_after.isdecimal() else "a while"
            return ProviderError(f"{what}, too many requests: wait {wait}, or raise its limit.")
        case _ if 300 <= status < 400:
            return ProviderError(
                f"{what}, a redirect: set TRIPTYCH_LANGUAGE_MODEL_URL to the final address."
            )
        case _ if status >= 500:
            return ProviderError(f"{what}: try again, or look at its log.")
        case _:
            return ProviderError(
                f"{what}: check that TRIPTYCH_LANGUAGE_MODEL ({model!r}) is a chat model that "
                "reads some 2,500 tokens."
            )
