"""Names of a package that are loaded when they are first used (PEP 562).

The package names them once, for type checkers and for this module alike: as imports of the form
`from triptych.client import Client as Client` below `if TYPE_CHECKING:` in its `__init__.py`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def attach(
    package: str, file: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__` and the `__dir__` of a package, and the names it loads lazily.

    Parameters
    ----------
    package, file : str
        Its `__name__` and its `__file__`.

    Examples
    --------
    >>> import triptych
    >>> load, names, lazy = attach("triptych", triptych.__file__)
    >>> load("Client").__name__, load("samples").__name__
    ('Client', 'triptych.samples')
    >>> "__version__" in names(), "__version__" in lazy, "Client" in lazy
    (True, False, True)
    """
    module_of = _lazy_names(file)

    def load(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = module_of[name]
        if module == package:
            value: Any = import_module(f"{package}.{name}")
        else:
            value = getattr(import_module(module), name)
        # From now on it is found there, without this function.
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return load, names, sorted(module_of)


def _lazy_names(file: str) -> dict[str, str]:
    """Return the module of each name that is imported as itself for type checkers alone."""
    blocks = (
        node
        for node in ast.parse(Path(file).read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    return {
        name.name: statement.module or ""
        for block in blocks
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for name in statement.names
        if name.asname == name.name
    }
