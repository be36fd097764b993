"""Generated pictures: what is shown of one, of several, and of what is no picture."""

from __future__ import annotations

import base64
import html
import io
import re
from typing import Any

import pytest
from IPython.core.formatters import DisplayFormatter
from PIL import Image

from triptych import gallery, views
from triptych.contract import Attachment, GenerationReply, GenerationRequest
from triptych.views.base.figures import png
from triptych.views.generation.pictures import raster, reduced, size

PROMPT = 'a <b>boat</b> & a "bench" behind a fence'
SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">
<script>alert(1)</script><rect width="300" height="200" fill="#ff0000"/></svg>"""


def pixels(width: int = 320, height: int = 256, kind: str = "PNG", mode: str = "RGB") -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (width, height), "teal").save(buffer, kind)
    return buffer.getvalue()


def reply(
    content: bytes = b"", media_type: str = "image/png", seed: int = 3, **asked: Any
) -> GenerationReply:
    """A reply as the client makes it from a binary body."""
    members = {"seed": seed, "not_drawn": asked.pop("not_drawn", ["fence", "bench"])}
    request = GenerationRequest.model_validate({"prompt": PROMPT, **asked})
    return GenerationReply.from_bytes(content or pixels(), media_type, members, request)


def sources(markup: object) -> list[str]:
    return [html.unescape(found) for found in re.findall(r'<img src="([^"]*)"', str(markup))]


def visible(markup: object) -> str:
    return html.unescape(re.sub(r"<[^>]*>", " ", str(markup)))


def test_the_picture_stands_over_its_request() -> None:
    made = reply(steps=9, advance_config={"guidance": 7.5, "negative_prompt": "fog"})
    shown = views.html(made)
    address = f"data:image/png;base64,{base64.b64encode(pixels()).decode()}"
    assert sources(shown) == [address]
    assert f'alt="{html.escape(PROMPT)}"' in shown
    assert 'width="320" height="256"' in shown
    assert PROMPT in visible(shown)
    assert "320 × 256 pixels · 9 steps · seed 3 · guidance 7.5 · avoiding “fog”" in visible(shown)
    assert "Not drawn: fence, bench" in visible(shown)


def test_nothing_is_said_to_be_missing_where_all_is_drawn() -> None:
    made = reply(not_drawn=[])
    assert "Not drawn" not in views.html(made) + views.text(made)


def test_a_vector_picture_runs_no_script() -> None:
    shown = views.html(reply(SVG, "image/svg+xml"))
    assert "<svg" not in shown
    assert "<script" not in shown
    assert sources(shown) == [f"data:image/svg+xml;base64,{base64.b64encode(SVG).decode()}"]
    assert "300 × 200 pixels" in shown


@pytest.mark.parametrize(
    ("root", "sides"),
    [
        ('<svg width="30.4px" height="20"/>', (30, 20)),
        ("<svg viewBox='0,0, 40 50'/>", (40, 50)),
        ('<svg width="100%" height="100%" viewBox="0 0 40 50"/>', (40, 50)),
        ('<svg stroke-width="3"/>', None),
        ("no picture", None),
    ],
)
def test_the_size_of_a_vector_picture(root: str, sides: tuple[int, int] | None) -> None:
    assert size(GenerationReply.from_bytes(root.encode(), "image/svg+xml")) == sides


def test_an_address_is_shown_and_can_be_opened() -> None:
    address = "https://example.com/a.png?signed=1&until=2"
    shown = views.html(GenerationReply(url=address))
    assert sources(shown) == [address]
    assert 'referrerpolicy="no-referrer"' in shown
    assert 'target="_blank" rel="noopener noreferrer"' in shown


@pytest.mark.parametrize(
    "made",
    [
        GenerationReply(url='https://example.com/a.png"onerror="alert(1)'),
        GenerationReply.from_bytes(pixels(), 'image/png"onerror="alert(1)'),
        reply(prompt='"onerror="alert(1)'),
    ],
)
def test_nothing_breaks_out_of_its_attribute(made: GenerationReply) -> None:
    for shown in (views.html(made), str(gallery([made])._repr_mimebundle_()["text/html"])):
        assert '"onerror' not in shown


def test_a_data_url_is_the_picture_itself() -> None:
    data = f"data:image/png;base64,{base64.b64encode(pixels()).decode()}"
    made = GenerationReply(url=data)
    assert sources(views.html(made)) == [data]
    assert "Open the picture" not in views.html(made)
    assert made._repr_mimebundle_()["image/png"] == pixels()


@pytest.mark.parametrize(
    "made",
    [
        GenerationReply(),
        GenerationReply(url="javascript:alert(1)"),
        GenerationReply(url="file:///etc/hostname"),
        GenerationReply.from_bytes(b"\x89PNG broken", "image/png"),
        GenerationReply.from_bytes(b"<p>no picture</p>", "text/html"),
        GenerationReply.from_bytes(b"GIF89a", 'image/gif" onerror="alert(1)'),
    ],
)
def test_what_is_no_picture_is_told_in_words(made: GenerationReply) -> None:
    shown = views.html(made)
    assert "no picture that can be shown" in shown
    assert "<img" not in shown
    assert set(made._repr_mimebundle_()) == {"text/html", "text/plain"}
    views.figure(made).canvas.draw()
    assert views.frame(made)["width"].isna().all()


def test_a_truncated_picture_and_a_broken_vector_one_are_drawn_as_words() -> None:
    buffer = io.BytesIO()
    Image.effect_noise((64, 64), 50).save(buffer, "PNG")
    for made in (reply(buffer.getvalue()[:2000]), reply(b"<svg", "image/svg+xml")):
        assert raster(made) is None
        views.figure(made).canvas.draw()
        assert made._repr_mimebundle_()["text/html"]


def test_text_and_frame() -> None:
    made = reply(steps=9)
    assert views.text(made).splitlines() == [
        f"“{PROMPT}”: PNG, {len(pixels()):,} bytes",
        "320 × 256 pixels · 9 steps · seed 3",
        "Not drawn: fence, bench",
    ]
    row = made.to_frame().iloc[0].to_dict()
    assert row["prompt"] == PROMPT
    assert (row["seed"], row["width"], row["height"]) == (3, 320, 256)
    assert (row["bytes"], row["media_type"]) == (len(pixels()), "image/png")
    assert row["not_drawn"] == "fence, bench"


def test_the_seed_that_was_used_is_told_before_the_one_asked_for() -> None:
    assert "seed 3" in views.text(reply(seed=3, advance_config={"seed": 9}))
    hosted = GenerationRequest.model_validate({"prompt": "x", "advance_config": {"seed": 9}})
    assert "seed 9" in views.text(GenerationReply.from_bytes(pixels(), "image/png", {}, hosted))


def test_an_edit_names_its_picture() -> None:
    assert "from lake.png" in views.text(reply(file=Attachment(b"x", "lake.png")))
    assert "from https://example.com/a.png" in views.text(reply(url="https://example.com/a.png"))
    assert "from a picture" in views.text(reply(url="data:image/png;base64,AAAA"))


def test_a_notebook_gets_the_picture_itself() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (320, 256)).save(buffer, "PNG", compress_level=0)
    bundle = reply(buffer.getvalue())._repr_mimebundle_()
    assert bundle["image/png"] == buffer.getvalue(), "not one written anew"
    for made, kind in ((reply(SVG, "image/svg+xml"), "SVG"), (jpeg(), "JPEG")):
        bundle = made._repr_mimebundle_()
        content = bundle["image/png"]
        assert isinstance(content, bytes)
        with Image.open(io.BytesIO(content)) as picture:
            assert picture.format == "PNG"
            assert picture.size == size(made)
        assert kind in str(bundle["text/plain"])
    data, _ = DisplayFormatter().format(reply())  # type: ignore[no-untyped-call]
    assert set(data) == {"text/html", "image/png", "text/plain"}


def jpeg() -> GenerationReply:
    return reply(pixels(kind="JPEG"), "image/jpeg")


def test_the_figure_holds_the_picture() -> None:
    for dark in (False, True):
        figure = views.figure(reply(SVG, "image/svg+xml"), dark=dark)
        (axes,) = figure.axes
        (image,) = axes.images
        assert image.get_array().shape[:2] == (200, 300)  # type: ignore[union-attr]
        assert "Not drawn: fence, bench" in axes.get_xlabel()
        drawn = Image.open(io.BytesIO(png(figure))).convert("RGB")
        counts = {colour: n for n, colour in drawn.getcolors(100_000) or []}
        assert counts.get((255, 0, 0), 0) > 100_000


def test_a_transparent_picture_stays_so() -> None:
    made = reply(pixels(mode="RGBA"))
    picture = raster(made)
    assert picture is not None
    assert picture.mode == "RGBA"
    views.figure(made).canvas.draw()


def test_a_copy_for_the_page_is_small() -> None:
    address = reduced(reply(pixels(1600, 800)), 320)
    assert address is not None
    kind, _, content = address.partition(",")
    assert kind == "data:image/webp;base64"
    with Image.open(io.BytesIO(base64.b64decode(content))) as picture:
        assert picture.size == (320, 160)
    assert str(reduced(reply(SVG, "image/svg+xml"), 320)).startswith("data:image/svg+xml")


def test_a_gallery_says_once_what_is_common_and_beside_each_what_is_not() -> None:
    made = [
        reply(seed=seed, steps=4, not_drawn=not_drawn)
        for seed, not_drawn in ((1, []), (2, ["fence"]), (3, []))
    ]
    shown = gallery(made)._repr_mimebundle_()["text/html"]
    words = visible(shown)
    assert words.count(PROMPT) == 1
    assert words.count("320 × 256 pixels · 4 steps") == 1
    captions = re.findall(r"<figcaption[^>]*>([^<]*)</figcaption>", str(shown))
    assert captions == ["seed 1", "seed 2 · Not drawn: fence", "seed 3"]
    assert len(sources(shown)) == 3


def test_a_gallery_tells_any_difference() -> None:
    made = [
        reply(pixels(256, 512), steps=1),
        reply(steps=30, advance_config={"guidance": 20}),
        reply(steps=30, prompt="a barn"),
    ]
    lines = str(gallery(made)._repr_mimebundle_()["text/plain"]).splitlines()
    assert lines == [
        "3 pictures",
        f"{PROMPT} · 256 × 512 pixels · 1 step",
        f"{PROMPT} · 320 × 256 pixels · 30 steps · guidance 20",
        "a barn · 320 × 256 pixels · 30 steps",
    ]


@pytest.mark.parametrize("number", [1, 2, 3, 5, 9, 14])
def test_a_gallery_as_picture_and_table(number: int) -> None:
    made = gallery(reply(seed=seed) for seed in range(number))
    assert made.to_frame()["seed"].tolist() == list(range(number))
    for dark in (False, True):
        figure = made.plot(dark=dark)
        assert sum(bool(axes.images) for axes in figure.axes) == number
        assert sum(axes.get_visible() for axes in figure.axes) == number


def test_a_gallery_survives_what_is_no_picture() -> None:
    made = [reply(), GenerationReply(url="https://example.com/a.png"), reply(b"broken")]
    bundle = gallery(made)._repr_mimebundle_()
    assert "no picture that can be shown" in str(bundle["text/html"])
    assert set(bundle) == {"text/html", "image/png", "text/plain"}


def test_a_gallery_of_nothing_or_of_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 50 replies"):
        gallery([])
    with pytest.raises(ValueError, match="not 51"):
        gallery([reply()] * 51)
    with pytest.raises(TypeError, match=r"not str: gallery\(\[client"):
        gallery(["a boat"])  # type: ignore[list-item]
    assert len(gallery(reply()).to_frame()) == 1  # type: ignore[arg-type]
