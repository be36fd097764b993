"""How fast sentiment is: sentences a second beside VADER and TextBlob, and what a book takes.

``PYTHONPATH=src python benchmarks/sentiment_speed.py --data DIR``, with the corpora of
``sentiment.py``. Needs vaderSentiment and textblob.
"""

from __future__ import annotations

import argparse
import re
import resource
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from report import report
from sentiment import comments, lexicons, tweets

from triptych import samples
from triptych.engines.sentiment import analyse_sentiment, model
from triptych.engines.text.sentences import split_sentences


def speed(data: Path) -> None:
    """Print how many sentences a second each engine reads, median 20 word pieces."""
    texts = [e.text for e in tweets(data)[1]] + [e.text for e in comments(data)[1]]
    sentences = [text for text in texts if len(split_sentences(text)) == 1]
    tokens = model.read(sentences).tokens
    # As many shorter as longer ones, in the order of the corpora.
    below = [text for text, length in zip(sentences, tokens, strict=True) if length < 20]
    above = [text for text, length in zip(sentences, tokens, strict=True) if length >= 20]
    half = min(len(below), len(above), 1500)
    chosen = below[:half] + above[:half]
    median = int(np.median(model.read(chosen).tokens))
    joined = "\n\n".join(chosen)
    spans = len(analyse_sentiment(joined).spans)
    print(f"\n{spans} sentences of {median} word pieces at the median")
    print(f"{'engine':<26} sentences/s  ratio")

    def timed(work: Callable[[], object]) -> float:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            work()
            times.append(time.perf_counter() - began)
        return spans / float(np.median(times))

    mine = timed(lambda: analyse_sentiment(joined))
    print(f"{'Triptych, one request':<26} {mine:11,.0f} {1.0:6.2f}")
    report("sentences per second", mine, by="Triptych")
    for name, polar in lexicons().items():
        rate = timed(lambda polar=polar: [polar(text) for text in chosen])  # type: ignore[misc]
        print(f"{name:<26} {rate:11,.0f} {rate / mine:6.2f}")
        report("sentences per second", rate, by=name)


def book() -> None:
    """Print what 100,000 words in one call take."""
    ends = [match.end() for match in re.finditer(r"\S+", samples.text("pride-and-prejudice.txt"))]
    text = samples.text("pride-and-prejudice.txt")[: ends[99_999]]
    analyse_sentiment("Warm up.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    result = analyse_sentiment(text)
    took = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(
        f"\n{len(text.split()):,} words, {len(result.spans):,} sentences in one call: "
        f"{took:.0f} s, "
        f"{len(result.spans) / took:,.0f} sentences/s, peak memory grown by {grown:.0f} MB"
    )


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    data = parser.parse_args().data
    # First: peak memory only ever grows.
    book()
    speed(data)


if __name__ == "__main__":
    main()
