"""A column of a table as input: chosen, run, cancelled, shown, saved, and its code."""

from __future__ import annotations

import asyncio
import base64
import inspect
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import numpy
import pandas
import pytest

from triptych import (
    AsyncClient,
    DetectionPanel,
    EmbeddingPanel,
    EmbeddingV2Panel,
    ProfanityPanel,
    SentimentPanel,
    SpamPanel,
    samples,
)
from triptych.columns import ColumnAccessor
from triptych.contract import Attachment
from triptych.panels.base import tables
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.table_input import TableInput
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.table_run import joined
from triptych.panels.base.table_view import PAGE, TableView

from .conftest import REPLY, Server, end_of

LOOP = EventLoop(lambda error: None)
PANELS = (
    *(SentimentPanel, SpamPanel, ProfanityPanel),
    *(EmbeddingPanel, EmbeddingV2Panel, DetectionPanel),
)


def file(name: str, content: str | bytes) -> Attachment:
    return Attachment(content.encode() if isinstance(content, str) else content, name)


async def load(panel: TablePanel, name: str, content: str | bytes) -> None:
    """Open the table's part and choose a file."""
    panel.source.value = "Table"
    await panel.table_input.load([file(name, content)])


def state(panel: TablePanel) -> str:
    return panel.state


def problem(panel: TablePanel) -> str:
    """The message beside the column."""
    return str(panel.table_input.message.value)


async def run(panel: TablePanel) -> pandas.DataFrame:
    panel.run_button.click()
    await end_of(panel)
    await drawn(panel.table_result.view)
    frame = panel.frame
    assert frame is not None
    return frame


async def drawn(view: TableView) -> None:
    """Wait until the table shows what it was last asked for."""
    assert view.task is not None
    await view.task


async def ask(view: TableView, **query: Any) -> list[list[str]]:
    """Ask as the browser does, and return the rows of the page."""
    view.query = {**view.query, **query}
    await drawn(view)
    rows: list[list[str]] = view.page["rows"]
    return rows


# The choice of a table and its column


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("notes.csv", "id,note\n1,A long note\n2,\n", 'notes = pandas.read_csv("notes.csv")'),
        (
            "my notes.csv",
            "id;note\n1;A long note\n2;\n",
            'my_notes = pandas.read_csv("my notes.csv", sep=";")',
        ),
        (
            "n.tsv",
            "id\tnote\n1\tA long note\n2\t\n",
            r'n = pandas.read_csv("n.tsv", sep="\t")',
        ),
        (
            "2.jsonl",
            '{"id": 1, "note": "A long note"}\n{"id": 2}\n',
            'table_2 = pandas.read_json("2.jsonl", lines=True)',
        ),
    ],
)
async def test_a_file_is_read_and_its_texts_are_chosen(name: str, content: str, code: str) -> None:
    panel = SentimentPanel()
    await load(panel, name, content)
    assert panel.table_input.table is not None
    assert panel.table_input.table.code == code
    assert panel.table_input.column.label == "note"
    assert panel.table_input.series.iloc[0] == "A long note"
    assert "2 rows, 2 columns" in panel.table_input.chosen.value
    assert state(panel) == "ready"
    panel.close()


async def test_a_parquet_file_is_read() -> None:
    stream = io.BytesIO()
    pandas.DataFrame({"note": ["tea"]}).to_parquet(stream)
    table = tables.read_table(file("a.parquet", stream.getvalue()))
    assert table.frame["note"].tolist() == ["tea"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "only,a,head\n", "a.csv has no rows below a line of column names."),
        ("a.csv", "", "a.csv could not be read as CSV"),
        ("a.csv", b"note\n\xff\xfe\n", "a.csv is not valid UTF-8 text; save it as UTF-8."),
        ("a.csv", "a,b\n1,2\n3,4,5,6\n", "a.csv could not be read as CSV"),
        ("a.jsonl", "{", "a.jsonl could not be read as JSON lines"),
        ("a.parquet", "PAR1", "a.parquet could not be read as Parquet"),
    ],
)
async def test_a_file_that_is_no_table_is_refused_beside_the_control(
    name: str, content: str | bytes, message: str
) -> None:
    panel = SpamPanel()
    await load(panel, name, content)
    assert message in problem(panel)
    assert state(panel) == "invalid"
    assert panel.run_button.disabled
    await load(panel, "b.csv", "note\ntea\n")
    assert problem(panel) == ""
    assert state(panel) == "ready"
    panel.close()


