"""Settings of the service: from the environment, and checked at the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr

from triptych.service import ServiceSettings

VARIABLES = {
    "TRIPTYCH_FETCH_ALLOW": "a.example",
    "TRIPTYCH_DETECTOR": " gnomes.onnx ",
    "TRIPTYCH_DETECTOR_LABELS": "gnomes.txt",
    "TRIPTYCH_IMAGE_GENERATOR": "diffusers",
    "TRIPTYCH_IMAGE_MODEL": "someone/model",
    "TRIPTYCH_IMAGE_DOWNLOAD": "1",
    "TRIPTYCH_INDEX": "pages",
    "TRIPTYCH_SEARCH_PROVIDER": "searxng",
    "TRIPTYCH_SEARXNG_URL": "http://127.0.0.1:8888",
    "TRIPTYCH_BRAVE_KEY": "brave",
    "TRIPTYCH_LANGUAGE_MODEL_URL": "http://127.0.0.1:8080/v1",
    "TRIPTYCH_LANGUAGE_MODEL": "small",
    "TRIPTYCH_LANGUAGE_MODEL_KEY": "secret",
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
        index="pages",
        search_provider="searxng",
        searxng_url="http://127.0.0.1:8888",
        brave_key=SecretStr("brave"),
        language_model_url="http://127.0.0.1:8080/v1",
        language_model="small",
        language_model_key=SecretStr("secret"),
    )
    assert "secret" not in repr(expected)
    assert ServiceSettings.from_environment() == expected
    assert ServiceSettings.embedded() == replace(expected, publish=False, remember_queries=True)


def test_an_empty_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(name, "")
    assert ServiceSettings.from_environment() == ServiceSettings()


def test_diffusers_needs_a_model() -> None:
    with pytest.raises(ValueError, match="TRIPTYCH_IMAGE_MODEL names no model"):
        ServiceSettings(image_generator="diffusers")


@pytest.mark.parametrize(
    ("given", "variable"),
    [
        ({"search_provider": "altavista"}, "TRIPTYCH_SEARCH_PROVIDER"),
        ({"search_provider": "searxng"}, "TRIPTYCH_SEARXNG_URL"),
        ({"search_provider": "brave"}, "TRIPTYCH_BRAVE_KEY"),
        ({"language_model": "small"}, "TRIPTYCH_LANGUAGE_MODEL_URL"),
        ({"language_model_url": "http://127.0.0.1/v1"}, "TRIPTYCH_LANGUAGE_MODEL"),
    ],
)
def test_what_search_needs(given: dict[str, Any], variable: str) -> None:
    with pytest.raises(ValueError, match=variable):
        ServiceSettings(**given)
