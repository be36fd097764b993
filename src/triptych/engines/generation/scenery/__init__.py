"""Our own vector scenery: places by hour, weather and season."""

from triptych.engines.generation.scenery.paint import Scenery, scenery

__all__ = ["Scenery", "scenery"]
