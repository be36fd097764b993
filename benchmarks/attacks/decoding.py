"""Files that are made to cost whoever decodes them much time or memory, or to break the decoder.

Attacked are the operations that take files: embedding (PDF, picture, sound), detection and the
editing of pictures. A file may repeat its pages or its scans, be far larger than it looks, claim a
size that it does not have, never end, or end too early. While they are sent, two at a time,
neighbours make harmless calls.

Broken is a file that is answered with a status other than 200 or of 4xx, or later than the limits
allow; a neighbour's call that fails; a worker process that is left at work; and more than 100 MB
of resident memory that is not given back, of the service and its processes together.
"""

from __future__ import annotations

import io
import json
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import httpx
import numpy as np
import psutil
import soundfile
from PIL import Image

from attacks import Outcome
from attacks.servers import KEY, serving

#: Limits of the attacked service; the second is 300 MB.
SECONDS, MEMORY_BYTES = 10.0, 300_000_000
#: Seconds for everything but decoding, on a machine that does other work too.
_REST = 60.0
#: Megabytes by which the service may have grown in the end.
_GROWTH = 100.0
#: Rounds of harmless calls after the files.
_FURTHER = 20


def pdf(content: bytes, pages: int = 1) -> bytes:
    """Return a PDF whose pages all show the same content, which is stored compressed and once."""
    stream = zlib.compress(content)
    first = 5
    kids = b" ".join(b"%d 0 R" % (first + at) for at in range(pages))
    page = (
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R"
        b"/Resources<</Font<</F1 4 0 R>>>>>>"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, pages),
        b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        *[page] * pages,
    ]
    # PDFium finds objects without a table of their places.
    numbered = (b"%d 0 obj\n%b\nendobj\n" % each for each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + b"".join(numbered) + b"trailer<</Root 1 0 R>>\n%%EOF"


def pdf_of_operators(count: int, pages: int = 1) -> bytes:
    """Return a PDF whose pages each show a short text so many times."""
    shown = b"".join(
        b"1 0 0 1 %d %d Tm (tea%d) Tj\n" % (at * 7 % 600, at * 13 % 800, at) for at in range(count)
    )
    return pdf(b"BT /F1 12 Tf\n" + shown + b"ET", pages)


def pdf_of_zeros(count: int) -> bytes:
    """Return a small PDF whose page is so many bytes long when it is decompressed."""
    return pdf(bytes(count))


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    """Return a picture of one colour, which is small as a file."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, kind)
    return file.getvalue()


def png_header(width: int, height: int) -> bytes:
    """Return a PNG that claims a size and holds almost nothing."""
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes(100))),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def jpeg_of_scans(width: int, height: int, count: int) -> bytes:
    """Return a progressive JPEG whose last scan, each of which covers it all, is repeated."""
    file = io.BytesIO()
    Image.new("L", (width, height), 90).save(file, "JPEG", progressive=True)
    content = file.getvalue()
    last = content.rindex(b"\xff\xda")
    return content[:last] + content[last:-2] * count + b"\xff\xd9"


def silence(seconds: int, kind: str = "FLAC", rate: int = 4_000) -> bytes:
    """Return a sound in which nothing is to be heard, which is small as a FLAC file."""
    file = io.BytesIO()
    soundfile.write(file, np.zeros(seconds * rate, np.int16), rate, format=kind)
    return file.getvalue()


def of_unknown_length(flac: bytes) -> bytes:
    """Return a FLAC file that does not state how long it is."""
    # The number of samples: the last 36 bits before the digest in the first block of metadata.
    return flac[:21] + bytes([flac[21] & 0xF0]) + bytes(4) + flac[26:]


@dataclass(frozen=True)
class Case:
    """A file, and where it is sent.

    Parameters
    ----------
    name
        What is wrong with it.
    kind
        The type of the embedding that decodes it; pictures are detected in and edited as well.
    content
        Makes the file.
    """

    name: str
    kind: str
    content: Callable[[], bytes]


def _half(content: bytes) -> bytes:
    return content[: len(content) // 2]


CASES = (
    Case("one page of 400,000 text operators", "pdf", lambda: pdf_of_operators(400_000)),
    Case("2,000 pages of 15,000 text operators", "pdf", lambda: pdf_of_operators(15_000, 2_000)),
    Case("a page of 2 GB of zeros", "pdf", lambda: pdf_of_zeros(2_000_000_000)),
    Case("3,000 pages", "pdf", lambda: pdf(b"BT /F1 12 Tf (tea) Tj ET", 3_000)),
    Case("half a PDF", "pdf", lambda: _half(pdf_of_operators(1_000))),
    Case("a PNG that claims 60,000 x 60,000", "image", lambda: png_header(60_000, 60_000)),
    Case("a PNG of 7,000 x 7,000", "image", lambda: picture(7_000, 7_000)),
    Case("a TIFF of 7,000 x 7,000", "image", lambda: picture(7_000, 7_000, "TIFF")),
    Case("a JPEG of 20,000 scans", "image", lambda: jpeg_of_scans(6_000, 6_000, 20_000)),
    Case("half a WebP", "image", lambda: _half(picture(900, 900, "WEBP"))),
    Case("half a GIF", "image", lambda: _half(picture(900, 900, "GIF"))),
    Case("three hours", "audio", lambda: silence(3 * 3600)),
    Case("three hours of unstated length", "audio", lambda: of_unknown_length(silence(3 * 3600))),
    Case("a FLAC of which the beginning is left", "audio", lambda: silence(60)[:200]),
    Case("half an Ogg", "audio", lambda: _half(silence(60, "OGG"))),
)
#: How files reach their decoders: a path, and the members beside the file.
_WAYS: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    "pdf": (("/v1/embedding", {"type": "pdf"}),),
    "image": (
        ("/v2/embedding", {"type": "image"}),
        ("/v1/object_detection", {}),
        ("/v1/ai/image_generation", {"prompt": "tea", "return_type": "base64"}),
    ),
    "audio": (("/v2/embedding", {"type": "audio", "speaker_fingerprint": True}),),
}
#: What neighbours send in turn.
_HARMLESS: tuple[tuple[str, dict[str, object], Callable[[], bytes] | None], ...] = (
    ("/v1/ai/sentiment", {"text": "The tea was good."}, None),
    ("/v1/embedding", {"type": "pdf"}, lambda: pdf(b"BT /F1 12 Tf (tea) Tj ET")),
    ("/v1/object_detection", {}, lambda: picture(320, 240, "JPEG")),
)


class _Answer(NamedTuple):
    status: int
    seconds: float
    text: str


def post(
    http: httpx.Client, path: str, members: dict[str, object], content: bytes | None
) -> _Answer:
    """Send a request, with a file where there is one."""
    began = time.perf_counter()
    if content is None:
        response = http.post(path, json=members)
    else:
        body = (None, json.dumps(members).encode())
        response = http.post(path, files={"file": ("file", content), "body": body})
    return _Answer(response.status_code, time.perf_counter() - began, response.text[:200])


def attempt(http: httpx.Client, case: Case, seconds: float) -> list[str | None]:
    """Send one file in each way; return what is broken in each, if anything is."""
    content = case.content()
    broken: list[str | None] = []
    for path, members in _WAYS[case.kind]:
        name = f"{path} of {case.name}"
        try:
            answer = post(http, path, members, content)
        except httpx.HTTPError as error:
            broken.append(f"{name}: no reply ({type(error).__name__})")
            continue
        if answer.status != 200 and not 400 <= answer.status < 500:
            broken.append(f"{name}: {answer.status} {answer.text}")
        elif answer.seconds > seconds + _REST:
            broken.append(f"{name}: {answer.status} after {answer.seconds:.1f} s")
        else:
            broken.append(None)
    return broken


@dataclass
class Neighbours:
    """Harmless calls, one after the other, until the block ends; each at least once."""

    http: httpx.Client
    broken: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __enter__(self) -> Neighbours:
        """Begin to call."""
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._call)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Finish the last call."""
        self._end.set()
        self._thread.join()

    def _call(self) -> None:
        while True:
            for path, members, content in _HARMLESS:
                try:
                    answer = post(self.http, path, members, content() if content else None)
                except httpx.HTTPError as error:
                    self.broken.append(f"a neighbour's {path}: no reply ({type(error).__name__})")
                    continue
                self.seconds.append(answer.seconds)
                if answer.status != 200:
                    self.broken.append(f"a neighbour's {path}: {answer.status} {answer.text}")
            if self._end.is_set():
                return


def resident(process: psutil.Process) -> float:
    """Return the resident memory of a process and of those that it started, in MB."""
    total = 0
    for each in [process, *process.children(recursive=True)]:
        try:
            total += each.memory_info().rss
        # It may have ended by now.
        except psutil.NoSuchProcess:
            continue
    return total / 1e6


def run(quick: bool) -> Outcome:
    """Send every file in every way; quick, with a limit of two seconds and once."""
    seconds = 2.0 if quick else SECONDS
    with (
        serving(decode_timeout=str(seconds), max_decode_bytes=str(MEMORY_BYTES)) as service,
        httpx.Client(base_url=service.url, headers={"x-api-key": KEY}, timeout=300) as http,
    ):
        # Models and worker processes are loaded.
        with Neighbours(http):
            pass
        for case in CASES:
            if case.name.startswith("half"):
                attempt(http, case, seconds)
        process = psutil.Process(service.process.pid)
        before = resident(process)
        peak = before
        results: list[str | None] = []
        with Neighbours(http) as neighbours, ThreadPoolExecutor(2) as pool:
            calls = [pool.submit(attempt, http, case, seconds) for case in CASES]
            while not all(call.done() for call in calls):
                peak = max(peak, resident(process))
                time.sleep(0.05)
            for call in calls:
                results += call.result()
        # The allocator gives memory back as further calls use it.
        for _ in range(_FURTHER):
            with Neighbours(http):
                pass
        after = resident(process)
        results += neighbours.broken
        results += [None] * (len(neighbours.seconds) - len(neighbours.broken))
        results += _left(process)
        if after > before + _GROWTH:
            results.append(f"resident memory grew from {before:.0f} to {after:.0f} MB")
        results += [f"logged: {exception}" for exception in service.exceptions()]
    figures = {
        "limit of decoding, s": seconds,
        "resident memory before, MB": before,
        "resident memory at most, MB": peak,
        "resident memory after, MB": after,
        "calls of neighbours": float(len(neighbours.seconds)),
        "slowest call of a neighbour, s": max(neighbours.seconds, default=0.0),
        "median call of a neighbour, s": float(np.median(neighbours.seconds)),
    }
    return Outcome.of(results, **figures)


def _left(process: psutil.Process) -> Iterator[str | None]:
    """Yield what is broken for each process of the service that still works."""
    children = process.children(recursive=True)
    for child in children:
        child.cpu_percent()
    time.sleep(0.5)
    for child in children:
        share = child.cpu_percent() if child.is_running() else 0.0
        yield f"process {child.pid} still works ({share:.0f} %)" if share > 50 else None
