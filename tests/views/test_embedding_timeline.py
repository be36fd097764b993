"""Who speaks when: voices told apart, words at their stretch, nothing taken for markup."""

from __future__ import annotations

import base64
import csv
import io
import re
from typing import Any
from xml.etree import ElementTree

import numpy
import numpy.typing
import pytest

from triptych._colours import contrast
from triptych.contract.embedding import EmbeddingReply, EmbeddingV2Reply
from triptych.views.base import theme
from triptych.views.base.figures import png
from triptych.views.embedding.neighbours import unit
from triptych.views.embedding.timeline import (
    timeline_figure,
    timeline_svg,
    transcript_html,
)
from triptych.views.embedding.voices import (
    SAME_VOICE,
    clock,
    speaker_colour,
    speakers,
    stretches,
    ticks,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> & ]]> "quotes"'


def voices(numbers: list[int], spread: float = 0.4) -> numpy.typing.NDArray[numpy.float64]:
    """Fingerprints of the given speakers: about .85 apart within one, about 0 between two."""
    chance = numpy.random.default_rng(11)
    centres = unit(chance.normal(size=(max(numbers) + 1, 256)))
    noise = chance.normal(size=(len(numbers), 256)) * spread / 16
    return unit(centres[numbers] + noise)


def talk(numbers: list[int], texts: dict[int, str], **members: Any) -> EmbeddingV2Reply:
    """A talk whose i-th segment lasts from 10 i to 10 i + 8 s, with words in some of them."""
    segments = [(10.0 * place, 10.0 * place + 8) for place in range(len(numbers))]
    chunks = [
        {"text": text, "timestamp": (segments[place][0] + 0.5, segments[place][1] - 0.5)}
        for place, text in texts.items()
    ]
    prints = voices(numbers)
    sent = {
        "embeddings": [[1.0, 0.0]] * len(chunks),
        "chunks": chunks,
        "speaker_embeddings": [prints.mean(axis=0).tolist(), *prints.tolist()],
        "speaker_segments": segments,
        **members,
    }
    return EmbeddingV2Reply.model_validate(sent)


def drawn(markup: str) -> ElementTree.Element:
    """The SVG, which is well-formed XML."""
    found = re.search(r"<svg.*</svg>", markup, re.DOTALL)
    assert found is not None
    return ElementTree.fromstring(found[0])


def bars(markup: str) -> list[tuple[float, float, str, str]]:
    """Left edge, width, colour and title of every stretch."""
    found = []
    for part in drawn(markup).iter(f"{SVG}svg"):
        title, shape = part.find(f"{SVG}title"), part.find(f"{SVG}rect")
        if title is not None and shape is not None:
            place = float(part.get("x", "")), float(part.get("width", ""))
            found.append((*place, shape.get("fill", ""), title.text or ""))
    return found


def test_voices_are_told_apart_and_numbered_as_they_appear() -> None:
    said = [2, 0, 2, 1, 0, 1, 2]
    assert speakers(voices(said)) == [0, 1, 0, 2, 1, 2, 0]


def test_the_threshold_decides_how_many() -> None:
    prints = voices([0, 0, 0, 1, 1])
    assert speakers(prints, threshold=0.999) == [0, 1, 2, 3, 4]
    assert speakers(prints, threshold=-1) == [0] * 5
    with pytest.raises(ValueError, match="from -1 to 1, not 72"):
        speakers(prints, threshold=72)


def test_linkage_is_average() -> None:
    """Neither one near neighbour joins two voices, nor does one far member part them."""
    found = []
    for degrees in ([0, 30, 60], [0, 20, 48]):
        angles = numpy.radians(degrees)
        chain = numpy.stack([numpy.cos(angles), numpy.sin(angles)], axis=1)
        found.append(len(set(speakers(chain, SAME_VOICE))))
    assert found == [2, 1]


@pytest.mark.parametrize("count", [0, 1])
def test_few_fingerprints_need_no_clustering(count: int) -> None:
    assert speakers(voices([0])[:count]) == [0] * count


def test_silent_fingerprints_are_no_error() -> None:
    assert speakers([[0.0, 0.0], [1.0, 0.0], [1.0, 0.1]]) == [0, 1, 1]


