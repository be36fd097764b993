"""The eleven operations as methods, by area, async (made by tools/make_async.py).

Every method raises `InvalidInputError` before anything is sent when an argument breaks a rule of
the specification, and an `APIError` when the call was sent and failed.
"""

from triptych.client.operations_async.embedding import AsyncEmbeddingOperations
from triptych.client.operations_async.text import AsyncTextOperations
from triptych.client.operations_async.vision import AsyncVisionOperations
from triptych.client.operations_async.web import AsyncWebOperations


class AsyncOperations(
    AsyncTextOperations, AsyncEmbeddingOperations, AsyncVisionOperations, AsyncWebOperations
):
    """One method per operation; a subclass says how a call is made."""
