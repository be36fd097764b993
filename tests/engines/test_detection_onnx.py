"""Detectors from files: every layout is read rightly, and what cannot be read is said so."""

from __future__ import annotations

import pickle
import zipfile
from pathlib import Path

import numpy as np
import onnx
import pytest
from PIL import Image

from triptych._boxes import COCO_NUMBERS
from triptych.engines.detection import COCO, DetectorFileError, OnnxDetector, Tiled
from triptych.engines.detection.layouts import (
    letterboxed,
    recognise,
    stretched,
    stretched_and_normalised,
)

from .onnx_detectors import ANCHORS, HEIGHT, LAYOUTS, WIDTH, detector, graph, saved

TWO = ("tree", "barn")


def barn(size: tuple[int, int] = (400, 200), corner: tuple[int, int] = (100, 40)) -> Image.Image:
    picture = Image.new("RGB", size)
    picture.paste((255, 0, 0), (*corner, corner[0] + 160, corner[1] + 110))
    return picture


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("size", [(400, 200), (300, 350)])
def test_every_layout_is_read(layout: str, size: tuple[int, int], tmp_path: Path) -> None:
    found = OnnxDetector(saved(detector(layout), tmp_path), TWO)
    [[one]] = found.detect([barn(size)], threshold=0.3)
    assert one.label == "barn"
    # RF-DETR's is the logistic function of the brightest red it reads: (1 - .485) / .229.
    expected = 1 / (1 + np.exp(-(1 - 0.485) / 0.229)) if layout == "rf_detr" else 0.8
    assert one.score == pytest.approx(expected, abs=1e-3)
    # A pixel of the input is up to six of the picture.
    np.testing.assert_allclose(
        [one.left, one.top, one.right, one.bottom], [100, 40, 260, 150], atol=max(size) / HEIGHT
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_less_sure_than_asked_is_left_out(layout: str, tmp_path: Path) -> None:
    found = OnnxDetector(saved(detector(layout), tmp_path), TWO)
    assert found.detect([barn()], threshold=0.95) == [[]]


def test_labels_are_read_from_the_file_and_can_be_replaced(tmp_path: Path) -> None:
    path = saved(
        detector("version_8", "{0: 'tree', 1: \"farmer's barn\"}", task="detect"), tmp_path
    )
    assert OnnxDetector(path).labels == ("tree", "farmer's barn")
    assert OnnxDetector(path, ["a", "b"]).labels == ("a", "b")
    path = saved(detector("version_5", "['tree', 'barn']"), tmp_path)
    assert OnnxDetector(path).labels == TWO


def test_it_can_be_tiled(tmp_path: Path) -> None:
    found = OnnxDetector(saved(detector("version_8"), tmp_path), TWO)
    [[one]] = Tiled(found, 2).detect([barn((1700, 1000))], threshold=0.5)
    np.testing.assert_allclose([one.left, one.right], [100, 260], atol=12)


@pytest.mark.parametrize(
    "names",
    [
        None,
        "",
        "{0: 'tree', 2: 'barn'}",
        "{}",
        "['tree', 3]",
        "__import__('os').abort()",
        "[" * 9000,
        "-" * 100_000 + "1",
        "3",
    ],
)
def test_a_file_without_labels_asks_for_them(names: str | None, tmp_path: Path) -> None:
    with pytest.raises(DetectorFileError, match="give the labels, in the order of training"):
        OnnxDetector(saved(detector("version_8", names), tmp_path))


@pytest.mark.parametrize("layout", ["version_8", "version_5", "rf_detr"])
@pytest.mark.parametrize("count", [1, 4])
def test_labels_of_another_number_are_refused(layout: str, count: int, tmp_path: Path) -> None:
    with pytest.raises(DetectorFileError, match=rf"2 classes apart, but {count} labels"):
        OnnxDetector(saved(detector(layout), tmp_path), ["thing"] * count)


@pytest.mark.parametrize("layout", ["finished", "d_fine"])
def test_a_class_without_a_label_is_told(layout: str, tmp_path: Path) -> None:
    found = OnnxDetector(saved(detector(layout), tmp_path), ["tree"])
    with pytest.raises(DetectorFileError, match="found class 1, but only 1 labels are given"):
        found.detect([barn()])


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ({"task": "segment"}, "task 'segment': export a detector"),
        ({"head": "RTDETRDecoder"}, "RT-DETR is not understood"),
    ],
)
def test_other_tasks_are_refused(notes: dict[str, str], words: str, tmp_path: Path) -> None:
    with pytest.raises(DetectorFileError, match=words):
        OnnxDetector(saved(detector("version_8", **notes), tmp_path), TWO)


