"""Train the network that chooses which candidates are read with a prompt.

``PYTHONPATH=src python -m training.scrape.shortlist --data FOLDER`` writes
``src/triptych/models/scrape/shortlist.npz`` and prints on the part to choose with how often a right
candidate is among the first 8, 16, 24 and 40.

The probability that a candidate is right is a softmax over the page's candidates (a conditional
logit, McFadden 1974, with a hidden layer).
"""

from __future__ import annotations

import argparse
import io
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from training.pin import ship
from training.scrape.examples import LabelledPage, some_wordings, targets
from training.scrape.pages import pages_of, some_of_each

from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.elements.features import STATIC, PageFeatures
from triptych.engines.scrape.matcher import shortlist
from triptych.engines.scrape.matcher.shortlist import MATCHES, PARTS, SHORTLIST_FILE, Index
from triptych.engines.scrape.matcher.vectors import text_vectors

Floats = NDArray[np.float32]
_HIDDEN = 96
_MOST_WRONG = 60
#: Numbers of a projection, and pieces of a part that are compared.
_PROJECTED, _MOST_PIECES = 96, 3
_SIZES = (4, 8, 16, 24, 40)


@dataclass
class Group:
    """Candidates of a page with a prompt, the right ones first."""

    source: str
    vector: Floats
    inputs: Floats
    right: int
    #: Of the page's distinct pieces, which each part has, (candidates, parts, pieces), and their
    #: vectors, which the groups of a page share.
    pieces: NDArray[np.int32]
    vectors: Floats


def groups_of(
    page: LabelledPage, chance: random.Random, most: int = _MOST_WRONG
) -> Iterator[Group]:
    """Yield the questions of a page, each in a few wordings."""
    index = Index(PageFeatures(parse(page.html)))
    values = [candidate.value for candidate in index.page.candidates]
    pieces, vectors = _pieces_of(index)
    asked = [question for question in page.questions if question.values]
    for question, found in targets(asked, values):
        right = sorted(found.right)
        wrong = [p for p in range(len(values)) if p not in found.right and p not in found.around]
        for prompt in map(index.in_english, some_wordings(page, question, chance)):
            chosen = chance.sample(right, min(len(right), 10))
            rest = chance.sample(wrong, min(len(wrong), most))
            rows = index.inputs(prompt)[chosen + rest]
            yield Group(
                page.source,
                text_vectors([prompt])[0],
                rows.astype(np.float16),
                len(chosen),
                pieces[chosen + rest],
                vectors,
            )


def _pieces_of(index: Index) -> tuple[NDArray[np.int32], Floats]:
    """Return which pieces the parts of a page's candidates have, and the vectors of all pieces."""
    _, every, starts = index.pieces
    ends = [*starts[1:].tolist(), len(every)]
    rows = [
        np.resize(every[start:end][:_MOST_PIECES], _MOST_PIECES)
        for start, end in zip(starts.tolist(), ends, strict=True)
    ]
    shape = (-1, PARTS, _MOST_PIECES)
    return np.asarray(rows, np.int32).reshape(shape), index.vectors.astype(np.float16)


def _learned(page: LabelledPage) -> list[Group]:
    return list(groups_of(page, random.Random(len(page.html))))


class Network(torch.nn.Module):
    """As `triptych.engines.scrape.matcher.shortlist.Network`."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.asks = torch.nn.Linear(384, width - MATCHES, bias=False)
        self.of_prompt = torch.nn.Linear(384, _PROJECTED, bias=False)
        self.of_piece = torch.nn.Linear(384, _PROJECTED, bias=False)
        # At first, the inner product is about the cosine.
        torch.nn.init.orthogonal_(self.of_prompt.weight, gain=(384 / _PROJECTED) ** 0.5)
        self.of_piece.load_state_dict(self.of_prompt.state_dict())
        self.first = torch.nn.Linear(2 * width - MATCHES + PARTS, _HIDDEN)
        self.second = torch.nn.Linear(_HIDDEN, 1, bias=False)

    def forward(self, groups: Sequence[Group]) -> tuple[torch.Tensor, ...]:
        """Return the scores of the rows of each group."""
        sizes = [len(one.inputs) for one in groups]
        group = torch.repeat_interleave(torch.arange(len(groups)), torch.tensor(sizes))
        prompts = _tensor([one.vector[None] for one in groups])
        inputs = _tensor([one.inputs for one in groups])
        near = [
            (self.of_piece(_tensor([one.vectors[used]])) @ projected)[torch.from_numpy(own)].amax(2)
            for one, projected in zip(groups, self.of_prompt(prompts), strict=True)
            for used, own in [_used(one.pieces)]
        ]
        asked = torch.tanh(self.asks(prompts))[group]
        rows = torch.cat([inputs, inputs[:, MATCHES:] * asked, torch.cat(near)], dim=1)
        return torch.split(self._scores(rows), sizes)

    def _scores(self, rows: torch.Tensor) -> torch.Tensor:
        return self.second(torch.relu(self.first(rows)))[:, 0]


def _tensor(arrays: Sequence[Floats]) -> torch.Tensor:
    return torch.from_numpy(np.concatenate(arrays).astype(np.float32))


def _used(pieces: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the distinct of some places, and the same places among these."""
    used, own = np.unique(pieces, return_inverse=True)
    return used, own.reshape(pieces.shape).astype(np.int64)


