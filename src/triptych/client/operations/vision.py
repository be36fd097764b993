"""Object detection and image generation, sync."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Literal

import httpx

from triptych.client.exchange import build
from triptych.client.files import FileLike, source_of
from triptych.client.operations.caller import Caller
from triptych.contract.operations import DETECT, GENERATE_IMAGE
from triptych.contract.vision import AspectRatio, DetectionFeature, DetectionReply, GenerationReply


class VisionOperations(Caller):
    """Object detection and image generation."""

    def detect(
        self,
        file: FileLike | None = None,
        *,
        url: str | None = None,
        file_store_key: str | None = None,
        features: Sequence[DetectionFeature] = ("object_detection",),
        prompts: Sequence[str] | None = None,
        annotated_image: bool = False,
        return_type: Literal["url", "base64"] = "url",
        return_masks: bool = False,
        timeout: float | httpx.Timeout | None = None,
    ) -> DetectionReply:
        """Detect labelled objects in an image.

        Parameters
        ----------
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Address or picture; an array is uint8 of shape (height, width[, 3 or 4]). Give exactly
            one of `file`, `url` and `file_store_key`.
        url : str, optional
            Address of the picture: http, https or a data: URL.
        file_store_key : str, optional
            Key of a file in a hosted service's file storage; the local service has none.
        features : sequence of {"object_detection", "object", "gui"}, optional
            What to look for.
        prompts : sequence of str, optional
            Labels to look for, 1 to 150 characters each.
        annotated_image : bool, default False
            Return the image with its boxes drawn in.
        return_type : {"url", "base64"}
            Form of the annotated image: an address, or a data: URL.
        return_masks : bool, default False
            Return a mask for each object.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        DetectionReply
            Bounds are in pixels from the top left corner of the picture.
        """
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "features": features,
            "prompts": prompts,
            "annotated_image": annotated_image,
            "return_type": return_type,
            "return_masks": return_masks,
        }
        return self.call(DETECT, build(DETECT, members), timeout=timeout)

    def generate_image(
        self,
        prompt: str,
        *,
        aspect_ratio: AspectRatio = "1:1",
        width: int | None = None,
        height: int | None = None,
        steps: int = 4,
        output_format: Literal["png", "svg"] = "png",
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        negative_prompt: str | None = None,
        guidance: float | None = None,
        seed: int | None = None,
        return_type: Literal["url", "base64", "binary"] = "binary",
        timeout: float | httpx.Timeout | None = None,
    ) -> GenerationReply:
        """Generate an image from a text prompt (deprecated).

        .. deprecated:: 0.1
            The specification marks this operation as no longer maintained. For new work use the
            API of an image model, such as an OpenAI-compatible server's `/v1/images/generations`.

        Parameters
        ----------
        prompt : str
            What to draw, 1 to 5000 characters.
        aspect_ratio : str, default "1:1"
            Width to height.
        width, height : int, optional
            Pixels, 256 to 1920; they take precedence over the ratio.
        steps : int, default 4
            Denoising steps, 1 to 90.
        output_format : {"png", "svg"}
            File format of the image.
        file : str, path, bytes, binary file, PIL.Image or numpy array, optional
            Picture to edit: an address or the picture itself.
        url : str, optional
            Its address: http, https or a data: URL.
        file_store_key : str, optional
            Key of a file in a hosted service's file storage; the local service has none.
        negative_prompt : str, optional
            What to avoid.
        guidance : float, optional
            1 to 28; higher follows the prompt more closely.
        seed : int, optional
            The same seed and arguments give the same image.
        return_type : {"url", "base64", "binary"}
            Form of the image: an address, a data: URL or the bytes.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        GenerationReply
        """
        warnings.warn(
            f"generate_image is deprecated. {GENERATE_IMAGE.instead}",
            DeprecationWarning,
            stacklevel=2,
        )
        config = {"negative_prompt": negative_prompt, "guidance": guidance, "seed": seed}
        given = {name: value for name, value in config.items() if value is not None}
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "prompt": prompt,
            "aspect_ratio": aspect_ratio,
            "width": width,
            "height": height,
            "steps": steps,
            "output_format": output_format,
            "advance_config": given or None,
            "return_type": return_type,
        }
        return self.call(GENERATE_IMAGE, build(GENERATE_IMAGE, members), timeout=timeout)
