"""Commands that read pictures and sounds, or write files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy
import pytest
from typer.testing import CliRunner, Result

from triptych import samples
from triptych.cli.main import app

SHEEP = str(samples.path("pictures/sheep.jpg"))
TEXTS = ("a cup of tea", "tide tables of the harbour", "a mug of coffee")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(app, arguments)


def test_detect_writes_the_pictures_with_boxes_and_goes_on_after_an_error() -> None:
    done = run("detect", "no.jpg", SHEEP, SHEEP, "-o", "boxes")
    assert done.exit_code == 1
    assert "triptych: no.jpg: " in done.stderr
    assert re.search(r"0\.\d\d +sheep", done.stdout)
    # Two of one name stay two files.
    assert [path.name for path in sorted(Path("boxes").iterdir())] == ["sheep-3.jpg", "sheep.jpg"]


def test_detect_names_what_was_not_found_and_prints_json() -> None:
    done = run("detect", SHEEP, "--prompt", "spaceships")
    assert done.exit_code == 0
    assert "No object found." in done.stdout
    assert "nothing like spaceships" in done.stdout
    reply = json.loads(run("detect", SHEEP, "--json").stdout)
    assert reply["objects"][0]["label"].startswith("sheep")


def test_embed_shows_what_is_alike_and_writes_vectors() -> None:
    done = run("embed", *TEXTS, "-o", "out/vectors.npy")
    assert done.exit_code == 0
    nearest = done.stdout.splitlines()[2]
    assert "a cup of tea" in nearest
    assert "a mug of coffee" in nearest
    assert numpy.load("out/vectors.npy").shape == (3, 384)
    assert "1 vector of 384" in run("embed", "tea").stdout
    assert len(json.loads(run("embed", "tea", "--json").stdout)["embeddings"]) == 1


def test_vectors_are_written_as_npy_alone() -> None:
    done = run("embed", *TEXTS, "-o", "vectors.csv")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(("name", "start"), [("boat.png", b"\x89PNG"), ("boat.svg", b"<svg")])
def test_image_is_written(name: str, start: bytes) -> None:
    done = run("image", "a", "red", "boat", "at", "sea", "-o", f"out/{name}")
    assert done.exit_code == 0
    assert f"{name} written" in done.stderr
    assert Path("out", name).read_bytes().startswith(start)


@pytest.mark.parametrize("wrong", [("-o", "boat.gif"), ()])
def test_image_without_a_file_to_write_is_refused(wrong: tuple[str, ...]) -> None:
    done = run("image", "a boat", *wrong)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_transcribe_names_speakers_and_times() -> None:
    talk = str(samples.path("conversation.mp3"))
    done = run("transcribe", talk, "no.mp3")
    assert done.exit_code == 1
    assert "triptych: no.mp3: " in done.stderr
    assert re.search(r"(?m)^\d+:\d\d(\.\d)?  Speaker A: ", done.stdout)
    assert len(json.loads(run("transcribe", talk, "--json").stdout)["speaker_segments"]) > 3


def test_texts_are_judged_in_the_order_given() -> None:
    Path("one.txt").write_text("The room was lovely.")
    done = run("sentiment", "The breakfast was awful.", "--file", "one.txt")
    assert done.exit_code == 0
    assert done.stdout.index("awful") < done.stdout.index("lovely")
    censored = run("profanity", "a sh1tty day", "--file", "one.txt")
    assert censored.stdout == "a ****** day\nThe room was lovely.\n"
    assert "spam" in run("spam", "WIN a FREE prize now", "See you at six").stdout
