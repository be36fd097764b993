"""The constructors of panels agree: the input first, the client by its name, wrong ones refused."""

from __future__ import annotations

import gc
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas
import pytest
from ipywidgets.widgets.widget import _instances

import triptych
from triptych import AsyncClient, Client
from triptych.contract import OPERATIONS
from triptych.panels import Panel
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.tables import variables
from triptych.panels.workbench.area import PANELS

from .conftest import Server

KINDS: list[Any] = [getattr(triptych, PANELS[name]) for name in OPERATIONS]
OF_ONE_TEXT: list[Any] = [triptych.SentimentPanel, triptych.ProfanityPanel]
OF_TEXTS: list[Any] = [triptych.SpamPanel, triptych.EmbeddingPanel, triptych.EmbeddingV2Panel]
#: Panels of one text, and what they are to begin with.
TYPED: list[tuple[Any, str]] = [
    (triptych.SentimentPanel, "text"),
    (triptych.ProfanityPanel, "text"),
    (triptych.SpamPanel, "text"),
    (triptych.EmbeddingPanel, "text"),
    (triptych.EmbeddingV2Panel, "text"),
    (triptych.GenerationPanel, "prompt"),
    (triptych.SuggestPanel, "query"),
    (triptych.SearchPanel, "query"),
    (triptych.ResearchPanel, "query"),
    (triptych.ScrapePanel, "url"),
    (triptych.DetectionPanel, "url"),
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_constructor_takes_the_input_first_and_the_client_by_name(kind: Any) -> None:
    _, first, *rest = inspect.signature(kind.__init__).parameters.values()
    assert first.name != "client"
    assert first.default in {"", None}
    [client] = [one for one in rest if one.name == "client"]
    assert client.kind is inspect.Parameter.KEYWORD_ONLY


@pytest.mark.parametrize(("kind", "member"), TYPED)
async def test_the_first_argument_is_filled_in(kind: Any, member: str) -> None:
    panel = kind("https://example.com/a")
    assert panel.form.controls[member].value == "https://example.com/a"
    panel.close()


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_as_the_first_argument_gives_an_empty_panel(kind: Any) -> None:
    for empty in ((), (None,)):
        panel = kind(*empty)
        assert panel.state == "empty"
        panel.close()


def refused(kind: Any, *arguments: Any, **named: Any) -> str:
    """Return the message of a refusal, which leaves no widget and no ignored exception."""
    before = set(_instances)
    ignored: list[object] = []
    hook, sys.unraisablehook = sys.unraisablehook, ignored.append
    try:
        with pytest.raises(TypeError) as error:
            kind(*arguments, **named)
        message = str(error.value)
        del error
        gc.collect()
    finally:
        sys.unraisablehook = hook
    assert set(_instances) == before
    assert ignored == []
    return message


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_is_refused_by_its_type(kind: Any) -> None:
    assert refused(kind, 42) == f"{kind.__name__} takes {kind.takes}, not an int."


@pytest.mark.parametrize("kind", KINDS)
async def test_a_client_without_its_name_is_refused(kind: Any, outside: Server) -> None:
    by_name = f"Pass the client by its name: {kind.__name__}(client=client)."
    assert refused(kind, outside.client()) == by_name
    assert refused(kind, "tea", outside.client()) == by_name


@pytest.mark.parametrize("kind", [*KINDS, triptych.Workbench])
def test_a_client_of_a_wrong_type_is_refused(kind: Any) -> None:
    expected = "client must be a triptych.AsyncClient, not a str."
    assert refused(kind, client="https://example.com") == expected
    with Client() as client:
        assert refused(kind, client=client).startswith("Pass an AsyncClient")


def test_an_unknown_argument_is_refused_with_the_name_of_the_panel() -> None:
    message = refused(triptych.SpamPanel, text="tea")
    assert message == "SpamPanel: got an unexpected keyword argument 'text'."


@pytest.mark.parametrize("kind", OF_ONE_TEXT)
def test_a_list_for_one_text_is_refused_with_what_to_do(kind: Any) -> None:
    name = kind.__name__
    assert refused(kind, ["tea", "rain"]) == (
        f"{name} takes a text, not a list. For many, open the table form by "
        f"{name}(pandas.Series(...)), or call pandas.Series(...).triptych.{kind.accessor}()."
    )


@pytest.mark.parametrize("kind", [triptych.SearchPanel, triptych.ScrapePanel])
def test_a_series_where_there_is_no_table_form_is_refused_with_what_to_do(kind: Any) -> None:
    message = refused(kind, pandas.Series(["tea"]))
    assert f'use AsyncClient.map("{kind.operation_name}", ...)' in message
    assert hasattr(AsyncClient, "map")


def test_a_path_and_bytes_for_a_text_are_refused_with_what_to_do() -> None:
    kind = triptych.SentimentPanel
    assert refused(kind, Path("review.txt")) == (
        "SentimentPanel takes a text, not a file path. "
        "Give its content: SentimentPanel(path.read_text())."
    )
    assert "Decode it first" in refused(kind, b"tea")


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        (triptych.ScrapePanel, {"prompts": "price"}),
        (triptych.SearchPanel, {"urls": "https://example.com"}),
        (triptych.ResearchPanel, {"urls": 3}),
    ],
)
def test_a_text_where_texts_are_expected_is_refused(kind: Any, named: dict[str, Any]) -> None:
    [name] = named
    assert refused(kind, **named).startswith(f"{name} must be a list of texts, not a")


