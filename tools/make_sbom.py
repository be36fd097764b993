"""Write the SBOM of a release (CycloneDX 1.6, JSON): its packages, and the models in its wheel.

    python tools/make_sbom.py [--wheel FILE] [--out FILE]

The wheel (by default one that is built now) is installed into a fresh environment, in the versions
that the tests run with, so that the list holds what a user gets and nothing of this machine.
cyclonedx-bom reads that environment from one of its own. Both are removed at the end. PyPI is
needed; it takes a minute or two.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
MODELS = ROOT / "src" / "triptych" / "models"
#: Checks a file against the schema of CycloneDX; in the environment of cyclonedx-bom.
_VALIDATE = """
import sys
from pathlib import Path
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(Path(sys.argv[1]).read_text("utf-8"))
sys.exit(None if error is None else f"Not CycloneDX: {error}")
"""


def models() -> list[dict[str, Any]]:
    """Return a component for each shipped file that is loaded, with its digest and licence."""
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    licences = {
        folder: cells.strip()
        for row in re.findall(r"^\|.*README.*$", page, re.MULTILINE)
        for cells in [row.rstrip(" |").rpartition("|")[2]]
        for folder in re.findall(r"models/(\w+)/README", row)
    }
    components = []
    for line in (MODELS / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        is_model = name.endswith((".onnx", ".npz"))
        components.append(
            {
                "type": "machine-learning-model" if is_model else "data",
                "bom-ref": f"triptych/models/{name}",
                "name": f"triptych/models/{name}",
                "hashes": [{"alg": "SHA-256", "content": digest}],
                "licenses": [{"license": {"name": licences[name.partition("/")[0]]}}],
            }
        )
    return components


def add_licences(components: list[dict[str, Any]]) -> None:
    """Add the licence of each package that has none in a form that cyclonedx-bom reads."""
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    stated = dict(re.findall(r"^\| ([\w.-]+) \| ([^|]+) \|", page, re.MULTILINE))
    for component in components:
        name = re.sub(r"[-_.]+", "-", component["name"]).lower()
        if not component.get("licenses") and name in stated:
            component["licenses"] = [{"license": {"name": stated[name]}}]


def environment(folder: Path, *requirements: str) -> Path:
    """Return the Python of a new environment in which the requirements are installed."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(python, "-m", "pip", "--disable-pip-version-check", "install", "-q", *requirements)
    return python


def run(*command: str | Path) -> None:
    """Run a command in the root of the repository; end with its status if it fails."""
    result = subprocess.run(command, cwd=ROOT, check=False)  # noqa: S603
    if result.returncode:
        sys.exit(result.returncode)


def main() -> None:
    """Write the SBOM that the command names."""
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--wheel", type=Path, help="of the release; one is built by default")
    parser.add_argument("--out", type=Path, default=f"dist/triptych-{version[1]}.cdx.json")
    options = parser.parse_args()
    out: Path = options.out.absolute()
    out.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="triptych-sbom-") as name:
        folder = Path(name)
        tool = environment(folder / "tool", "cyclonedx-bom>=7,<8", "hatchling")
        if options.wheel is None:
            run(tool, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
        wheel = options.wheel.absolute() if options.wheel else next(folder.glob("*.whl"))
        constraints = ROOT / "binder" / "requirements.txt"
        fresh = environment(folder / "fresh", "-c", str(constraints), str(wheel))
        # pip came with the environment; a user may install with anything.
        run(fresh, "-m", "pip", "uninstall", "-q", "-y", "pip", "setuptools")
        run(
            *(tool, "-m", "cyclonedx_py", "environment", fresh, "--output-reproducible"),
            *("--pyproject", ROOT / "pyproject.toml", "--mc-type", "library", "-o", out),
        )
        document = json.loads(out.read_text(encoding="utf-8"))
        add_licences(document["components"])
        document["components"] += models()
        out.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        run(tool, "-c", _VALIDATE, out)
    print(f"{out}: {len(document['components'])} components")  # noqa: T201


if __name__ == "__main__":
    main()
