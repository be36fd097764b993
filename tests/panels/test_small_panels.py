"""The panel of the first version of embeddings."""

from __future__ import annotations

import pandas

from triptych import EmbeddingPanel, EmbeddingV2Panel, samples
from triptych.contract import Attachment, EmbeddingReply

from .conftest import choose


async def test_one_text_travels_as_every_service_takes_it_and_lines_as_a_list() -> None:
    panel = EmbeddingPanel(["A cup of tea", "A mug\nof coffee"])
    assert panel.values()["text"] == ["A cup of tea", "A mug of coffee"]
    panel.fill({"text": "A cup of tea\n\n"})
    assert panel.values()["text"] == "A cup of tea"
    task = panel.run()
    assert task is not None
    reply = await task
    assert isinstance(reply, EmbeddingReply)
    assert reply.vectors.shape == (1, 384)
    assert panel.history[0].request.to_wire() == {"text": "A cup of tea"}
    panel.close()


async def test_a_picture_in_place_of_texts() -> None:
    content = samples.path("pictures/citrus.jpg").read_bytes()
    panel = EmbeddingPanel()
    choose(panel, Attachment(content, "citrus.jpg", "image/jpeg"))
    assert [file.filename for file in panel.files] == ["citrus.jpg"]
    assert panel.form.controls["text"].widget.layout.display == "none"
    assert panel.state == "ready"
    task = panel.run()
    assert task is not None
    assert isinstance(await task, EmbeddingReply)
    panel.clear.click()
    assert not panel.files
    panel.close()


async def test_a_column_of_a_table_to_begin_with() -> None:
    column = pandas.Series(["A cup  of tea", "Trains"])
    for kind in (EmbeddingPanel, EmbeddingV2Panel):
        panel = kind(column)
        assert panel.values()["text"] == ["A cup of tea", "Trains"]
        panel.close()
        panel = kind(column[:0])
        assert panel.state == "empty"
        panel.close()
