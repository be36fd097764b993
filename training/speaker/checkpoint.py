"""Read the tensors of an old PyTorch checkpoint, without PyTorch and without running its pickle."""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_STORAGES: dict[str, np.dtype[Any]] = {
    "FloatStorage": np.dtype("<f4"),
    "LongStorage": np.dtype("<i8"),
}
#: Pickles before the checkpoint: a magic number, the version, and the sizes of C's types.
_PREAMBLE = 3


class _Tensor(NamedTuple):
    """A view of a storage, a block of numbers that lies behind the pickles."""

    storage: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def _tensor(storage: str, offset: int, shape: Any, strides: Any, *_: Any) -> _Tensor:
    return _Tensor(storage, offset, tuple(shape), tuple(strides))


class _Restricted(pickle.Unpickler):
    """An unpickler that knows four names, and none that does anything."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.kinds: dict[str, np.dtype[Any]] = {}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _tensor
        if module == "torch" and name in _STORAGES:
            return name
        raise pickle.UnpicklingError(f"The checkpoint names {module}.{name}, which is not allowed.")

    def persistent_load(self, pid: Any) -> str:
        _, kind, key, *_ = pid
        self.kinds[key] = _STORAGES[kind]
        return str(key)


def tensors(content: bytes, part: str) -> dict[str, NDArray[np.float32]]:
    """Return the tensors of one part of a checkpoint in the format before PyTorch 1.6.

    Parameters
    ----------
    content : bytes
        The whole checkpoint.
    part : str
        Key of the dictionary of tensors in it.

    Raises
    ------
    pickle.UnpicklingError
        If it asks for anything but tensors.
    """
    file = io.BytesIO(content)
    for _ in range(_PREAMBLE):
        _Restricted(file).load()
    unpickler = _Restricted(file)
    found: dict[str, _Tensor] = unpickler.load()[part]
    storages = {}
    for key in _Restricted(file).load():
        count = int.from_bytes(file.read(8), "little")
        kind = unpickler.kinds[key]
        storages[key] = np.frombuffer(file.read(count * kind.itemsize), kind)
    return {name: _view(storages[tensor.storage], tensor) for name, tensor in found.items()}


def _view(storage: NDArray[Any], tensor: _Tensor) -> NDArray[np.float32]:
    size = int(np.prod(tensor.shape, dtype=int))
    expected = [int(np.prod(tensor.shape[at + 1 :], dtype=int)) for at in range(len(tensor.shape))]
    if list(tensor.strides) != expected:
        raise ValueError("A tensor of the checkpoint is not contiguous.")
    numbers: NDArray[np.float32] = storage[tensor.offset : tensor.offset + size]
    return numbers.reshape(tensor.shape)
