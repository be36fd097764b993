"""Cell magics in an IPython shell, as a notebook has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from triptych import OPERATIONS, Workbench, samples
from triptych.contract import (
    DetectionReply,
    EmbeddingV2Reply,
    ProfanityReply,
    ScrapeReply,
    SearchReply,
    SentimentReply,
    SpamReply,
)
from triptych.panels.magics import parsed
from triptych.service import ServiceSettings


@pytest.fixture
def shell() -> Iterator[Any]:
    """A shell with the extension loaded."""
    shell: Any = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "triptych")
    yield shell
    shell.run_line_magic("unload_ext", "triptych")
    shell.reset()
    InteractiveShell.clear_instance()


def result(shell: Any, cell: str) -> Any:
    """Run a cell and return what it shows."""
    ran = shell.run_cell(cell)
    assert ran.success, ran.error_in_exec
    return ran.result


def refusal(shell: Any, capsys: pytest.CaptureFixture[str], cell: str) -> str:
    """Run a cell that is refused, and return what it writes: one line."""
    capsys.readouterr()
    ran = shell.run_cell(cell)
    assert not ran.success
    written = capsys.readouterr()
    lines = (written.out + written.err).strip().splitlines()
    assert len(lines) == 1, lines
    return lines[0]


def test_loading_prints_nothing_and_there_is_one_for_each_operation(
    shell: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_line_magic("reload_ext", "triptych")
    assert capsys.readouterr() == ("", "")
    magics = shell.magics_manager.magics["cell"]
    assert set(OPERATIONS) <= set(magics)
    shell.run_line_magic("unload_ext", "triptych")
    assert not set(OPERATIONS) & set(magics)
    shell.run_line_magic("load_ext", "triptych")


def test_the_workbench_is_opened(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    workbench = result(shell, "bench = %workbench\nbench")
    assert isinstance(workbench, Workbench)
    workbench.close()
    assert "takes no options" in refusal(shell, capsys, "%workbench sentiment")
    shell.run_line_magic("unload_ext", "triptych")
    assert "workbench" not in shell.magics_manager.magics["line"]
    shell.run_line_magic("load_ext", "triptych")


def test_the_text_of_the_cell_is_the_input(shell: Any) -> None:
    reply = result(shell, "%%sentiment\nWhat a lovely day.\nAnd what a dreadful evening.")
    assert isinstance(reply, SentimentReply)
    assert len(reply.sentiment.sentences) == 2
    assert "text/html" in reply._repr_mimebundle_()


def test_options_come_from_the_contract(shell: Any) -> None:
    cell = "%%profanity --censor-replacement - --languages en,de --into checked\ndamn, Scheiße"
    reply = result(shell, cell)
    assert isinstance(reply, ProfanityReply)
    assert reply.clean_text == "----, -------"
    assert shell.user_ns["checked"] is reply
    found = result(shell, "%%search --max_results=2 --no-ai-overview\nspeed of light")
    assert isinstance(found, SearchReply)
    assert len(found.results) == 2
    assert not found.ai_overview


def test_each_line_may_be_a_text(shell: Any) -> None:
    texts = "See you at six\n\nWIN a FREE prize now\n"
    spam = result(shell, f"%%spam --lines\n{texts}")
    assert isinstance(spam, SpamReply)
    assert len(spam.checks) == 2
    assert len(result(shell, f"%%spam\n{texts}").checks) == 1
    vectors = result(shell, f"%%embed_v2 --lines --dimensions 8\n{texts}")
    assert isinstance(vectors, EmbeddingV2Reply)
    assert vectors.vectors.shape == (2, 8)


def test_files_and_pages(shell: Any) -> None:
    picture = samples.path("pictures/citrus.jpg")
    assert isinstance(result(shell, f"%%detect\n{picture}"), DetectionReply)
    vectors = result(shell, f"%%embed --type image\n{picture}")
    assert len(vectors.embeddings) == 1
    page = "<h1>Green tea</h1><p>Price: <b>3.20 EUR</b></p>"
    shown = result(shell, f'%%scrape --html "{page}"\nprice\nname')
    assert isinstance(shown, ScrapeReply)
    assert set(shown.context) == {"price", "name"}


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("%%search --max-results 99\ntea", "max_results"),
        ("%%search --max-result 9\ntea", "no option --max-result: did you mean --max-results?"),
        ("%%search --colour red\ntea", "no option --colour: choose one of --into, --ai-overview"),
        ("%%search --country-code\ntea", "Give a value: --country-code VALUE."),
        ("%%search tea\ntea", "write options as --name value"),
        ("%%search --site 'a\ntea", "Unclosed quotation mark"),
        ("%%search --ai-overview=perhaps\ntea", "Give true or false: --ai-overview=true."),
        ("%%spam --into 2\ntea", "Give the name of a variable"),
        ("%%spam --into class\ntea", "Give the name of a variable"),
        ("%%spam --lines\n \n \n", "Write one text per line"),
        ("%%profanity --languages xx\ntea", "'xx' has no word list"),
        ("%%scrape --selectors {a\ntea", "Give JSON in single quotes: --selectors"),
        ("%%detect\n/no/such/picture.png", "Cannot read the file"),
        ("%%detect\n \n", "Write the URL or path of a file in the cell."),
        ("%%suggest\n" + "x" * 201, "at most 200 characters"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    shell: Any, capsys: pytest.CaptureFixture[str], cell: str, words: str
) -> None:
    assert words in refusal(shell, capsys, cell)


def test_a_server_that_refuses_the_key_says_so_without_it(
    shell: Any,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    serve: Callable[[ServiceSettings], str],
) -> None:
    from pydantic import SecretStr

    address = serve(ServiceSettings(server_keys=(SecretStr("right"),)))
    monkeypatch.setenv("TRIPTYCH_BASE_URL", address)
    monkeypatch.setenv("TRIPTYCH_API_KEY", "sk-very-secret")
    said = refusal(shell, capsys, "%%spam\nhello")
    assert said.startswith("UsageError: The key in the header x-api-key is not accepted: check it.")
    assert "very-secret" not in said


def test_an_unforeseen_failure_is_one_line_too(
    shell: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.client.Client.call", lambda *_: 1 / 0)
    assert refusal(shell, capsys, "%%spam\nhello").startswith("UsageError: ZeroDivisionError")


def test_members_of_an_object_and_lists_in_json() -> None:
    drawn = parsed(OPERATIONS["generate_image"], "--seed 7 --steps 5 --negative-prompt 'a dog'")
    assert drawn[0] == {
        "advance_config": {"seed": "7", "negative_prompt": "a dog"},
        "steps": "5",
    }
    line = """--selectors '{"price": ".price"}' --features meta,link --features page"""
    assert parsed(OPERATIONS["scrape"], line)[0] == {
        "selectors": {"price": ".price"},
        "features": ["meta", "link", "page"],
    }


def test_help_lists_the_options(shell: Any) -> None:
    told = shell.object_inspect_text("%%search")
    assert "--max-results VALUE" in told
    assert "Number of results, 1 to 50. By default 10." in told
