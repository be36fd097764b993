"""Score one text or a list of texts for spam."""

from __future__ import annotations

from triptych.contract import SpamRequest
from triptych.service.handler import Context, Outcome


async def spam(request: SpamRequest, context: Context) -> Outcome:
    """Answer `POST /v1/validate/spam_check`."""
    return await context.run(scored, request)


def scored(request: SpamRequest) -> Outcome:
    """Return the score of a request's text, or of each of its texts."""
    from triptych.engines.spam import score_spam

    texts = request.text if isinstance(request.text, list) else [request.text]
    checks = [{"score": result.score, "is_spam": result.is_spam} for result in score_spam(texts)]
    return Outcome(
        {"check": checks if isinstance(request.text, list) else checks[0]}, input_texts=texts
    )
