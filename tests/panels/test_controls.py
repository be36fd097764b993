"""A field of a request class decides its control."""

from __future__ import annotations

import ipywidgets
import pytest

from triptych.contract import (
    DetectionRequest,
    EmbeddingV2Request,
    GenerationRequest,
    ProfanityRequest,
    Request,
    ScrapeRequest,
    SearchRequest,
)
from triptych.panels.base.controls import control


@pytest.mark.parametrize(
    ("request_", "name", "kind", "value"),
    [
        (ProfanityRequest, "text", ipywidgets.Text, ""),
        (ProfanityRequest, "languages", ipywidgets.Text, None),
        (ProfanityRequest, "allow", ipywidgets.Text, []),
        (SearchRequest, "ai_overview", ipywidgets.Checkbox, True),
        (SearchRequest, "safe_search", ipywidgets.Dropdown, "moderate"),
        (SearchRequest, "max_results", ipywidgets.BoundedIntText, 10),
        (EmbeddingV2Request, "type", ipywidgets.Dropdown, "text"),
        (DetectionRequest, "prompts", ipywidgets.Text, None),
        (GenerationRequest, "aspect_ratio", ipywidgets.Dropdown, "1:1"),
    ],
)
def test_type_and_default(
    request_: type[Request], name: str, kind: type[ipywidgets.Widget], value: object
) -> None:
    made = control(name, request_.model_fields[name])
    assert type(made.widget) is kind
    assert made.value == value
    assert made.widget.description, "a screen reader needs a name"
    assert made.widget.tooltip == request_.model_fields[name].description


def test_limits_come_from_the_field() -> None:
    steps = control("steps", GenerationRequest.model_fields["steps"]).widget
    assert (steps.min, steps.max, steps.value) == (1, 90, 4)


def test_a_list_is_typed_with_commas() -> None:
    made = control("allow", ProfanityRequest.model_fields["allow"])
    made.widget.value = "damn,  heck ,"
    assert made.value == ["damn", "heck"]
    made.put(["a", "b"])
    assert made.widget.value == "a, b"


def test_a_field_that_has_no_control_says_so() -> None:
    with pytest.raises(TypeError, match="byo_proxy"):
        control("byo_proxy", ScrapeRequest.model_fields["byo_proxy"])
