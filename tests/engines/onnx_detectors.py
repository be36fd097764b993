"""Small true detectors as ONNX graphs: each finds the red part of a picture.

Every graph looks for the sides of what is redder than green in its own input, and writes them as
one of the common exports does; its score follows from the brightest red, so that both the geometry
and the colours of what it was given show in its answer.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx.parser import parse_model

WIDTH, HEIGHT = 96, 64
#: Boxes of YOLO version 5 for this input.
ANCHORS = 3 * (12 * 8 + 6 * 4 + 3 * 2)

_FIND = """
  zero = Constant <value_ints = [0]> ()
  one = Constant <value_ints = [1]> ()
  red = Gather <axis = 1> (images, zero)
  green = Gather <axis = 1> (images, one)
  redder = Sub (red, green)
  half = Constant <value_float = 0.5> ()
  is_red = Greater (redder, half)
  mask = Cast <to = 1> (is_red)
  not_across = Constant <value_ints = [0, 1, 2]> ()
  not_down = Constant <value_ints = [0, 1, 3]> ()
  across = ReduceMax <keepdims = 0> (mask, not_across)
  down = ReduceMax <keepdims = 0> (mask, not_down)
  left = ArgMax <axis = 0> (across)
  top = ArgMax <axis = 0> (down)
  last_column = ArgMax <axis = 0, select_last_index = 1> (across)
  last_row = ArgMax <axis = 0, select_last_index = 1> (down)
  right = Add (last_column, one)
  bottom = Add (last_row, one)
  places = Concat <axis = 0> (left, top, right, bottom)
  sides = Cast <to = 1> (places)
  first_two = Slice (sides, zero, two)
  two = Constant <value_ints = [2]> ()
  four = Constant <value_ints = [4]> ()
  last_two = Slice (sides, two, four)
  both = Add (first_two, last_two)
  middle = Mul (both, half)
  extent = Sub (last_two, first_two)
  brightest = ReduceMax <keepdims = 0> (red)
  flat = Reshape (brightest, one)
  nothing = Constant <value_floats = [0.0]> ()
"""
#: Once surely, once less surely: the same thing twice.
_TWICE = """
  less = Constant <value_float = 0.8> ()
  score = Mul (flat, less)
  lesser = Mul (score, less)
"""
_ENDS = {
    "version_8": (
        f"float[1, 6, {ANCHORS}] output0",
        _TWICE
        + f"""
  row = Concat <axis = 0> (middle, extent, nothing, score)
  other = Concat <axis = 0> (middle, extent, nothing, lesser)
  rows = Concat <axis = 0> (row, other)
  shape = Constant <value_ints = [2, 6]> ()
  table = Reshape (rows, shape)
  turned = Transpose <perm = [1, 0]> (table)
  around = Constant <value_ints = [0, 0, 0, {ANCHORS - 2}]> ()
  padded = Pad (turned, around)
  output0 = Unsqueeze (padded, zero)
""",
    ),
    "version_5": (
        f"float[1, {ANCHORS}, 7] output0",
        _TWICE
        + f"""
  row = Concat <axis = 0> (middle, extent, less_one, nothing, flat)
  less_one = Reshape (less, one)
  other = Concat <axis = 0> (middle, extent, less_one, nothing, score)
  rows = Concat <axis = 0> (row, other)
  shape = Constant <value_ints = [2, 7]> ()
  table = Reshape (rows, shape)
  around = Constant <value_ints = [0, 0, {ANCHORS - 2}, 0]> ()
  padded = Pad (table, around)
  output0 = Unsqueeze (padded, zero)
""",
    ),
    "finished": (
        "float[1, 300, 6] output0",
        _TWICE
        + """
  kind = Constant <value_floats = [1.0]> ()
  row = Concat <axis = 0> (sides, score, kind)
  shape = Constant <value_ints = [1, 6]> ()
  table = Reshape (row, shape)
  around = Constant <value_ints = [0, 0, 299, 0]> ()
  padded = Pad (table, around)
  output0 = Unsqueeze (padded, zero)
