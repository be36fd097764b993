"""Decoding in worker processes: the same results as in this process, within limits."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from attacks.decoding import (
    jpeg_of_scans,
    of_unknown_length,
    pdf,
    pdf_of_operators,
    pdf_of_zeros,
    picture,
    png_header,
    silence,
)
from PIL import Image

from triptych._cancellation import Cancellation, Cancelled
from triptych.engines.decoder import Limits, decode_sound, limited, open_picture, read_pdf
from triptych.engines.decoder.kinds import SOUND
from triptych.engines.page import PageError, read_page
from triptych.engines.page import pdf as pdfs
from triptych.engines.page.pdf import BrokenPDFError, CostlyPDFError
from triptych.engines.pictures import CostlyPictureError, PictureError
from triptych.engines.pictures import open_picture as open_here
from triptych.engines.sound import CostlySoundError, MissingExtraError, SoundError, decode

TEA = pdf(b"BT /F1 12 Tf (tea) Tj ET")
#: A small file that takes minutes of any machine.
POISONED = pdf_of_operators(15_000, 2_000)
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory")


def workers() -> dict[int, psutil.Process]:
    """Return the worker processes of this process by their identifiers."""
    children = psutil.Process().children()
    return {
        child.pid: child
        for child in children
        if child.status() != psutil.STATUS_ZOMBIE
        and any("decoder.worker" in part for part in child.cmdline())
    }


def until(condition: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_results_are_those_of_the_decoders_in_this_process() -> None:
    pages = pdf_of_operators(1_000, 3)
    assert read_pdf(pages) == pdfs.read_pdf(pages)
    for content in (picture(640, 480, "JPEG"), picture(1, 1), picture(3_000, 2)):
        decoded, expected = open_picture(content), open_here(content)
        assert (decoded.mode, decoded.size) == (expected.mode, expected.size)
        assert decoded.tobytes() == expected.tobytes()
    sound = silence(3)
    assert np.array_equal(decode_sound(sound), decode(sound))


@pytest.mark.parametrize(
    ("decoder", "content", "error", "message"),
    [
        (read_pdf, b"", pdfs.EmptyPDFError, "file is empty"),
        (read_pdf, TEA[:200], BrokenPDFError, "save it as a PDF again"),
        (open_picture, b"tea", PictureError, "no picture that can be read"),
        (open_picture, picture(99, 99)[:-30], PictureError, "cut short or damaged"),
        (open_picture, png_header(60_000, 60_000), PictureError, "more than 50 million pixels"),
        (decode_sound, b"tea", SoundError, "send WAV"),
        (decode_sound, silence(1)[:60], SoundError, "undamaged|no sound"),
        (read_pdf, pdf_of_operators(40_000), pdfs.LongPDFError, "Page 1 .* 200,000 characters"),
        (decode_sound, silence(3 * 3600), SoundError, "longer than 2 hours"),
        (decode_sound, of_unknown_length(silence(3 * 3600)), SoundError, "longer than 2 hours"),
    ],
)
def test_errors_of_decoders_keep_their_class_and_message(
    decoder: Callable[[bytes], Any], content: bytes, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        decoder(content)


def test_an_error_with_arguments_of_its_own_is_made_of_them() -> None:
    missing = MissingExtraError("media", "Reading MP4")
    made = SOUND.error("MissingExtraError", missing.args)
    assert isinstance(made, MissingExtraError)
    assert (str(made), made.extra) == (str(missing), "media")
    # A worker that was taken over names no other class.
    with pytest.raises(ValueError, match="is not an error"):
        SOUND.error("slice_of", ["tea"])


@pytest.mark.parametrize(
    ("decoder", "poisoned", "harmless", "error"),
    [
        (read_pdf, POISONED, TEA, CostlyPDFError),
        (open_picture, jpeg_of_scans(6_000, 6_000, 20_000), picture(9, 9), CostlyPictureError),
    ],
    ids=["pages", "scans"],
)
def test_a_file_that_takes_too_long_is_refused_with_the_number(
    decoder: Callable[[bytes], Any], poisoned: bytes, harmless: bytes, error: type[Exception]
) -> None:
    decoder(harmless)
    before = workers()
    with limited(Limits(seconds=0.3)), pytest.raises(error, match=r"takes longer than 0\.3 s"):
        decoder(poisoned)
    # The worker has ended, and all its memory is given back.
    assert len(workers().keys() & before.keys()) == len(before) - 1
    decoder(harmless)


@linux
@pytest.mark.parametrize(
    ("decoder", "content", "error"),
    [
        (read_pdf, pdf_of_zeros(200_000_000), CostlyPDFError),
        (open_picture, picture(7_000, 7_000), CostlyPictureError),
        (decode_sound, silence(3_600), CostlySoundError),
    ],
    ids=["pdf", "picture", "sound"],
)
def test_a_file_that_needs_too_much_memory_is_refused_with_the_number(
    decoder: Callable[[bytes], Any], content: bytes, error: type[Exception]
) -> None:
    with (
        limited(Limits(memory_bytes=50_000_000)),
        pytest.raises(error, match="needs more than 50 MB of memory to decode: "),
    ):
        decoder(content)


def test_a_page_that_is_a_poisoned_pdf_cannot_be_read() -> None:
    with limited(Limits(seconds=0.2)), pytest.raises(PageError, match=r"longer than 0\.2 s"):
        read_page(POISONED, "https://example.org/tea.pdf")


def test_a_cancelled_call_ends_its_worker() -> None:
    read_pdf(TEA)
    before = workers()
    cancellation = Cancellation()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(cancellation.run, read_pdf, POISONED)
        until(lambda: any(worker.cpu_times().user > 0.5 for worker in workers().values()))
        cancellation.cancel()
        with pytest.raises(Cancelled):
            call.result(60)
    assert len(workers().keys() & before.keys()) == len(before) - 1


def test_a_call_that_waits_for_a_worker_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    from triptych.engines.decoder import pool as module

    cancellation = Cancellation()
    full = threading.BoundedSemaphore(1)
    full.acquire()
    monkeypatch.setattr(module._pools["pdf"], "_places", full)
    with ThreadPoolExecutor(1) as threads:
        call = threads.submit(cancellation.run, read_pdf, TEA)
        cancellation.cancel()
        with pytest.raises(Cancelled):
            call.result(60)


def test_neighbours_of_a_poisoned_file_are_decoded() -> None:
    cancellation = Cancellation()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(cancellation.run, read_pdf, POISONED)
        for _ in range(3):
            assert read_pdf(TEA) == ["tea"]
            assert open_picture(picture(20, 10)).size == (20, 10)
            assert decode_sound(silence(1)).shape == (16_000,)
        assert not call.done()
        cancellation.cancel()


def test_from_many_threads() -> None:
    files = [pdf(b"BT /F1 12 Tf (tea %d) Tj ET" % number) for number in range(30)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(read_pdf, files)) == [[f"tea {number}"] for number in range(30)]


def test_a_worker_that_was_ended_from_outside_is_replaced() -> None:
    read_pdf(TEA)
    for worker in workers().values():
        worker.kill()
        worker.wait(60)
    assert read_pdf(TEA) == ["tea"]


def test_a_worker_that_took_much_memory_is_replaced() -> None:
    open_picture(picture(9, 9))
    before = workers()
    file = io.BytesIO()
    Image.new("RGBA", (7_000, 7_000)).save(file, "PNG", compress_level=1)
    assert open_picture(file.getvalue()).size == (7_000, 7_000)
    assert len(workers().keys() & before.keys()) == len(before) - 1


def test_a_worker_of_a_large_process_is_used_again() -> None:
    # More than what a worker may have taken.
    large = np.ones(400_000_000, np.uint8)
    test_a_worker_that_was_ended_from_outside_is_replaced()
    before = workers()
    assert read_pdf(TEA) == ["tea"]
    assert workers().keys() == before.keys()
    assert large.all()


def test_a_worker_knows_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_BRAVE_KEY", "secret")
    test_a_worker_that_was_ended_from_outside_is_replaced()
    assert all("TRIPTYCH_BRAVE_KEY" not in worker.environ() for worker in workers().values())


def test_a_worker_that_cannot_start_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from triptych.engines.decoder import pool as module
    from triptych.engines.decoder.kinds import PDF

    monkeypatch.setitem(module._pools, "pdf", module._Pool(PDF))
    # A program that ends at once.
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(RuntimeError, match="does not start"):
        read_pdf(TEA)


SCRIPT = """
import os
import threading
import time
from triptych.engines.decoder import read_pdf

print("once", flush=True)
content = open({path!r}, "rb").read()
assert read_pdf(content) == ["tea"]
if hasattr(os, "fork"):
    child = os.fork()
    # A child has workers of its own, and the parent's are still there.
    if child == 0:
        os._exit(read_pdf(content) != ["tea"])
    assert os.waitpid(child, 0)[1] == 0
assert read_pdf(content) == ["tea"]
# A timer that was cancelled ends when its thread has its turn.
while threading.active_count() > 1:
    time.sleep(0.01)
"""


def test_a_script_without_a_guard_runs_once(tmp_path: Path) -> None:
    content, script = tmp_path / "tea.pdf", tmp_path / "script.py"
    content.write_bytes(TEA)
    script.write_text(SCRIPT.format(path=str(content)))
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    # Nothing on standard error: no worker complains when its parent is gone.
    assert (done.returncode, done.stdout, done.stderr) == (0, "once\n", "")