@pytest.mark.parametrize(
    "outputs",
    [
        {"output0": (1, ANCHORS // 3, 7)},  # YOLOX: the grid is not yet added.
        {"output0": (1, 3, 8, 12, 7)},  # Version 5, its three grids each for itself.
        {"output0": (2, 6, ANCHORS)},
        {"dets": (1, 100, 5), "labels": (1, 100)},  # MMDetection
        {"logits": (1, 300, 3), "pred_boxes": (1, 300, 4)},  # Transformers
    ],
)
def test_other_layouts_are_refused(outputs: dict[str, tuple[int, ...]]) -> None:
    arrays = {name: np.zeros(shape, np.float32) for name, shape in outputs.items()}
    with pytest.raises(DetectorFileError, match="are of no known layout: export it as YOLOv5"):
        recognise(arrays, (WIDTH, HEIGHT), TWO)


def test_old_exports_of_version_5_are_read_by_their_first_output() -> None:
    shapes = {"799": (1, ANCHORS, 7), "524": (1, 3, 8, 12, 7)}
    outputs = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    assert recognise(outputs, (WIDTH, HEIGHT), TWO).name == "YOLOv5"


def test_one_class_of_version_5_is_not_taken_for_finished_boxes() -> None:
    for rows, name in ((ANCHORS, "YOLOv5"), (300, "YOLO, finished")):
        outputs = {"output0": np.zeros((1, rows, 6), np.float32)}
        assert recognise(outputs, (WIDTH, HEIGHT), ["thing"]).name == name


@pytest.mark.parametrize("slots", [80, 81, 91])
def test_rf_detr_trained_on_coco_is_read_by_its_numbers(slots: int) -> None:
    logits = np.full((1, 300, slots), -9, np.float32)
    place = COCO.index("toothbrush")
    logits[0, 0, COCO_NUMBERS[place] if slots == 91 else place] = 9
    outputs = {"dets": np.full((1, 300, 4), 0.5, np.float32), "labels": logits}
    found = recognise(outputs, (WIDTH, HEIGHT), COCO).read(outputs, 0.5)
    assert found.kinds.tolist() == [place]
    assert found.boxes.tolist() == [[24, 16, 72, 48]]


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ("float[2, 3, 64, 96] images", "for one picture of three colours"),
        ("float[1, 1, 64, 96] images", "for one picture of three colours"),
        ("uint8[1, 3, 64, 96] images", "in single precision"),
        ("float[1, 3, 64, 96] images, float[1, 2] scale_factor", "of no known layout"),
    ],
)
def test_other_inputs_are_refused(inputs: str, words: str, tmp_path: Path) -> None:
    kind, shape = inputs.split("[", 1)[0], inputs[inputs.index("[") : inputs.index("]") + 1]
    model = graph(inputs, f"{kind}{shape} output0", "output0 = Identity (images)")
    with pytest.raises(DetectorFileError, match=words):
        OnnxDetector(saved(model, tmp_path), TWO)


def test_half_precision_and_free_sizes_are_read(tmp_path: Path) -> None:
    # Fails unless the pictures are 64 pixels wide and 32 high.
    body = """
      sum = Add (images, canvas)
      zero = Sub (sum, sum)
      flat = ReduceMax (zero)
      one = Constant <value_ints = [1]> ()
      row = Reshape (flat, one)
      shape = Constant <value_ints = [1, 6, 9]> ()
      output0 = Expand (row, shape)
    """
    canvas = np.zeros((1, 1, 32, 64), np.float16)
    model = graph(
        "float16[n, 3, height, width] images", "float16[1, 6, 9] output0", body, canvas=canvas
    )
    onnx.helper.set_model_props(model, {"imgsz": "[32, 64]", "names": "['tree', 'barn']"})
    found = OnnxDetector(saved(model, tmp_path))
    assert found.layout == "YOLOv8"
    assert found.detect([barn()]) == [[]]


