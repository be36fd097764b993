"""Write `docs/dependencies.md`: every package that Triptych needs, with its licence.

Run `python tools/list_licences.py` where all extras are installed, as `tools/test` does; a test
compares what is installed with the page. Licences are those that the packages state themselves.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "dependencies.md"
#: For those who change Triptych, not for those who use it.
_NOT_USED = {"test", "docs"}
#: Packages whose metadata states none; read in their repositories or in the wheel.
_STATED_ELSEWHERE = {"geoindex-rs": "MIT OR Apache-2.0", "resvg-py": "MIT"}
_HEAD = """# Dependencies

The packages that are installed with Triptych and its [extras](extras.md), and the licence that each
states. `tools/list_licences.py` writes this page; the SBOM of a release has the versions. Some
wheels also contain libraries, and their licences: libsndfile (LGPL) in `soundfile`, FFmpeg (LGPL)
in `av`, PDFium in `pypdfium2`.

| package | licence | only for the extra |
|---|---|---|
"""


def needed() -> dict[str, set[str]]:
    """Return the extras that need each installed package, "" for Triptych itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages: dict[str, set[str]] = {}
    for extra in ["", *sorted(project["optional-dependencies"].keys() - _NOT_USED)]:
        # The extra's own requirements alone.
        texts = project["optional-dependencies"][extra] if extra else project["dependencies"]
        waiting, seen = [Requirement(text) for text in texts], set[tuple[str, frozenset[str]]]()
        while waiting:
            requirement = waiting.pop()
            name = canonicalize_name(requirement.name)
            key = (name, frozenset(requirement.extras))
            if key in seen:
                continue
            seen.add(key)
            try:
                texts = distribution(name).requires or []
            except PackageNotFoundError:
                # For another platform, or an extra that is not installed.
                continue
            packages.setdefault(name, set()).add(extra)
            waiting += [
                one
                for one in map(Requirement, texts)
                if one.marker is None
                or any(one.marker.evaluate({"extra": e}) for e in requirement.extras | {""})
            ]
    return packages


def licence(name: str) -> str:
    """Return the licence that a package states, "" if it states none.

    The field is an SPDX expression in newer packages. Older ones have text, sometimes the whole
    licence, and classifiers.
    """
    metadata = distribution(name).metadata
    text = (metadata.get("License-Expression") or metadata.get("License") or "").strip()
    if text and "\n" not in text and len(text) < 150 and text != "UNKNOWN":
        return text
    classifiers = [
        classifier.rpartition(" :: ")[2]
        for classifier in metadata.get_all("Classifier") or []
        if classifier.startswith("License ::")
    ]
    return " OR ".join(classifiers) or _STATED_ELSEWHERE.get(name, "")


def rows() -> list[str]:
    """Return a row of the page for each package that is installed.

    Raises
    ------
    LookupError
        If a package states no licence.
    """
    result = []
    for name, extras in sorted(needed().items()):
        stated = licence(name)
        if not stated:
            raise LookupError(f"{name} states no licence: read it there, add it to {__file__}")
        # What Triptych needs is installed with each extra anyway.
        by = "" if "" in extras else ", ".join(f"`{extra}`" for extra in sorted(extras))
        result.append(f"| {name} | {re.sub(r'[|]', '/', stated)} | {by} |")
    return result


if __name__ == "__main__":
    try:
        PAGE.write_text(_HEAD + "\n".join(rows()) + "\n", encoding="utf-8")
    except LookupError as error:
        sys.exit(str(error))
