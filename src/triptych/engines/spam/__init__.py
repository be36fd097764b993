"""Spam: a calibrated score for messages, comments and mail."""

from triptych.engines.spam.model import SpamScore, score_spam

__all__ = ["SpamScore", "score_spam"]
