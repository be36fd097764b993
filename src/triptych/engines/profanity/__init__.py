"""Find and censor profanity, in every disguise, with exact offsets."""

from triptych.engines.profanity.censor import Match, censor
from triptych.engines.profanity.matching import LANGUAGES, find_profanity

__all__ = ["LANGUAGES", "Match", "censor", "find_profanity"]
