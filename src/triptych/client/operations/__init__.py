"""The eleven operations as methods, by area, sync.

`client/operations_async.py` is made from this folder by `tools/make_async.py`: edit here, run that.

Every method raises `InvalidInputError` before anything is sent when an argument breaks a rule of
the specification, and an `APIError` when the call was sent and failed.
"""

from triptych.client.operations.embedding import EmbeddingOperations
from triptych.client.operations.text import TextOperations
from triptych.client.operations.vision import VisionOperations
from triptych.client.operations.web import WebOperations


class Operations(TextOperations, EmbeddingOperations, VisionOperations, WebOperations):
    """One method per operation; a subclass says how a call is made."""
