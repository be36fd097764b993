"""A transformer with a linear head over each word piece, and its part behind the word table.

What a head yields for a text is the mean over its pieces: a linear head of the mean and the mean of
the heads are the same, so that one graph serves texts and their pieces.
"""

from __future__ import annotations

from pathlib import Path

import torch
from training.learning import load_encoder


class EncoderWithHeads(torch.nn.Module):
    """So many numbers of each word piece; `folder` holds weights and their configuration."""

    def __init__(self, folder: Path, heads: int) -> None:
        super().__init__()
        self.encoder = load_encoder(folder)
        # The word vectors are those of the other encoders, so that they ship once.
        self.encoder.embeddings.word_embeddings.requires_grad_(False)
        self.dropout = torch.nn.Dropout(0.1)
        self.heads = torch.nn.Linear(self.encoder.config.hidden_size, heads)

    def forward(self, tokens: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the heads (n, length, heads) of token ids and their mask, both (n, length)."""
        hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        return self.heads(self.dropout(hidden))


class WithoutWordTable(torch.nn.Module):
    """An encoder with heads, from word vectors on: what ships."""

    def __init__(self, model: EncoderWithHeads) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the heads of word vectors (n, length, width) and their mask (n, length)."""
        encoder = self.model.encoder
        return self.model.heads(encoder(inputs_embeds=words, attention_mask=mask).last_hidden_state)
