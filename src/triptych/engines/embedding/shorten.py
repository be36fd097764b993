"""Keep the first numbers of vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def shorten(vectors: NDArray[np.float32], dimensions: int) -> NDArray[np.float32]:
    """Return the first numbers of each vector, scaled to length 1 again.

    Parameters
    ----------
    vectors : ndarray of float32, (n, d)
        Of length 1.
    dimensions : int
        Numbers to keep, 1 to d.

    Returns
    -------
    ndarray of float32, (n, dimensions)
        A vector whose first numbers are all zero stays zero.

    Raises
    ------
    ValueError
        If there are fewer numbers than asked for.

    Examples
    --------
    >>> shorten(np.array([[0.36, 0.48, 0.8]], np.float32), 2).round(2).tolist()
    [[0.6000000238418579, 0.800000011920929]]
    """
    width = vectors.shape[1]
    if not 1 <= dimensions <= width:
        raise ValueError(f"dimensions: these vectors have {width} numbers, so give 1 to {width}.")
    kept = vectors[:, :dimensions]
    lengths = np.linalg.norm(kept, axis=1, keepdims=True)
    shortened: NDArray[np.float32] = np.divide(
        kept, lengths, out=np.zeros_like(kept), where=lengths > 0
    )
    return shortened
