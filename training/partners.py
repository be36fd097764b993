"""Two trainings beside each other whose weights become the mean of both every few minutes.

On two cores they read half as much again as one training with two threads, and the mean of weights
is as good as one of gradients (S. Stich, "Local SGD converges fast and communicates little", 2019).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import torch

#: Seconds between two meetings, and how long one waits for the other.
_EVERY, _PATIENCE = 150.0, 120.0
_LOOK = 0.2


class Partner:
    """One of two trainings.

    Parameters
    ----------
    folder : Path
        Where both put their weights; made for one pair.
    number : int
        0 or 1.
    """

    def __init__(self, folder: Path, number: int) -> None:
        self._folder, self._own, self._other = folder, number, 1 - number
        self._meetings, self._next = 0, 0.0
        folder.mkdir(parents=True, exist_ok=True)

    def begin(self) -> None:
        """Wait until the other is ready too, so that both have the same time."""
        (self._folder / f"ready{self._own}").touch()
        while not (self._folder / f"ready{self._other}").exists():
            time.sleep(_LOOK)
        self._next = time.monotonic() + _EVERY

    @property
    def is_due(self) -> bool:
        """Whether it is time for the next meeting."""
        return time.monotonic() > self._next

    def meet(self, *states: Mapping[str, torch.Tensor]) -> None:
        """Make each tensor the mean of both trainings; without the other, leave it."""
        own = self._file(self._own, self._meetings)
        torch.save(states, own.with_suffix(".part"))
        own.with_suffix(".part").replace(own)
        other, until = self._file(self._other, self._meetings), time.monotonic() + _PATIENCE
        while not other.exists() and time.monotonic() < until:
            time.sleep(_LOOK)
        if other.exists():
            for state, theirs in zip(states, torch.load(other, weights_only=True), strict=True):
                for name, tensor in state.items():
                    tensor.lerp_(theirs[name], 0.5)
        # The other may still read the last one.
        self._file(self._own, self._meetings - 2).unlink(missing_ok=True)
        self._meetings, self._next = self._meetings + 1, self._next + _EVERY

    def _file(self, number: int, meeting: int) -> Path:
        return self._folder / f"{number}_{meeting}.pt"
