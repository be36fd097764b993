"""Dask clusters of processes on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import distributed


@contextmanager
def local_cluster(**variables: str) -> Iterator[distributed.Client]:
    """Run two worker processes of one thread each on loopback, with these variables set."""
    # To start a process, multiprocessing asks where this one's main module came from; what other
    # tests, such as those of notebooks, put in its place may have no answer.
    with mock.patch.object(sys.modules["__main__"], "__spec__", None, create=True):
        workers = distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=":0",
            env=variables,
        )
        with workers, distributed.Client(workers) as client:
            client.wait_for_workers(2, timeout=120)
            yield client
