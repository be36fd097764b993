"""The code shown really makes the call: Python is executed, curl is run against a server."""

from __future__ import annotations

import ast
import html
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from triptych import OPERATIONS, Client, samples
from triptych.contract import (
    Attachment,
    DetectionRequest,
    EmbeddingV2Request,
    GenerationRequest,
    ProfanityRequest,
    Request,
    ScrapeRequest,
    SearchRequest,
    SpamRequest,
    SuggestRequest,
)
from triptych.panels.base.code import Language, as_curl, as_python, highlighted
from triptych.panels.base.result import code_part

LINES = 'first "line"\n\tit\'s \\ damn $HOME `x` 😀\n\nlast\u2028line\n'
REQUESTS = [
    ("profanity", ProfanityRequest(text="damn")),
    (
        "profanity",
        ProfanityRequest(
            text=LINES + "damn " * 30, censor_replacement="[x]", languages=["en"], allow=["it's"]
        ),
    ),
    ("profanity", ProfanityRequest(text="")),
    ("profanity", ProfanityRequest(text="\n" * 50)),
    ("profanity", ProfanityRequest(text="x" * 100, censor_replacement="line\nline" * 9)),
    ("spam", SpamRequest(text="one")),
    ("spam", SpamRequest(text=[LINES, "two", "x" * 100])),
]


CHANGING = {"log_id", "_usage"}
needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


def _unchanging(reply: dict[str, Any]) -> dict[str, Any]:
    return {member: value for member, value in reply.items() if member not in CHANGING}


def _shell(command: str, folder: Path) -> bytes:
    """Run a command where `python` is this Python, and there is no key."""
    environment = {name: value for name, value in os.environ.items() if name != "TRIPTYCH_API_KEY"}
    environment["PATH"] = f"{Path(sys.executable).parent}:{environment['PATH']}"
    run = subprocess.run(
        ["bash", "-c", command], capture_output=True, check=True, env=environment, cwd=folder
    )
    return run.stdout


def _run(code: str) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    return names["reply"]


@pytest.mark.parametrize(("name", "request_"), REQUESTS)
def test_python_makes_the_same_call(name: str, request_: Request) -> None:
    code = as_python(OPERATIONS[name], request_, None)
    reply = _run(code)
    assert reply.request == request_
    assert max(map(len, code.split("\n"))) < 200


@pytest.mark.parametrize(("name", "request_"), REQUESTS)
def test_highlighted_code_is_the_same_text(name: str, request_: Request) -> None:
    codes: dict[Language, str] = {
        "python": as_python(OPERATIONS[name], request_, None),
        "bash": as_curl(OPERATIONS[name], request_, None),
    }
    for language, code in codes.items():
        shown = highlighted(code, language)
        assert html.unescape(re.sub(r"</?span[^>]*>", "", shown)) == code
        assert '<span class="' in shown


def test_long_code_is_not_highlighted() -> None:
    assert highlighted("f('<b>')\n" * 4000, "python") == "f(&#x27;&lt;b&gt;&#x27;)\n" * 4000


@pytest.mark.parametrize(
    ("language", "code", "insertable"),
    [("python", "1", True), ("bash", "ls", False), ("python", "#" * 100_001, False)],
)
def test_only_whole_python_can_be_inserted_as_a_cell(
    language: Language, code: str, *, insertable: bool
) -> None:
    part = code_part("title", code, "panel.history", language)
    assert ("Insert as cell" in part) is insertable
    assert "Copy</button>" in part


def test_python_of_a_server_takes_the_key_from_the_environment(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "any")
    code = as_python(OPERATIONS["profanity"], ProfanityRequest(text="damn"), server)
    assert 'os.environ["TRIPTYCH_API_KEY"]' in code
    assert _run(code).clean_text == "****"


