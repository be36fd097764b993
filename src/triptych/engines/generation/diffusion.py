"""Pictures by a diffusion model of the user's own choice, through the library diffusers.

Nothing of a model comes with this package, and none is fetched unless the user says so.
"""

from __future__ import annotations

import inspect
import io
import math
import re
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

from triptych._cancellation import check_cancelled
from triptych.engines.generation.order import (
    Generated,
    GenerationError,
    Order,
    Progress,
    UnavailableError,
)
from triptych.engines.generation.painting.picture import covering

#: How far an edit may go from the picture it starts from, 0 to 1: of all steps from pure noise,
#: the share that is run. The default of most pipelines of diffusers.
STRENGTH = 0.8
_SEEDS = 2**64
_HUB_NAME = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)
#: A pipeline's scheduler has a state, and two pictures at once would need twice the memory.
_ONE_AT_A_TIME = threading.Lock()


class DiffusersGenerator:
    """Draws with a text-to-image pipeline of diffusers.

    The pipeline is loaded with the first picture and kept; those that follow share it, whichever
    generator asks. It works on the graphics card where PyTorch finds one.

    Parameters
    ----------
    model : str
        A folder written by ``save_pretrained``, or a name on the Hugging Face hub. Weights are
        read from safetensors files alone: other formats may hold code.
    download : bool, default False
        Whether a model that is not on this machine yet may be fetched from the hub.

    Raises
    ------
    UnavailableError
        From `generate`: if the extra or the model is missing.
    GenerationError
        From `generate`: if the model cannot serve an order.

    Notes
    -----
    Without a callable for the progress, a bar of the steps is shown on the standard error stream.

    A size that is no multiple of the model's is drawn a little larger and made to fit. A picture
    to edit is cropped to the ordered proportions; of its content about a fifth of the steps'
    noise is spared (`STRENGTH`), and `steps` are run all the same.

    Examples
    --------
    >>> order = Order("a boat on a lake", 512, 512, seed=1)
    >>> DiffusersGenerator("./no/such/folder").generate(order)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    triptych.engines.generation.order.UnavailableError: There is no model in ./no/such...
    """

    def __init__(self, model: str, *, download: bool = False) -> None:
        self.model = model
        self.download = download

    def generate(self, order: Order, progress: Progress | None = None) -> Generated:
        """Draw the picture as PNG; see `ImageGenerator.generate`."""
        if order.output_format != "png":
            raise GenerationError("A diffusion model draws pixels, not vectors: order a PNG.")
        with _ONE_AT_A_TIME:
            pipeline = _load(self.model, self.download)
            not_drawn = _cut_off(pipeline, order.prompt)
            if order.picture is not None:
                pipeline = _for_edits(pipeline)
            # Minutes may pass: who is not told of the steps sees them in the terminal.
            pipeline.set_progress_bar_config(disable=progress is not None)
            made = pipeline(**_arguments(pipeline, order, progress))
        if any(getattr(made, "nsfw_content_detected", None) or ()):
            raise GenerationError(
                "The model's safety checker withheld the picture: change the prompt or the seed."
            )
        from PIL import Image, ImageOps

        picture = ImageOps.fit(
            made.images[0], (order.width, order.height), Image.Resampling.LANCZOS
        )
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        return Generated(buffer.getvalue(), "image/png", not_drawn)


@lru_cache(maxsize=1)
def _load(model: str, download: bool) -> Any:
    """Return the text-to-image pipeline of a model; the last one stays in memory."""
    folder = _folder(model, download)
    try:
        import torch
        from diffusers import AutoPipelineForText2Image
        from diffusers.utils import logging
        from transformers.utils import logging as logging_of_transformers
    except ImportError:
        raise UnavailableError(
            "Drawing with a diffusion model needs an extra: pip install 'triptych[diffusion]'."
        ) from None
    logging.disable_progress_bar()
    logging_of_transformers.disable_progress_bar()
    device = _device(torch)
    try:
        pipeline = AutoPipelineForText2Image.from_pretrained(
            folder or model,
            local_files_only=not download,
            use_safetensors=True,
            # Half the memory on a graphics card; float16 overflows in the decoder of some models.
            dtype=torch.bfloat16 if device == "cuda" else torch.float32,
        )
    except (OSError, ValueError, KeyError) as error:
        where = "cannot be read" if folder else "cannot be fetched from the hub, check its name"
        raise UnavailableError(
            f"{model} {where}: it has to be a text-to-image pipeline that diffusers knows, with a "
            f"model_index.json and weights as .safetensors ({_first_line(error)})."
        ) from error
    return pipeline.to(device)


