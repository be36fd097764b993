"""The embedding panel's own: texts, a CSV's column, files, and the map that follows."""

from __future__ import annotations

import asyncio
import base64
import io
import sys

import ipywidgets
import numpy as np
import pandas
import pytest
from PIL import Image

from triptych import EmbeddingV2Panel, samples
from triptych.contract import Attachment, EmbeddingV2Reply
from triptych.panels.base.files import (
    LARGEST,
    RefusedFileError,
    attachment,
    kind_of,
)
from triptych.panels.embedding.explorer import MapExplorer, clips
from triptych.views import embedding_map

from .conftest import choose, code_of, end_of


def picture(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(buffer, "PNG")
    return buffer.getvalue()


def chosen(name: str, content: bytes, media_type: str = "") -> Attachment:
    return Attachment(content, name, media_type)


async def ran(panel: EmbeddingV2Panel) -> EmbeddingV2Reply:
    panel.run_button.click()
    reply = await end_of(panel)
    assert isinstance(reply, EmbeddingV2Reply), panel.result.card.value
    return reply


def said(panel: EmbeddingV2Panel) -> str:
    return str(panel.form.messages["file"].value)


def sample_button(panel: EmbeddingV2Panel, label: str) -> ipywidgets.Button:
    return next(chip for chip in panel.chips if chip.description == label)


async def test_each_line_is_a_text() -> None:
    panel = EmbeddingV2Panel("A cup of tea\n\n  \nA mug of coffee\n")
    reply = await ran(panel)
    assert reply.labels == ["A cup of tea", "A mug of coffee"]
    assert "2 vectors" in panel.result.pages[0].value
    assert panel.explorer is None
    panel.close()


async def test_options_reach_the_call() -> None:
    panel = EmbeddingV2Panel(["tea", "rain"])
    panel.form.fill({"dimensions": 16})
    reply = await ran(panel)
    assert reply.vectors.shape == (2, 16)
    panel.result.tabs.selected_index = 3
    assert "dimensions=16" in code_of(panel)
    panel.form.fill({"dimensions": 1000})
    panel.run_button.click()
    await end_of(panel)
    assert panel.state == "failed"
    assert "give 1 to 384" in panel.form.messages["dimensions"].value
    panel.close()


async def test_a_column_of_a_table_becomes_a_map() -> None:
    panel = EmbeddingV2Panel()
    assert panel.state == "empty"
    choose(panel, chosen("reviews.csv", samples.path("reviews.csv").read_bytes()))
    assert panel.column.value == "text"
    reply = await ran(panel)
    assert len(reply.embeddings) == 24
    assert panel._exploring is not None
    await panel._exploring
    assert panel.explorer is not None
    assert {"product", "stars"} <= set(panel.explorer.frame.columns)
    # Numbers are numbers, so that a ramp can colour them.
    assert panel.explorer.frame["stars"].dtype.kind == "i"
    panel.explorer.select([2, 5])
    assert panel.explorer.selection["text"].tolist() == [reply.labels[2], reply.labels[5]]
    panel.close()


async def test_rows_without_a_text_are_left_out() -> None:
    panel = EmbeddingV2Panel()
    rows = "".join(f"{n},{'' if n == 2 else f'text {n}'}\n" for n in range(7))
    choose(panel, chosen("a.csv", f"id,words\n{rows}".encode()))
    reply = await ran(panel)
    assert len(reply.embeddings) == 6
    assert panel._exploring is not None
    await panel._exploring
    assert panel.explorer is not None
    assert panel.explorer.frame["id"].tolist() == [0, 1, 3, 4, 5, 6]
    panel.close()


async def test_a_table_chosen_during_a_run_is_not_taken_for_the_one_that_ran() -> None:
    panel = EmbeddingV2Panel()
    first, second = (
        "".join(f"{letter}{n},{text} {n}\n" for n in range(7))
        for letter, text in (("a", "tea"), ("b", "rain"))
    )
    choose(panel, chosen("a.csv", f"id,words\n{first}".encode()))
    panel.run_button.click()
    choose(panel, chosen("b.csv", f"id,words\n{second}".encode()))
    reply = await end_of(panel)
    assert isinstance(reply, EmbeddingV2Reply)
    assert panel._exploring is not None
    await panel._exploring
    assert panel.explorer is not None
    assert panel.explorer.frame["text"].tolist() == [f"tea {n}" for n in range(7)]
    assert panel.explorer.frame["id"].tolist() == [f"a{n}" for n in range(7)]
    assert panel.state == "stale"
    panel.close()


async def test_files_chosen_after_run_was_pressed_are_not_sent() -> None:
    panel = EmbeddingV2Panel("A cup of tea")
    panel.run_button.click()
    choose(panel, chosen("red.png", picture("red"), "image/png"))
    reply = await end_of(panel)
    assert isinstance(reply, EmbeddingV2Reply), panel.result.card.value
    assert reply.labels == ["A cup of tea"]
    panel.run_button.click()
    panel.clear.click()
    reply = await end_of(panel)
    assert isinstance(reply, EmbeddingV2Reply), panel.result.card.value
    assert reply.labels == ["red.png"]
    panel.close()


async def test_a_sample_takes_the_place_of_a_file() -> None:
    panel = EmbeddingV2Panel()
    choose(panel, chosen("red.png", picture("red"), "image/png"))
    sample_button(panel, "reviews").click()
    assert panel.files == []
    assert panel.texts == samples.column("reviews.csv", "text")
    assert panel.choices.layout.display == "none"
    panel.close()


async def test_the_samples_of_files_fill_in_what_is_special() -> None:
    panel = EmbeddingV2Panel("kept")
    sample_button(panel, "a PDF").click()
    assert [file.filename for file in panel.files] == ["repair-cafe.pdf"]
    reply = await ran(panel)
    assert sorted(set(reply.pages)) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert reply.labels[0].startswith("Opening hours")
    sample_button(panel, "twelve photos").click()
    assert len(panel.files) == 12
    assert panel.values()["type"] == "image"
    # What the home fills in.
    panel.fill(panel.samples[0].values)
    assert [file.filename for file in panel.files] == ["conversation.mp3"]
    assert panel.values()["speaker_fingerprint"] is True
    assert panel.state == "stale"
    panel.close()


async def test_pictures_are_embedded_together() -> None:
    panel = EmbeddingV2Panel()
    choose(
        panel,
        *(chosen(f"{colour}.png", picture(colour), "image/png") for colour in ("red", "blue")),
    )
    assert panel.state == "ready"
    reply = await ran(panel)
    assert reply.vectors.shape == (2, 512)
    assert reply.labels == ["red.png", "blue.png"]
    panel.clear.click()
    assert panel.files == []
    assert "Type one text" in panel.status.value
    assert panel.reply is reply
    panel.close()


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ([("a.png", b"x", "image/png"), ("b.pdf", b"x", "")], "several files of one kind"),
        ([("a.csv", b"a", ""), ("b.csv", b"a", "")], "one text or CSV"),
        ([("a.bin", b"x", "application/octet-stream")], "not a supported file"),
        ([("a.txt", b"\xff\xfe\xfa", "text/plain")], "not valid UTF-8"),
        ([("a.csv", b"only,a,head\n", "text/csv")], "no rows"),
    ],
)
async def test_files_of_no_use_are_refused_beside_the_control(
    files: list[tuple[str, bytes, str]], says: str
) -> None:
    panel = EmbeddingV2Panel("kept")
    choose(panel, *(chosen(*file) for file in files))
    assert says in said(panel)
    assert panel.texts == ["kept"]
    panel.close()


