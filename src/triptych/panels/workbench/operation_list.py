"""The operations of an area, to choose one from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.contract import Operation

_HERE = Path(__file__).parent


class OperationList(anywidget.AnyWidget):
    """A button for each operation.

    Parameters
    ----------
    label : str
        What the operations have in common, for screen readers.
    operations : sequence of Operation
        To choose from; the first is chosen.

    Attributes
    ----------
    chosen : str
        Name of the chosen operation.
    """

    _esm = (_HERE / "operation_list.js").read_text(encoding="utf-8")

    label = traitlets.Unicode("").tag(sync=True)
    items: Any = traitlets.List([]).tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, operations: Sequence[Operation[Any, Any]]) -> None:
        items = [
            {
                "name": operation.name,
                "title": operation.title,
                "summary": operation.summary,
                "deprecated": operation.deprecated,
            }
            for operation in operations
        ]
        super().__init__(label=label, items=items, chosen=operations[0].name)