def _device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _folder(model: str, download: bool) -> Path | None:
    """Return where a model lies on this machine, or None for one that may be fetched."""
    if Path(model).is_dir():
        return Path(model)
    advice = "give the folder that save_pretrained wrote, or a name on the Hugging Face hub"
    if Path(model).is_file():
        raise UnavailableError(f"{model} is a single file: {advice}.")
    if not _HUB_NAME.fullmatch(model):
        raise UnavailableError(f"There is no model in {model}: {advice}.")
    from huggingface_hub import try_to_load_from_cache

    # Looked up by ourselves: even for local files alone the loaders would call the hub's host.
    index = try_to_load_from_cache(model, "model_index.json")
    if isinstance(index, str):
        return Path(index).parent
    if download:
        return None
    raise UnavailableError(
        f"There is no model {model} on this machine: give the folder of one, or allow fetching it "
        "from the Hugging Face hub (download=True, or TRIPTYCH_IMAGE_DOWNLOAD=1)."
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")


def _for_edits(pipeline: Any) -> Any:
    """Return the image-to-image pipeline of the same components: nothing is loaded again."""
    from diffusers import AutoPipelineForImage2Image

    try:
        edits = AutoPipelineForImage2Image.from_pipe(pipeline)
    except ValueError:
        name = type(pipeline).__name__
        raise GenerationError(f"{name} cannot edit a picture: leave the picture out.") from None
    return edits


def _arguments(pipeline: Any, order: Order, progress: Progress | None) -> dict[str, Any]:
    """Return an order as the pipeline's own arguments, by their names in its signature."""
    import torch

    takes = inspect.signature(pipeline.__call__).parameters
    multiple = _multiple(pipeline)
    width, height = (multiple * math.ceil(side / multiple) for side in (order.width, order.height))
    arguments: dict[str, Any] = {
        "prompt": order.prompt,
        "num_inference_steps": order.steps,
        # On the CPU, so that a seed means the same on every machine.
        "generator": torch.Generator("cpu").manual_seed(order.seed % _SEEDS),
    }
    optional: dict[str, Any] = {"width": width, "height": height}
    if order.picture is not None:
        arguments["image"] = covering(order.picture, width, height)
        if "strength" in takes:
            arguments["strength"] = STRENGTH
            # Of the steps asked for, that share alone would be run.
            arguments["num_inference_steps"] = math.ceil(order.steps / STRENGTH)
    optional["callback_on_step_end"] = _reporter(progress, order.steps)
    for name, argument, value in (
        ("negative prompt", "negative_prompt", order.negative_prompt),
        ("guidance", "guidance_scale", order.guidance),
    ):
        if value is None:
            continue
        if argument not in takes:
            raise GenerationError(
                f"{type(pipeline).__name__} takes no {name}: leave it out, or choose another model."
            )
        arguments[argument] = value
    if order.negative_prompt is not None and "true_cfg_scale" in takes:
        # Distilled models heed a negative prompt only with guidance in the original sense.
        arguments["true_cfg_scale"] = order.guidance or 4.0
    return arguments | {name: value for name, value in optional.items() if name in takes}


def _multiple(pipeline: Any) -> int:
    """Return what a side has to be a multiple of, in pixels."""
    factor = int(getattr(pipeline, "vae_scale_factor", 8))
    # Transformers read the decoder's pixels in patches of two by two.
    return factor * (2 if getattr(pipeline, "transformer", None) is not None else 1)


def _reporter(progress: Progress | None, steps: int) -> Any:
    def report(pipeline: Any, step: int, timestep: int, tensors: dict[str, Any]) -> dict[str, Any]:
        # Some schedulers take more steps than they were asked for.
        check_cancelled()
        if progress is not None:
            progress(step + 1, getattr(pipeline, "num_timesteps", steps))
        return tensors

    return report


def _cut_off(pipeline: Any, prompt: str) -> tuple[str, ...]:
    """Return the end of the prompt, where it is longer than all of the model's readers take."""
    tokenizers = [
        part
        for name, part in pipeline.components.items()
        if name.startswith("tokenizer") and part is not None
    ]
    if not tokenizers:
        return ()
    tokenizer = max(tokenizers, key=lambda each: each.model_max_length)
    tokens = tokenizer(prompt, truncation=False, verbose=False).input_ids
    if len(tokens) <= tokenizer.model_max_length:
        return ()
    # The last token that is read is the mark of the end.
    rest = tokenizer.decode(tokens[tokenizer.model_max_length - 1 :], skip_special_tokens=True)
    return (rest.strip(),) if rest.strip() else ()
