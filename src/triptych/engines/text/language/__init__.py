"""Notice texts that are not English."""

from __future__ import annotations

from triptych.engines.text.language.detect import Language, foreign_language

__all__ = ["Language", "foreign_language"]