def test_a_graph_that_fails_on_a_picture_says_so(tmp_path: Path) -> None:
    body = "shape = Constant <value_ints = [1, 6, 9]> () output0 = Reshape (images, shape)"
    model = graph("float[1, 3, 64, 96] images", "float[1, 6, 9] output0", body)
    with pytest.raises(DetectorFileError, match="The detector fails on a picture"):
        OnnxDetector(saved(model, tmp_path), TWO)


def archive(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/data.pkl", b"")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("none.onnx", None, "There is no file .*none.onnx: give the path"),
        ("folder", "", "There is no file"),
        ("page.onnx", b"<!doctype html>", "page.onnx is not a readable ONNX file"),
        ("empty.onnx", b"", "empty.onnx is not a readable ONNX file"),
        ("best.pt", b"anything", "best.pt is a checkpoint.*export it to ONNX"),
        ("best.onnx", pickle.dumps([1]), "best.onnx is a checkpoint"),
        ("torch.onnx", archive, "torch.onnx is a checkpoint"),
    ],
)
def test_files_that_are_no_detectors_are_refused(
    name: str, content: object, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif callable(content):
        content(path)
    elif content is not None:
        path.mkdir()
    with pytest.raises(DetectorFileError, match=words):
        OnnxDetector(path, TWO)


def test_weights_in_another_file_are_refused(tmp_path: Path) -> None:
    model = graph(
        "float[1, 3, 64, 96] images",
        "float[1, 6, 9] output0",
        "output0 = Neg (far)",
        far=np.zeros((1, 6, 9), np.float32),
    )
    path = tmp_path / "detector.onnx"
    onnx.save(model, path, save_as_external_data=True, location="far.data", size_threshold=0)
    with pytest.raises(DetectorFileError, match="weights in another file: export it as a single"):
        OnnxDetector(path, TWO)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    path = saved(detector("version_8"), tmp_path)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(DetectorFileError, match="not a readable ONNX file"):
        OnnxDetector(path, TWO)


def test_thresholds_and_modes_are_checked(tmp_path: Path) -> None:
    found = OnnxDetector(saved(detector("version_8"), tmp_path), TWO)
    with pytest.raises(ValueError, match="give one between 0 and 1"):
        found.detect([], threshold=2)
    with pytest.raises(ValueError, match="use open_picture"):
        found.detect([Image.new("L", (9, 9))])


def test_a_letterbox_is_grey_and_centred() -> None:
    fitted = letterboxed(Image.new("RGB", (200, 50), "red"), (100, 80))
    assert fitted.pixels.shape == (1, 3, 80, 100)
    assert (fitted.scale, fitted.corner) == ((0.5, 0.5), (0, 27))
    np.testing.assert_allclose(fitted.pixels[0, :, 26, 50], 114 / 255, rtol=1e-5)
    np.testing.assert_allclose(fitted.pixels[0, :, 27, 50], [1, 0, 0])
    np.testing.assert_allclose(fitted.pixels[0, :, 51, 50], [1, 0, 0])
    np.testing.assert_allclose(fitted.pixels[0, :, 52, 50], 114 / 255, rtol=1e-5)


def test_stretching_averages_for_some_and_interpolates_for_others() -> None:
    stripes = Image.new("RGB", (40, 4))
    for column in range(0, 40, 4):
        stripes.paste("white", (column, 0, column + 1, 4))
    averaged = stretched(stripes, (10, 4))
    np.testing.assert_allclose(averaged.pixels[0, :, :, 2:-2], 0.25, atol=0.07)
    sampled = stretched_and_normalised(stripes, (10, 4))
    # Between the second and the third of four columns, which are black.
    black = -np.array([0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]
    np.testing.assert_allclose(sampled.pixels[0, :, 1, 5], black, rtol=1e-5)
