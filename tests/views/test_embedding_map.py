"""Maps of embeddings: projection, clusters, their words, and both drawings."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from PIL import Image

from triptych._colours import CATEGORIES, contrast
from triptych.contract import Attachment, EmbeddingReply
from triptych.contract.display import MapMethod
from triptych.views.embedding import embedding_map, projection
from triptych.views.embedding.clusters import cluster, terms
from triptych.views.embedding.projection import project
from triptych.views.embedding.scene import OTHER, MapScene, by_cluster, by_values, labels


def _groups(sizes: list[int], width: int = 32, seed: int = 0) -> np.ndarray:
    """Return unit vectors around as many directions as there are sizes."""
    random = np.random.default_rng(seed)
    centres = random.normal(size=(len(sizes), width))
    rows = np.repeat(centres, sizes, axis=0) + 0.3 * random.normal(size=(sum(sizes), width))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _reply(vectors: np.ndarray, chunks: list[str]) -> EmbeddingReply:
    return EmbeddingReply(embeddings=vectors.tolist(), chunks=chunks)


def _png(bundle: dict[str, str | bytes]) -> bytes:
    content = bundle["image/png"]
    assert isinstance(content, bytes)
    return content


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    projection._remembered.clear()


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7, 12, 30])
def test_any_number_of_vectors_has_its_points(number: int) -> None:
    found = project(_groups([number]))
    assert found.points.shape == (number, 2)
    assert found.points.dtype == np.float32
    assert np.isfinite(found.points).all()
    assert found.method == ("umap" if number >= 5 else "pca")
    assert len(np.unique(found.points, axis=0)) == number


@pytest.mark.parametrize("method", ["umap", "pca"])
def test_what_is_near_stays_near(method: MapMethod) -> None:
    points = project(_groups([40, 40, 40]), method=method).points
    far = np.linalg.norm(points[:, None] - points[None], axis=2)
    same = np.repeat(np.arange(3), 40)
    np.fill_diagonal(far, np.inf)
    assert (same[far.argmin(axis=1)] == same).mean() > 0.98


def test_the_same_seed_gives_the_same_map_and_another_another() -> None:
    vectors = _groups([30, 30])
    first = project(vectors, seed=1).points
    projection._remembered.clear()
    assert np.array_equal(project(vectors, seed=1).points, first)
    assert not np.allclose(project(vectors, seed=2).points, first)


def test_the_same_vectors_are_projected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = _groups([30])
    first = project(vectors)
    monkeypatch.setattr(projection, "_umap", None)
    assert project(vectors.copy()) is first
    # Length does not matter to a cosine, so it is the same map.
    with pytest.raises(TypeError):
        project(vectors, n_neighbors=3)


def test_awkward_vectors_have_a_map() -> None:
    for vectors in (np.ones((20, 8)), np.zeros((6, 3)), np.eye(9)[:, :1], _groups([12]) * 1000):
        assert np.isfinite(project(vectors).points).all()


@pytest.mark.parametrize(
    ("vectors", "says"),
    [
        (np.ones(3), "shape"),
        (np.array([["a"]]), "convert"),
        (np.array([[np.nan, 1.0]]), "not finite"),
    ],
)
def test_what_is_no_array_of_vectors_is_refused(vectors: np.ndarray, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        project(vectors)


def test_neighbours_are_exact_and_begin_with_oneself() -> None:
    vectors = _groups([25, 25])
    vectors[3] = vectors[7]
    places, distances = projection._neighbours(vectors, 6)
    assert places[:, 0].tolist() == list(range(50))
    assert places[3, 1] == 7
    cosines = vectors @ vectors.T
    expected = np.sort(1 - cosines, axis=1)[:, :6]
    assert np.allclose(np.sort(distances, axis=1), expected, atol=1e-5)


def test_clusters_are_numbered_by_size() -> None:
    random = np.random.default_rng(0)
    points = np.concatenate([random.normal(size=(30, 2)), random.normal(size=(70, 2)) + 40])
    found = cluster(points)
    assert set(found[:30]) <= {1, -1}
    assert set(found[30:]) <= {0, -1}
    assert (found >= 0).mean() > 0.9
    assert cluster(points[:10]).tolist() == [-1] * 10


def test_terms_tell_a_cluster_from_the_others() -> None:
    texts = ["red wine and cheese", "white wine and fish"] * 5 + ["the fast car", "a slow car"] * 5
    found = terms(texts, np.repeat([0, 1], 10))
    assert found[0][0] == "wine"
    assert found[1][0] == "car"
    assert not {"the", "and", "a"} & {word for words in found.values() for word in words}
    assert len({word.rstrip("s") for word in found[1]}) == len(found[1])
    assert terms(["1", "2"], np.array([0, 0])) == {0: []}
    assert terms(texts, np.full(20, -1)) == {}


def test_categories_have_colours_of_their_own_and_numbers_a_ramp() -> None:
    few = by_values(["b", "a", "b"], "kind")
    assert list(few.legend) == ["a", "b"]
    assert few.colours == [few.legend[name] for name in ("b", "a", "b")]
    many = by_values([*"aabbccddeeffgg", "h"], "kind")
    assert many.colours[-1] == OTHER
    assert list(many.legend)[-1] == "other"
    ramp = by_values([float(n) for n in range(30)], "stars")
    assert list(ramp.legend) == ["0", "14.5", "29"]
    assert ramp.colours[0] == ramp.legend["0"] != ramp.colours[-1] == ramp.legend["29"]
    # A gap in a column of numbers makes it categories, rather than a wrong number.
    assert "nan" in by_values([1.0, float("nan")], "stars").legend
    for colour in (*CATEGORIES, OTHER):
        assert contrast(colour, "#FFFFFF") > 2.9
        assert contrast(colour, "#16191D") > 2.9


def test_labels_cover_neither_each_other_nor_the_edge() -> None:
    placed = np.full((30, 2), 100.0)
    clusters = np.repeat([0, 1, 2], 10)
    words = {0: ["apple", "pear"], 1: ["train"], 2: ["a very long name for a cluster indeed"]}
    colouring = by_cluster(clusters.tolist())
    drawn = MapScene(placed, [""] * 30, [], True, clusters, words, colouring, "")
    found = labels(drawn, placed, width=220, height=200, letter=6, line=14)
    assert len(found) == 3
    heights = sorted(label.y for label in found)
    assert min(np.diff(heights)) >= 14
    assert all(len(label.words) * 3 <= label.x <= 220 - len(label.words) * 3 for label in found)


def test_beyond_seven_groups_the_largest_are_named_and_the_rest_is_grey() -> None:
    clusters = np.repeat(np.arange(-1, 9), 5)
    terms = {name: [f"word {name}"] for name in range(9)}
    colouring = by_cluster(clusters.tolist(), terms)
    colours = dict(zip(clusters.tolist(), colouring.colours, strict=True))
    assert [colours[name] for name in range(7)] == list(CATEGORIES)
    assert {colours[name] for name in (-1, 7, 8)} == {OTHER}
    assert list(colouring.legend) == [*(f"word {n}" for n in range(7)), "2 smaller groups, or none"]

    placed = np.column_stack([np.full(50, 500.0), np.linspace(0, 900, 50)])
    named = by_cluster(clusters.tolist())
    drawn = MapScene(placed, [""] * 50, [], True, clusters, terms, named, "")
    shown = labels(drawn, placed, width=600, height=900, letter=6, line=14)
    assert sorted(label.words for label in shown) == [f"word {n}" for n in range(7)]
    assert list(named.legend) == ["2 smaller groups, or none"]
    assert list(by_cluster([0, 0, -1]).legend) == ["in no group"]
    assert by_cluster([-1, -1]).legend == {}


def test_names_of_points_lie_within_the_figure() -> None:
    from matplotlib.text import Annotation

    found = embedding_map(_groups([12]), texts=["a name of some length for a point"] * 12)
    figure = found.plot()
    figure.canvas.draw()
    names = [text for text in figure.axes[0].texts if isinstance(text, Annotation)]
    assert len(names) == 12
    edges = figure.bbox
    boxes = [name.get_window_extent() for name in names]
    assert all(edges.x0 <= box.x0 and box.x1 <= edges.x1 for box in boxes)


def test_a_map_knows_its_texts_clusters_and_colours() -> None:
    texts = [f"wine {n} <b>" for n in range(40)] + [f"car {n}" for n in range(40)]
    found = embedding_map(_reply(_groups([40, 40]), texts), color=["x"] * 40 + ["y"] * 40)
    frame = found.to_frame()
    assert list(frame.columns) == ["x", "y", "text", "cluster", "terms", "color"]
    assert len(frame) == 80
    assert frame["terms"].str.contains("wine").sum() >= 30
    assert found.title == "80 texts by similarity (UMAP), coloured by color"


def test_a_map_as_html_shows_every_text_and_escapes_it() -> None:
    texts = [f"<script>alert({n})</script>" for n in range(60)]
    bundle = embedding_map(_groups([60]), texts=texts)._repr_mimebundle_()
    page = str(bundle["text/html"])
    assert "<script" not in page
    svg = re.search(r"<svg.*?</svg>", page, re.S)
    assert svg
    titles = [element.text for element in ElementTree.fromstring(svg[0]).iter("title")]
    assert sorted(map(str, titles)) == sorted(texts)
    assert _png(bundle)[:4] == b"\x89PNG"


def test_a_large_map_stays_light_and_says_so() -> None:
    number = 4000
    made = embedding_map(_groups([number]), texts=["x" * 300] * number, method="pca")
    page = str(made._repr_mimebundle_()["text/html"])
    assert len(page) < 500_000
    assert "1,334 points are drawn, one in 3" in page


def test_pictures_are_shown_as_pictures() -> None:
    def picture(colour: str) -> Attachment:
        buffer = io.BytesIO()
        Image.new("RGB", (40, 20), colour).save(buffer, "PNG")
        return Attachment(buffer.getvalue(), f"{colour}.png", "image/png")

    replies = []
    for row, colour in zip(_groups([4]), ("red", "green", "blue", "white"), strict=True):
        reply = EmbeddingReply(embeddings=[row.tolist()])
        reply._inputs = [picture(colour)]
        replies.append(reply)
    found = embedding_map(EmbeddingReply.joined(replies))
    assert found.texts == ["red.png", "green.png", "blue.png", "white.png"]
    assert found.title.startswith("4 files")
    assert str(found._repr_mimebundle_()["text/html"]).count("data:image/jpeg") == 4
    pixels = np.asarray(Image.open(io.BytesIO(_png(found._repr_mimebundle_()))).convert("RGB"))
    reds = (pixels[..., 0] > 230) & (pixels[..., 1] < 40) & (pixels[..., 2] < 40)
    assert reds.sum() > 500


def test_both_pages_have_a_figure() -> None:
    found = embedding_map(_groups([30, 30]), texts=["$x_1$ tea"] * 60, color=list(range(60)))
    light, dark = found.plot(), found.plot(dark=True)
    assert light.get_facecolor() != dark.get_facecolor()
    light.canvas.draw()


@pytest.mark.parametrize("name", ["texts", "color"])
def test_what_has_another_length_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} has 2 values for 3 vectors"):
        embedding_map(np.eye(3), **{name: ["a", "b"]})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="embed something first"):
        embedding_map(EmbeddingReply(embeddings=[]))
