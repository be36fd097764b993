"""`client.map` with a journal: what is sent again, and which journals are refused."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.client.map.service import Service, texts

from triptych import Client, JournalError, TriptychError
from triptych.client import BadRequestError, RetryPolicy, ServerError


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "moods.journal"


def mapped(service: Service, journal: Path, items: Any, **options: Any) -> dict[int, Any]:
    operation = options.pop("operation", "profanity")
    client_options = options.pop("client", {})
    with service.client(**client_options) as client:
        return dict(client.map(operation, items, journal=journal, **options))


async def mapped_async(service: Service, journal: Path, items: Any) -> dict[int, Any]:
    async with service.async_client() as client:
        results = client.map("profanity", items, journal=journal)
        return {index: value async for index, value in results}


@pytest.mark.parametrize("has_batches", [True, False])
async def test_journal_of_a_finished_call_gives_its_replies_and_sends_nothing(
    journal: Path, has_batches: bool
) -> None:
    service = Service(has_batches=has_batches)
    before = mapped(service, journal, texts(100))
    service.texts.clear()
    again = mapped(service, journal, texts(100))
    awaited = await mapped_async(service, journal, texts(100))
    assert service.texts == []
    for index in range(100):
        for other in (again, awaited):
            assert other[index].raw == before[index].raw
            assert other[index].log_id == before[index].log_id
            assert other[index].request == before[index].request


async def test_journal_with_further_items_sends_those_alone(journal: Path) -> None:
    service = Service()
    await mapped_async(service, journal, texts(50))
    assert len(mapped(service, journal, texts(80))) == 80
    assert sorted(service.texts) == sorted(texts(80))


def test_journal_after_an_iterator_was_closed_has_all_that_was_received(journal: Path) -> None:
    service = Service()
    with service.client() as client:
        results = client.map("profanity", texts(1_000), journal=journal, concurrency=2)
        next(results)
        results.close()
    assert len(mapped(service, journal, texts(1_000))) == 1_000
    assert sorted(service.texts) == sorted(texts(1_000))


def test_journal_keeps_final_errors_and_asks_again_after_temporary_ones(journal: Path) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(500) if b'"text 2"' in request.content else None

    results = mapped(Service(script=script), journal, [*texts(4), "bad", ""])
    assert isinstance(results[2], ServerError)
    service = Service()
    results = mapped(service, journal, [*texts(4), "bad", ""])
    assert service.texts == ["text 2"]
    error = results[4]
    assert isinstance(error, BadRequestError)
    assert (error.message, error.field, error.log_id, error.code) == (
        "No.", "text", "e", "bad_request"
    )  # fmt: skip


@pytest.mark.parametrize("status", [401, 403, 404, 405, 408, 424, 429, 500, 501, 503])
def test_journal_does_not_hold_what_another_try_may_change(journal: Path, status: int) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, headers={"retry-after": "9"} if status == 429 else {})

    policy = RetryPolicy(max_retries=0, longest_retry_after=1)
    with suppress(TriptychError):
        mapped(
            Service(has_batches=False, script=script), journal, ["a"], client={"retries": policy}
        )
    service = Service(has_batches=False)
    mapped(service, journal, ["a"])
    assert service.texts == ["a"]


def test_journal_with_equal_items_asks_for_them_once(journal: Path) -> None:
    service = Service()
    mapped(service, journal, ["a", "b"] * 5_000)
    mapped(service, journal, ["b", "a", {"text": "a"}])
    assert sorted(service.texts) == ["a", "b"]


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"operation": "spam"}, "the operation (before profanity, now spam)"),
        ({"censor_replacement": "#"}, "the options"),
        ({"client": {"base_url": "http://other.test"}}, "the service (before http://service.test"),
    ],
)
def test_journal_of_another_call_is_refused(
    journal: Path, change: dict[str, Any], difference: str
) -> None:
    mapped(Service(), journal, ["a"])
    service = Service()
    with pytest.raises(JournalError) as raised:
        mapped(service, journal, ["b"], **change)
    assert difference in str(raised.value)
    assert "Give another path, or delete the file" in str(raised.value)
    assert service.texts == []


def test_journal_of_the_same_options_written_otherwise_is_accepted(journal: Path) -> None:
    service = Service()
    mapped(service, journal, ["a"], allow=[])
    mapped(service, journal, ["a"], censor_replacement="*", languages=None)
    mapped(service, journal, ["a"], allow=())
    assert service.texts == ["a"]


def test_journal_with_a_damaged_reply_is_refused(journal: Path) -> None:
    mapped(Service(), journal, ["a", "b"])
    for body in (b"{", b"{}"):
        with sqlite3.connect(journal) as database:
            database.execute("UPDATE replies SET body = ?", (body,))
        database.close()
        with pytest.raises(JournalError, match="delete the file"):
            mapped(Service(), journal, ["a"])


@pytest.mark.parametrize("health", [{"models": "b"}, {"models": "a", "version": "2"}, {}])
async def test_journal_of_other_models_is_refused(journal: Path, health: dict[str, Any]) -> None:
    first = {"models": "a", "version": "1"}
    mapped(Service(health=first), journal, ["a"])
    with pytest.raises(JournalError, match="the service's"):
        mapped(Service(health=health), journal, ["a"])
    with pytest.raises(JournalError, match="the service's"):
        await mapped_async(Service(health=health), journal, ["a"])
    assert len(mapped(Service(health=first), journal, ["a"])) == 1


def test_journal_in_use_is_refused_until_its_call_ends(journal: Path) -> None:
    results = Service().client().map("profanity", texts(10), journal=journal)
    next(results)
    with pytest.raises(JournalError, match="is in use by another call"):
        mapped(Service(), journal, ["a"])
    results.close()
    assert len(mapped(Service(), journal, ["a"])) == 1


def test_journal_in_use_by_another_process_is_refused(journal: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from triptych.client.map.journal import Journal\n"
        "journal = Journal(Path(sys.argv[1]), {'operation': 'profanity'})\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(journal)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        with pytest.raises(JournalError, match="is in use by another call"):
            mapped(Service(), journal, ["a"])
    finally:
        process.communicate()


def _text(path: Path) -> None:
    path.write_text("text,sentiment\n" * 100)


def _database(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE orders (id INTEGER)")
    database.close()


def _cut_off(path: Path) -> None:
    mapped(Service(), path, texts(500))
    path.write_bytes(path.read_bytes()[:5_000])


@pytest.mark.parametrize("make", [_text, _database, _cut_off, Path.mkdir])
def test_journal_that_is_none_is_refused_and_not_changed(
    journal: Path, make: Callable[[Path], None]
) -> None:
    make(journal)
    before = None if journal.is_dir() else journal.read_bytes()
    with pytest.raises(JournalError, match=r"moods\.journal"):
        mapped(Service(), journal, texts(500))
    assert journal.is_dir() or journal.read_bytes() == before


def test_journal_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="check the path"):
        mapped(Service(), tmp_path / "missing" / "journal", ["a"])


def test_journal_needs_the_health_of_a_service_that_has_one(journal: Path) -> None:
    def respond(request: httpx.Request) -> httpx.Response:
        return httpx.Response(500)

    with pytest.raises(ServerError):
        mapped(Service(), journal, ["a"], client={"transport": httpx.MockTransport(respond)})
    assert not journal.exists()


def test_journal_never_contains_the_key_or_a_login(journal: Path) -> None:
    client = {"base_url": "http://user:password@service.test"}
    mapped(Service(), journal, ["a", "bad"], client=client)
    content = b"".join(path.read_bytes() for path in journal.parent.iterdir())
    assert b"service.test" in content
    assert b"password" not in content
    assert b"secret" not in content


def test_journal_of_files_knows_them_by_their_content(journal: Path, tmp_path: Path) -> None:
    sent = []

    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/healthz":
            return httpx.Response(404)
        sent.append(request.read())
        return httpx.Response(200, json={"success": True, "tags": []})

    picture = tmp_path / "cat.png"
    for content, count in ((b"\x89PNG one", 1), (b"\x89PNG one", 1), (b"\x89PNG two", 2)):
        picture.write_bytes(content)
        with Client(api_key="k", transport=httpx.MockTransport(respond)) as client:
            assert len(dict(client.map("detect", [picture], journal=journal))) == 1
        assert len(sent) == count


def test_journal_of_generated_images_gives_their_bytes(journal: Path) -> None:
    options = {"width": 256, "height": 256, "return_type": "binary"}
    with Client() as client, pytest.warns(DeprecationWarning, match="generate_image is deprecated"):
        (_, before), *_ = client.map("generate_image", ["a cat"], journal=journal, **options)
    with Client() as client, pytest.warns(DeprecationWarning, match="generate_image is deprecated"):
        (_, after), *_ = client.map("generate_image", ["a cat"], journal=journal, **options)
    assert not isinstance(before, TriptychError)
    assert not isinstance(after, TriptychError)
    assert before.content == after.content
    assert before.content.startswith(b"\x89PNG")
    assert before.log_id == after.log_id


def test_journal_of_this_process_can_be_used_again(journal: Path) -> None:
    with Client() as client:
        before: dict[int, Any] = dict(client.map("sentiment", ["good", "bad"], journal=journal))
        after: dict[int, Any] = dict(client.map("sentiment", ["good", "bad"], journal=journal))
    assert [before[index].log_id for index in (0, 1)] == [after[index].log_id for index in (0, 1)]


def test_journal_commits_results_before_they_are_yielded(journal: Path) -> None:
    committed: list[int] = []
    results = Service().client().map("profanity", texts(200), journal=journal)
    for number, _ in enumerate(results, 1):
        committed.append(number)
        if number == 100:
            break
    copy = journal.with_name("copy")
    for suffix in ("", "-wal"):
        source = journal.with_name(journal.name + suffix)
        if source.exists():
            copy.with_name(copy.name + suffix).write_bytes(source.read_bytes())
    with sqlite3.connect(copy) as database:
        (count,) = database.execute("SELECT count(*) FROM replies").fetchone()
    database.close()
    results.close()
    assert count >= 100
    assert not [one for one in threading.enumerate() if one.name == "triptych-map"]