async def test_without_the_extra_a_parquet_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ImportError

    monkeypatch.setattr(pandas, "read_parquet", missing)
    panel = SpamPanel()
    await load(panel, "a.parquet", b"PAR1")
    assert "pip install" in problem(panel)
    panel.close()


async def test_a_column_without_texts_is_refused_beside_the_control() -> None:
    panel = SentimentPanel()
    await load(panel, "a.csv", "stars,text\n5,fine\n")
    panel.table_input.column.value = 0
    assert "The column stars has no texts: choose another." in problem(panel)
    assert panel.run_button.disabled
    panel.table_input.column.value = 1
    assert state(panel) == "ready"
    panel.close()


async def test_a_table_dropped_on_the_other_input_opens_its_own() -> None:
    panel = SentimentPanel()
    content = samples.path("reviews.csv").read_bytes()
    told = [{"name": "reviews.csv", "type": "text/csv", "size": len(content)}]
    panel.upload._handle_custom_msg(told, [memoryview(content)])
    assert panel.table_input.reading is not None
    await panel.table_input.reading
    assert panel.source.value == "Table"
    assert state(panel) == "ready"
    panel.source.value = "Text"
    assert state(panel) == "empty"
    panel.close()


@pytest.mark.parametrize("kind", [SentimentPanel, SpamPanel, ProfanityPanel, EmbeddingPanel])
async def test_a_pasted_table_is_recognised_and_opened(kind: type[TablePanel]) -> None:
    panel = kind()
    offer = panel.pasted_table
    text = panel.form.controls["text"].widget
    text.value = "Dear Ann,\nthank you."
    assert offer.layout.display == "none"
    text.value = "id\tnote <b>\n1\tA long note\n2\tAnother note\n"
    assert offer.layout.display is None
    assert "the columns id, note &lt;b&gt;." in offer.children[0].value
    panel.open_as_table.click()
    assert panel.table_input.reading is not None
    await panel.table_input.reading
    assert panel.is_table
    assert panel.table_input.column.label == "note <b>"
    assert panel.table_input.series.tolist() == ["A long note", "Another note"]
    panel.close()


@pytest.fixture
def inputs() -> Iterator[list[TableInput]]:
    made: list[TableInput] = []
    yield made
    for one in made:
        one.close()


def input_of(inputs: list[TableInput], variables: Mapping[str, Any] | None) -> TableInput:
    inputs.append(TableInput(LOOP, lambda: None, namespace=lambda: variables))
    return inputs[-1]


def test_variables_are_listed_and_follow_the_notebook(inputs: list[TableInput]) -> None:
    variables: dict[str, Any] = {
        "reviews": pandas.DataFrame({"stars": [5], "text": ["fine"]}),
        "_hidden": pandas.Series(["a"]),
        "number": 3,
    }
    chosen = input_of(inputs, variables)
    assert [name for _, name in chosen.variable.options] == ["", "reviews"]
    chosen.variable.value = "reviews"
    assert chosen.column.label == "text"
    assert chosen.table is not None
    assert chosen.table.column_code("text") == 'reviews["text"]'

    variables["moods"] = pandas.Series(["a", "b"], name="mood")
    chosen.refresh()
    assert [label for label, _ in chosen.variable.options][1:] == [
        "reviews (1 row)",
        "moods (2 rows)",
    ]
    assert chosen.variable.value == "reviews"
    chosen.variable.value = "moods"
    assert chosen.table.column_code("mood") == "moods"
    assert chosen.column.layout.display == "none"

    variables["moods"] = 3
    chosen.refresh()
    chosen.variable.value = "reviews"
    variables["reviews"] = variables["reviews"][:0]
    chosen.refresh()
    assert "reviews is not a table with rows: choose another." in chosen.message.value


def test_outside_a_notebook_there_is_no_choice_of_variables(inputs: list[TableInput]) -> None:
    assert input_of(inputs, None).variable.layout.display == "none"


