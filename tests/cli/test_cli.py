"""The command line, as a person runs it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

COMMAND = [sys.executable, "-m", "triptych"]


def _run(
    *arguments: str, given: str = "", cwd: Path | None = None, columns: int = 120
) -> tuple[int, str, str]:
    result = subprocess.run(
        [*COMMAND, *arguments],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env=os.environ | {"COLUMNS": str(columns)},
    )
    return result.returncode, result.stdout, result.stderr


def test_profanity_of_an_argument() -> None:
    status, out, err = _run("profanity", "a sh1tty day")
    assert (status, out) == (0, "a ****** day\n")
    assert "1 profane word found: sh1tty" in err


def test_profanity_of_standard_input_keeps_it_byte_for_byte() -> None:
    text = "[bold]fine[/bold]\n\ttabs, trailing spaces   \nand no end of line"
    assert _run("profanity", given=text)[1] == text + "\n"


def test_profanity_as_json() -> None:
    reply = json.loads(_run("profanity", "--json", "--replacement", "#", "sh1t")[1])
    assert reply["clean_text"] == "####"
    assert reply["_usage"]["total_tokens"] > 0


def test_spam_scores_each_line() -> None:
    status, out, _ = _run("spam", given="See you at six\n\nWIN a FREE prize, text CLAIM to 80080\n")
    assert status == 0
    verdicts = [line.split(maxsplit=1) for line in out.splitlines()[1:]]
    assert len(verdicts) == 2
    assert verdicts[0][1].startswith("not spam")
    assert verdicts[1][1].startswith("spam")


def test_sentiment_has_a_row_for_the_whole_and_one_for_each_sentence() -> None:
    status, out, err = _run("sentiment", given="What a lovely day! The rain ruined it, though.")
    assert (status, err) == (0, "")
    _, whole, *rows = out.splitlines()
    assert "whole text: 2 sentences" in whole
    assert [row.split()[1] for row in rows[:2]] == ["positive", "negative"]
    # Which of the two are uncertain is up to the model.
    assert ("(uncertain)" in out) == (len(rows) == 3)


def test_sentiment_warns_of_another_language() -> None:
    status, _, err = _run("sentiment", "Das Zimmer war sauber, aber das Frühstück war eiskalt.")
    assert status == 0
    assert "German" in err


def test_search_cites_what_it_lists() -> None:
    status, out, err = _run("search", "who", "discovered", "penicillin", "--results", "3")
    assert (status, err) == (0, "")
    assert re.search(r"Fleming[^\[]*\[\d\]", out), "a sentence, and the number it cites"
    assert re.search(r"^1\. \w", out, re.MULTILINE)
    assert "CC BY-SA 4.0" in out, "author and licence are named"
    assert "https://en.wikipedia.org/wiki/" in out
    assert "<em>" not in out
    assert re.findall(r"^(\d+)\. \w", out, re.MULTILINE) == ["1", "2", "3"]


def test_direct_answer_of_a_search_is_bold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    status, out, err = _run("search", "who wrote the color purple", "--results", "3")
    assert (status, err) == (0, "")
    overview = out.partition("\n\n")[0]
    assert "\x1b[1mAlice Walker\x1b[0m" in overview


def test_search_says_what_was_corrected_and_what_to_try() -> None:
    _, out, _ = _run("search", "photosinthesis in plants", "--results", "1")
    assert "Showing results for “photosynthesis in plants” instead of" in out
    status, out, _ = _run("search", "qwxzv")
    assert status == 0
    assert out.startswith("No results for “qwxzv”")
    assert "- Use fewer words" in out


def test_suggest_without_a_suggestion_says_so_apart() -> None:
    status, out, err = _run("suggest", "zzzqqq")
    assert (status, out) == (0, "")
    assert "No suggestions" in err


def test_suggest_prints_a_completion_a_line() -> None:
    status, out, err = _run("suggest", "history of ph")
    assert (status, err) == (0, "")
    assert "History of philosophy" in out.splitlines()
    assert all(line.lower().startswith("history of ph") for line in out.splitlines())


def test_research_prints_a_report_with_its_sources() -> None:
    status, out, err = _run("research", "How do volcanoes erupt?", "--depth", "1")
    # Nobody watches a pipe.
    assert (status, err) == (0, "")
    assert "magma" in out
    assert "1. Volcano" in out
    assert "https://en.wikipedia.org/wiki/Volcano" in out
    assert "[[" not in out


PAGE = "<h1>Green tea</h1><dl><dt>Price:<dd class=price>3.20 EUR</dl>"


def test_scrape_prints_elements_records_or_json(tmp_path: Path) -> None:
    page = tmp_path / "tea.html"
    page.write_text(PAGE)
    status, out, err = _run("scrape", str(page), "price", "e-mail address")
    assert (status, err) == (0, "")
    assert "3.20 EUR" in out
    assert ".price" in out
    assert "Nothing on the page fits" in out
    status, out, _ = _run("scrape", str(page), "price", "--csv")
    assert (status, out) == (0, "price\n3.20 EUR\n")
    status, out, _ = _run("scrape", f"data:text/html,{PAGE}", "price", "--json")
    assert json.loads(out)["context"] == {"price": ["3.20 EUR"]}


def test_scrape_tells_by_its_status_that_nothing_was_found(tmp_path: Path) -> None:
    status, _, _ = _run("scrape", f"data:text/html,{PAGE}", "e-mail address")
    assert status == 1
    status, _, err = _run("scrape", str(tmp_path / "no.html"), "price")
    assert status == 2
    assert "give an address or a file" in err
    assert "Traceback" not in err
    status, _, err = _run("scrape", f"data:text/html,{PAGE}", "price", "--render", "sometimes")
    assert status == 2
    assert "never" in err


def test_a_provider_that_there_is_not_is_said_in_one_line() -> None:
    status, _, err = _run("search", "tea", "--provider", "altavista")
    assert status == 2
    assert "searxng" in err
    assert "Traceback" not in err


def test_an_error_is_one_line() -> None:
    env = os.environ | {"TRIPTYCH_API_KEY": "k"}
    result = subprocess.run(
        [*COMMAND, "profanity", "a"], capture_output=True, text=True, check=False, env=env
    )
    assert result.returncode == 1
    assert result.stderr.startswith("triptych: A key is set but no base URL")
    assert "Traceback" not in result.stderr


def test_tour(tmp_path: Path) -> None:
    status, out, err = _run("tour", "--output", "pictures", cwd=tmp_path, columns=80)
    assert status == 0, err
    assert "/v1/validate/profanity" in out
    assert "/v1/validate/spam_check" in out
    assert "/v1/ai/sentiment" in out
    assert "11 of 11" in out
    assert max(map(len, out.splitlines())) <= 80
    for name in (
        "profanity",
        "suggest",
        "search",
        "research",
        "scrape",
        "detect",
        "generate_image",
        "tour",
    ):
        assert (tmp_path / "pictures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_serve_until_interrupted() -> None:
    command = [*COMMAND, "serve", "--port", "0", "--api-key", "right"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        found = re.search(r"http://127\.0\.0\.1:\d+", server.stderr.readline())
        assert found is not None
        assert httpx.get(f"{found.group()}/healthz").json()["status"] == "ok"
        url = f"{found.group()}/v1/validate/profanity"
        for key, status in (("right", 200), ("wrong", 401)):
            response = httpx.post(url, json={"text": "a"}, headers={"x-api-key": key})
            assert response.status_code == status
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(20) in {0, 130, -signal.SIGINT}


def test_a_taken_port_is_said_in_one_line(server: str) -> None:
    status, _, err = _run("serve", "--port", server.rpartition(":")[2])
    assert status == 1
    assert "choose another --port" in err
    assert "Traceback" not in err


def test_a_wrong_allow_list_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_FETCH_ALLOW", "http://intranet.example")
    status, _, err = _run("serve", "--port", "0")
    assert status == 1
    assert err.startswith("TRIPTYCH_FETCH_ALLOW: 'http://intranet.example' cannot be allowed")
    assert "Traceback" not in err


def test_tutorials_are_copied_and_yours_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("jupyterlab")
    from triptych.cli.lab import copy_tutorials

    copied = copy_tutorials(tmp_path)
    assert "00-quickstart.ipynb" in [path.name for path in copied]
    copied[0].write_text("mine")
    assert copy_tutorials(tmp_path) == []
    assert copied[0].read_text() == "mine"


def test_ctrl_c_lets_jupyterlab_end_by_itself(tmp_path: Path) -> None:
    """It shuts its kernels down and takes itself off the list of servers; killed, it cannot."""
    pytest.importorskip("jupyterlab")
    runtime = tmp_path / "runtime"
    settings = tmp_path / "jupyter_server_config.py"
    settings.write_text("c.ServerApp.allow_root, c.ServerApp.open_browser = True, False")
    folders = {"JUPYTER_RUNTIME_DIR": str(runtime), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    # It asks back in a terminal alone.
    keyboard, terminal = os.openpty()
    with subprocess.Popen(
        [*COMMAND, "lab"],
        cwd=tmp_path,
        env=os.environ | folders,
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            # Written after the file that is read here.
            while not list(runtime.glob("jpserver-*-open.html")):
                assert process.poll() is None
                time.sleep(0.1)
            [said] = runtime.glob("jpserver-*.json")
            httpx.get(json.loads(said.read_text())["url"] + "api", timeout=30)
            # As a terminal does: to all processes that were started.
            os.killpg(process.pid, signal.SIGINT)
            os.write(keyboard, b"y\n")
            process.wait(30)
        finally:
            process.kill()
            os.close(keyboard)
            os.close(terminal)
    assert process.returncode == 0
    assert list(runtime.glob("jpserver-*.json")) == []


def test_version_and_help() -> None:
    assert _run("--version")[1].startswith("triptych 0.")
    assert "tour" in _run("--help")[1]
