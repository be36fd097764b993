"""Score one text or a list of texts for spam."""

from __future__ import annotations

from triptych.contract import SpamRequest
from triptych.service.outcome import Outcome


def spam(request: SpamRequest) -> Outcome:
    """Answer `POST /v1/validate/spam_check`."""
    from triptych.engines.spam import score_spam

    texts = request.text if isinstance(request.text, list) else [request.text]
    checks = [{"score": result.score, "is_spam": result.is_spam} for result in score_spam(texts)]
    return Outcome(
        {"check": checks if isinstance(request.text, list) else checks[0]}, input_texts=texts
    )