def test_words_belong_to_the_segment_they_overlap_longest() -> None:
    reply = talk(
        [0, 1, 0],
        {},
        embeddings=[[1.0]] * 4,
        chunks=[
            {"text": "late", "timestamp": (24, 27)},
            {"text": "mostly second", "timestamp": (6, 15)},
            {"text": "early", "timestamp": (20, 23)},
            {"text": "between", "timestamp": (8.2, 9.8)},
        ],
    )
    found = [(stretch.name, stretch.text) for stretch in stretches(reply)]
    assert found == [
        ("Speaker A", ""),
        ("Speech", "between"),
        ("Speaker B", "mostly second"),
        ("Speaker A", "early late"),
    ]


def test_similarity_is_to_the_mean_of_the_same_speaker() -> None:
    reply = talk([0, 1, 0, 0], {})
    prints = reply.fingerprints.astype(float)
    mean = prints[[0, 2, 3]].mean(axis=0)
    expected = prints[2] @ mean / numpy.linalg.norm(prints[2]) / numpy.linalg.norm(mean)
    found = stretches(reply)
    assert found[2].similarity == pytest.approx(expected)
    assert found[1].similarity is None, "alone it is its own mean, which says nothing"


def test_a_stretch_stands_at_its_time_in_the_colour_of_its_speaker() -> None:
    found = bars(timeline_svg(talk([0, 1, 0], {0: "Hello"})))
    lefts = {title.split("\n")[0]: left for left, _, _, title in found}
    first = lefts["Speaker A, 0:00.0 to 0:08.0"]
    second = lefts["Speaker B, 0:10.0 to 0:18.0"]
    third = lefts["Speaker A, 0:20.0 to 0:28.0"]
    assert second - first == pytest.approx(third - second, abs=0.11)
    assert found[0][1] / (second - first) == pytest.approx(0.8, abs=0.01)
    assert [colour for _, _, colour, _ in found] == [
        theme.OKABE_ITO["blue"],
        theme.OKABE_ITO["blue"],
        theme.OKABE_ITO["orange"],
    ]


def test_the_pointer_is_told_time_words_and_similarity() -> None:
    titles = [title for *_, title in bars(timeline_svg(talk([0, 1, 0], {0: "Hello"})))]
    assert re.fullmatch(
        r"Speaker A, 0:00\.0 to 0:08\.0\nHello\nsimilarity to the speaker's mean \.\d\d", titles[0]
    )
    assert "no words transcribed" in titles[1]
    assert "only stretch of this voice" in titles[2]
    assert not any("unsure" in title for title in titles)


def test_short_stretches_are_said_to_be_unsure() -> None:
    reply = talk([0, 0], {}, speaker_segments=[(0, 2.5), (5, 9)])
    first, second = (title for *_, title in bars(timeline_svg(reply)))
    assert "under 3 s of speech" in first
    assert "under 3 s" not in second


def test_what_is_said_is_not_taken_for_markup() -> None:
    reply = talk([0], {0: HOSTILE})
    root = drawn(timeline_svg(reply))
    assert all(part.tag.removeprefix(SVG) != "script" for part in root.iter())
    assert HOSTILE in bars(timeline_svg(reply))[0][3]
    assert "<script>" not in transcript_html(reply)
    assert "&lt;script&gt;" in transcript_html(reply)


def test_a_lane_is_named_with_its_time() -> None:
    root = drawn(timeline_svg(talk([0, 1, 0], {})))
    words = [part.text for part in root.iter(f"{SVG}text")]
    assert words.index("Speaker A") < words.index("Speaker B")
    assert "16 s in 2 stretches" in words
    assert "seconds" in words
    assert "Speaker A: 16 s in 2 stretches" in root.get("aria-label", "")


def test_long_sounds_have_minutes_and_few_ticks() -> None:
    for end in (0.5, 7, 60, 179, 181, 900, 5000, 40_000):
        places, labels, unit_name = ticks(end)
        assert 3 <= len(places) <= 9
        assert places[-1] <= end
        assert len(set(labels)) == len(labels)
        assert (unit_name == "seconds") == (end <= 180)
    assert clock(3599.96) == "1:00:00.0"


