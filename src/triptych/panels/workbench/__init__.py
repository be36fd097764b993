"""The workbench: every operation in one widget, with a history of calls."""

from triptych.panels.workbench.workbench import Workbench

__all__ = ["Workbench"]