@needs_curl
@pytest.mark.parametrize(("name", "request_"), REQUESTS)
def test_curl_makes_the_same_call(server: str, name: str, request_: Request) -> None:
    command = as_curl(OPERATIONS[name], request_, server).replace("curl ", "curl -sS ", 1)
    environment = {"TRIPTYCH_API_KEY": "any", "PATH": "/usr/local/bin:/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True, env=environment)
    sent = Client().call(OPERATIONS[name], request_).raw
    got = json.loads(done.stdout)
    assert _unchanging(got) == _unchanging(sent)


# What curl reads as the end of a value, or of a quoted one.
TRICKY = 'a; "b", c\\d'


@needs_curl
@pytest.mark.parametrize("name", [f"{TRICKY}.jpg", "cat.jpg"])
def test_code_with_a_file_makes_the_same_call(
    server: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The second is a sample, which need not lie in the folder at hand.
    content = samples.path("pictures/cat.jpg").read_bytes()
    if name != "cat.jpg":
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    operation = OPERATIONS["detect"]
    request = DetectionRequest(file=Attachment(content, name, "image/jpeg"), prompts=[TRICKY])
    sent = Client().call(operation, request).raw
    assert sent["unmatched_prompts"] == [TRICKY]
    assert _unchanging(_run(as_python(operation, request, None)).raw) == _unchanging(sent)
    shown = as_curl(operation, request, None).replace("http://127.0.0.1:8000", server)
    assert _unchanging(json.loads(_shell(shown, tmp_path))) == _unchanging(sent)


@needs_curl
def test_curl_puts_a_picture_into_a_file(server: str, tmp_path: Path) -> None:
    operation = OPERATIONS["generate_image"]
    request = GenerationRequest(
        prompt="a kite; a boat", width=256, height=256, advance_config={"seed": 7}
    )
    shown = as_curl(operation, request, None).replace("http://127.0.0.1:8000", server)
    assert _shell(shown, tmp_path) == b""
    assert (tmp_path / "picture.png").read_bytes() == Client().call(operation, request).content


def test_curl_of_a_get_puts_the_query_into_the_address() -> None:
    shown = as_curl(OPERATIONS["suggest"], SuggestRequest(query="a&b c"), "https://h/")
    assert shown.startswith("curl 'https://h/v1/web/search/suggest?query=a%26b+c'")
    assert "-d" not in shown


def test_curl_of_the_embedded_default_says_how_to_get_a_server() -> None:
    shown = as_curl(OPERATIONS["spam"], SpamRequest(text="x"), None)
    assert "triptych serve" in shown
    assert "http://127.0.0.1:8000/v1/validate/spam_check" in shown


def test_a_text_of_many_lines_stays_readable() -> None:
    text = "A first line that is long enough to need a line of its own.\nAnd a second one."
    assert as_python(OPERATIONS["profanity"], ProfanityRequest(text=text), None).endswith(
        "client.profanity(\n"
        '    "A first line that is long enough to need a line of its own.\\n"\n'
        '    "And a second one.",\n'
        ")"
    )


def test_a_text_of_many_lines_keeps_its_name() -> None:
    page = (
        "<p>A first line that is long enough to need a line of its own.</p>\n<p>And a second.</p>"
    )
    request = ScrapeRequest(html=page, element_prompts=["price"])
    assert as_python(OPERATIONS["scrape"], request, None).endswith(
        "client.scrape(\n"
        "    html=(\n"
        '        "<p>A first line that is long enough to need a line of its own.</p>\\n"\n'
        '        "<p>And a second.</p>"\n'
        "    ),\n"
        '    element_prompts=["price"],\n'
        ")"
    )


def test_a_file_is_typed_by_its_name() -> None:
    request = EmbeddingV2Request(
        file=Attachment(b"...", "my talk.mp3", "audio/mpeg"), type="audio", speaker_fingerprint=True
    )
    python = as_python(OPERATIONS["embed_v2"], request, None)
    assert 'client.embed_v2(file="my talk.mp3", type="audio", speaker_fingerprint=True)' in python
    curl = as_curl(OPERATIONS["embed_v2"], request, None)
    assert "-F 'file=@my talk.mp3'" in curl
    assert '"speaker_fingerprint": true' in curl
    assert "-d " not in curl


def test_an_address_is_a_file_too() -> None:
    request = EmbeddingV2Request(url="https://example.com/a.pdf", type="pdf")
    python = as_python(OPERATIONS["embed_v2"], request, None)
    assert 'client.embed_v2(url="https://example.com/a.pdf", type="pdf")' in python


def _python(name: str, request: Request) -> str:
    return as_python(OPERATIONS[name], request, None).splitlines()[-1]


def test_detection_takes_its_picture_first() -> None:
    file = Attachment(b"...", "street.jpg", "image/jpeg")
    assert _python("detect", DetectionRequest(file=file)) == 'reply = client.detect("street.jpg")'
    request = DetectionRequest(url="https://example.com/a.jpg", prompts=["cup", "dog"])
    shown = 'reply = client.detect(url="https://example.com/a.jpg", prompts=["cup", "dog"])'
    assert _python("detect", request) == shown


def test_a_search_takes_its_query_first_and_leaves_out_what_is_usual() -> None:
    assert _python("search", SearchRequest(query="tea")) == 'reply = client.search("tea")'
    request = SearchRequest(
        query="tea", spell_check=False, byo_urls=["https://example.com/a"], provider="brave"
    )
    shown = as_python(OPERATIONS["search"], request, None)
    for words in ("spell_check=False", 'byo_urls=["https://example.com/a"]', 'provider="brave"'):
        assert words in shown
    assert _python("suggest", SuggestRequest(query="te")) == 'reply = client.suggest("te")'
    assert '{"query": "tea"}' in as_curl(OPERATIONS["search"], SearchRequest(query="tea"), None)


def test_generation_takes_its_prompt_first_and_its_settings_by_name() -> None:
    request = GenerationRequest(
        prompt="a boat",
        url="https://example.com/a.png",
        advance_config={"seed": 7, "negative_prompt": "rain"},
    )
    python = as_python(OPERATIONS["generate_image"], request, None)
    called: dict[str, Any] = {}

    class Recorder:
        def generate_image(self, prompt: str, **arguments: Any) -> None:
            called.update(arguments, prompt=prompt)

    line = python[python.index("reply = ") :]
    exec(line, {"client": Recorder()})
    assert called == {
        "prompt": "a boat",
        "url": "https://example.com/a.png",
        "seed": 7,
        "negative_prompt": "rain",
    }
    assert 'generate_image(\n    "a boat",' in python or 'generate_image("a boat",' in python


FILE = Attachment(b"...", "a.jpg")
SHOWN: dict[str, dict[str, Any]] = {
    "detect": {"file": FILE},
    "generate_image": {"file": FILE, "prompt": "x", "advance_config": {"guidance": 3.0}},
    "embed_v2": {"file": FILE},
    "search": {
        "query": "x",
        "ai_overview": False,
        "safe_search": "off",
        "spell_check": False,
        "max_results": 3,
        "byo_urls": ["https://example.com/"],
        "auto_scrape": False,
        "country_code": "de",
        "provider": "ddgs",
    },
    "suggest": {"query": "x"},
}


@pytest.mark.parametrize("name", SHOWN)
def test_every_argument_shown_is_one_the_method_takes(name: str) -> None:
    operation = OPERATIONS[name]
    request = operation.request(**SHOWN[name])
    code = as_python(operation, request, None)
    tree = ast.parse(code[code.index("reply = ") :], mode="exec").body[0]
    assert isinstance(tree, ast.Assign)
    assert isinstance(tree.value, ast.Call)
    given = {str(keyword.arg): 0 for keyword in tree.value.keywords}
    inspect.signature(getattr(Client, name)).bind(None, *tree.value.args, **given)
