"""The tree of a research: questions, rounds, pages, while they come and afterwards."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

_HERE = Path(__file__).parent


class ResearchTree(anywidget.AnyWidget):
    """Items within items, each of which can be folded.

    A changed tree changes only what differs on the page: what a reader has folded stays so, and
    the focus stays where it is.

    Attributes
    ----------
    tree : dict
        An item: `key`, its own among its siblings; `text`; `says`, how it stands; `state`, which
        decides its sign; `nodes`, the items in it; and, where there is one, `href`, where it leads,
        and `title`, more about it.
    """

    _esm = (_HERE / "tree.js").read_text(encoding="utf-8")
    _css = (_HERE / "tree.css").read_text(encoding="utf-8")

    tree = traitlets.Dict({}).tag(sync=True)