@pytest.mark.parametrize("kind", [triptych.EmbeddingPanel, triptych.EmbeddingV2Panel])
def test_what_is_no_text_among_texts_is_refused(kind: Any) -> None:
    message = "texts[1] must be a text, not a float."
    assert refused(kind, ["tea", float("nan")]) == message
    assert refused(kind, pandas.Series(["tea", float("nan")])) == message


@pytest.mark.parametrize("kind", [*OF_ONE_TEXT, *OF_TEXTS])
async def test_a_data_frame_opens_the_table_form(kind: Any) -> None:
    frame = pandas.DataFrame({"stars": [5, 1], "note": ["I loved it", "It broke"]})
    panel: TablePanel = kind(frame)
    assert panel.is_table
    assert panel.table_input.column.label == "note"
    assert panel.state == "ready"
    panel.close()


@pytest.mark.parametrize("kind", OF_ONE_TEXT)
async def test_a_series_opens_the_table_form_of_a_panel_of_one_text(kind: Any) -> None:
    panel: TablePanel = kind(pandas.Series(["I loved it", "It broke"], name="my note"))
    assert panel.is_table
    assert panel.state == "ready"
    assert "my_note" in panel.table_input.chosen.value
    panel.run_button.click()
    assert panel.task is not None
    await panel.task
    assert panel.table_run is not None
    assert f"result = my_note.triptych.{kind.accessor}()" in panel.table_run.code
    panel.close()


async def test_a_series_of_addresses_opens_the_table_form_of_pictures() -> None:
    panel = triptych.DetectionPanel(pandas.Series(["https://example.com/a.jpg"]))
    assert panel.is_table
    assert panel.state == "ready"
    panel.close()


async def test_a_table_without_rows_is_refused_beside_the_control() -> None:
    panel = triptych.SentimentPanel(pandas.Series([], dtype=str))
    assert "This table has no rows" in panel.table_input.message.value
    assert panel.run_button.disabled
    panel.close()


async def test_a_series_that_is_a_variable_is_chosen_among_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notes = pandas.Series(["I loved it", "It broke"])
    variables = {"other": notes.copy(), "notes": notes}
    defaults: Any = triptych.panels.base.table_input.TableInput.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "namespace", lambda: variables)
    panel = triptych.SentimentPanel(notes)
    assert panel.table_input.variable.value == "notes"
    assert panel.state == "ready"
    panel.close()


async def test_several_texts_in_one_string_are_typed_into_the_spam_panel() -> None:
    panel = triptych.SpamPanel("See you at six\nWIN a FREE prize")
    assert panel.values() == {"text": ["See you at six", "WIN a FREE prize"]}
    assert not panel.form.controls["text"].widget.disabled
    panel.close()


async def test_a_panel_is_made_while_another_thread_loads_pandas(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Half of a module, as it is in the middle of an import.
    monkeypatch.setitem(sys.modules, "pandas", ModuleType("pandas"))
    panel = triptych.ProfanityPanel("tea")
    assert panel.state == "ready"
    assert variables({"notes": "tea"}) == []
    panel.close()


async def test_a_panel_of_its_own_without_an_input_still_works() -> None:
    class Plain(Panel):
        operation_name = "suggest"
        lines = ("query",)

    panel = Plain(client=None)
    assert panel.state == "empty"
    panel.close()
