"""Likeness of vectors: the matrix tells the right numbers, the nearest come first."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy
import numpy.typing
import pytest
from matplotlib.colors import to_hex

from triptych._colours import contrast, oklab
from triptych.contract.embedding import EmbeddingReply
from triptych.views.base import theme
from triptych.views.base.figures import png
from triptych.views.embedding.neighbours import cosines, nearest, unit
from triptych.views.embedding.similarity import similarity_figure, similarity_html

Vectors = numpy.typing.NDArray[numpy.float64]
HOSTILE = '<script>alert("$x$")</script> & more'


def clusters(total: int, groups: int, spread: float = 0.3) -> Vectors:
    """Unit vectors around random directions; the i-th belongs to group i % groups."""
    chance = numpy.random.default_rng(5)
    centres = unit(chance.normal(size=(groups, 48)))
    noise = chance.normal(size=(total, 48)) * spread / 48**0.5
    return unit(centres[numpy.arange(total) % groups] + noise)


class Cells(HTMLParser):
    """Collects the cells of a table, and refuses what is not closed."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.tags: set[str] = set()
        self.cells: list[tuple[dict[str, str | None], str]] = []
        self.feed(markup)
        assert self.opened == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.tags.add(tag)
        if tag == "td":
            self.cells.append((dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.opened[-1:] == ["td"]:
            self.cells[-1] = (self.cells[-1][0], self.cells[-1][1] + data)


def test_cosines_do_not_depend_on_lengths() -> None:
    vectors = clusters(6, 2)
    lengths = numpy.array([[0.5], [2], [3], [0.1], [7], [1]])
    assert numpy.allclose(cosines(vectors * lengths), vectors @ vectors.T)


def test_a_vector_of_zeros_is_like_nothing() -> None:
    assert cosines([[0.0, 0.0], [1.0, 0.0]]).tolist() == [[0, 0], [0, 1]]


@pytest.mark.parametrize("bad", [[1.0, 2.0], [[[1.0]]], [[numpy.nan, 1.0]]])
def test_what_is_no_list_of_vectors_is_refused(bad: object) -> None:
    with pytest.raises(ValueError, match=r"shape|not finite"):
        unit(numpy.asarray(bad))


@pytest.mark.parametrize("total", [2, 12, 13, 40])
def test_every_cell_of_the_table_says_its_cosine(total: int) -> None:
    vectors = clusters(total, 3)
    cells = [cell for cell in Cells(similarity_html(vectors, ["x"] * total)).cells if cell[1]]
    told = [float(words.replace("−", "-")) for _, words in cells]
    assert numpy.allclose(numpy.reshape(told, (total, total)), vectors @ vectors.T, atol=0.0051)
    assert all((members["title"] or "").startswith(words + ":") for members, words in cells)


def test_the_stronger_colour_is_the_larger_cosine() -> None:
    cells = Cells(similarity_html([[1.0, 0.0], [0.8, 0.6], [-1.0, 0.0]], ["a", "b", "c"])).cells
    found = [re.search(theme.SCORE + "(..)$", members["style"] or "") for members, _ in cells]
    same, near, opposite = [int(match[1], 16) for match in found if match][:3]
    assert same > near > opposite > 0


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_numbers_stay_readable_over_the_strongest_colour(colours: theme.Palette) -> None:
    strongest = re.findall(f"{theme.SCORE}(..)", similarity_html([[1.0]], ["a"]))[-1]
    share = int(strongest, 16) / 255
    over, under = (
        [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        for colour in (theme.SCORE, colours.paper)
    )
    mixed = [round(share * a + (1 - share) * b) for a, b in zip(over, under, strict=True)]
    ground = "#" + "".join(f"{channel:02X}" for channel in mixed)
    assert contrast(colours.ink, ground) >= 4.5


def test_labels_are_escaped_and_scripts_are_none() -> None:
    markup = similarity_html(clusters(3, 2), [HOSTILE, '" onmouseover="x', "a"])
    cells = Cells(markup)
    assert "script" not in cells.tags
    assert all(set(members) <= {"title", "style"} for members, _ in cells.cells)
    assert "&lt;script&gt;" in markup


def test_a_table_of_more_than_forty_says_so() -> None:
    markup = similarity_html(clusters(45, 3), ["x"] * 45)
    assert "the first 40 of 45" in markup
    assert markup.count("<tr>") == 41


def test_an_empty_table_says_so() -> None:
    assert "No vectors" in similarity_html(EmbeddingReply(embeddings=[]).vectors, [])


def test_the_picture_has_numbers_while_they_fit() -> None:
    vectors = clusters(12, 3)
    axes = similarity_figure(vectors, ["x"] * 12).axes[0]
    told = [float(words.get_text().replace("−", "-")) for words in axes.texts]
    assert numpy.allclose(numpy.reshape(told, (12, 12)), vectors @ vectors.T, atol=0.0051)
    larger = similarity_figure(clusters(13, 3), ["x"] * 13)
    assert not larger.axes[0].texts
    assert larger.axes[0].child_axes, "a scale in place of the numbers"


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_in_the_picture_stay_readable(dark: bool) -> None:
    vectors = [[1.0, 0.0], [0.7, 0.7], [0.1, 1.0]]
    axes = similarity_figure(vectors, ["a", "b", "c"], dark=dark).axes[0]
    image = axes.images[0]
    shown = numpy.asarray(image.get_array())
    grounds = numpy.asarray(image.cmap(image.norm(shown))).reshape(-1, 4)
    for words, ground in zip(axes.texts, grounds, strict=True):
        assert contrast(to_hex(words.get_color()), to_hex(tuple(ground))) >= 4.5


def test_the_ramp_is_of_one_hue_and_steady() -> None:
    image = similarity_figure([[1.0]], ["a"]).axes[0].images[0]
    lightness = [oklab(to_hex(image.cmap(place / 10)))[0] for place in range(11)]
    assert lightness == sorted(lightness, reverse=True)
    assert max(numpy.diff(lightness)) - min(numpy.diff(lightness)) < 0.02


def test_labels_in_the_picture_are_short_and_plain() -> None:
    axes = similarity_figure(clusters(2, 2), [HOSTILE * 3, "雨" * 50]).axes[0]
    first, second = axes.get_yticklabels()
    assert first.get_text().startswith("1 <script>")
    assert len(first.get_text()) <= 38
    assert len(second.get_text()) <= 20, "wide letters need twice the room"


def test_a_picture_of_more_than_sixty_says_so() -> None:
    figure = similarity_figure(clusters(70, 3), ["x"] * 70, title="Reviews", dark=True)
    assert figure.axes[0].get_title(loc="left") == "Reviews, the first 60 of 70"
    assert numpy.asarray(figure.axes[0].images[0].get_array()).shape == (60, 60)
    assert png(figure).startswith(b"\x89PNG")


def test_labels_and_vectors_must_match() -> None:
    for draw in (similarity_figure, similarity_html):
        with pytest.raises(ValueError, match="one label for each of the 3 vectors, not 2"):
            draw(clusters(3, 2), ["a", "b"])
    with pytest.raises(ValueError, match="at least one vector"):
        similarity_figure(numpy.empty((0, 0)), [])


def asked(vectors: Vectors) -> EmbeddingReply:
    texts = [f"text {place}" for place in range(len(vectors))]
    return EmbeddingReply(embeddings=vectors.tolist(), chunks=list(texts))


def test_the_nearest_are_of_the_same_cluster_and_in_order() -> None:
    vectors = clusters(12, 3)
    found = nearest(asked(vectors), 4, count=3)
    assert sorted(found.index) == [1, 7, 10], "of group 1, without itself"
    assert found["rank"].tolist() == [1, 2, 3]
    assert found["similarity"].is_monotonic_decreasing
    assert numpy.allclose(found["similarity"], vectors[found.index] @ vectors[4], atol=1e-6)
    assert found["text"].tolist() == [f"text {place}" for place in found.index]


def test_a_query_may_be_a_vector_or_a_reply_of_any_length() -> None:
    vectors = clusters(9, 3)
    by_vector = nearest(vectors, 5 * vectors[2], count=2, labels=list("abcdefghi"))
    assert by_vector["text"].tolist()[0] == "c"
    assert by_vector["similarity"].tolist()[0] == pytest.approx(1)
    by_reply = nearest(asked(vectors), asked(vectors[2:3]), count=2)
    assert by_reply.index.tolist() == by_vector.index.tolist()


def test_no_more_than_there_are() -> None:
    assert len(nearest(clusters(3, 1), 0, count=50)) == 2
    assert nearest(clusters(1, 1), 0).empty


def test_equally_near_ones_keep_their_order() -> None:
    alike = [[1.0, 0.0]] + [[0.0, 1.0], [1.0, 1.0]] * 50
    found = nearest(alike, 0, count=100)
    assert found.index.tolist() == [*range(2, 101, 2), *range(1, 101, 2)]


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (5, "There is no vector 5: give 0 to 4"),
        (-1, "no vector -1"),
        (numpy.ones(7), "were made with other dimensions or another model"),
        (numpy.ones((2, 48)), "one vector, not 2"),
        (EmbeddingReply(embeddings=[]), "one vector, not 0"),
        (EmbeddingReply(embeddings=[[1.0, 0.0]]), "other dimensions or another model"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(which: int | EmbeddingReply, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        nearest(clusters(5, 2), which)


def test_a_count_and_a_source_are_needed() -> None:
    with pytest.raises(ValueError, match="at least 1 neighbour"):
        nearest(clusters(5, 2), 0, count=0)
    with pytest.raises(ValueError, match="No vectors to search"):
        nearest(EmbeddingReply(embeddings=[]), 0)
    with pytest.raises(ValueError, match="one label for each of the 5"):
        nearest(clusters(5, 2), 0, labels=["a"])
