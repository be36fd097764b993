"""Compare the noticing of foreign texts with bare language detectors, in one table.

Usage::

    pip install langdetect pycld2 whatlang-pyo3
    python benchmarks/language.py --data DIR --foreign DIR [--texts N] [--lines N]

``--data`` holds English: ``goemotions/dev.tsv``, ``tweeteval_sentiment/val_text.txt``,
``sst2/sentences_train.tsv``, ``stsb/sts-dev.csv``, ``spam/sms_train.tsv.gz``; what is not there is
left out. ``--foreign`` holds ``<code>.txt``, one text per line, of 20 words or more; it is cut to
its first 5, 10 and 20 words (of scripts without spaces, to twice as many characters).

Measured: false alarms, the share of English texts said to be in another language, of all and of
those of 8 words and more; recall, the share of foreign texts said to be in any language but
English, averaged over the files; how many of those are named rightly; and texts a CPU second.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import importlib.metadata
import random
import time
from collections.abc import Callable
from pathlib import Path

from triptych.engines.text.language import foreign_language

#: Gives the code of a foreign language, and None for English or no answer.
Detector = Callable[[str], str | None]

WORDS = (5, 10, 20)
WITHOUT_SPACES = {"ja", "km", "lo", "my", "th", "zh"}

#: The detectors' codes that are not ISO 639-1, and macrolanguages.
SAME = {"nb": "no", "nn": "no", "iw": "he", "zh-cn": "zh", "zh-tw": "zh", "zh-Hant": "zh"}


def own(text: str) -> str | None:
    """Detect with Triptych."""
    found = foreign_language(text)
    return found.code if found else None


def bare_py3langid() -> Detector:
    """Return py3langid as it comes, in all its languages."""
    classify = importlib.import_module("py3langid").classify

    def detect(text: str) -> str | None:
        code = str(classify(text)[0])
        return None if code == "en" else code

    return detect


def bare_langdetect() -> Detector:
    """Return langdetect, made deterministic as its documentation says."""
    package = importlib.import_module("langdetect")
    package.DetectorFactory.seed = 0

    def detect(text: str) -> str | None:
        try:
            code = str(package.detect(text))
        except package.LangDetectException:
            return None
        return None if code == "en" else code

    return detect


def bare_pycld2(best_effort: bool) -> Detector:
    """Return CLD2, which refuses characters that are not printable."""
    package = importlib.import_module("pycld2")

    def detect(text: str) -> str | None:
        printable = "".join(one for one in text if one.isprintable())
        reliable, _, details = package.detect(printable, bestEffort=best_effort)
        code = str(details[0][1])
        return None if code in ("en", "un") or not (reliable or best_effort) else code

    return detect


def bare_whatlang(reliable: bool) -> Detector:
    """Return whatlang, with or without the answers that it calls unreliable."""
    package = importlib.import_module("whatlang")

    def detect(text: str) -> str | None:
        try:
            found = package.detect(text)
        except ValueError:
            return None
        if found.lang == "eng" or (reliable and not found.is_reliable):
            return None
        found.to_iso()
        return str(found.lang)

    return detect


def detectors() -> dict[str, Detector]:
    """Return the detectors that are installed, by name and version."""
    found: dict[str, Detector] = {"Triptych": own}
    builders: dict[str, Callable[[], Detector]] = {
        "py3langid": bare_py3langid,
        "langdetect": bare_langdetect,
        "pycld2": lambda: bare_pycld2(best_effort=False),
        "pycld2, best effort": lambda: bare_pycld2(best_effort=True),
        "whatlang-pyo3": lambda: bare_whatlang(reliable=False),
        "whatlang-pyo3, reliable": lambda: bare_whatlang(reliable=True),
    }
    for name, build in builders.items():
        package = name.partition(",")[0]
        try:
            version = importlib.metadata.version(package)
            found[name.replace(package, f"{package} {version}", 1)] = build()
        except ImportError as error:
            print(f"left out: {name} ({error})")
    return found


def read_english(folder: Path) -> dict[str, list[str]]:
    """Return the English texts, by data set."""
    columns = {
        "goemotions/dev.tsv": slice(0, 1),
        "tweeteval_sentiment/val_text.txt": slice(0, 1),
        "sst2/sentences_train.tsv": slice(0, 1),
        "stsb/sts-dev.csv": slice(5, 7),
        "spam/sms_train.tsv.gz": slice(1, 2),
    }
    found = {}
    for name, column in columns.items():
        path = folder / name
        if not path.exists():
            print(f"left out: {name}")
            continue
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode().splitlines()
        found[name] = [text for line in lines for text in line.split("\t")[column]]
    return found


def first_words(text: str, count: int, code: str) -> str:
    """Return the beginning of a text."""
    return text[: 2 * count] if code in WITHOUT_SPACES else " ".join(text.split()[:count])


def share(part: int, whole: int, digits: int = 1) -> str:
    """Return a percentage to read."""
    return f"{100 * part / max(whole, 1):.{digits}f}"


def table(head: list[str], rows: list[list[str]]) -> None:
    """Print a table."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    print()


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="English texts")
    parser.add_argument("--foreign", type=Path, required=True, help="<code>.txt, a text per line")
    parser.add_argument("--texts", type=int, default=1000, help="English texts of each set")
    parser.add_argument("--lines", type=int, default=100, help="lines of each foreign file")
    parser.add_argument("--alarms", action="store_true", help="show Triptych's false alarms")
    arguments = parser.parse_args()
    chance = random.Random(0)

    sets = read_english(arguments.data)
    drawn = [chance.sample(texts, min(arguments.texts, len(texts))) for texts in sets.values()]
    english = [text for texts in drawn for text in texts]
    longer = {at for at, text in enumerate(english) if len(text.split()) >= 8}
    paths = sorted(arguments.foreign.glob("*.txt"))
    foreign = {
        path.stem: path.read_text(encoding="utf-8").splitlines()[: arguments.lines]
        for path in paths
    }
    print(f"{len(english)} English texts, {len(longer)} of 8 words and more; {len(foreign)} files")
    print(f"of {sum(map(len, foreign.values()))} texts: {' '.join(foreign)}\n")

    rows, details = [], []
    for name, detect in detectors().items():
        detect("Das ist nur zum Aufwärmen da.")
        start = time.process_time()
        alarms = {at for at, text in enumerate(english) if detect(text) is not None}
        rate = len(english) / (time.process_time() - start)
        recalls, named = [], []
        for count in WORDS:
            caught = right = total = 0
            each = []
            for code, texts in foreign.items():
                codes = [detect(first_words(text, count, code)) for text in texts]
                hits = sum(one is not None for one in codes)
                each.append(hits / max(len(texts), 1))
                caught += hits
                right += sum(one is not None and SAME.get(one, one) == code for one in codes)
                total += len(texts)
                if name == "Triptych":
                    details.append([code, str(count), share(hits, len(texts))])
            recalls.append(f"{100 * sum(each) / max(len(each), 1):.1f}")
            named.append(share(right, total))
        rows.append(
            [
                name,
                share(len(alarms), len(english), 2),
                share(len(alarms & longer), len(longer), 2),
                *recalls,
                *named,
                f"{rate:,.0f}",
            ]
        )
        if name == "Triptych" and arguments.alarms:
            for at in sorted(alarms):
                print(foreign_language(english[at]), ascii(english[at]))
    heads = [f"recall % {count} words" for count in WORDS]
    heads += [f"named % {count} words" for count in WORDS]
    table(["", "alarms %", "alarms % 8+", *heads, "texts a CPU s"], rows)
    table(
        ["Triptych's recall %", *(f"{count} words" for count in WORDS)],
        [[code, *(cells[2] for cells in details if cells[0] == code)] for code in foreign],
    )


if __name__ == "__main__":
    main()
