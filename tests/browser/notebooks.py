"""Build a notebook from the source of its cells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path


def write_notebook(path: Path, cells: Sequence[str]) -> Path:
    """Write a notebook with these code cells and no outputs; return its path."""
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        },
        "cells": [
            {
                "id": f"cell-{number}",
                "cell_type": "code",
                "source": source,
                "metadata": {},
                "execution_count": None,
                "outputs": [],
            }
            for number, source in enumerate(cells)
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
    return path
