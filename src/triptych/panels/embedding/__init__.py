"""The panels of embeddings, both versions, and the interactive map."""

from triptych.panels.embedding.panel import EmbeddingPanel, EmbeddingV2Panel

__all__ = ["EmbeddingPanel", "EmbeddingV2Panel"]