def new_network() -> Network:
    """Return a network with weights by chance."""
    torch.manual_seed(0)
    return Network(MATCHES + len(STATIC))


def shipped_network() -> Network:
    """Return the network that ships, to go on from."""
    model, shipped = new_network(), shortlist.network()
    state = {
        "asks.weight": shipped.asks.T,
        "of_prompt.weight": shipped.of_prompt.T,
        "of_piece.weight": shipped.of_piece.T,
        "first.weight": shipped.first.T,
        "first.bias": shipped.first_bias,
        "second.weight": shipped.second[None],
    }
    model.load_state_dict({name: torch.tensor(value) for name, value in state.items()})
    return model


def train(model: Network, groups: Sequence[Group], passes: int, rate: float) -> None:
    """Pass over the groups some times, at a rate of learning that rises to its peak and falls."""
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=1e-3)
    batches = [groups[at : at + 64] for at in range(0, len(groups), 64)]
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate, total_steps=passes * len(batches)
    )
    for number in range(passes):
        losses = []
        random.Random(number).shuffle(batches)
        for batch in batches:
            loss = _loss(model, batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(f"pass {number}: {np.mean(losses):.3f}", flush=True)


def _loss(model: Network, batch: Sequence[Group]) -> torch.Tensor:
    losses = []
    for one, own in zip(batch, model(batch), strict=True):
        # Each right one has to come before all wrong ones.
        wrong = torch.logsumexp(own[one.right :], 0) if len(own) > one.right else own.new_tensor(-9)
        losses.append(torch.nn.functional.softplus(wrong - own[: one.right]).mean())
    return torch.stack(losses).mean()


def first_right(model: Network, pages: Sequence[LabelledPage]) -> None:
    """Print how often a right candidate is among the first few, by source."""
    hits: dict[str, Counter[int]] = defaultdict(Counter)
    for page in pages:
        for group in groups_of(page, random.Random(0), 100_000):
            with torch.no_grad():
                scores = model([group])[0].numpy()
            place = int((scores > scores[: group.right].max()).sum())
            hits[page.source][0] += 1
            hits[page.source].update(size for size in _SIZES if place < size)
    for source, count in hits.items():
        shares = ", ".join(f"{size}: {count[size] / count[0]:.3f}" for size in _SIZES)
        print(f"{source} ({count[0]}): {shares}")


def main() -> None:
    """Train, measure and ship."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder web of the data")
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--rate", type=float, default=5e-3, help="of learning, at its peak")
    parser.add_argument("--go-on", action="store_true", help="from the network that ships")
    parser.add_argument("--generated", type=int, default=30, help="pages of each kind")
    arguments = parser.parse_args()
    learn = pages_of("learn", arguments.data, arguments.generated)
    with Pool(2) as pool:
        groups = [one for of_page in pool.imap(_learned, learn, chunksize=8) for one in of_page]
    print(f"{len(learn)} pages, {len(groups)} prompts", flush=True)
    model = shipped_network() if arguments.go_on else new_network()
    train(model, groups, arguments.passes, arguments.rate)
    first_right(model, some_of_each(pages_of("choose", arguments.data, 1), 40))
    state = {name: value.numpy() for name, value in model.state_dict().items()}
    content = io.BytesIO()
    np.savez(
        content,
        asks=state["asks.weight"].T.astype(np.float16),
        of_prompt=state["of_prompt.weight"].T.astype(np.float16),
        of_piece=state["of_piece.weight"].T.astype(np.float16),
        first=state["first.weight"].T.astype(np.float16),
        first_bias=state["first.bias"].astype(np.float16),
        second=state["second.weight"][0].astype(np.float16),
    )
    ship(SHORTLIST_FILE, content.getvalue())


if __name__ == "__main__":
    main()