""",
    ),
    "rf_detr": (
        "float[1, 300, 4] dets, float[1, 300, 3] labels",
        f"""
  size = Constant <value_floats = [{WIDTH}.0, {HEIGHT}.0, {WIDTH}.0, {HEIGHT}.0]> ()
  box = Concat <axis = 0> (middle, extent)
  relative = Div (box, size)
  shape = Constant <value_ints = [1, 1, 4]> ()
  table = Reshape (relative, shape)
  around = Constant <value_ints = [0, 0, 0, 0, 299, 0]> ()
  dets = Pad (table, around)
  never = Constant <value_floats = [-9.0]> ()
  surest = Constant <value_floats = [9.0]> ()
  logits = Concat <axis = 0> (never, flat, surest)
  shape_of_logits = Constant <value_ints = [1, 1, 3]> ()
  row = Reshape (logits, shape_of_logits)
  never_at_all = Constant <value_float = -9.0> ()
  labels = Pad (row, around, never_at_all)
""",
    ),
    "d_fine": (
        "int64[1, 300] labels, float[1, 300, 4] boxes, float[1, 300] scores",
        _TWICE
        + f"""
  size = Constant <value_floats = [{WIDTH}.0, {HEIGHT}.0, {WIDTH}.0, {HEIGHT}.0]> ()
  relative = Div (sides, size)
  target = Cast <to = 1> (orig_target_sizes)
  width_and_height = Reshape (target, two)
  targets = Concat <axis = 0> (width_and_height, width_and_height)
  scaled = Mul (relative, targets)
  shape = Constant <value_ints = [1, 1, 4]> ()
  table = Reshape (scaled, shape)
  around = Constant <value_ints = [0, 0, 0, 0, 299, 0]> ()
  boxes = Pad (table, around)
  row = Reshape (score, one_one)
  one_one = Constant <value_ints = [1, 1]> ()
  around_row = Constant <value_ints = [0, 0, 0, 299]> ()
  scores = Pad (row, around_row)
  row_of_one = Constant <value_ints = [1]> ()
  kind = Reshape (row_of_one, one_one)
  labels = Pad (kind, around_row)
""",
    ),
}
LAYOUTS = tuple(_ENDS)


def detector(layout: str, names: str | None = None, **notes: str) -> onnx.ModelProto:
    """Return the graph that writes its answer in a layout, with notes as Ultralytics adds them."""
    outputs, end = _ENDS[layout]
    sizes = ", int64[1, 2] orig_target_sizes" if layout == "d_fine" else ""
    model = graph(f"float[1, 3, {HEIGHT}, {WIDTH}] images{sizes}", outputs, _FIND + end)
    if names is not None:
        notes["names"] = names
    onnx.helper.set_model_props(model, notes)
    return model


def graph(inputs: str, outputs: str, body: str, **weights: NDArray[np.floating]) -> onnx.ModelProto:
    """Return a checked graph from its text; the order of the lines does not matter."""
    model = parse_model(
        f'<ir_version: 9, opset_import: ["": 18]> found ({inputs}) => ({outputs}) {{{body}}}'
    )
    stored = [onnx.numpy_helper.from_array(array, name) for name, array in weights.items()]
    model.graph.initializer.extend(stored)
    _sort(model.graph)
    onnx.checker.check_model(model, full_check=True)
    return model


def _sort(found: onnx.GraphProto) -> None:
    """Bring each node behind those it reads."""
    known = {entry.name for entry in (*found.input, *found.initializer)}
    waiting, sorted_nodes = list(found.node), []
    while waiting:
        ready = [node for node in waiting if set(node.input) <= known]
        sorted_nodes += ready
        known |= {name for node in ready for name in node.output}
        waiting = [node for node in waiting if node not in ready]
    del found.node[:]
    found.node.extend(sorted_nodes)


def saved(model: onnx.ModelProto, folder: Path) -> Path:
    """Write a graph to a file and return its path."""
    path = folder / "detector.onnx"
    path.write_bytes(model.SerializeToString())
    return path
