"""Pin the digest of a model file in the module that reads it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

#: The folder that the names of model files are relative to.
MODELS = Path(__file__).resolve().parents[1] / "src" / "triptych" / "models"


def pin(module: Path, constant: str, content: bytes) -> str:
    """Write the digest of `content` behind `constant` in the source `module`, and return it."""
    digest = hashlib.sha256(content).hexdigest()
    pin_digest(module, constant, digest)
    print(f"{constant}: {len(content)} bytes, sha256 {digest}")
    return digest


def pin_digest(module: Path, constant: str, digest: str) -> None:
    """Write a digest behind `constant` in the source `module`."""
    source = module.read_text(encoding="utf-8")
    pinned, places = re.subn(
        rf'^{constant} = "\w{{64}}"', f'{constant} = "{digest}"', source, flags=re.M
    )
    if places != 1:
        raise ValueError(f'{module} has no line {constant} = "<64 digits>".')
    module.write_text(pinned, encoding="utf-8")
