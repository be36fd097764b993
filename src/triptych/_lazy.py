"""Names of a package that are fetched when they are first asked for (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def late(
    package: str, module_of: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the `__getattr__` and the `__dir__` of a package.

    Parameters
    ----------
    package : str
        Its name.
    module_of : mapping of str to str
        The module below it where each name is; a name that is its module's stands for the module.

    Examples
    --------
    >>> fetch, names = late("json", {"JSONDecoder": "decoder", "scanner": "scanner"})
    >>> fetch("JSONDecoder").__name__, fetch("scanner").__name__
    ('JSONDecoder', 'json.scanner')
    >>> {"JSONDecoder", "scanner", "loads"} <= set(names())
    True
    """

    def fetch(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = import_module(f"{package}.{module_of[name]}")
        value = module if module_of[name] == name else getattr(module, name)
        # Found there from now on, without asking here.
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return fetch, names
