"""Controls for the fields of request classes, chosen by type and constraints."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import ipywidgets
from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from triptych.contract import Message, Request


@dataclass(frozen=True, slots=True)
class Control:
    """A widget for one member of a request, with the conversion between their values."""

    widget: ipywidgets.ValueWidget
    read: Callable[[Any], Any]
    write: Callable[[Any], Any]

    @property
    def value(self) -> Any:
        """The member's value, from the widget."""
        return self.read(self.widget.value)

    def put(self, value: Any) -> None:
        """Show a member's value in the widget."""
        self.widget.value = self.write(value)


def fields_of(request: type[Request]) -> dict[str, FieldInfo]:
    """Return the members of a request by name, nested messages flattened.

    Examples
    --------
    >>> from triptych.contract import GenerationRequest
    >>> {"advance_config", "guidance"} & set(fields_of(GenerationRequest))
    {'guidance'}
    """
    fields: dict[str, FieldInfo] = {}
    for name, field in request.model_fields.items():
        kind = plain_type(field.annotation)
        nested = isinstance(kind, type) and issubclass(kind, Message)
        fields |= kind.model_fields if nested else {name: field}
    return fields


def control(name: str, field: FieldInfo, *, multiline: bool = False) -> Control:
    """Return the control for a field; its label is the name in words.

    Examples
    --------
    >>> from triptych.contract import SearchRequest
    >>> field = SearchRequest.model_fields["max_results"]
    >>> bounded = control("max_results", field).widget
    >>> (bounded.description, bounded.min, bounded.max, bounded.value)
    ('Max results', 1, 50, 10)
    """
    kind = plain_type(field.annotation)
    common = {
        "description": name.replace("_", " ").capitalize(),
        "tooltip": field.description or "",
        "style": {"description_width": "initial"},
    }
    default = None if field.is_required() else field.get_default(call_default_factory=True)
    if kind is bool:
        return Control(ipywidgets.Checkbox(value=bool(default), indent=False, **common), bool, bool)
    if kind in {int, float} and default is None and not field.is_required():
        return _number_or_nothing(kind, field, common)
    if kind is int:
        return _same(_number(field, default, common))
    if get_origin(kind) is Literal:
        options = list(get_args(kind))
        return _same(ipywidgets.Dropdown(options=options, value=default or options[0], **common))
    if kind is str:
        make = ipywidgets.Textarea if multiline else ipywidgets.Text
        return _same(make(value=default or "", **common))
    if get_origin(kind) is list and plain_type(get_args(kind)[0]) is str:
        placeholder = "separated by commas"
        widget = ipywidgets.Text(value=_joined(default), placeholder=placeholder, **common)
        # An empty box means the default, which may be None ("all") or no words.
        return Control(widget, lambda text: _split(text) or default, _joined)
    raise TypeError(f"No control supports the type of {name}: {field.annotation}.")


def _same(widget: ipywidgets.ValueWidget) -> Control:
    return Control(widget, lambda value: value, lambda value: value)


def _number_or_nothing(kind: type[float], field: FieldInfo, common: dict[str, Any]) -> Control:
    """Return a text box that can stay empty, which number controls cannot."""
    low, high = _limits(field)
    placeholder = "" if low is None or high is None else f"{low} to {high}"

    def read(text: str) -> Any:
        try:
            return kind(text) if text.strip() else None
        except ValueError:
            # The request class reports the error.
            return text

    widget = ipywidgets.Text(placeholder=placeholder, **common)
    return Control(widget, read, lambda value: "" if value is None else str(value))


def _limits(field: FieldInfo) -> tuple[Any, Any]:
    low = next((limit.ge for limit in field.metadata if isinstance(limit, Ge)), None)
    high = next((limit.le for limit in field.metadata if isinstance(limit, Le)), None)
    return low, high


def _number(field: FieldInfo, default: Any, common: dict[str, Any]) -> ipywidgets.ValueWidget:
    low, high = _limits(field)
    if low is None or high is None:
        return ipywidgets.IntText(value=default or 0, **common)
    return ipywidgets.BoundedIntText(value=default or low, min=low, max=high, **common)


def plain_type(annotation: Any) -> Any:
    """Return the type behind `Annotated` and `| None`; of a union, its first.

    Examples
    --------
    >>> plain_type(Annotated[int | None, "a note"])
    <class 'int'>
    """
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in {Union, types.UnionType}:
            annotation = next(a for a in get_args(annotation) if a is not types.NoneType)
        else:
            return annotation


def _split(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _joined(words: Any) -> str:
    return ", ".join(words or ())


def on_lines(texts: str | Iterable[str]) -> str:
    r"""Return texts as the lines of a box; a single text is left as it is.

    Examples
    --------
    >>> on_lines(["A cup\nof tea", "Trains"])
    'A cup of tea\nTrains'
    """
    if isinstance(texts, str):
        return texts
    return "\n".join(" ".join(text.split()) for text in texts)


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a box that are not blank.

    Examples
    --------
    >>> lines_of("A cup of tea\n\nTrains")
    ['A cup of tea', 'Trains']
    """
    return [line for line in text.splitlines() if line.strip()]
