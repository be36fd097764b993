"""What Schemathesis calls before each call, so that more of them are accepted than by chance.

The document cannot say that one of two members is needed, nor where a page is. Of calls that it
allows, this gives the address of a page or a picture that may be fetched, and one source of content
instead of none or several. Calls that it forbids are left as they are.
"""

from __future__ import annotations

import os
from typing import Any

import schemathesis

#: A picture of one pixel.
_PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwAD"
    "hgGAWjR9awAAAABJRU5ErkJggg=="
)
_TEXT = "A cup of green tea, please."


@schemathesis.hook
def before_call(
    context: schemathesis.HookContext, case: schemathesis.Case[Any], kwargs: dict[str, Any]
) -> None:
    """Give a call of the document what makes the service go on with it."""
    body, meta = case.body, case.meta
    if meta is None or meta.generation.mode != schemathesis.GenerationMode.POSITIVE:
        return
    if not isinstance(body, dict) or "file" in body:
        return
    name = case.operation.definition.raw.get("operationId", "")
    changed = {member: value for member, value in body.items() if member != "file_store_key"}
    page = os.environ["ATTACKS_PAGE"]
    if name == "scrape":
        if len(repr(body)) % 2:
            changed.pop("url", None)
            changed["html"] = str(changed.get("html") or f"<h1>{_TEXT}</h1>")
        else:
            changed.pop("html", None)
            changed["url"] = page
        if not changed.get("element_prompts") and not changed.get("selectors"):
            changed["element_prompts"] = ["title"]
        # The browser and the pages beside it are attacked by other parts.
        changed |= {"render": "never", "byo_proxy": None, "sample_urls": None}
    elif name in {"embed", "embed_v2"}:
        if str(changed.get("type")).startswith("text"):
            changed.pop("url", None)
            changed["text"] = changed.get("text") or _TEXT
        else:
            changed.pop("text", None)
            changed["url"] = _PICTURE
    elif name == "detect" or (name == "generate_image" and changed.get("url")):
        changed["url"] = _PICTURE
    elif name in {"search", "research"} and changed.get("byo_urls"):
        changed["byo_urls"] = [page]
    case.body = changed