@pytest.mark.parametrize(
    ("name", "media_type", "what"),
    [("a.png", "image/png", "a picture"), ("a.pdf", "application/pdf", "a PDF")],
)
async def test_a_file_that_cannot_be_read_is_refused(name: str, media_type: str, what: str) -> None:
    panel = EmbeddingV2Panel()
    choose(panel, chosen(name, b"neither", media_type))
    assert f"{name} cannot be read as {what}" in said(panel)
    assert panel.files == []
    assert panel.run_button.disabled
    panel.close()


async def test_a_newer_reply_replaces_the_map() -> None:
    panel = EmbeddingV2Panel([f"text number {n}" for n in range(8)])
    await ran(panel)
    first = panel._exploring
    panel.form.fill({"text": "one\ntwo"})
    await ran(panel)
    assert first is not None
    await asyncio.wait([first])
    assert panel.explorer is None
    panel.close()


def test_kinds_of_files() -> None:
    kinds = {
        "a.PDF": "pdf",
        "a.csv": "table",
        "a.tsv": "table",
        "a.m4a": "audio",
        "a.opus": "audio",
        "a.md": "text",
    }
    for name, kind in kinds.items():
        told = {"name": name, "type": "", "size": 1}
        assert kind_of(attachment(told, memoryview(b"x"), 1)) == kind
    assert kind_of(Attachment(b"", "a", "image/webp")) == "image"
    too_large = {"name": "a.png", "type": "image/png", "size": 30_000_000}
    with pytest.raises(RefusedFileError, match="choose files of at most 20 MB"):
        attachment(too_large, memoryview(b""), LARGEST)


def test_what_is_saved() -> None:
    from triptych.panels.base.export import exported

    frame = pandas.DataFrame({"text": ["tea", "rain"], "stars": [1, 2]})
    rows = np.array([[0.5, 1], [2, 3]], np.float32)
    assert np.array_equal(np.load(io.BytesIO(exported(frame, rows, "npy"))), rows)
    read = pandas.read_parquet(io.BytesIO(exported(frame, rows, "parquet")))
    assert read["embedding"].tolist()[1].tolist() == [2, 3]
    assert exported(frame, None, "csv").decode("utf-8-sig") == "text,stars\ntea,1\nrain,2\n"


