"""Local SGD: two processes train, and their weights become the mean of both every few minutes.

S. Stich, "Local SGD converges fast and communicates little", 2019. On two cores they read a tenth
more word pieces than one process with two threads, and one may pause without holding up each step
of the other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import torch

#: Seconds between two rounds, and the longest wait for the other process.
_EVERY, _LONGEST_WAIT = 150.0, 120.0
_LOOK = 0.2


class Worker:
    """One of the two processes.

    Parameters
    ----------
    folder : Path
        Where both save their weights; a new one for each training.
    number : int
        0 or 1.
    """

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._own, self._other = folder, number, 1 - number
        self._rounds, self._next = 0, 0.0
        folder.mkdir(parents=True, exist_ok=True)

    def wait_for_other(self) -> None:
        """Wait until the other is ready too, so that both have the same time."""
        (self._folder / f"ready{self._own}").touch()
        while not (self._folder / f"ready{self._other}").exists():
            time.sleep(_LOOK)
        self._next = time.monotonic() + _EVERY

    @property
    def is_due(self) -> bool:
        """Whether it is time for the next round."""
        return time.monotonic() > self._next

    def average(self, *states: Mapping[str, torch.Tensor]) -> None:
        """Replace each tensor by the mean of both; leave it if the other does not answer."""
        own = self._file(self._own, self._rounds)
        torch.save(states, own.with_suffix(".part"))
        own.with_suffix(".part").replace(own)
        other, until = self._file(self._other, self._rounds), time.monotonic() + _LONGEST_WAIT
        while not other.exists() and time.monotonic() < until:
            time.sleep(_LOOK)
        if other.exists():
            for state, theirs in zip(states, torch.load(other, weights_only=True), strict=True):
                for name, tensor in state.items():
                    tensor.lerp_(theirs[name], 0.5)
        # The other may still read the last one.
        self._file(self._own, self._rounds - 2).unlink(missing_ok=True)
        self._rounds, self._next = self._rounds + 1, self._next + _EVERY

    def _file(self, number: int, round_: int) -> Path:
        return self._folder / f"{number}_{round_}.pt"
