"""Read what a language model's service answers."""

from __future__ import annotations

import json
import re
from typing import Any

from triptych.service.providers import ProviderError

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
        If it is no chat completion, or says nothing.

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
            "The language model only thought and had no tokens left to answer: turn its reasoning "
            "off, or choose a model without."
        )
    raise ProviderError("The language model answered nothing: try again, or choose another.")


def _text(content: Any) -> str:
    """Return a message's text, which some services send in parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part.get("type") == "text")


def refused(status: int, retry_after: str, model: str) -> ProviderError:
    """Return what to say about a status that is no success.

    What the service says itself is not passed on: some repeat the key.

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
                f"{what} and let nobody in: set TRIPTYCH_LANGUAGE_MODEL_KEY to a key that it "
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
