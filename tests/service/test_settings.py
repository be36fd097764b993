"""Settings of the service: from the environment, and checked at the start."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import SecretStr

from triptych.service import ServiceSettings
from triptych.service.settings import variable

VARIABLES = {
    "TRIPTYCH_FETCH_ALLOW": "a.example, b.example:81,",
    "TRIPTYCH_SERVER_KEYS": " one,two",
    "TRIPTYCH_SECRET": "sixteen-letters-at-least",
    "TRIPTYCH_SHARED_FOLDER": "/srv/triptych",
    "TRIPTYCH_WORK_TIMEOUT": "300",
    "TRIPTYCH_BROWSER": "/opt/chromium",
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


def test_settings_of_the_environment_are_those_of_the_arguments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: dict[str, Any] = {
        "fetch_allow": ("a.example", "b.example:81"),
        "server_keys": ("one", "two"),
        "work_timeout": 300,
        "image_download": True,
        "secret": SecretStr("sixteen-letters-at-least"),
        "brave_key": SecretStr("brave"),
        "language_model_key": SecretStr("secret"),
    }
    texts = {"detector", "detector_labels", "image_generator", "image_model", "index"}
    texts |= {"shared_folder"}
    texts |= {"search_provider", "searxng_url", "language_model_url", "language_model", "browser"}
    given |= {name: VARIABLES[variable(name)].strip() for name in texts}
    expected = ServiceSettings(**given)
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
    assert ServiceSettings() == ServiceSettings.from_environment() == expected
    assert ServiceSettings.embedded() == expected.model_copy(
        update={"server_keys": (), "publish": False, "metrics": False, "remember_queries": True}
    )
    assert ServiceSettings.from_environment("other", requests_per_minute=3) == expected.model_copy(
        update={"server_keys": (SecretStr("other"),), "requests_per_minute": 3}
    )


def test_settings_that_are_given_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_WORK_TIMEOUT", "300")
    assert ServiceSettings(work_timeout=5).work_timeout == 5


@pytest.mark.parametrize("blank", ["", " "])
def test_settings_of_blank_variables_are_the_defaults(
    monkeypatch: pytest.MonkeyPatch, blank: str
) -> None:
    for name in VARIABLES:
        monkeypatch.setenv(name, blank)
    settings = ServiceSettings.from_environment()
    assert settings == ServiceSettings()
    assert (settings.detector, settings.fetch_allow, settings.brave_key) == ("nanodet", (), None)


def test_settings_show_no_key_and_errors_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    keys: dict[str, Any] = {
        "server_keys": "hush-1",
        "brave_key": "hush-2",
        "language_model_key": "hush-3",
    }
    settings = ServiceSettings(**keys)
    assert "hush" not in f"{settings!r} {settings} {settings.model_dump_json()}"
    for name, key in keys.items():
        monkeypatch.setenv(variable(name), key)
    monkeypatch.setenv("TRIPTYCH_WORK_TIMEOUT", "never")
    for read in (ServiceSettings, ServiceSettings.embedded):
        with pytest.raises(ValueError, match=r"work_timeout|TRIPTYCH_WORK_TIMEOUT") as raised:
            read()
        assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("WORK_TIMEOUT", "never", "input should be a valid number, unable to parse"),
        ("WORK_TIMEOUT", "0", "input should be greater than 0"),
        ("IMAGE_DOWNLOAD", "perhaps", "input should be a valid boolean"),
        ("IMAGE_GENERATOR", "crayons", "input should be 'scenes' or 'diffusers'"),
        ("SEARCH_PROVIDER", "altavista", "input should be 'index', 'searxng', 'brave' or 'ddgs'"),
        ("SEARCH_PROVIDER", "brave", "Set TRIPTYCH_BRAVE_KEY to your key"),
        ("PUBLIC_URL", "api.example.org", "give an address such as https://api.example.org"),
        ("PUBLIC_URL", "https://me@example.org", "give an address such as"),
        ("PUBLIC_URL", "https://example.org:99999", "give an address such as"),
    ],
)
def test_an_invalid_variable_is_named_in_one_line_with_what_it_must_be(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(f"TRIPTYCH_{name}", value)
    for read in (ServiceSettings.embedded, ServiceSettings.from_environment):
        with pytest.raises(ValueError, match=message) as raised:
            read()
        assert "\n" not in str(raised.value)
        assert message.startswith("Set") or f"Invalid TRIPTYCH_{name}: " in str(raised.value)


def test_diffusers_needs_a_model() -> None:
    with pytest.raises(ValueError, match="TRIPTYCH_IMAGE_MODEL names no model"):
        ServiceSettings(image_generator="diffusers")


@pytest.mark.parametrize(
    ("given", "variable"),
    [
        ({"search_provider": "altavista"}, "search_provider"),
        ({"search_provider": "searxng"}, "TRIPTYCH_SEARXNG_URL"),
        ({"search_provider": "brave"}, "TRIPTYCH_BRAVE_KEY"),
        ({"language_model": "small"}, "TRIPTYCH_LANGUAGE_MODEL_URL"),
        ({"language_model_url": "http://127.0.0.1/v1"}, "TRIPTYCH_LANGUAGE_MODEL"),
    ],
)
def test_what_search_needs(given: dict[str, Any], variable: str) -> None:
    with pytest.raises(ValueError, match=variable):
        ServiceSettings(**given)
