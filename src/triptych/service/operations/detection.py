"""Object detection."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from triptych.contract import Attachment, DetectionRequest
from triptych.service.decoded_files import picture_of
from triptych.service.files import data_address
from triptych.service.handler import Context, Outcome
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from PIL.Image import Image

    from triptych.engines.detection import Detection, Matches


async def detect(request: DetectionRequest, context: Context) -> Outcome:
    """Answer `POST /v1/object_detection`."""
    _check_supported(request)
    assert request.file is not None
    picture = await picture_of(request.file, context)
    return await context.run(_detected, picture, request, context.settings)


def _detected(picture: Image, request: DetectionRequest, settings: ServiceSettings) -> Outcome:
    from triptych.engines.detection import THRESHOLD

    detections, classes = _detections(picture, settings)
    members: dict[str, Any] = {}
    answers: dict[str, str] = {}
    if request.prompts:
        from triptych.engines.detection import match

        matches = match(request.prompts, classes)
        answers = _prompt_of_each_label(matches)
        detections = [one for one in detections if one.label in answers]
        members = {"unmatched_prompts": list(matches.unmatched)}
        if warnings := _warnings(matches):
            members["warnings"] = warnings
    tags = list(dict.fromkeys(one.label for one in detections))
    members |= {
        "objects": _objects(detections, answers),
        "tags": tags,
        "threshold": THRESHOLD,
        "image_width": picture.width,
        "image_height": picture.height,
    }
    published = {}
    if request.annotated_image:
        file = _annotated(picture, detections)
        if request.return_type == "base64":
            members["annotated_image"] = data_address(file)
        else:
            published["annotated_image"] = file
    # Of a picture, the settled page counts what was recognised in it.
    return Outcome(members, [one.label for one in detections], tags, published)


def _check_supported(request: DetectionRequest) -> None:
    for is_given, field, what in (
        ("gui" in request.features, "features", 'features=["gui"]'),
        (request.return_masks, "return_masks", "return_masks"),
    ):
        if is_given:
            raise Refusal(
                400,
                f"{what} is not supported by this service: omit it.",
                code="unsupported",
                field=field,
            )


def _detections(
    picture: Image, settings: ServiceSettings
) -> tuple[list[Detection], tuple[str, ...]]:
    """Return what is in the picture, and every class that the detector knows."""
    from triptych.engines.detection import THRESHOLD, DetectorFileError, detector

    try:
        chosen = detector(settings.detector, settings.detector_labels)
        [detections] = chosen.detect([picture], threshold=THRESHOLD)
    # Some files show only on a picture that they cannot be used.
    except DetectorFileError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
    return detections, chosen.labels


def _prompt_of_each_label(matches: Matches) -> dict[str, str]:
    """Return which prompt a class answers: of several the one that means no more than it."""
    answers: dict[str, str] = {}
    for prompt, match in sorted(matches.matched.items(), key=lambda served: served[1].wider):
        for label in match.labels:
            answers.setdefault(label, prompt)
    return answers


def _warnings(matches: Matches) -> list[dict[str, str]]:
    return [
        {
            "code": "wider_than_prompt",
            "message": f"{prompt!r} cannot be distinguished: every {' and '.join(match.labels)} "
            "is among the objects.",
        }
        for prompt, match in matches.matched.items()
        if match.wider
    ]


def _objects(detections: list[Detection], answers: dict[str, str]) -> list[dict[str, Any]]:
    from triptych.engines.detection import numbered

    labels = numbered([one.label for one in detections])
    objects = []
    for label, one in zip(labels, detections, strict=True):
        member: dict[str, Any] = {
            "label": label,
            "bounds": _bounds(one),
            "confidence": round(one.score, 4),
        }
        if answers:
            member["prompt"] = answers[one.label]
        objects.append(member)
    return objects


def _bounds(one: Detection) -> dict[str, Any]:
    left, top, right, bottom = (
        round(side, 1) for side in (one.left, one.top, one.right, one.bottom)
    )
    return {
        "top_left": {"x": left, "y": top},
        "top_right": {"x": right, "y": top},
        "bottom_left": {"x": left, "y": bottom},
        "bottom_right": {"x": right, "y": bottom},
        "width": round(right - left, 1),
        "height": round(bottom - top, 1),
    }


def _annotated(picture: Image, detections: list[Detection]) -> Attachment:
    from triptych.engines.detection import annotated, numbered

    file = BytesIO()
    names = numbered([one.label for one in detections])
    annotated(picture, detections, names).save(file, "PNG", compress_level=3)
    return Attachment(file.getvalue(), "annotated.png", "image/png")