@pytest.mark.parametrize("kind", [EmbeddingReply, EmbeddingV2Reply])
def test_without_fingerprints_there_is_one_lane(kind: type[EmbeddingReply]) -> None:
    chunks = [{"text": "One", "timestamp": (0, 3)}, {"text": "Two", "timestamp": (4, 6)}]
    reply = kind.model_validate({"embeddings": [[1.0], [0.5]], "chunks": chunks})
    titles = [title for *_, title in bars(timeline_svg(reply))]
    assert titles == ["Speech, 0:00.0 to 0:03.0\nOne", "Speech, 0:04.0 to 0:06.0\nTwo"]
    figure = timeline_figure(reply)
    assert len(figure.axes) == 1
    assert figure.axes[0].get_title(loc="left") == "Where there is speech: 5.0 s in 2 stretches"


def test_fingerprints_that_match_no_segments_name_nobody() -> None:
    reply = talk([0, 1, 0], {0: "Hello"}, speaker_segments=[])
    assert [stretch.name for stretch in stretches(reply)] == ["Speech"]
    assert len(timeline_figure(reply).axes) == 1


def test_where_nobody_speaks_it_is_said() -> None:
    silent = EmbeddingV2Reply(embeddings=[])
    assert "No speech found" in timeline_svg(silent)
    assert "No speech found" in transcript_html(silent)
    with pytest.raises(ValueError, match="No speech found"):
        timeline_figure(silent)


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_has_lanes_above_a_matrix_in_the_order_of_time(dark: bool) -> None:
    reply = talk([0, 1, 0], {0: "Hello"}, speaker_segments=[(20, 28), (0, 8), (10, 18)])
    figure = timeline_figure(reply, dark=dark)
    lanes, matrix = figure.axes[:2]
    assert lanes.get_title(loc="left") == "Who speaks when: 2 speakers"
    assert [label.get_text().split("\n")[0] for label in lanes.get_yticklabels()] == [
        "Speaker A",
        "Speaker B",
    ]
    lengths = sorted((bar.get_x(), bar.get_width()) for bar in lanes.patches)  # type: ignore[attr-defined]
    assert lengths == [(0, 8), (10, 8), (20, 8)]
    ordered = reply.fingerprints[[1, 2, 0]]
    assert numpy.allclose(
        numpy.asarray(matrix.images[0].get_array()), ordered @ ordered.T, atol=1e-5
    )
    rows = [label.get_text() for label in matrix.get_yticklabels()]
    assert [row.split(", ")[1] for row in rows] == ["0:00.0", "0:10.0", "0:20.0"]
    paper = theme.palette(dark=dark).paper
    for axes in (lanes, matrix):
        for label in [*axes.get_xticklabels(), *axes.get_yticklabels()]:
            assert contrast(str(label.get_color()), paper) >= 4.5
    assert png(figure).startswith(b"\x89PNG")


def test_the_transcript_has_a_row_per_stretch_and_a_csv() -> None:
    markup = transcript_html(talk([0, 1, 0], {0: "Hello", 1: "=1+1"}))
    body = markup.split("<tbody>")[1].split("</tbody>")[0]
    rows = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in body.split("</tr>")[:-1]]
    assert rows[0] == "0:00.0 to 0:08.0 Speaker A Hello"
    assert rows[2] == "0:20.0 to 0:28.0 Speaker A no words transcribed here"
    sent = re.search(r"base64,([^\"]*)", markup)
    assert sent is not None
    table = list(csv.reader(io.StringIO(base64.b64decode(sent[1]).decode("utf-8-sig"))))
    assert table[0] == ["start_s", "end_s", "speaker", "text"]
    assert table[2] == ["10.0", "18.0", "Speaker B", "'=1+1"]


def test_speakers_beyond_the_colours_start_over() -> None:
    assert len({speaker_colour(speaker) for speaker in range(7)}) == 7
    assert speaker_colour(7) == speaker_colour(0)
    assert len(bars(timeline_svg(talk(list(range(9)), {})))) == 9