def test_in_voila_there_are_no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    from IPython.core.interactiveshell import InteractiveShell

    make: Any = InteractiveShell
    shell = make()
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: shell)
    shell.user_ns["reviews"] = pandas.Series(["fine"])
    assert "reviews" in (tables.namespace() or {})
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    assert tables.namespace() is None


async def test_in_voila_pictures_are_addresses_only(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = DetectionPanel()
    await load(panel, "a.csv", "picture\n/home/someone/cat.jpg\n")
    assert state(panel) == "ready"
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    panel.table_input._change()
    assert "must have addresses only" in problem(panel)
    assert panel.run_button.disabled
    await load(panel, "b.csv", "picture\nhttps://example.com/cat.jpg\n")
    assert state(panel) == "ready"
    panel.close()


# Runs


async def test_a_run_puts_the_result_beside_each_row_and_its_code_does_the_same() -> None:
    panel = SpamPanel()
    panel.source.value = "Table"
    await panel.table_input.load_sample("inbox.csv")
    frame = await run(panel)
    assert state(panel) == "done"
    assert "Done in" in panel.status.value
    assert list(frame.columns) == ["kind", "text", "is_spam", "score", "error"]
    assert frame["error"].isna().all()
    assert len(panel.table_result.view.page["rows"]) == len(frame) == 20

    assert panel.table_run is not None
    code = panel.table_run.code
    assert 'inbox["text"].triptych.spam()' in code
    names: dict[str, Any] = {}
    exec(code, names)
    pandas.testing.assert_frame_equal(
        names["inbox"].join(names["result"]), frame, check_column_type=False
    )
    panel.close()


@pytest.mark.parametrize("kind", PANELS)
def test_options_in_the_form_are_those_of_the_accessor(kind: type[TablePanel]) -> None:
    parameters = inspect.signature(getattr(ColumnAccessor, kind.accessor)).parameters
    assert set(kind.table_options) <= set(parameters)


async def test_options_reach_each_call_and_the_code(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    await load(panel, "a.csv", "note\ntea\n")
    panel.form.fill({"censor_replacement": "#", "languages": ["de"]})
    await run(panel)
    sent = json.loads(outside.requests[-1].content)
    assert sent == {"text": "tea", "censor_replacement": "#", "languages": ["de"]}
    assert panel.table_run is not None
    assert 'censor_replacement="#",\n    languages=["de"],\n' in panel.table_run.code
    assert 'api_key=os.environ["TRIPTYCH_API_KEY"]' in panel.table_run.code
    assert "sk-very-secret" not in panel.table_run.code
    assert "password" not in panel.table_run.code
    panel.close()


async def test_a_bad_option_is_shown_beside_its_control() -> None:
    panel = EmbeddingV2Panel()
    await load(panel, "a.csv", "note\ntea\n")
    panel.form.controls["dimensions"].widget.value = "many"
    assert "whole number" in panel.form.messages["dimensions"].value
    assert panel.run_button.disabled
    panel.close()


def failing(wrong: str, status: int = 400) -> AsyncClient:
    """A service that refuses one text."""

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "POST" and wrong in json.loads(request.content)["text"]:
            return httpx.Response(status, json={"success": False, "message": "No, not this one."})
        return httpx.Response(200, json=REPLY)

    return AsyncClient(
        api_key="key", base_url="http://a.example", transport=httpx.MockTransport(answer)
    )


async def test_the_sentiment_of_a_table_is_shown_readable_and_saved_as_it_came() -> None:
    panel = SentimentPanel()
    await load(panel, "facts.csv", "text\nWe stayed four nights in May.\nI love this hotel!\n")
    frame = await run(panel)
    shown = panel.table_result.view
    names = [column["name"] for column in shown.columns]
    assert names == [*frame.columns[:4], "uncertain", "emotion", "error"]
    assert [row[names.index("emotion")] for row in shown.page["rows"]] == ["", "admiration"]
    assert frame["emotion"].tolist() == ["neutral", "admiration"]
    assert shown.selected is not None
    pandas.testing.assert_frame_equal(shown.selected, frame)
    panel.close()


async def test_a_row_that_fails_has_its_error_in_the_table() -> None:
    panel = ProfanityPanel(client=failing("bad"))
    await load(panel, "a.csv", "note\ngood\nbad\nfine\n")
    frame = await run(panel)
    assert state(panel) == "done"
    assert frame["error"].notna().tolist() == [False, True, False]
    assert "No, not this one." in frame["error"][1]
    assert "1 failed" in panel.status.value
    view = panel.table_result.view
    place = list(frame.columns).index("error")
    assert [row[0] for row in await ask(view, choices={str(place): "only errors"})] == ["bad"]
    assert [row[0] for row in await ask(view, choices={str(place): "no errors"})] == [
        "good",
        "fine",
    ]
    panel.close()


async def test_a_failure_of_all_rows_is_a_card_and_no_traceback() -> None:
    panel = ProfanityPanel(client=failing("", 401))
    await load(panel, "a.csv", "note\ngood\nbad\n")
    panel.run_button.click()
    await end_of(panel)
    assert state(panel) == "failed"
    assert "The API key was refused" in panel.table_result.card.value
    assert panel.frame is None
    assert not panel.run_button.disabled
    panel.close()


async def test_a_failure_leaves_the_last_table(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    await load(panel, "a.csv", "note\ngood\n")
    frame = await run(panel)
    outside.answer = httpx.Response(401, json={"success": False, "message": "Wrong key."})
    panel.run_button.click()
    await end_of(panel)
    assert state(panel) == "failed"
    assert "Wrong key." in panel.table_result.card.value
    assert panel.frame is frame
    line = panel.table_result.stale
    assert line.layout.display is None
    assert line.text.value.startswith("<b>Result for a[&quot;note&quot;], 1 row, ")
    assert line.text.value.endswith("</b> The last run failed.")
    assert "triptych-dimmed" in panel.table_result.view._dom_classes
    assert panel.table_result.view.layout.display is None
    outside.answer = httpx.Response(200, json=REPLY)
    await run(panel)
    assert panel.table_result.card.value == ""
    assert line.layout.display == "none"
    assert "triptych-dimmed" not in panel.table_result.view._dom_classes
    panel.close()


async def test_inputs_of_a_table_are_restored(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    await load(panel, "a.csv", "note,other\ngood,fine\n")
    panel.table_input.column.value = 0
    await run(panel)
    line = panel.table_result.stale
    assert state(panel) == "done"
    panel.table_input.column.value = 1
    assert state(panel) == "stale"
    assert "Inputs have changed." in line.text.value
    line.restore_button.click()
    assert panel.table_input.column.label == "note"
    assert state(panel) == "done"
    await load(panel, "b.csv", "note\nbad\n")
    assert line.layout.display is None
    line.restore_button.click()
    assert "a.csv" in panel.table_input.chosen.value
    assert state(panel) == "done"
    assert line.layout.display == "none"
    panel.close()


async def test_each_form_has_a_result_of_its_own(outside: Server) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    panel.run_button.click()
    await end_of(panel)
    await load(panel, "a.csv", "note\ngood\n")
    await run(panel)
    outside.answer = httpx.Response(401, json={"success": False, "message": "Wrong key."})
    panel.run_button.click()
    await end_of(panel)
    assert state(panel) == "failed"
    panel.source.value = "Text"
    assert state(panel) == "done"
    assert "triptych-dimmed" not in panel.result.tabs._dom_classes
    panel.source.value = "Table"
    assert state(panel) == "failed"
    panel.close()


async def test_a_client_that_is_not_configured_is_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_BASE_URL", "nowhere")
    panel = ProfanityPanel()
    await load(panel, "a.csv", "note\ngood\n")
    panel.run_button.click()
    assert state(panel) == "failed"
    assert "The client is not configured" in panel.table_result.card.value
    assert panel.table_result.card.layout.display is None
    panel.close()


async def test_cancel_keeps_what_is_done(outside: Server) -> None:
    answered = 0

    async def answer(request: httpx.Request) -> httpx.Response:
        nonlocal answered
        if request.method == "POST":
            answered += 1
            if answered > 2:
                await asyncio.Event().wait()
        return httpx.Response(200, json=REPLY)

    transport = httpx.MockTransport(answer)
    client = AsyncClient(api_key="key", base_url="http://a.example", transport=transport)
    panel = ProfanityPanel(client=client)
    await load(panel, "a.csv", "note\n" + "".join(f"note {n}\n" for n in range(9)))
    panel.run_button.click()
    assert panel.source.disabled
    two = asyncio.Event()

    def read(change: Any) -> None:
        if "2 of 9 rows" in change["new"]:
            two.set()

    panel.table_result.progress.observe(read, "value")
    assert "triptych-dimmed" in panel.table_result.view._dom_classes
    await asyncio.wait_for(two.wait(), 60)
    assert state(panel) == "running"
    panel.cancel_button.click()
    await end_of(panel)
    assert state(panel) == "cancelled"
    assert "2 of 9 rows done" in panel.status.value
    assert panel.frame is not None
    assert panel.frame["clean_text"].notna().sum() == 2
    assert panel.frame["error"].str.contains("not done").sum() == 7
    assert panel.table_result.progress.value == ""
    assert not panel.run_button.disabled
    assert not panel.source.disabled
    assert "triptych-dimmed" not in panel.table_result.view._dom_classes
    panel.close()


async def test_a_table_that_changes_during_a_run_is_not_taken_for_the_one_that_ran(
    outside: Server,
) -> None:
    panel = ProfanityPanel(client=outside.client())
    await load(panel, "a.csv", "note\ntea\n")
    outside.let_go.clear()
    panel.run_button.click()
    await load(panel, "b.csv", "note\nrain\n")
    outside.let_go.set()
    await end_of(panel)
    assert panel.frame is not None
    assert panel.frame["note"].tolist() == ["tea"]
    panel._check()
    assert state(panel) == "stale"
    panel.close()


async def test_a_column_of_pictures_has_a_row_for_each_object(tmp_path: Path) -> None:
    paths = [str(samples.path(f"pictures/{name}.jpg")) for name in ("citrus", "cat")]
    table = pandas.DataFrame({"what": ["fruit", "cat", "none"], "file": [*paths, "no.jpg"]})
    panel = DetectionPanel()
    await load(panel, "pictures.csv", table.to_csv(index=False))
    assert panel.table_input.column.label == "file"
    frame = await run(panel)
    assert set(frame["what"]) == {"fruit", "cat", "none"}
    assert "cat" in set(frame.loc[frame["what"] == "cat", "label"])
    assert (frame["what"] == "fruit").sum() > 1
    assert frame.loc[frame["what"] == "none", "error"].notna().all()
    panel.close()


async def test_vectors_are_one_column_and_numbers_in_a_csv() -> None:
    panel = EmbeddingV2Panel()
    panel.form.fill({"dimensions": 3})
    await load(panel, "a.csv", "note\ntea\nrain\n")
    frame = await run(panel)
    assert frame["vector"].iloc[0].shape == (3,)
    assert "(3 numbers)" in panel.table_result.view.page["rows"][0][1]
    assert panel.table_run is not None
    saved = panel.table_run.file("csv", frame)
    read = pandas.read_csv(io.BytesIO(saved.content), encoding="utf-8-sig")
    assert list(read.columns) == ["note", "error", "e0", "e1", "e2"]
    numpy.testing.assert_allclose(read["e1"], [vector[1] for vector in frame["vector"]], rtol=1e-5)
    assert "embed(dimensions=3)" in panel.table_run.code
    panel.close()


async def test_what_matches_is_saved_as_it_is() -> None:
    panel = SpamPanel()
    await load(panel, "a.csv", "note\n=1+1\ntea\n")
    frame = await run(panel)
    result = panel.table_result
    await ask(result.view, search="=1")
    await panel.save("csv")
    assert result.menu.download.file["name"] == "a-spam.csv"
    assert "Saved a-spam.csv" in result.menu.message.value
    content = base64.b64decode(result.menu.download.file["content"]).decode("utf-8-sig")
    assert len(content.splitlines()) == 2, "the row that matches, below the names"
    assert panel.table_run is not None
    text = panel.table_run.file("csv", frame).content.decode("utf-8-sig")
    assert text.splitlines()[1].startswith("=1+1,")
    await panel.save("parquet")
    assert result.menu.download.file["name"] == "a-spam.parquet"
    panel.close()


# The table


async def test_the_table_sorts_filters_and_pages() -> None:
    view = TableView(LOOP)
    moods = pandas.Categorical(["good", "bad"] * 100)
    frame = pandas.DataFrame({"text": [f"note {n}" for n in range(200)], "mood": moods})
    frame["score"] = numpy.linspace(1, 0, 200, dtype="float32")
    await view.show(frame)
    assert [column["choices"] for column in view.columns] == [[], ["bad", "good"], []]
    assert len(view.page["rows"]) == PAGE
    assert (await ask(view, sort=[2, "ascending"]))[0] == ["note 199", "bad", "0.000"]
    assert (await ask(view, start=PAGE))[0][0] == "note 99"
    assert (await ask(view, start=10_000))[-1][0] == "note 0"
    rows = await ask(view, choices={"1": "good"}, search="NOTE 19", start=0)
    assert [row[0] for row in rows] == [f"note {n}" for n in (198, 196, 194, 192, 190)]
    assert (view.page["matching"], view.page["total"]) == (5, 200)
    assert view.selected is not None
    assert view.selected["text"].tolist() == [row[0] for row in rows]
    assert await ask(view, search="nothing") == []
    await view.show(frame)
    assert view.query == {}
    assert view.page["matching"] == 200
    view.close()


async def test_texts_with_numbers_are_sorted_as_a_person_expects() -> None:
    view = TableView(LOOP)
    prices = ["£10", None, "£9.50", "£1,200", "free"]
    await view.show(pandas.DataFrame({"price": prices, "rank": [10, 2, 33, 4, 5]}))
    rows = await ask(view, sort=[0, "ascending"])
    assert [row[0] for row in rows] == ["free", "£9.50", "£10", "£1,200", ""]
    # What is seen is what is searched, numbers too.
    assert [row[1] for row in await ask(view, search="33")] == ["33"]
    view.close()


async def test_the_rows_that_match_are_copied_for_a_spreadsheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = TableView(LOOP)
    frame = pandas.DataFrame({"note": ["=1+1", "tea"], "tags": [["a", "b"], []]})
    await view.show(frame)
    await ask(view, search="1+1")
    sent: list[Any] = []
    monkeypatch.setattr(view, "send", sent.append)
    await view._copy()
    assert sent == [{"rows": "note\ttags\n'=1+1\ta; b\n"}]
    view.close()


async def test_few_values_are_chosen_from_and_points_stand_in_a_line() -> None:
    view = TableView(LOOP)
    frame = pandas.DataFrame(
        {
            "product": ["lamp", "kettle", "lamp", None],
            "good": pandas.array([True, None, False, True], dtype="boolean"),
            "width": [1.25, 300.0, numpy.nan, 12.0],
            "stars": [1.0, 2.0, numpy.nan, 5.0],
            "tags": [["a"], ["b"], ["a"], ["b"]],
        }
    )
    await view.show(frame)
    choices = {column["name"]: column["choices"] for column in view.columns}
    assert choices["product"] == ["kettle", "lamp"]
    assert choices["good"] == ["no", "yes"]
    assert choices["tags"] == []
    rows = view.page["rows"]
    assert [row[2] for row in rows] == ["1.2", "300.0", "", "12.0"]
    assert [row[3] for row in rows] == ["1", "2", "", "5"]
    assert [row[0] for row in await ask(view, choices={"1": "yes"})] == ["lamp", ""]
    view.close()


async def test_what_has_no_order_is_sorted_as_text_and_bad_queries_change_nothing() -> None:
    view = TableView(LOOP)
    await view.show(pandas.DataFrame({"mixed": ["b", 1, None, "a"]}))
    rows = await ask(view, sort=[0, "ascending"])
    assert [row[0] for row in rows] == ["1", "a", "b", ""]
    assert len(await ask(view, sort=[7, "ascending"], choices={"9": "x"})) == 4
    view.close()


def test_joined_keeps_an_index_and_the_names_of_both() -> None:
    table = pandas.DataFrame({"text": ["a", "b"], "score": [1, 2]}, index=["x", "y"])
    result = pandas.DataFrame({"score": [0.1, 0.2], "error": [None, None]})
    both = joined(table, result)
    assert list(both.columns) == ["index", "text", "score", "score_2", "error"]
    assert both["index"].tolist() == ["x", "y"]
