"""Draw the replies that the pages of the operations show under their examples.

    python tools/draw_replies.py [NAME ...]

Each is the reply of the API inside this process to the request on its page, as `reply.plot()` draws
it for light and for dark pages, and as JSON, whose long texts and lists are shortened. Run it after
a change to an example or to how replies are drawn, and look at the pictures.
"""

from __future__ import annotations

import io
import json
import re
import sys
import warnings
from pathlib import Path
from typing import Any

from PIL import Image

import triptych
from triptych import views
from triptych.contract import OPERATIONS

DOCS = Path(__file__).parents[1] / "docs"
sys.path.insert(0, str(DOCS))

from operation_pages import REPLIES, example  # noqa: E402

#: Members that differ between two calls, or that a page of their own describes.
ACCOUNTING = ("log_id", "_usage")
#: Of a shortened reply: items of a list, objects of one, and characters of a text.
MOST_ITEMS, MOST_OBJECTS, MOST_CHARACTERS = 3, 1, 75
#: Pixels: the width of a page's text on a dense screen.
WIDTH = 1480
#: The first that takes fewer bytes is written: a drawing keeps its looks with so many colours, a
#: photograph with such a quality of WebP, of 100.
MOST_BYTES, COLOURS, QUALITIES = 40_000, (128, 64, 32, 16), (70, 50, 35, 20)
#: Colours of a drawing at most.
DRAWING = 20_000


def requests() -> dict[str, dict[str, Any]]:
    """Return the request on each operation's page, by the operation's name."""
    pages = "".join(path.read_text("utf-8") for path in (DOCS / "operations").glob("*.md"))
    bodies = re.findall(r"```\{operation\} (\w+)\n(.*?)```", pages, re.DOTALL)
    return {name: json.loads(body) for name, body in bodies}


def shortened(value: Any) -> Any:
    """Return a value of JSON with the first items of its lists and the beginnings of its texts."""
    if isinstance(value, dict):
        return {name: shortened(member) for name, member in value.items()}
    if isinstance(value, list):
        most = MOST_OBJECTS if isinstance(value[0] if value else None, dict) else MOST_ITEMS
        items = [shortened(item) for item in value[:most]]
        more = len(value) - most
        return [*items, f"… {more:,} more"] if more > 0 else items
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return value[:MOST_CHARACTERS].rstrip() + " …"
    return value


def printed(value: Any) -> str:
    """Return JSON in lines, with lists and objects that fit into a line in one."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    for brackets in (r"\[[^\[\]{}]*\]", r"\{[^\[\]{}]*\}"):
        text = re.sub(brackets, _in_a_line, text)
    return text


def _in_a_line(match: re.Match[str]) -> str:
    inner = re.sub(r"\n\s*", " ", match[0])
    line = inner[0] + inner[1:-1].strip() + inner[-1]
    return line if len(line) < 80 else match[0]


def picture(reply: Any, *, dark: bool) -> bytes:
    """Return the picture of a reply as a small WebP file."""
    png = io.BytesIO()
    views.figure(reply, dark=dark).savefig(png, format="png")
    drawn = Image.open(png).convert("RGB")
    drawn.thumbnail((WIDTH, 4 * WIDTH))
    for size in COLOURS if drawn.getcolors(DRAWING) else ():
        few = drawn.quantize(size, dither=Image.Dither.NONE).convert("RGB")
        if len(file := _webp(few, lossless=True, quality=100)) < MOST_BYTES:
            return file
    for quality in QUALITIES:
        file = _webp(drawn, quality=quality)
        if len(file) < MOST_BYTES:
            break
    return file


def _webp(picture: Image.Image, **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "WEBP", method=6, **options)
    return file.getvalue()


def main() -> None:
    """Draw those that are named, or all of them."""
    REPLIES.mkdir(exist_ok=True)
    # One operation is deprecated, which its page says.
    warnings.simplefilter("ignore", DeprecationWarning)
    with triptych.Client() as client:
        for name, body in requests().items():
            if sys.argv[1:] and name not in sys.argv[1:]:
                continue
            operation = OPERATIONS[name]
            reply = client.call(operation, example(operation, body))
            members = {key: value for key, value in reply.raw.items() if key not in ACCOUNTING}
            shown = {
                "request": body,
                "summary": views.text(reply).partition("\n")[0],
                "json": printed(shortened(members)),
            }
            content = json.dumps(shown, indent=1, ensure_ascii=False) + "\n"
            (REPLIES / f"{name}.json").write_text(content, encoding="utf-8")
            for theme in ("light", "dark"):
                drawn = picture(reply, dark=theme == "dark")
                (REPLIES / f"{name}-{theme}.webp").write_bytes(drawn)
                print(f"{name}, {theme}: {len(drawn):,} bytes")  # noqa: T201


if __name__ == "__main__":
    main()
