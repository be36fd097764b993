"""Make `client/operations_async.py` from `client/operations`, so that both clients stay one text.

Run `python tools/make_async.py` after editing the sync folder; a test compares the two. The async
methods get their docstrings from the sync ones when they are imported.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).parents[1] / "src" / "triptych" / "client"
MODULES = ("caller", "text", "embedding", "vision", "web", "__init__")

HEADER = '''"""The eleven operations as methods, async.

Made from `operations` by tools/make_async.py: edit there, run that. The methods are those of
`Operations`, awaited; so are their docstrings, whose examples are written for `Client`.
"""

from __future__ import annotations

'''
FOOTER = """

for _name in dir(Operations):
    if not _name.startswith("_"):
        getattr(AsyncOperations, _name).__doc__ = getattr(Operations, _name).__doc__
"""
REPLACEMENTS = [
    (r"\b(Caller|\w*Operations)\b", r"Async\1"),
    (r"    def ", "    async def "),
    (r"\bself\.call\(", "await self.call("),
]


def make() -> str:
    """Return the text of the async module, formatted."""
    imports = ["from triptych.client.operations import Operations"]
    classes = []
    for name in MODULES:
        for node in ast.parse((CLIENT / "operations" / f"{name}.py").read_text()).body:
            own = isinstance(node, ast.ImportFrom) and "client.operations." in (node.module or "")
            if isinstance(node, ast.Import | ast.ImportFrom) and not own:
                imports.append(ast.unparse(node))
            elif isinstance(node, ast.ClassDef):
                classes.append(_awaited(node))
    unique = [one for one in dict.fromkeys(imports) if "__future__" not in one]
    unformatted = "\n\n".join([HEADER + "\n".join(unique), *classes]) + FOOTER
    for command in (["check", "--fix-only", "-q", "--select", "I,F401"], ["format", "-q"]):
        result = subprocess.run(  # noqa: S603
            [
                sys.executable,
                "-m",
                "ruff",
                *command,
                "--stdin-filename",
                str(CLIENT / "operations_async.py"),
                "-",
            ],
            input=unformatted,
            capture_output=True,
            text=True,
            check=True,
            cwd=CLIENT.parents[2],
        )
        unformatted = result.stdout
    return unformatted


def _awaited(node: ast.ClassDef) -> str:
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
            # A method that has nothing but its docstring is abstract.
            method.body = method.body[1:] or [ast.Expr(ast.Constant(...))]
    source = ast.unparse(node)
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source)
    return source


if __name__ == "__main__":
    (CLIENT / "operations_async.py").write_text(make())
