"""The accessor `.triptych` of Dask: `import triptych.dask` registers it on every Dask Series.

>>> import pandas, dask.dataframe, triptych.dask
>>> reviews = pandas.DataFrame({"text": ["I love it.", "It broke after a day."]})
>>> frame = dask.dataframe.from_pandas(reviews, npartitions=2)
>>> moods = frame["text"].triptych.sentiment()
>>> moods.compute()["sentiment"].tolist()
['positive', 'negative']
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pandas

# `_cores` is loaded before a cluster can be started, which would limit this process to one core.
from triptych import _cores as _cores
from triptych import columns
from triptych.client import Client, TriptychError
from triptych.columns.accessor import RunSettings

try:
    from dask.base import tokenize
    from dask.dataframe import DataFrame, Series
    from dask.dataframe.extensions import register_series_accessor
except ImportError:
    raise ImportError("Dask needs an extra: pip install 'triptych[dask]'.") from None


@register_series_accessor("triptych")
class DaskAccessor(columns.ColumnAccessor[DataFrame]):
    """The methods of a Dask `Series.triptych`; each returns a lazy Dask DataFrame.

    Nothing runs before `.compute()`, `.persist()` or a `.to_...()`. Each worker process loads the
    models once, for all its threads. A worker that is lost costs no row: Dask runs its partitions
    again elsewhere.

    Of the settings of every method these differ:

    client : str, optional
        Address of a service. A client cannot be sent to other processes, and neither can a key:
        each worker makes its own client, with the key in its TRIPTYCH_API_KEY. By default the
        client is `triptych.Client()` in the worker's environment.
    journal : path, optional
        A folder that all workers can write to. Each partition has a file in it, so that one that
        runs again, or the same call in a new session, goes on where it stopped.
    progress : None
        Dask shows it: in its dashboard, or with `distributed.progress`.

    Parameters
    ----------
    series : dask.dataframe.Series
        The column.

    Examples
    --------
    >>> import dask.dataframe
    >>> texts = pandas.Series(["See you at six", None], index=["a", "b"])
    >>> checks = dask.dataframe.from_pandas(texts, npartitions=1).triptych.spam()
    >>> checks.dtypes
    is_spam    boolean
    score      float32
    error       string
    dtype: object
    """

    def __init__(self, series: Series) -> None:
        self._series = series

    def _run(self, operation: str, options: Mapping[str, Any], settings: RunSettings) -> DataFrame:
        # Of a sample of the column's type: an unknown option or a column of numbers is an error
        # here and not on a worker, and the frame has the index of the column.
        sample = columns.ColumnRun(operation, self._series._meta_nonempty, **options)
        meta = sample.frame().iloc[:0]
        frame: DataFrame = self._series.map_partitions(
            run_partition,
            operation,
            dict(options),
            settings_for_workers(settings),
            meta=meta,
        )
        return frame


def settings_for_workers(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as they can be sent to another process.

    Raises
    ------
    TypeError
        If the client is not the address of a service.
    ValueError
        If the address is invalid or contains a password, or progress is asked for.

    Examples
    --------
    >>> settings_for_workers({"client": "http://127.0.0.1:8000", "on_error": "raise"})
    {'client': 'http://127.0.0.1:8000', 'on_error': 'raise'}
    """
    sent = {name: value for name, value in settings.items() if value is not None}
    client = sent.get("client")
    if client is not None and not isinstance(client, str):
        raise TypeError(
            "A client cannot be sent to Dask's workers: give client= the address of the service, "
            "or nothing, and set TRIPTYCH_API_KEY in the environment of the workers."
        )
    try:
        has_password = client is not None and bool(httpx.URL(client).userinfo)
    except httpx.InvalidURL:
        raise ValueError("Invalid address: write it as https://host or http://host:port.") from None
    if has_password:
        raise ValueError(
            "The address contains a password, which would be stored in Dask's graph: leave it "
            "out, and set TRIPTYCH_API_KEY in the environment of the workers."
        )
    if sent.pop("progress", False):
        raise ValueError(
            "Dask shows the progress itself: leave progress out and open the cluster's dashboard, "
            "or use distributed.progress."
        )
    if "journal" in sent:
        # Workers may have another working directory.
        sent["journal"] = str(Path(sent["journal"]).absolute())
    return sent


def run_partition(
    values: pandas.Series[Any],
    operation: str,
    options: Mapping[str, Any],
    settings: Mapping[str, Any],
    partition_info: Mapping[str, Any] | None = None,
) -> pandas.DataFrame:
    """Return the frame of a partition; runs on a worker.

    Parameters
    ----------
    values : pandas.Series
        The partition.
    operation, options
        As for `triptych.columns.run`.
    settings : dict
        As `settings_for_workers` returns them.
    partition_info : dict, optional
        Has the `number` of the partition; Dask fills it in.
    """
    local = dict(settings)
    if "journal" in local:
        folder = Path(local["journal"])
        folder.mkdir(parents=True, exist_ok=True)
        number = (partition_info or {}).get("number", 0)
        local["journal"] = folder / f"{number:06d}-{_digest(values, operation, options)}.journal"
    try:
        if "client" not in local:
            return columns.run(operation, values, progress=False, **local, **options)
        with Client(base_url=local.pop("client")) as client:
            return columns.run(operation, values, client=client, progress=False, **local, **options)
    except TriptychError as error:
        # The frame of what was done; what is done is in the journal, if there is one.
        vars(error).pop("partial", None)
        raise


def _digest(values: Iterable[Any], *call: Any) -> str:
    """Return what identifies a partition in each process: its values, and what is done to them."""
    digest = hashlib.blake2b(tokenize(*call).encode(), digest_size=8)
    for value in values:
        text = value if isinstance(value, str | os.PathLike) else tokenize(value)
        digest.update(f"{text}\0".encode(errors="surrogatepass"))
    return digest.hexdigest()
