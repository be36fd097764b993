"""Image generation."""

from __future__ import annotations

import math
import secrets
from io import BytesIO
from typing import TYPE_CHECKING, Any

from triptych.contract import Attachment, GenerationRequest
from triptych.contract.vision import LARGEST_SIDE, SMALLEST_SIDE
from triptych.service.decoded_files import picture_of
from triptych.service.files import data_address
from triptych.service.handler import Context, Outcome
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from PIL.Image import Image

    from triptych.engines.generation import Generated

#: Pixels of a picture where only its ratio is given.
_AREA = 1024 * 1024


async def generate_image(request: GenerationRequest, context: Context) -> Outcome:
    """Answer `POST /v1/ai/image_generation`."""
    picture = await picture_of(request.file, context) if request.file else None
    return await context.run(_generated, picture, request, context.settings)


def _generated(
    picture: Image | None, request: GenerationRequest, settings: ServiceSettings
) -> Outcome:
    from triptych.engines.generation import GenerationError, Order, UnavailableError, generator

    config = request.advance_config
    seed = config.seed if config else None
    if seed is None:
        seed = secrets.randbelow(2**31)
    width, height = size(request)
    order = Order(
        prompt=request.prompt,
        width=width,
        height=height,
        steps=request.steps,
        output_format=request.output_format,
        negative_prompt=config.negative_prompt if config else None,
        guidance=config.guidance if config else None,
        seed=seed,
        picture=_png(picture) if picture else None,
    )
    provider = generator(
        settings.image_generator, settings.image_model, download=settings.image_download
    )
    try:
        generated = provider.generate(order)
    except UnavailableError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
    except GenerationError as error:
        raise Refusal(400, str(error), code="unsupported") from None
    return _outcome(request, generated, seed)


def size(request: GenerationRequest) -> tuple[int, int]:
    """Return width and height in pixels; what is given wins over the ratio.

    Examples
    --------
    >>> size(GenerationRequest(prompt="a cat", aspect_ratio="16:9"))
    (1368, 768)
    >>> size(GenerationRequest(prompt="a cat", aspect_ratio="16:9", width=640))
    (640, 360)
    """
    across, down = map(int, request.aspect_ratio.split(":"))
    ratio = across / down
    if request.width and request.height:
        return request.width, request.height
    if request.width:
        return request.width, _within(request.width / ratio)
    if request.height:
        return _within(request.height * ratio), request.height
    # Multiples of eight, since models draw in cells of eight pixels.
    sides = math.sqrt(_AREA * ratio), math.sqrt(_AREA / ratio)
    width, height = (8 * round(side / 8) for side in sides)
    return width, height


def _within(side: float) -> int:
    return max(SMALLEST_SIDE, min(LARGEST_SIDE, round(side)))


def _png(picture: Image) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _outcome(request: GenerationRequest, generated: Generated, seed: int) -> Outcome:
    extension = "svg" if generated.media_type == "image/svg+xml" else "png"
    image = Attachment(generated.content, f"image.{extension}", generated.media_type)
    members: dict[str, Any] = {"seed": seed, "not_drawn": list(generated.not_drawn)}
    match request.return_type:
        case "binary":
            return Outcome(members, [request.prompt], body=image)
        case "base64":
            return Outcome(members | {"url": data_address(image)}, [request.prompt])
    return Outcome(members, [request.prompt], published={"url": image})
