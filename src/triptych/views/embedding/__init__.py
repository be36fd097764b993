"""Embeddings as pictures: the map, the matrix of similarities, who speaks when."""

from triptych.views.embedding.maps import EmbeddingMap, embedding_map
from triptych.views.embedding.neighbours import nearest
from triptych.views.embedding.similarity import similarity_figure
from triptych.views.embedding.view import EmbeddingView

__all__ = ["EmbeddingMap", "EmbeddingView", "embedding_map", "nearest", "similarity_figure"]
