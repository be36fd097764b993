"""Settings of the service: from the environment, and checked at the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from triptych.service import ServiceSettings

VARIABLES = {
    "TRIPTYCH_FETCH_ALLOW": "a.example",
    "TRIPTYCH_DETECTOR": " gnomes.onnx ",
    "TRIPTYCH_DETECTOR_LABELS": "gnomes.txt",
    "TRIPTYCH_IMAGE_GENERATOR": "diffusers",
    "TRIPTYCH_IMAGE_MODEL": "someone/model",
    "TRIPTYCH_IMAGE_DOWNLOAD": "1",
}


def test_all_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    expected = ServiceSettings(
        fetch_allow=("a.example",),
        detector="gnomes.onnx",
        detector_labels="gnomes.txt",
        image_generator="diffusers",
        image_model="someone/model",
        image_download=True,
    )
    assert ServiceSettings.from_environment() == expected
    assert ServiceSettings.embedded() == replace(expected, publish=False)


def test_an_empty_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(name, "")
    assert ServiceSettings.from_environment() == ServiceSettings()


def test_diffusers_needs_a_model() -> None:
    with pytest.raises(ValueError, match="TRIPTYCH_IMAGE_MODEL names no model"):
        ServiceSettings(image_generator="diffusers")
