"""What was asked for, in words."""

from __future__ import annotations

from triptych.contract import GenerationReply, GenerationRequest
from triptych.contract.vision import GenerationSettings
from triptych.views.base.units import count, shortened
from triptych.views.generation.pictures import size

_LONG = 60


def prompt(reply: GenerationReply) -> str:
    """Return the prompt; nothing where it is not known."""
    return reply.request.prompt if isinstance(reply.request, GenerationRequest) else ""


def settings(reply: GenerationReply) -> GenerationSettings:
    """Return the finer settings of the request, with the seed that was used."""
    asked = reply.request.advance_config if isinstance(reply.request, GenerationRequest) else None
    asked = asked or GenerationSettings()
    return asked if reply.seed is None else asked.model_copy(update={"seed": reply.seed})


def details(reply: GenerationReply) -> dict[str, str]:
    """Return all but the prompt, a phrase for each.

    Examples
    --------
    >>> asked = GenerationRequest(prompt="a boat", width=640, height=480, steps=9)
    >>> list(details(GenerationReply.from_bytes(b"", "image/png", {"seed": 3}, asked)).values())
    ['640 × 480 pixels', '9 steps', 'seed 3']
    """
    asked = reply.request if isinstance(reply.request, GenerationRequest) else None
    finer = settings(reply)
    said: dict[str, str] = {}
    if (sides := size(reply) or _asked_size(asked)) is not None:
        said["size"] = f"{sides[0]} × {sides[1]} pixels"
    elif asked is not None:
        said["size"] = f"{asked.aspect_ratio} in proportion"
    if asked is not None:
        said["steps"] = count(asked.steps, "step")
    if finer.seed is not None:
        said["seed"] = f"seed {finer.seed}"
    if finer.guidance is not None:
        said["guidance"] = f"guidance {finer.guidance:g}"
    if finer.negative_prompt:
        said["negative_prompt"] = f"avoiding “{shortened(finer.negative_prompt, _LONG)}”"
    if asked is not None and asked.sources:
        name = asked.file.filename if asked.file else asked.url or asked.file_store_key or ""
        said["picture"] = f"from {'a picture' if name.startswith('data:') else name[:_LONG]}"
    return said


def line(reply: GenerationReply) -> str:
    """Return those phrases in one line."""
    return " · ".join(details(reply).values())


def not_drawn(reply: GenerationReply) -> str:
    """Return what could not be drawn, or nothing."""
    return f"Not drawn: {', '.join(reply.not_drawn)}" if reply.not_drawn else ""


def _asked_size(asked: GenerationRequest | None) -> tuple[int, int] | None:
    if asked is None or asked.width is None or asked.height is None:
        return None
    return asked.width, asked.height
