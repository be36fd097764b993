"""Does the nearest picture show the same kind of thing? Vectors against colours, in one table.

Usage::

    python benchmarks/image_embedding.py --photos DIR

``--photos`` holds the photos of COCO that ``benchmarks/data/photo_classes.json`` names; what is
not there is left out, and the number used is printed.

Measured: how often the nearest other photo is of the same class (leave-one-out, one neighbour),
with its standard error; the mean average precision, all others being ranked, over the photos whose
class has another; and milliseconds a picture, decoded before, alone and all in one call. Compared
with a histogram of 8 by 8 by 8 colours, a neighbour drawn at random, and always the largest class.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image

from triptych.engines.embedding.pictures import embed_images
from triptych.engines.pictures import open_picture

CLASSES = Path(__file__).parent / "data" / "photo_classes.json"


def histogram(picture: Image) -> NDArray[np.float64]:
    """Return the shares (512,) of 8 by 8 by 8 colours."""
    red, green, blue = np.asarray(picture, np.int64).reshape(-1, 3).T // 32
    counts = np.bincount(red * 64 + green * 8 + blue, minlength=512)
    shares: NDArray[np.float64] = counts / counts.sum()
    return shares


def closeness(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Return minus the squared distance of all pairs (n, n), no picture near itself."""
    between: NDArray[np.float64] = -((vectors[:, None] - vectors[None]) ** 2).sum(axis=-1)
    np.fill_diagonal(between, -np.inf)
    return between


def nearest_accuracy(close: NDArray[np.float64], classes: NDArray[np.str_]) -> float:
    """Return how often the nearest other picture is of the same class."""
    return float(np.mean(classes[close.argmax(axis=1)] == classes))


def mean_average_precision(close: NDArray[np.float64], classes: NDArray[np.str_]) -> float:
    """Return the mean over pictures of the average precision of the others' ranking."""
    found = []
    for own, row in zip(classes, close, strict=True):
        right = classes[np.argsort(-row)[:-1]] == own
        if right.any():
            precision = right.cumsum() / np.arange(1, len(right) + 1)
            found.append(precision[right].mean())
    return float(np.mean(found))


def alone(pictures: list[Image]) -> float:
    """Return the median of milliseconds for one picture by itself."""
    taken = []
    for picture in pictures:
        start = time.perf_counter()
        embed_images([picture])
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def together(pictures: list[Image]) -> float:
    """Return milliseconds a picture, all in one call."""
    start = time.perf_counter()
    embed_images(pictures)
    return (time.perf_counter() - start) / len(pictures) * 1000


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description="Measure the vectors of pictures.")
    parser.add_argument("--photos", type=Path, required=True, help="folder of the photos")
    folder: Path = parser.parse_args().photos
    labels: dict[str, str] = json.loads(CLASSES.read_text(encoding="utf-8"))
    there = {name: kind for name, kind in labels.items() if (folder / name).is_file()}
    pictures = [open_picture((folder / name).read_bytes()) for name in there]
    classes = np.array(list(there.values()))
    counts = Counter(there.values())
    total = len(classes)
    single = sum(count == 1 for count in counts.values())
    print(f"{total} photos of {len(counts)} classes, {single} of these with one photo only")

    print(f"{'':24}{'nearest':>10}{'error':>8}{'mAP':>8}")
    for name, vectors in (
        ("embed_images", embed_images(pictures)),
        ("colour histogram", np.stack([histogram(picture) for picture in pictures])),
    ):
        close = closeness(vectors)
        accuracy = nearest_accuracy(close, classes)
        error = (accuracy * (1 - accuracy) / total) ** 0.5
        precision = mean_average_precision(close, classes)
        print(f"{name:24}{accuracy:10.3f}{error:8.3f}{precision:8.3f}")
    by_chance = sum(count * (count - 1) for count in counts.values()) / (total * (total - 1))
    print(f"{'a neighbour at random':24}{by_chance:10.3f}")
    print(f"{'the largest class':24}{max(counts.values()) / total:10.3f}")
    print(
        f"{alone(pictures):.1f} ms for one picture alone, {together(pictures):.1f} ms each in one"
    )


if __name__ == "__main__":
    main()
