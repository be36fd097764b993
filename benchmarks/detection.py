"""How much the detector finds, and how fast, against the same detector in single precision.

Usage::

    pip install pycocotools
    python benchmarks/detection.py --photos DIR --labels DIR [--base single.onnx] [--tiles]

``--photos`` holds JPEG photos of COCO, such as those ``benchmarks/data/photo_classes.json`` names;
``--labels`` a text file for each, a line ``class x y width height`` per thing, with the class
counted from 0 and the middle and the size of its box as shares of the picture's, and
``splits.json``, which says for each photo whether it is of train2017 or val2017. A photo without a
text file shows nothing.
``--base`` is what ``training.detector.convert`` writes as ``single.onnx``.

Average precision is COCO's (pycocotools): scores from .05, at most 100 boxes a picture, those of a
class that share .6 suppressed; the standard error is that of 100 resamplings of the photos. Areas
are those of the boxes, not of the outlines, and crowds, which such files leave out, count as
nothing. Precision, recall and F1 are at an intersection over union of .5 and the score that is
shown. Every second photo by name set the ranges of eight bits and the constants of the engine;
report the others.

``--tiles`` lays labelled photos side by side into larger pictures and enlarges them, and tells what
is found with and without tiles.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from PIL import Image

from triptych.client import Client
from triptych.engines.detection import COCO, THRESHOLD, Detection, NanoDet, Tiled
from triptych.engines.detection.nanodet import Graph
from triptych.engines.pictures import open_picture
from triptych.engines.pictures.nanodet import letterbox, run

#: As COCO's evaluation goes; what is shown is chosen more strictly.
LEAST_SCORE, MOST_BOXES, OVERLAP = 0.05, 100, 0.6
RESAMPLINGS = 100


class Photo(NamedTuple):
    """A picture and what is in it: rows of class, left, top, width and height in pixels."""

    picture: Image.Image
    things: NDArray[np.float64]


def read_photo(path: Path, labels: Path) -> Photo:
    """Return a photo and its labels."""
    picture = open_picture(path.read_bytes())
    file = labels / f"{path.stem}.txt"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    rows = np.array([line.split() for line in text.splitlines()], np.float64).reshape(-1, 5)
    rows[:, 1:] *= np.tile(picture.size, 2)
    rows[:, 1:3] -= rows[:, 3:] / 2
    return Photo(picture, rows)


def evaluated(photos: Sequence[Photo], found: Sequence[Sequence[Detection]]) -> Any:
    """Return COCO's evaluation of what was found."""
    from pycocotools import coco
    from pycocotools.cocoeval import COCOeval

    boxes = [(place, *row) for place, photo in enumerate(photos) for row in photo.things.tolist()]
    truth = coco.COCO()
    truth.dataset = {
        "images": [{"id": place} for place in range(len(photos))],
        "categories": [{"id": kind} for kind in range(len(COCO))],
        "annotations": [
            {"id": number, "image_id": place, "category_id": int(kind), "bbox": box}
            | {"area": box[2] * box[3], "iscrowd": 0}
            for number, (place, kind, *box) in enumerate(boxes, 1)
        ],
    }
    results = [
        {"image_id": place, "category_id": COCO.index(one.label), "score": one.score}
        | {"bbox": [one.left, one.top, one.right - one.left, one.bottom - one.top]}
        for place, several in enumerate(found)
        for one in several[:MOST_BOXES]
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(results), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return evaluation


def resampled(evaluation: Any) -> NDArray[np.float64]:
    """Return the average precisions (resamplings,) over photos drawn with replacement.

    The same photos are drawn each time, so that two detectors can be compared.
    """
    count = len(evaluation.params.imgIds)
    # By class, size and photo; the first size is all.
    by_photo = np.empty((len(COCO), len(evaluation.params.areaRng), count), object)
    by_photo.ravel()[:] = evaluation.evalImgs
    present = [photos for photos in by_photo[:, 0] if any(map(_things, photos))]
    draws = np.random.default_rng(0).integers(count, size=(RESAMPLINGS, count))
    return np.array(
        [
            np.mean(
                [
                    _precision(evaluation, photos[drawn])
                    for photos in present
                    if any(map(_things, photos[drawn]))
                ]
            )
            for drawn in draws
        ]
    )


def _precision(evaluation: Any, photos: NDArray[Any]) -> float:
    """Return the average precision for one class, over its ten intersections over union."""
    seen = [photo for photo in photos if photo is not None]
    total = sum(map(_things, seen))
    scores = np.concatenate([photo["dtScores"] for photo in seen])
    right = np.concatenate([photo["dtMatches"] > 0 for photo in seen], axis=1)
    hits = right[:, np.argsort(-scores, kind="stable")].cumsum(axis=1)
    precision = hits / np.arange(1, hits.shape[1] + 1)
    # The best precision at this recall or a higher one.
    best = np.maximum.accumulate(precision[:, ::-1], axis=1)[:, ::-1]
    recalls = evaluation.params.recThrs
    found = [
        np.append(row, 0)[np.searchsorted(reached / total, recalls)].mean()
        for reached, row in zip(hits, best, strict=True)
    ]
    return float(np.mean(found))


def _things(photo: dict[str, Any] | None) -> int:
    """Return how many things of a class are labelled in a photo."""
    return 0 if photo is None else len(photo["gtIds"])


def shown(photos: Sequence[Photo], found: Sequence[Sequence[Detection]]) -> tuple[float, ...]:
    """Return precision, recall and F1 of what is sure enough to be shown."""
    sure = [[one for one in several if one.score >= THRESHOLD] for several in found]
    evaluation = evaluated(photos, sure)
    # The first size is all, the first intersection over union is .5.
    everything = evaluation.params.areaRng[0]
    rows = [one for one in evaluation.evalImgs if one and one["aRng"] == everything]
    right = sum(int((one["dtMatches"][0] > 0).sum()) for one in rows)
    boxes, things = sum(map(len, sure)), sum(len(photo.things) for photo in photos)
    return right / boxes, right / things, 2 * right / (boxes + things)


def row(name: str, *columns: str) -> None:
    """Print one row of a table."""
    print(f"{name:34}" + "".join(f"{column:>10}" for column in columns))


def accuracy(groups: dict[str, list[Photo]], base: Graph | None) -> None:
    """Print what is found in groups of photos."""
    kinds: dict[str, dict[str, Any]] = {"as shipped, eight bits": {}}
    kinds["filled up to a square"] = {"square": True}
    if base:
        kinds["single precision"] = {"graph": base}
        kinds["single precision, square"] = {"graph": base, "square": True}
    for group, photos in groups.items():
        print(f"\n{group}: {len(photos)} photos, {sum(len(p.things) for p in photos)} things")
        row("", "AP", "error", "AP50", "small", "medium", "large", "less*", "error")
        first: tuple[float, NDArray[np.float64]] | None = None
        for name, settings in kinds.items():
            detector = NanoDet(overlap=OVERLAP, **settings)
            found = detector.detect([photo.picture for photo in photos], threshold=LEAST_SCORE)
            evaluation = evaluated(photos, found)
            columns = [f"{value:.3f}" for value in evaluation.stats[[0, 1, 3, 4, 5]]]
            values = resampled(evaluation)
            columns.insert(1, f"{values.std():.3f}")
            if first:
                columns.append(f"{first[0] - evaluation.stats[0]:+.3f}")
                columns.append(f"{(first[1] - values).std():.3f}")
            row(name, *columns)
            first = first or (evaluation.stats[0], values)
        found = NanoDet().detect([photo.picture for photo in photos])
        precision, recall, f1 = shown(photos, found)
        print(f"shown: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}")
    print("* how much more the first row has, and the standard error of that difference")


def enlarged(photo: Photo, factor: int) -> Photo:
    """Return a photo with more pixels and nothing more to see."""
    things = photo.things.copy()
    things[:, 1:] *= factor
    size = (photo.picture.width * factor, photo.picture.height * factor)
    return Photo(photo.picture.resize(size), things)


def mosaics(photos: Sequence[Photo], count: int) -> Iterator[Photo]:
    """Yield pictures of `count` times `count` photos, in cells of 640 by 640 pixels."""
    shuffled = random.Random(1).sample(photos, len(photos))
    each = count * count
    # All photos, and as many of them again as the last one needs.
    shuffled += shuffled[: -len(photos) % each]
    for start in range(0, len(shuffled), each):
        canvas = Image.new("RGB", (640 * count, 640 * count), (114, 114, 114))
        things = []
        for place, photo in enumerate(shuffled[start : start + each]):
            corner = (place % count * 640, place // count * 640)
            canvas.paste(photo.picture, corner)
            things.append(photo.things + np.array([0, *corner, 0, 0]))
        yield Photo(canvas, np.concatenate(things))


def tiles(photos: Sequence[Photo]) -> None:
    """Print what is found in larger pictures, with tiles and without."""
    kinds: dict[str, Callable[[], Iterable[Photo]]] = {
        "photos": lambda: photos,
        "enlarged 3 times": lambda: [enlarged(photo, 3) for photo in photos],
        "2 x 2 photos": partial(mosaics, photos, 2),
        "3 x 3 photos": partial(mosaics, photos, 3),
        "4 x 4 photos": partial(mosaics, photos, 4),
    }
    print("\nTiles")
    row("", "tiles", "AP", "AP50", "precision", "recall", "F1", "ms")
    for name, make in kinds.items():
        pictures = list(make())
        for count in (1, 2, 3):
            detector = Tiled(NanoDet(), count)
            start = time.perf_counter()
            found = detector.detect([photo.picture for photo in pictures], threshold=LEAST_SCORE)
            taken = (time.perf_counter() - start) / len(pictures) * 1000
            stats = evaluated(pictures, found).stats
            columns = [stats[0], stats[1], *shown(pictures, found)]
            written = [f"{column:.3f}" for column in columns]
            row(name if count == 1 else "", str(count), *written, f"{taken:.0f}")


def milliseconds(work: Callable[[], object], times: int = 40) -> tuple[float, float]:
    """Return the medians of CPU time and of time on the clock."""
    taken = []
    for _ in range(times):
        start = time.process_time(), time.perf_counter()
        work()
        taken.append((time.process_time() - start[0], time.perf_counter() - start[1]))
    cpu, clock = zip(*taken[times // 4 :], strict=True)
    return statistics.median(cpu) * 1000, statistics.median(clock) * 1000


def speed(photo: Image.Image, base: Graph | None) -> None:
    """Print what an inference and a whole picture take."""
    pixels = letterbox(photo, square=True).pixels[np.newaxis]
    outputs = [f"{kind}_{stride}" for stride in (8, 16, 32) for kind in ("scores", "bins")]
    file = io.BytesIO()
    photo.resize((1155, 866)).save(file, "JPEG", quality=90)
    content = file.getvalue()
    print()
    row("", "CPU ms", "ms")
    graphs = {"416 x 416, eight bits": run} | (
        {"416 x 416, single precision": base} if base else {}
    )
    for name, graph in graphs.items():
        cpu, clock = milliseconds(partial(graph, pixels, outputs))
        row(name, f"{cpu:.1f}", f"{clock:.1f}")
    detector = Tiled(NanoDet())
    cpu, clock = milliseconds(lambda: detector.detect([open_picture(content)]))
    row("JPEG of 1155 x 866, opened too", f"{cpu:.1f}", f"{clock:.1f}")
    with Client() as client:
        cpu, clock = milliseconds(lambda: client.detect(content))
        row("the same by the in-process client", f"{cpu:.1f}", f"{clock:.1f}")
    detector.detect(open_picture(content) for _ in range(20))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    detector.detect(open_picture(content) for _ in range(100))
    taken = (time.perf_counter() - start) * 10
    row("100 of them in one call, each", "", f"{taken:.1f}")
    growth = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"peak memory {before / 1024:.0f} MB after 20 of them, {growth:+.0f} MB after 100 more")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the detector.")
    parser.add_argument("--photos", type=Path, required=True, help="folder of JPEG photos")
    parser.add_argument("--labels", type=Path, required=True, help="folder of their labels")
    parser.add_argument("--base", type=Path, help="the graph in single precision")
    parser.add_argument("--tiles", action="store_true", help="measure tiles instead")
    arguments = parser.parse_args()
    paths = sorted(arguments.photos.glob("*.jpg"))
    photos = [read_photo(path, arguments.labels) for path in paths]
    held_out = photos[1::2]
    if arguments.tiles:
        tiles(held_out)
        return
    base: Graph | None = None
    if arguments.base:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(arguments.base, options)

        def base(pixels: NDArray[np.float32], outputs: Sequence[str]) -> list[Any]:
            found: list[Any] = session.run(list(outputs), {"pictures": pixels})
            return found

    # Before the rest, which needs more memory.
    speed(photos[0].picture, base)
    splits = json.loads((arguments.labels / "splits.json").read_text(encoding="utf-8"))
    unseen = [splits[path.stem] == "val2017" for path in paths]
    groups = {
        "not used for ranges or constants": held_out,
        "all": photos,
        "of val2017, which the detector was not trained on": [
            photo for photo, new in zip(photos, unseen, strict=True) if new
        ],
    }
    accuracy(groups, base)


if __name__ == "__main__":
    main()