async def test_a_sound_can_be_played_stretch_by_stretch() -> None:
    panel = EmbeddingV2Panel()
    content = samples.path("conversation.mp3").read_bytes()
    choose(panel, chosen("talk.mp3", content, "audio/mpeg"))
    reply = await ran(panel)
    addresses = clips(reply)
    assert len(addresses) == len(reply.embeddings) == 8
    start, end = reply.chunks[5].timestamp  # type: ignore[union-attr]
    head, _, stretch = addresses[5].partition("#t=")
    assert base64.b64decode(head.removeprefix("data:audio/mpeg;base64,")) == content
    assert [float(second) for second in stretch.split(",")] == [start, end]
    assert clips(EmbeddingV2Reply(embeddings=[[1.0]], chunks=["tea"])) == []
    panel.close()


async def test_a_file_that_fails_does_not_lose_the_others() -> None:
    panel = EmbeddingV2Panel()
    choose(
        panel,
        chosen("red.png", picture("red"), "image/png"),
        chosen("torn.png", picture("blue")[:60], "image/png"),
        chosen("blue.png", picture("blue"), "image/png"),
    )
    reply = await ran(panel)
    assert reply.labels == ["red.png", "blue.png"]
    assert [warning.code for warning in reply.warnings] == ["left_out"]
    assert "torn.png was left out" in panel.result.pages[0].value
    panel.close()


async def test_the_chunks_of_a_long_text_keep_its_row() -> None:
    panel = EmbeddingV2Panel()
    long = "The kettle sang in the cold kitchen. " * 80
    rows = "".join(f"{n},{long if n == 3 else f'text {n}'}\n" for n in range(5))
    choose(panel, chosen("a.csv", f"id,words\n{rows}".encode()))
    reply = await ran(panel)
    assert panel._exploring is not None
    await panel._exploring
    assert panel.explorer is not None
    assert panel.explorer.frame["id"].tolist() == reply.input_indices
    assert reply.input_indices.count(3) > 1
    panel.close()


async def test_without_the_extra_the_reply_stays_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jscatter", None)
    panel = EmbeddingV2Panel([f"text number {n}" for n in range(6)])
    reply = await ran(panel)
    assert panel._exploring is not None
    await panel._exploring
    assert panel.explorer is None
    assert "triptych[lab]" in panel.status.value
    assert "6 texts by similarity" in panel.map.children[0].value
    assert panel.reply is reply
    panel.close()


async def test_there_is_one_map_and_it_comes_first() -> None:
    panel = EmbeddingV2Panel([f"text number {n}" for n in range(60)])
    await ran(panel)
    assert "Drawing the map" in panel.map.children[0].value
    assert panel._exploring is not None
    await panel._exploring
    shown, below = panel.result.tabs.children[0].children
    assert shown.children == (panel.explorer,)
    assert "60 vectors" in below.value
    assert "<svg" not in below.value
    panel.close()


async def test_few_pictures_have_a_map_that_shows_them() -> None:
    panel = EmbeddingV2Panel()
    sample_button(panel, "twelve photos").click()
    reply = await ran(panel)
    assert clips(reply) == []
    assert panel._exploring is not None
    await panel._exploring
    (shown,) = panel.map.children
    assert "12 files by similarity" in shown.value
    assert shown.value.count("<image ") == 12
    panel.close()


async def test_who_speaks_when_comes_before_the_map() -> None:
    panel = EmbeddingV2Panel()
    sample_button(panel, "a conversation").click()
    reply = await ran(panel)
    assert len(reply.fingerprints)
    assert panel.map.layout.order == "1"
    panel.fill({"text": "one\ntwo"})
    await ran(panel)
    assert panel.map.layout.order is None
    panel.close()


def test_a_first_look_at_a_map_shows_no_groups_that_would_change() -> None:
    rows = np.random.default_rng(0).normal(size=(80, 8)) + np.repeat([[0], [30]], 40, axis=0)
    texts = [f"{'tea' if n < 40 else 'rain'} {n}" for n in range(80)]
    drawn = embedding_map(rows, texts=texts, method="pca")
    explorer = MapExplorer(drawn, is_draft=True)
    assert set(explorer.frame["cluster"]) == {-1}
    assert "groups are being found" in explorer.status.value
    assert explorer.legend.value.count("<span") == 0
    explorer.update(drawn)
    assert set(explorer.frame["terms"]) >= {"tea", "rain"}
    assert "groups are being found" not in explorer.status.value
    assert explorer.legend.value.count("<span") >= 2
    explorer.close()
