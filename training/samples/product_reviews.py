"""Write `data/product-reviews.csv`: sentences of customer reviews of five products.

    pip download --no-deps --no-binary :all: vaderSentiment==3.3.2
    python -m training.samples.product_reviews vaderSentiment-3.3.2.tar.gz

The package has the reviews of Hu and Liu (2004), sentence by sentence, each with the mean of twenty
readers' ratings. `product_reviews.txt` lists those to take, as numbers of reviews and of sentences
in them; the others are left to tests. `data/README.md` names authors and licence.
"""

from __future__ import annotations

import csv
import html
import io
import sys
import tarfile
from bisect import bisect
from pathlib import Path

OUTPUT = Path(__file__).parents[2] / "data" / "product-reviews.csv"
CHOICE = Path(__file__).with_suffix(".txt")
_PACKAGE = "vaderSentiment-3.3.2/additional_resources/hutto_ICWSM_2014.tar.gz"
_SENTENCES = "hutto_ICWSM_2014/amazonReviewSnippets_GroundTruth.txt"
#: The number of each product's first review, as the texts show.
_PRODUCTS = {
    1: "Apex DVD player",
    99: "Canon G3 camera",
    143: "Nikon 4300 camera",
    176: "Nokia 6610 phone",
    216: "Creative MP3 player",
}


def sentences(package: Path) -> dict[str, tuple[float, str]]:
    """Return the rating, -4 to 4, and the text of each sentence by its number, such as "12_3"."""
    with tarfile.open(package) as outer:
        inner = outer.extractfile(_PACKAGE)
        assert inner is not None
        with tarfile.open(fileobj=io.BytesIO(inner.read())) as archive:
            file = archive.extractfile(_SENTENCES)
            assert file is not None
            lines = file.read().decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {
        number: (float(rating), " ".join(html.unescape(text).split()))
        for number, rating, text in rows
    }


def choice() -> list[tuple[int, int]]:
    """Return the review and the place in it of each sentence to take."""
    numbers = []
    for line in CHOICE.read_text(encoding="ascii").splitlines():
        review, _, places = line.partition(": ")
        for span in places.split():
            first, _, last = span.partition("-")
            numbers += [(int(review), place) for place in range(int(first), int(last or first) + 1)]
    return numbers


def write(package: Path) -> None:
    """Write the table."""
    of_number, firsts = sentences(package), list(_PRODUCTS)
    with OUTPUT.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["product", "review", "rating", "text"])
        for review, place in choice():
            rating, text = of_number[f"{review}_{place}"]
            product = _PRODUCTS[firsts[bisect(firsts, review) - 1]]
            table.writerow([product, review, rating, text])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
