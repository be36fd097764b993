"""Pictures from words: a composer of vector scenes, or a diffusion model chosen by the user."""

from collections.abc import Callable, Mapping

from triptych.engines.generation.composer import SceneComposer, compose
from triptych.engines.generation.diffusion import DiffusersGenerator
from triptych.engines.generation.order import (
    Generated,
    GenerationError,
    ImageGenerator,
    Order,
    UnavailableError,
)

__all__ = [
    "Generated",
    "GenerationError",
    "ImageGenerator",
    "Order",
    "SceneComposer",
    "UnavailableError",
    "compose",
    "generator",
]

#: Each is made from the model it should use and whether that may be downloaded.
PROVIDERS: Mapping[str, Callable[[str, bool], ImageGenerator]] = {
    "scenes": lambda model, download: SceneComposer(),
    "diffusers": lambda model, download: DiffusersGenerator(model, download=download),
}


def generator(name: str = "scenes", model: str = "", *, download: bool = False) -> ImageGenerator:
    """Return a provider.

    Parameters
    ----------
    name : {"scenes", "diffusers"}
        The composer of vector scenes, or a diffusion model.
    model : str, default ""
        For the latter: a folder, or a name on the hub.
    download : bool, default False
        Whether a model that is not on this machine may be fetched from the hub.

    Raises
    ------
    KeyError
        If there is no such provider.

    Examples
    --------
    >>> type(generator()).__name__
    'SceneComposer'
    """
    return PROVIDERS[name](model, download)
