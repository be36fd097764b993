"""Scripts of ours in a page, where the page's own scripts cannot see or change them."""

from __future__ import annotations

import json
from typing import Any

from playwright.async_api import CDPSession, Error

#: Waits until the tree has not changed for a while.
STILL = """(quiet, most) => new Promise(done => {
  const end = () => { watch.disconnect(); clearTimeout(timer); done(true); };
  let timer = setTimeout(end, quiet);
  setTimeout(end, most);
  const watch = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, quiet);
  });
  watch.observe(document, {subtree: true, childList: true, characterData: true});
})"""

#: The page as it is now, unless it has more characters than that.
CONTENT = """most => {
  const root = document.documentElement;
  if (!root) return '';
  const page = root.outerHTML;
  if (page.length > most) return null;
  const kind = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  return kind + page;
}"""

#: The boxes of what the first selector that selects anything selects, by key.
BOXES = """(asked, most) => {
  scrollTo(0, 0);
  const found = {};
  for (const [key, selectors] of Object.entries(asked)) {
    found[key] = [];
    for (const selector of selectors) {
      let elements = [];
      try { elements = [...document.querySelectorAll(selector)]; } catch { continue; }
      if (!elements.length) continue;
      found[key] = elements.slice(0, most).map(element => {
        const box = element.getBoundingClientRect();
        return [box.left + scrollX, box.top + scrollY, box.width, box.height];
      });
      break;
    }
  }
  return found;
}"""

#: Width and height of the whole page in CSS pixels, and device pixels for each.
EXTENT = """() => {
  scrollTo(0, 0);
  const root = document.documentElement, body = document.body;
  const most = (name) => Math.max(root ? root[name] : 0, body ? body[name] : 0);
  const width = Math.max(most("scrollWidth"), innerWidth);
  return [width, Math.max(most("scrollHeight"), innerHeight), devicePixelRatio];
}"""


async def evaluate(session: CDPSession, function: str, *arguments: object) -> Any:
    """Return what a function returns, called in a world of its own.

    Parameters
    ----------
    session : CDPSession
        Of the page.
    function : str
        JavaScript; a promise is awaited.
    *arguments : object
        Anything JSON can hold.

    Raises
    ------
    playwright.async_api.Error
        If it throws, or the page has gone elsewhere meanwhile.
    """
    tree = await session.send("Page.getFrameTree")
    world = await session.send(
        "Page.createIsolatedWorld",
        {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "triptych"},
    )
    called = await session.send(
        "Runtime.evaluate",
        {
            "expression": f"({function})({', '.join(map(json.dumps, arguments))})",
            "contextId": world["executionContextId"],
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    if "exceptionDetails" in called:
        raise Error(called["result"].get("description", "The script failed."))
    return called["result"].get("value")
