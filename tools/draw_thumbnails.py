"""Draw the thumbnails of the workbench's home and of the list of tutorials.

    python tools/draw_thumbnails.py

On the home, each is the picture of a real reply of the API inside this process to a shipped sample,
`reply.plot()`, made small; in the list of tutorials, the first picture of each. Run it after a
change to how replies are drawn, or to a tutorial's first picture, and look at the pictures before
they are committed.
"""

from __future__ import annotations

import base64
import io
import json
import warnings
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageOps

import triptych
from triptych import samples
from triptych.contract import Reply
from triptych.panels import ScrapePanel

FOLDER = Path(triptych.__file__).parent / "panels" / "workbench" / "thumbnails"
TUTORIALS = Path(__file__).parents[1] / "notebooks"
#: Of tutorials, in a folder of the documentation.
FIRST_PICTURES = Path(__file__).parents[1] / "docs" / "tutorials"
#: Pixels; shown at half the size on fine screens.
SIZE = (480, 300)
#: Of WebP, of 100.
QUALITY = 70
#: Charts that say nothing without their right end, with a size in inches at which they are legible;
#: of the others the top left part is shown.
WHOLE = {"sentiment": (10.5, 5.6), "spam": (7.0, 4.0)}
#: The same of tutorials, as they are.
WHOLE_TUTORIALS = {"11-columns"}

CALLS: dict[str, Callable[[triptych.Client], Reply]] = {
    "search": lambda client: client.search("how tall is mount everest"),
    "sentiment": lambda client: client.sentiment(samples.text("review.txt")),
    "scrape": lambda client: client.scrape(**ScrapePanel.samples[0].values),
    "detect": lambda client: client.detect(samples.path("pictures/citrus.jpg")),
    "research": lambda client: client.research("How do vaccines work?"),
    "embed_v2": lambda client: client.embed_v2(
        file=samples.path("conversation.mp3"), speaker_fingerprint=True
    ),
    "embed": lambda client: client.embed(samples.column("reviews.csv", "text")[:8]),
    "generate_image": lambda client: client.generate_image(
        "A cup of coffee next to two croissants on a table", aspect_ratio="16:9", seed=7
    ),
    "suggest": lambda client: client.suggest("black ho"),
    "spam": lambda client: client.spam(samples.lines("inbox.txt")[:6]),
    "profanity": lambda client: client.profanity(samples.text("message.txt")),
}


def thumbnail(reply: Reply, *, whole: tuple[float, float] | None) -> bytes:
    """Return the picture of a reply, or its top left part, as a small WebP file."""
    png = io.BytesIO()
    figure = reply.plot()
    if whole:
        figure.set_size_inches(whole)
    figure.savefig(
        png, format="png", dpi=150, facecolor="white", bbox_inches="tight", pad_inches=0.15
    )
    return small(Image.open(png), whole=whole is not None)


def small(drawn: Image.Image, *, whole: bool) -> bytes:
    """Return a picture, or its top left part, as a small WebP file."""
    drawn = drawn.convert("RGB")
    if whole:
        picture = ImageOps.pad(drawn, SIZE, color="white")
    else:
        picture = ImageOps.fit(drawn, SIZE, centering=(0, 0))
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=QUALITY, method=6)
    return file.getvalue()


def first_picture(notebook: Path) -> Image.Image:
    """Return the first picture among the outputs of a notebook."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = (output for cell in cells for output in cell.get("outputs", ()))
    png = next(data["image/png"] for o in outputs if "image/png" in (data := o.get("data", {})))
    return Image.open(io.BytesIO(base64.b64decode(png)))


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    FIRST_PICTURES.mkdir(exist_ok=True)
    for notebook in sorted(TUTORIALS.glob("*.ipynb")):
        content = small(first_picture(notebook), whole=notebook.stem in WHOLE_TUTORIALS)
        (FIRST_PICTURES / f"{notebook.stem}.webp").write_bytes(content)
        print(f"{notebook.stem}: {len(content):,} bytes")  # noqa: T201
    # Its home, too, says that one operation is deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    with triptych.Client() as client:
        for name, call in CALLS.items():
            content = thumbnail(call(client), whole=WHOLE.get(name))
            (FOLDER / f"{name}.webp").write_bytes(content)
            print(f"{name}: {len(content):,} bytes")  # noqa: T201


if __name__ == "__main__":
    main()
