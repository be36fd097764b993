"""From many dimensions to two."""

from __future__ import annotations

import hashlib
import threading
import warnings
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from triptych.contract.display import MapMethod
from triptych.views.embedding.neighbours import unit as scaled

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


#: Fewer points have no neighbourhoods to keep.
FEWEST_FOR_UMAP = 5
#: Up to here every pair is compared: exact, and faster than compiling an approximation.
_MOST_PAIRED = 20_000
#: Beyond it, this many principal components stand for the vectors.
_COMPONENTS = 50
_ROWS_AT_ONCE = 1024
_MOST_REMEMBERED = 8


@dataclass(frozen=True, slots=True)
class Projection:
    """Points of a map."""

    #: (n, 2), without a unit: near points are near in cosine, and large distances mean little.
    points: NDArray[numpy.float32]
    #: How they were computed; for fewer than five vectors always "pca".
    method: MapMethod


_remembered: OrderedDict[bytes, Projection] = OrderedDict()
_lock = threading.Lock()
_at_work = threading.Lock()


def project(
    vectors: NDArray[numpy.floating],
    *,
    method: MapMethod = "umap",
    n_neighbors: int | None = None,
    seed: int = 0,
) -> Projection:
    """Project vectors onto a plane so that near ones, by cosine, stay near.

    By UMAP (L. McInnes, J. Healy, J. Melville, "UMAP: Uniform Manifold Approximation and Projection
    for Dimension Reduction", 2018) with umap-learn's defaults, a seed, and exact neighbours up to
    20,000 vectors; or by their two principal components, at once. The last projections are
    remembered.

    Parameters
    ----------
    vectors : ndarray of float, (n, d)
        Of any length but zero; finite. `ValueError` for other arrays.
    method : {"umap", "pca"}, default "umap"
        UMAP takes seconds for thousands of vectors, and its first use in a process some ten more.
    n_neighbors : int, optional
        How many neighbours of each shape the map: few show details, many the whole. By default
        15, or fewer where there are fewer than 60 vectors.
    seed : int, default 0
        The same seed and vectors give the same map on the same machine.

    Examples
    --------
    >>> import numpy as np
    >>> project(np.eye(3)).points.shape
    (3, 2)
    """
    import numpy

    unit = scaled(vectors).astype(numpy.float32)
    if n_neighbors is None:
        n_neighbors = max(2, min(15, len(unit) // 4))
    if len(unit) < FEWEST_FOR_UMAP:
        method = "pca"
    digest = hashlib.blake2b(numpy.ascontiguousarray(unit).tobytes(), digest_size=16)
    digest.update(repr((unit.shape, method, n_neighbors, seed)).encode())
    key = digest.digest()
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
            return _remembered[key]
    if method == "pca":
        return _keep(key, Projection(_principal(unit, 2), method))
    # One at a time: numba's threads bear no others, and who waits may find it done.
    with _at_work:
        with _lock:
            done = _remembered.get(key)
        return done or _keep(key, Projection(_umap(unit, n_neighbors, seed), method))


def _keep(key: bytes, projection: Projection) -> Projection:
    # Whoever asks again gets the same array.
    projection.points.setflags(write=False)
    with _lock:
        _remembered[key] = projection
        while len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
    return projection


def _principal(unit: NDArray[numpy.float32], components: int) -> NDArray[numpy.float32]:
    """Return the coordinates on the principal components, with zeros where there are fewer."""
    import numpy

    padded = numpy.zeros((len(unit), components), numpy.float32)
    if len(unit) < 2:
        return padded
    centred = unit - unit.mean(axis=0)
    # Of the smaller of the two square matrices, whose eigenvectors give the other's.
    if len(unit) < unit.shape[1]:
        left, scales, _ = numpy.linalg.svd(centred, full_matrices=False)
        coordinates = left * scales
    else:
        values, axes = numpy.linalg.eigh(centred.T @ centred)
        coordinates = centred @ axes[:, numpy.argsort(values)[::-1]]
    leading = coordinates[:, :components]
    # A component's sign is arbitrary: the largest coordinate is taken as positive.
    places = numpy.abs(leading).argmax(axis=0)
    signs = numpy.sign(leading[places, numpy.arange(leading.shape[1])])
    padded[:, : leading.shape[1]] = leading * numpy.where(signs == 0, 1, signs)
    return padded


def _umap(unit: NDArray[numpy.float32], neighbours: int, seed: int) -> NDArray[numpy.float32]:
    with warnings.catch_warnings():
        # That a seed means one thread, and given neighbours no later transform, is known here.
        warnings.filterwarnings("ignore", module="umap")
        # Eigenvectors of a graph in several pieces: umap-learn then begins otherwise.
        warnings.filterwarnings("ignore", module="sklearn")
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        import umap

        neighbours = min(neighbours, len(unit) - 1)
        settings: dict[str, Any] = {
            "n_neighbors": neighbours,
            "metric": "cosine",
            "random_state": seed,
            # Eigenvectors need more points than coordinates.
            "init": "spectral" if len(unit) > 10 else "random",
        }
        if len(unit) <= _MOST_PAIRED:
            settings["precomputed_knn"] = _neighbours(unit, neighbours)
        else:
            unit = _principal(unit, min(_COMPONENTS, unit.shape[1]))
        points: NDArray[numpy.float32] = umap.UMAP(**settings).fit_transform(unit)
    return points.astype("float32")


def _neighbours(
    unit: NDArray[numpy.float32], count: int
) -> tuple[NDArray[numpy.int32], NDArray[numpy.float32]]:
    """Return places and cosine distances of each row's nearest rows, itself first."""
    import numpy

    places = numpy.empty((len(unit), count), numpy.int32)
    distances = numpy.empty((len(unit), count), numpy.float32)
    for start in range(0, len(unit), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        far = 1 - unit[rows] @ unit.T
        # Itself comes first, also where another row is the same.
        far[numpy.arange(len(far)), numpy.arange(start, start + len(far))] = -1
        near = numpy.argpartition(far, count - 1, axis=1)[:, :count]
        order = numpy.take_along_axis(far, near, axis=1).argsort(axis=1, kind="stable")
        places[rows] = numpy.take_along_axis(near, order, axis=1)
        distances[rows] = numpy.maximum(0, numpy.take_along_axis(far, places[rows], axis=1))
    return places, distances
