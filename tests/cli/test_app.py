"""`triptych app`: what is refused, and how it is set up; tests/browser opens it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from triptych.cli.listening import address, is_loopback, listen


def _run(*arguments: str, before: str = "") -> tuple[int, str]:
    program = f"{before}\nfrom triptych.cli import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", program, "app", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"COLUMNS": "120"},
    )
    assert "Traceback" not in result.stderr
    return result.returncode, result.stdout + result.stderr


def test_without_voila_the_extra_is_named() -> None:
    status, said = _run(before="import sys; sys.modules['voila'] = None")
    assert status == 1
    assert said == "Voila is not installed: pip install 'triptych[lab]'\n"


def test_a_taken_port_is_said_in_one_line(server: str) -> None:
    pytest.importorskip("voila")
    status, said = _run("--port", server.rpartition(":")[2])
    assert status == 1
    assert said.endswith("(Address already in use): choose another --port.\n")


def test_a_port_that_there_is_not_is_refused() -> None:
    status, said = _run("--port", "70000")
    assert status == 2
    assert "65535" in said


def test_help_says_what_opening_it_to_others_means() -> None:
    status, said = _run("--help")
    assert status == 0
    words = " ".join(said.replace("│", " ").split())
    assert "anyone who reaches it can use the API of this machine" in words
    assert "127.0.0.1" in words


def test_addresses() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert address("127.0.0.1", listener) == f"http://127.0.0.1:{port}"
        assert address("::1", listener) == f"http://[::1]:{port}"
    hosts = ("127.0.0.1", "127.1.2.3", "::1", "localhost", "0.0.0.0", "::", "example.org")
    assert [is_loopback(host) for host in hosts] == [True] * 4 + [False] * 3


def test_only_loopback_checks_the_name_it_is_called_by() -> None:
    """Else a page elsewhere, whose name leads here, could read what is shown."""
    pytest.importorskip("voila")
    from triptych.cli.dashboard.server import settings

    for host, allowed in (("127.0.0.1", False), ("0.0.0.0", True)):
        assert settings(host, "").Voila.tornado_settings["allow_remote_access"] is allowed


def test_settings_busy_machine_waits_for_the_output_of_the_page() -> None:
    """After the default of four seconds the page would be shown without the workbench."""
    pytest.importorskip("voila")
    from triptych.cli.dashboard.server import settings

    limits = settings("127.0.0.1", "").VoilaExecutor
    assert limits.iopub_timeout >= 60
    assert limits.startup_timeout >= 60


def test_others_do_not_call_at_the_expense_of_the_environments_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("voila")
    from triptych.cli.dashboard.server import forget_the_key

    monkeypatch.setenv("TRIPTYCH_API_KEY", "k")
    monkeypatch.setenv("TRIPTYCH_BASE_URL", "http://127.0.0.1:1")
    forget_the_key()
    assert not {"TRIPTYCH_API_KEY", "TRIPTYCH_BASE_URL"} & os.environ.keys()


def test_the_page_is_the_workbench_alone(tmp_path: Path) -> None:
    pytest.importorskip("voila")
    import nbformat

    from triptych.cli.dashboard.server import write_notebook

    write_notebook(tmp_path / "triptych.ipynb")
    notebook = nbformat.read(tmp_path / "triptych.ipynb", as_version=4)
    assert notebook.metadata.title == "Triptych"
    [cell] = notebook.cells
    assert cell.source.endswith("triptych.Workbench()")


def test_a_host_that_is_not_of_this_machine_is_said_in_one_line() -> None:
    pytest.importorskip("voila")
    for host in ("nowhere.invalid", "192.0.2.1"):
        status, said = _run("--port", "0", "--host", host)
        assert status == 1
        assert said.endswith("choose another --host.\n")


def test_a_port_belongs_to_one_server_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for system, shared in (("posix", True), ("nt", False)):
        monkeypatch.setattr("triptych.cli.listening.os", SimpleNamespace(name=system))
        with listen("127.0.0.1", 0) as listener:
            option = listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        assert bool(option) is shared, system
