"""The matcher of prompts and candidates: a transformer and two numbers for each word piece.

What the first yields for a candidate is its mean over all pieces, as in `training.matching.model`.
"""

from __future__ import annotations

from pathlib import Path

import torch
from training.learning import load_encoder

#: Numbers of each word piece: whether its candidate answers, and whether it is part of a value.
HEADS = 2


class Matcher(torch.nn.Module):
    """Heads over one encoder; `folder` holds the base weights and their configuration."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.encoder = load_encoder(folder)
        # The word vectors are those of the other encoders, so that they ship once.
        self.encoder.embeddings.word_embeddings.requires_grad_(False)
        self.dropout = torch.nn.Dropout(0.1)
        self.heads = torch.nn.Linear(self.encoder.config.hidden_size, HEADS)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the heads (n, length, 2) of token ids and their mask, both (n, length)."""
        hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        return self.heads(self.dropout(hidden))
