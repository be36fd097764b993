"""Texts that make an engine work longer than others of their length.

Attacked is every engine that reads a text: each hostile text, at a length and at twice that length,
in a process of its own.

Broken is a text of twice the length that takes more than three times the processor's time (four
times is the square), one that takes longer than a minute, and one that an engine fails at.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Protocol

from attacks import Outcome

#: What texts are made of, by name: each is repeated up to a length.
HOSTILE = {
    "brackets": "(",
    "closing brackets": ")",
    "one word": "a",
    "one word in capitals": "A",
    "mail addresses": "a@",
    "spaces": " ",
    "newlines": "\n",
    "spaces and newlines": " \n",
    "tabs": "\t",
    "accents": "\u0301",
    "zalgo": "a\u0301\u0316\u0334",
    "addresses": "http://",
    "addresses in a row": "http://a.b/c ",
    "stops": ".",
    "ellipses": "…",
    "angle brackets": "<",
    "tags": "<a>",
    "emoji": "😀",
    "joined emoji": "👩\u200d",
    "flags": "🇩",
    "keycaps": "1\ufe0f\u20e3",
    "joiners": "\u200d",
    "digits": "1",
    "numbers": "1 ",
    "letters apart": "a ",
    "letters with stops": "a.",
    "letters with hyphens": "a-",
    "letters with apostrophes": "a'",
    "capitals apart": "A b ",
    "quotes": '"',
    "open quotes": "“",
    "quoted letters": '"a" ',
    "apostrophes": "'",
    "exclamations": "!",
    "questions apart": "? ",
    "hyphens": "-",
    "underscores": "_",
    "hashes": "#",
    "stars": "*",
    "entities": "&amp;",
    "half entities": "&amp",
    "backticks": "`",
    "backslashes": "\\",
    "commas": ",",
    "colons": ":",
    "keys": "A: ",
    "list items": "- a\n",
    "short lines": "a\n",
    "words in capitals": "HELLO ",
    "stuck sentences": "ab.Ab",
    "short sentences": "A b. ",
    "sentences in brackets": "(A b.) ",
    "faces": ":) ",
    "Chinese": "中",
    "Chinese stops": "中。",
    "Korean": "한",
    "Thai": "ก",
    "right to left": "א",
    "disguises": "f*",
    "letters spelt out": "f u c k ",
    "leet": "5h1t",
    "profanity": "shit ",
    "zero bytes": "\x00",
    "wide letters": "ａ",
    "ligatures": "\ufdfa",
    "sites": "site:a ",
    "excluded words": "-a ",
    "apples": "a red apple and ",
    "relations": "on a cat ",
    "commas and colours": "red, ",
    "comparisons": "a vs ",
    "conjunctions": "and ",
    "questions": "what is a and ",
    "words of words": "a of ",
}
#: What else texts are made of: a beginning, and what is repeated after it.
ENDLESS = {
    "endless character reference": ("&#", "1"),
    "endless hexadecimal reference": ("&#x", "f"),
    "endless address": ("http://", "a"),
    "endless host": ("www.", "a."),
    "endless tag": ("<a", " a"),
    "endless quotation": ('"', "a "),
    "endless code": ("```", "a\n"),
    "endless weight": ("(a:", "1"),
    "endless option": ("--a ", "1"),
    "endless mention": ("@", "a"),
    "endless abbreviation": ("A b. ", "e.g. "),
}
#: Seconds that a text may take, with many others at work on the machine.
LIMIT = 60.0
#: Times by which the time may grow with twice the length, and seconds below which it is noise.
GROWTH, NOISE = 3.0, 0.05
#: What is as long as this part of an engine's longest text is tried by `run(quick=True)`.
QUICK = 8


@dataclass(frozen=True)
class Engine:
    """What is measured.

    Parameters
    ----------
    load
        Returns a function that takes a text; what it needs is loaded by then.
    longest
        Characters of the longest text that is tried.
    """

    load: Callable[[], Callable[[str], object]]
    longest: int


def _sentiment() -> Callable[[str], object]:
    from triptych.engines.sentiment import analyse_sentiment

    return analyse_sentiment


def _sentences() -> Callable[[str], object]:
    from triptych.engines.sentiment.model import normalise
    from triptych.engines.text.sentences import split_sentences

    return lambda text: [normalise(text[start:end]) for start, end in split_sentences(text)]


def _chunks() -> Callable[[str], object]:
    from triptych.engines.embedding import chunk

    return chunk


def _spam() -> Callable[[str], object]:
    from triptych.engines.spam import score_spam

    return lambda text: score_spam([text])


def _profanity() -> Callable[[str], object]:
    from triptych.engines.profanity import censor, find_profanity

    return lambda text: censor(text, find_profanity(text), "*")


def _suggestions() -> Callable[[str], object]:
    from triptych.service.indexes import Indexes
    from triptych.service.settings import ServiceSettings

    return Indexes(ServiceSettings()).suggestions().suggest


def _embedding() -> Callable[[str], object]:
    from triptych.engines.embedding import chunk, embed_texts

    return lambda text: embed_texts([text[start:end] for start, end in chunk(text)] or [text])


def _prompts_of_images() -> Callable[[str], object]:
    from triptych.engines.generation.prompt import read

    return lambda text: read(text, negative_prompt=text)


def _images() -> Callable[[str], object]:
    from triptych.engines.generation import GenerationError, Order, generator

    composer = generator("scenes", "", download=False)

    def generate(text: str) -> None:
        # More things than a picture holds are refused.
        with suppress(GenerationError):
            composer.generate(Order(text, 512, 512, seed=1, output_format="svg"))

    return generate


def _search() -> Callable[[str], object]:
    from triptych.engines.index import shipped_index
    from triptych.engines.search import search
    from triptych.engines.text.spelling import corrected

    index = shipped_index()
    vocabulary = index.vocabulary()
    return lambda text: search([index], corrected(text, vocabulary))


def _research() -> Callable[[str], object]:
    from triptych.engines.research.plan import plan

    # The contract refuses what is blank.
    return lambda text: plan(text if text.strip() else "tea")


def _detection() -> Callable[[str], object]:
    from triptych.engines.detection import match

    labels = ["dog", "cup", "baseball glove"]
    return lambda text: match([text], labels)


def _tokens() -> Callable[[str], object]:
    from triptych.engines.text.encoder import token_counts

    return lambda text: token_counts([text])


def _languages() -> Callable[[str], object]:
    from triptych.engines.text.language import foreign_language

    return foreign_language


def _prompts_of_scrape() -> Callable[[str], object]:
    from triptych.engines.scrape.matcher.prompts import asks_for_several

    return asks_for_several


ENGINES = {
    "sentences": Engine(_sentences, 400_000),
    "sentiment": Engine(_sentiment, 8_000),
    "chunks": Engine(_chunks, 400_000),
    "embedding": Engine(_embedding, 8_000),
    "spam": Engine(_spam, 400_000),
    "profanity": Engine(_profanity, 200_000),
    "tokens": Engine(_tokens, 400_000),
    "languages": Engine(_languages, 400_000),
    "image prompts": Engine(_prompts_of_images, 10_000),
    "images": Engine(_images, 5_000),
    "suggestions": Engine(_suggestions, 10_000),
    "search": Engine(_search, 10_000),
    "research": Engine(_research, 10_000),
    "detection": Engine(_detection, 150),
    "scrape prompts": Engine(_prompts_of_scrape, 10_000),
}


def hostile(name: str, length: int) -> str:
    """Return a hostile text of so many characters.

    Examples
    --------
    >>> hostile("mail addresses", 5)
    'a@a@a'
    """
    start, part = ENDLESS[name] if name in ENDLESS else ("", HOSTILE[name])
    return (start + part * (length // len(part) + 1))[:length]


class Timer(Protocol):
    """Measures what a text takes."""

    def seconds(self, text: str) -> float:
        """Return the processor's seconds."""


