"""The panels of embeddings, both versions."""

from triptych.panels.embedding.panel import EmbeddingPanel
from triptych.panels.embedding.panel_v1 import EmbeddingV1Panel

__all__ = ["EmbeddingPanel", "EmbeddingV1Panel"]
