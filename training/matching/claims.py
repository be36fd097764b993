"""Claims with evidence: corpora of others, and claims written about the shipped pages.

Never trained on: ANLI, SICK and SciFact, whose licences exclude commercial use; FEVER-Symmetric,
ConjNLI and BEGIN, which are only measured with.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path

from triptych.engines.index import shipped_index
from triptych.engines.page import WebPage

from .altered import altered
from .answers import OWN_HELD_OUT, sentences_of
from .examples import CONTRADICTED, NOT_SUPPORTED, OPEN, SUPPORTED, Claim, is_held_out, rows

CLAIMS = Path(__file__).parent / "claims.tsv"
#: The name of our own claims.
OWN = "own claims"
LABELS = {
    "entailment": SUPPORTED,
    "contradiction": CONTRADICTED,
    "neutral": OPEN,
    "not_entailment": NOT_SUPPORTED,
}
_OWN_LABELS = {"supported": SUPPORTED, "contradicted": CONTRADICTED, "open": OPEN}
#: Corpora with a training part; of the others, a share is kept for development.
_TRAINING = ("lingnli", "mnli_sample", "counterfactual_snli", "rte", "wice", "covidfact", "nli4ct")
_DIVIDED = {"climate_fever": "train", "fever": "dev", "mnli_sample": "dev", "healthver": "dev"}
_HELD_OUT = 0.2
#: Claims of FEVER that are shown beside the evidence of another one about the same thing: open.
_MISMATCHED = 4_000


def corpus(data: Path, name: str, part: str) -> list[Claim]:
    """Return a corpus as published."""
    return [
        Claim(name, row["hypothesis"], row["premise"], LABELS[row["label"]])
        for row in rows(data / "text" / "entailment" / name / f"{part}.jsonl.gz")
    ]


def divided(data: Path, name: str, part: str) -> list[Claim]:
    """Return the part of a corpus that is kept for development, or the rest, by its claims."""
    return [
        claim
        for claim in corpus(data, name, _DIVIDED[name])
        if is_held_out(claim.claim, _HELD_OUT) == (part == "dev")
    ]


def written(part: str) -> list[tuple[WebPage, str, str, str]]:
    """Return the rows of `CLAIMS`: page, claim, label, places of the sentences it is about."""
    index = shipped_index()
    numbers = {url: number for number, _, url in index.sites_of_pages()}
    with CLAIMS.open(encoding="utf-8", newline="") as file:
        lines = [
            (url, claim, label, places)
            for url, claim, label, places in csv.reader(
                file, delimiter="\t", quoting=csv.QUOTE_NONE
            )
            if is_held_out(url, OWN_HELD_OUT) == (part == "dev")
        ]
    pages = index.pages({numbers[url] for url, *_ in lines})
    return [(pages[numbers[url]], claim, label, places) for url, claim, label, places in lines]


def own(part: str) -> list[Claim]:
    """Return the claims written about the shipped pages, with the page's title as evidence too."""
    claims = []
    for page, claim, label, places in written(part):
        sentences = sentences_of(page.text)
        evidence = " ".join(sentences[place] for place in sorted(map(int, places.split(","))))
        claims.append(Claim(OWN, claim, f"{page.title}: {evidence}", _OWN_LABELS[label]))
    return claims


def training_claims(data: Path, seed: int = 0) -> list[Claim]:
    """Return what the matcher learns from."""
    claims = [claim for name in _TRAINING for claim in corpus(data, name, "train")]
    claims += [claim for name in _DIVIDED for claim in divided(data, name, "train")]
    claims += _mismatched([claim for claim in claims if claim.source == "fever"], seed)
    return [*claims, *altered("train"), *(own("train") if CLAIMS.exists() else [])]


def _mismatched(claims: list[Claim], seed: int) -> list[Claim]:
    """Return claims beside evidence that shares their first words, but was found for others."""
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(" ".join(claim.claim.split()[:2]), []).append(claim)
    pairs = [
        Claim("fever", one.claim, other.evidence, NOT_SUPPORTED)
        for group in groups.values()
        for one, other in zip(group, group[1:] + group[:1], strict=True)
        if one.evidence != other.evidence and one.claim not in other.evidence
    ]
    return random.Random(seed).sample(pairs, min(_MISMATCHED, len(pairs)))