class Worker:
    """A process in which an engine works; a new one where it had to be ended.

    Parameters
    ----------
    load
        Returns a function that takes a text.
    returns_seconds
        Whether that returns the seconds which count, instead of those it takes.
    """

    def __init__(
        self, load: Callable[[], Callable[[str], object]], *, returns_seconds: bool = False
    ) -> None:
        self._arguments = load, returns_seconds
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_serve, args=(*self._arguments, other), daemon=True)
        self._process.start()
        other.close()
        # Loading is not measured.
        self._pipe.recv()

    def seconds(self, text: str) -> float:
        """Return the processor's seconds that a text takes.

        Raises
        ------
        TimeoutError
            If it takes longer than the limit.
        RuntimeError
            If the engine fails.
        """
        self._pipe.send(text)
        if not self._pipe.poll(LIMIT):
            self.close()
            self._start()
            raise TimeoutError(f"no result after {LIMIT:g} s")
        seconds: float | str = self._pipe.recv()
        if isinstance(seconds, str):
            raise RuntimeError(seconds)
        return seconds

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(
    load: Callable[[], Callable[[str], object]], returns_seconds: bool, pipe: Connection
) -> None:
    work = load()
    work("a cup of tea")
    pipe.send("ready")
    while True:
        text = pipe.recv()
        began = time.process_time()
        try:
            result = work(text)
        except Exception as error:
            pipe.send(f"{type(error).__name__}: {error}")
        else:
            pipe.send(result if returns_seconds else time.process_time() - began)


def attempt(worker: Timer, engine: str, text: str, length: int) -> tuple[str | None, float]:
    """Return how an engine is broken by a hostile text, `None` if it is not, and its seconds."""
    case = f"{engine}, {text}, {length:,} characters"
    try:
        whole = worker.seconds(hostile(text, length))
        half = worker.seconds(hostile(text, length // 2))
        if whole >= NOISE and whole > GROWTH * half:
            # Once more: a collection of garbage, or the first use of a table, is not growth.
            whole = min(whole, worker.seconds(hostile(text, length)))
    except (TimeoutError, RuntimeError) as error:
        return f"{case}: {error}"[:200], 0.0
    if whole >= NOISE and whole > GROWTH * half:
        return f"{case}: {whole:.2f} s, half of them {half:.2f} s", whole
    return None, whole


def attempts(engines: Sequence[str], part: int = 1) -> Iterator[tuple[str | None, str, float]]:
    """Yield for each engine and hostile text how it is broken, the engine and its seconds.

    The texts are as long as one `part` of the engine's longest.
    """
    for engine in engines:
        worker = Worker(ENGINES[engine].load)
        try:
            for text in (*HOSTILE, *ENDLESS):
                result, seconds = attempt(worker, engine, text, ENGINES[engine].longest // part)
                yield result, engine, seconds
        finally:
            worker.close()


def run(quick: bool) -> Outcome:
    """Try every hostile text with every engine."""
    slowest = dict.fromkeys(ENGINES, 0.0)
    results = []
    for result, engine, seconds in attempts(list(ENGINES), QUICK if quick else 1):
        results.append(result)
        slowest[engine] = max(slowest[engine], seconds)
    figures = {f"slowest of {engine}, s": seconds for engine, seconds in slowest.items()}
    return Outcome.of(results, **figures)
