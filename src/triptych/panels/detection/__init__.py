"""The detection panel."""

from triptych.panels.detection.panel import DetectionPanel

__all__ = ["DetectionPanel"]
