"""`triptych detect` and `triptych image`: objects in pictures, and a picture of a prompt."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import cast
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from triptych._disk import writing_to
from triptych.cli.ask import new_table, print_json, print_warnings
from triptych.cli.each_file import EachFile
from triptych.cli.texts import refuse
from triptych.client import Client
from triptych.contract import DetectionReply
from triptych.contract.vision import AspectRatio
from triptych.views.base.units import shortened
from triptych.views.search.wording import printable

#: Formats that keep a photograph small are kept, other pictures become PNG.
_KEPT = {".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}


def detect(
    pictures: Sequence[str], prompts: Sequence[str], output: Path | None, *, as_json: bool
) -> int:
    """Print a row for each object; write the pictures with boxes into a folder.

    A picture that fails does not stop the others: it is named on standard error, and the status
    is 1.
    """
    targets = list(_targets(pictures))
    with Client() as client:
        calls = EachFile(lambda picture: client.detect(picture, prompts=list(prompts) or None))
        for place, reply in calls.replies(pictures):
            if as_json:
                print_json(reply)
            else:
                _print_objects(pictures[place], reply)
            if output is not None:
                _write_annotated(reply, output / targets[place])
            print_warnings(reply.warnings)
    return calls.status


def _targets(pictures: Sequence[str]) -> Iterator[str]:
    """Yield a different name of a file for each picture, whatever folder it is from."""
    used: set[str] = set()
    for number, picture in enumerate(pictures, 1):
        is_data = picture.lower().startswith("data:")
        address = urlsplit(picture).path if "://" in picture else picture
        path = PurePosixPath("picture" if is_data else Path(address).name or "picture")
        suffix = path.suffix.lower() if path.suffix.lower() in _KEPT else ".png"
        name = f"{path.stem}{suffix}"
        if name in used:
            name = f"{path.stem}-{number}{suffix}"
        used.add(name)
        yield name


def _print_objects(picture: str, reply: DetectionReply) -> None:
    console = Console(highlight=False)
    console.print(Text(printable(shortened(picture, console.width)), style="bold"))
    table = new_table("confidence", "object", "width × height", "left, top")
    for one in reply.objects:
        corner = one.bounds.top_left
        table.add_row(
            "" if one.confidence is None else f"{one.confidence:.2f}",
            Text(printable(one.label)),
            f"{one.bounds.width:.0f} × {one.bounds.height:.0f}",
            f"{corner.x:.0f}, {corner.y:.0f}",
        )
    console.print(table if reply.objects else Text("No object found.", style="dim"))
    if reply.unmatched_prompts:
        names = ", ".join(map(printable, reply.unmatched_prompts))
        console.print(Text(f"The detector knows nothing like {names}.", style="dim"))


def _write_annotated(reply: DetectionReply, target: Path) -> None:
    from triptych.views.detection.figure import draw

    with writing_to(target.parent):
        target.parent.mkdir(parents=True, exist_ok=True)
        draw(reply).save(target, _KEPT.get(target.suffix, "PNG"))
    Console(stderr=True, highlight=False).print(Text(f"{target} written", style="dim"))


def image(prompt: str, output: Path | None, ratio: str, seed: int | None, *, as_json: bool) -> int:
    """Write the picture of a prompt into a file, or print the reply as JSON."""
    if output is None and not as_json:
        refuse("Name the file to write the picture to: --output picture.png.")
    suffix = ".png" if output is None else output.suffix.lower()
    if suffix not in {".png", ".svg"}:
        refuse(f"{output} ends in neither .png nor .svg: choose one of them.")
    with Client() as client, warnings.catch_warnings():
        # The help of the command mentions the deprecation.
        warnings.simplefilter("ignore", DeprecationWarning)
        reply = client.generate_image(
            prompt,
            # The client refuses a ratio that there is not, and names those there are.
            aspect_ratio=cast("AspectRatio", ratio),
            output_format="svg" if suffix == ".svg" else "png",
            seed=seed,
            return_type="base64",
        )
    if output is not None:
        with writing_to(output.parent):
            output.parent.mkdir(parents=True, exist_ok=True)
        reply.save(output)
        not_drawn = f"; not drawn: {', '.join(reply.not_drawn)}" if reply.not_drawn else ""
        Console(stderr=True, highlight=False).print(Text(f"{output} written{not_drawn}"))
    return print_json(reply) if as_json else 0
