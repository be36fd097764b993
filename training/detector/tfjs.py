"""Read a TF.js graph model: its nodes, in the order they can be run, and its constants."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Constants = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Node:
    """One operation of the graph.

    Attributes
    ----------
    name, kind : str
        Its name and the name of its TensorFlow operation.
    inputs : list of str
        Names of the tensors it reads.
    attributes : dict
        As in the file.
    """

    name: str
    kind: str
    inputs: list[str]
    attributes: dict[str, Any]

    def numbers(self, attribute: str) -> list[int]:
        """Return an attribute that is a list of integers."""
        return [int(number) for number in self.attributes[attribute]["list"].get("i", [])]

    def text(self, attribute: str) -> str:
        """Return an attribute that is a string."""
        return base64.b64decode(self.attributes[attribute]["s"]).decode()


def read_model(path: Path) -> tuple[list[Node], Constants]:
    """Return the nodes of a model, each after those it reads, and its constants by name.

    The files beside `path` that it names hold the constants. Those stored in half precision are
    returned in single precision.
    """
    model = json.loads(path.read_text(encoding="utf-8"))
    nodes = {
        node["name"]: Node(
            node["name"],
            node["op"],
            [name.removesuffix(":0") for name in node.get("input", [])],
            node.get("attr", {}),
        )
        for node in model["modelTopology"]["node"]
    }
    # A name with a colon is a further output of the node before it.
    order = TopologicalSorter(
        {node.name: [name.split(":")[0] for name in node.inputs] for node in nodes.values()}
    )
    constants: Constants = {}
    for group in model["weightsManifest"]:
        content = b"".join((path.parent / part).read_bytes() for part in group["paths"])
        constants |= _constants(group["weights"], content)
    return [nodes[name] for name in order.static_order()], constants


def _constants(entries: list[dict[str, Any]], content: bytes) -> Constants:
    """Return the arrays that lie one behind the other in `content`."""
    found: Constants = {}
    start = 0
    for entry in entries:
        stored = np.dtype(entry.get("quantization", entry)["dtype"])
        size = int(np.prod(entry["shape"], dtype=np.int64))
        array = np.frombuffer(content, stored, size, start).reshape(entry["shape"])
        found[entry["name"]] = array.astype(np.float32) if stored == np.float16 else array
        start += size * stored.itemsize
    if start != len(content):
        raise ValueError(f"The constants take {start} bytes, their files have {len(content)}.")
    return found
