"""Make `client/operations_async` from `client/operations`, so that both clients stay one text.

Run `python tools/make_async.py` after editing the sync folder; a test compares the two.
"""

from __future__ import annotations

import re
from pathlib import Path

CLIENT = Path(__file__).parents[1] / "src" / "triptych" / "client"

REPLACEMENTS = [
    (r", sync\.", ", async (made by tools/make_async.py)."),
    (r"\n\n`client/operations_async` is made .*?run that\.", ""),
    (r"triptych\.client\.operations\b", "triptych.client.operations_async"),
    (r"\b(Caller|Operations|\w+Operations)\b", r"Async\1"),
    (r"    def ", "    async def "),
    (r"\bself\.call\(", "await self.call("),
    # Examples.
    (r">>> import triptych\n", ">>> import asyncio, triptych\n"),
    (r"triptych\.Client\(\)", "triptych.AsyncClient()"),
    (r">>> reply = (client\.[^\n]*)", r">>> reply = asyncio.run(\1)"),
]


def make(source: str) -> str:
    """Return the async text of a sync module's text."""
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source, flags=re.DOTALL)
    return source


if __name__ == "__main__":
    for path in sorted((CLIENT / "operations").glob("*.py")):
        (CLIENT / "operations_async" / path.name).write_text(make(path.read_text()))
