"""Every engine looks, between its steps, whether somebody still waits for its result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from triptych._cancellation import Cancellation, Cancelled

DATA = Path(__file__).parents[2] / "data"
TEXTS = [f"The tea of day {number} was f.u.c.k.i.n.g cold, and sh!t." for number in range(300)]
TEXT = "\n\n".join(TEXTS)


class CancelledLater(Cancellation):
    """Is cancelled once it has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks
        super().__init__()

    @property
    def is_cancelled(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    @is_cancelled.setter
    def is_cancelled(self, value: bool) -> None:
        """Leave it to the looks."""

    @contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        yield


def sentiment() -> object:
    from triptych.engines.sentiment import analyse_sentiments

    return analyse_sentiments(TEXTS)


def embedding() -> object:
    from triptych.engines.embedding import embed_texts

    return embed_texts([f"{text} Once more." for text in TEXTS])


def chunks() -> object:
    from triptych.engines.embedding import chunk_texts

    return chunk_texts([TEXT])


def spam() -> object:
    from triptych.engines.spam import score_spam

    return score_spam(TEXTS * 50)


def profanity() -> object:
    from triptych.engines.profanity import find_profanity

    return find_profanity(TEXT)


def pages_of_a_pdf() -> object:
    from fpdf import FPDF

    from triptych.engines.page.pdf import read_pdf

    document = FPDF()
    document.set_font("helvetica")
    for _ in range(12):
        document.add_page()
        document.cell(text="Tea")
    return read_pdf(bytes(document.output()))


def sound() -> object:
    from triptych.engines.sound.decode import decode

    return decode((DATA / "sonnet.mp3").read_bytes())


def voice() -> object:
    from triptych.engines.sound.speaker import mel_spectrogram

    return mel_spectrogram(np.zeros(16_000 * 300, np.float32))


def detection() -> object:
    from PIL import Image

    from triptych.engines.detection.nanodet import NanoDet

    return NanoDet().detect([Image.new("RGB", (64, 48)) for _ in range(8)])


def generation() -> object:
    from triptych.engines.generation import Order
    from triptych.engines.generation.composer import compose

    return compose(Order("a cat and a dog beside a tree", width=256, height=256, seed=1))


def search() -> object:
    from triptych.engines.page import WebPage
    from triptych.engines.search import rank

    return rank(
        [WebPage(f"https://{at}.example/", "Tea", text) for at, text in enumerate(TEXTS)], "tea"
    )


def overview() -> object:
    from triptych.engines.search.overview import Source, write_overview

    return write_overview("is tea cold", [Source(1, "https://example.org/", "Tea", TEXT, ())])


def research() -> object:
    from triptych.engines.research import Page, Research

    one = Research("Is tea cold?", max_depth=1)
    [query, *_] = one.next_queries()
    one.add(query, [Page("https://example.org/", "Tea", TEXT)])
    return one.report()


def scrape() -> object:
    from triptych.engines.scrape import extract

    page = "".join(f"<li>{text}</li>" for text in TEXTS)
    return extract(f"<ul>{page}</ul>", {"tea": "tea of day 7"})


@pytest.mark.parametrize(
    ("work", "looks"),
    [
        (sentiment, 300),
        (embedding, 10),
        (chunks, 100),
        (spam, 10),
        (profanity, 300),
        (pages_of_a_pdf, 10),
        (sound, 1),
        (voice, 3),
        (detection, 8),
        (generation, 3),
        (search, 10),
        (overview, 10),
        (research, 20),
        (scrape, 100),
    ],
)
def test_engine_that_is_cancelled_between_its_steps_ends(
    work: Callable[[], object], looks: int
) -> None:
    with pytest.raises(Cancelled):
        CancelledLater(looks).run(work)
