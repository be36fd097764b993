"""The default provider: a composer of vector scenes."""

from __future__ import annotations

from triptych.engines.generation.layout import arrange
from triptych.engines.generation.order import (
    Generated,
    GenerationError,
    Order,
    Progress,
)
from triptych.engines.generation.painting import to_svg
from triptych.engines.generation.prompt import read
from triptych.engines.generation.raster import to_png
from triptych.engines.generation.scene import Scene

_SEEDS = 2**64


class SceneComposer:
    """Reads the prompt, finds a drawing for each thing, lays the scene out and paints it.

    No learned model draws here: what no drawing shows is not drawn, and said.

    Examples
    --------
    >>> order = Order("three red apples and a fence", 256, 256, seed=1, output_format="svg")
    >>> generated = SceneComposer().generate(order)
    >>> generated.media_type, generated.not_drawn
    ('image/svg+xml', ('fence',))
    """

    def generate(self, order: Order, progress: Progress | None = None) -> Generated:
        """Compose a scene and paint it."""
        scene = compose(order)
        svg = to_svg(scene, picture=order.picture)
        if progress is not None:
            progress(order.steps, order.steps)
        not_drawn = scene.description.not_drawn
        if order.output_format == "svg":
            return Generated(svg.encode(), "image/svg+xml", not_drawn)
        return Generated(to_png(svg, order.width, order.height), "image/png", not_drawn)


def compose(order: Order) -> Scene:
    """Return the scene that an order asks for.

    Raises
    ------
    GenerationError
        If more is asked for than a picture holds.

    Examples
    --------
    >>> scene = compose(Order("three red apples", 512, 512, seed=1))
    >>> [placed.drawing for placed in scene.placed if placed.thing == 0]
    ['red-apple', 'red-apple', 'red-apple']
    """
    # Any whole number is a seed; the arrangement takes none below 0.
    seed = order.seed % _SEEDS
    description = read(
        order.prompt,
        negative_prompt=order.negative_prompt,
        guidance=order.guidance,
        seed=seed,
    )
    try:
        return arrange(
            description,
            width=order.width,
            height=order.height,
            steps=order.steps,
            seed=seed,
            guidance=order.guidance,
            picture=order.picture is not None,
        )
    except ValueError as error:
        raise GenerationError(str(error)) from None
