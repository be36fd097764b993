"""An index in a folder: what it keeps, leaves out, and survives."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from triptych.engines.index import Added, Index, IndexFileError
from triptych.engines.index.writer import writer_lock
from triptych.engines.page import WebPage
from triptych.engines.search import search

TEA = WebPage(
    "https://a.example/tea",
    "Tea",
    "Pour boiling water over the leaves, and wait for four minutes.\n\nDrink it.",
    description="How to make it.",
    site_name="a.example",
    site_long_name="All about drinks",
    language="en",
    published="2024-05-01",
    favicon="https://a.example/icon.png",
    thumbnail="https://a.example/tea.jpg",
    image_urls=("https://a.example/1.jpg", "https://a.example/2.jpg"),
    links=("https://a.example/", "https://b.example/cups"),
    attribution="Ann, CC0",
)
KITE = WebPage(
    "https://b.example/kite", "Kites", "A kite flies when the wind lifts it.", site_name="b.example"
)


def made(count: int, first: int = 0) -> list[WebPage]:
    """Return pages of which no two say the same."""
    return [
        WebPage(
            f"https://many.example/{number}",
            f"Page {number}",
            " ".join(f"word{number * 31 + place}" for place in range(30)),
            site_name="many.example",
        )
        for number in range(first, first + count)
    ]


def found(index: Index, query: str) -> list[str]:
    return [hit.page.url for hit in search([index], query, by="words")]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index(tmp_path / "index") as index:
        yield index


def test_a_page_comes_back_as_it_was(index: Index) -> None:
    assert index.add([TEA, KITE], vectors=False) == Added(2, 0, 0)
    assert index.page(TEA.url) == TEA
    assert index.page("https://a.example/none") is None
    assert list(index.addresses()) == [TEA.url, KITE.url]
    assert len(index) == 2


def test_half_a_surrogate_pair_is_no_obstacle(index: Index) -> None:
    index.add([WebPage("https://a.example/odd", "Odd \ud800", "An odd \udfff page.")])
    assert found(index, "odd page") == ["https://a.example/odd"]


def test_a_page_of_the_same_address_is_replaced(index: Index) -> None:
    index.add([TEA, KITE], vectors=False)
    newer = WebPage(TEA.url, "Coffee", "Grind the beans.", site_name="a.example")
    assert index.add([newer], vectors=False) == Added(0, 1, 0)
    assert found(index, "coffee") == [TEA.url]
    assert found(index, "boiling water") == []
    assert "boiling" not in index.vocabulary()
    assert index.vocabulary()["beans"] == 1


def test_of_one_address_twice_in_a_batch_the_last_counts(index: Index) -> None:
    newer = WebPage(TEA.url, "Coffee", "Grind the beans.", site_name="a.example")
    assert index.add([TEA, newer], vectors=False) == Added(1, 1, 0)
    assert index.page(TEA.url) == newer
    assert set(index.vocabulary()) == {"coffee", "grind", "the", "beans"}


def test_pages_that_say_the_same_are_left_out_and_counted(index: Index) -> None:
    text = " ".join(f"sentence {number} of a long page." for number in range(300))
    first = WebPage("https://a.example/long", "Long", text)
    mirror = WebPage("https://mirror.example/long", "Long", text + " Mirrored in May.")
    assert index.add([first, mirror], vectors=False) == Added(1, 0, 1)
    assert index.add([mirror], vectors=False) == Added(0, 0, 1)
    assert list(index.addresses()) == [first.url]


def test_pages_of_one_template_are_not_the_same(index: Index) -> None:
    towns = [
        WebPage(f"https://a.example/{name}", name, f"{name} is a town in the north of the county.")
        for name in ("Aton", "Beton", "Ceton", "Deton")
    ]
    assert index.add(towns, vectors=False) == Added(4, 0, 0)


def test_remove_takes_pages_by_the_beginning_of_their_address(index: Index) -> None:
    index.add([TEA, KITE, *made(5)], vectors=False)
    assert index.remove("https://many.example/") == 5
    assert index.remove("https://many.example/") == 0
    assert sorted(index.addresses()) == [TEA.url, KITE.url]
    assert found(index, "word31") == []
    assert "word31" not in index.vocabulary()
    with pytest.raises(ValueError, match="beginning"):
        index.remove("")


def test_a_removed_page_may_come_back(index: Index) -> None:
    index.add([TEA], vectors=False)
    index.remove(TEA.url)
    assert index.add([TEA], vectors=False) == Added(1, 0, 0)
    assert found(index, "boiling") == [TEA.url]


def test_sites_are_counted(index: Index) -> None:
    index.add([TEA, *made(3)], vectors=False)
    many, drinks = index.sites()
    assert (many.name, many.pages, many.words, many.newest) == ("many.example", 3, 96, "")
    assert (drinks.name, drinks.pages, drinks.newest) == ("a.example", 1, "2024-05-01")


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let 4 pages be committed at once, since to embed many takes seconds."""
    monkeypatch.setattr("triptych.engines.index.index._EMBEDDED_BATCH", (4, 10_000))


@pytest.mark.usefixtures("small_batches")
def test_progress_tells_how_many_are_done(index: Index) -> None:
    done: list[int] = []
    index.add(made(9), on_progress=done.append)
    assert done == [4, 8, 9]
    long = WebPage("https://long.example/", "Long", "tea " * 2_500)
    index.add([long, TEA], vectors=False)
    index.add([long, TEA], on_progress=done.append)
    # So many characters are a batch too.
    assert done[3:] == [1, 2]


@pytest.mark.usefixtures("small_batches")
def test_an_interrupted_run_keeps_what_was_committed(index: Index) -> None:
    def pages() -> Iterator[WebPage]:
        yield from made(6)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.add(pages())
    assert len(index) == 4
    assert found(index, "word31") == ["https://many.example/1"]
    assert index.add(made(6)) == Added(2, 4, 0)


def test_vectors_are_kept_where_the_text_is_the_same(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add([TEA, KITE])
    read: list[str] = []

    def embed(pages: list[WebPage]) -> list[None]:
        read.extend(page.url for page in pages)
        return [None] * len(pages)

    monkeypatch.setattr("triptych.engines.index.writer.embed_pages", embed)
    index.add([TEA, WebPage(KITE.url, "Kites", "Something else entirely.")])
    assert read == [KITE.url]


def test_a_reader_notices_what_another_writes(index: Index) -> None:
    index.add([TEA])
    with Index(index.folder, read_only=True) as reader:
        before = reader.generation
        assert found(reader, "kite") == []
        assert len(reader.meanings().pages) == 1
        index.add([KITE])
        assert reader.generation > before
        assert found(reader, "kite") == [KITE.url]
        assert len(reader.meanings().pages) == 2


def test_there_is_one_writer_at_a_time(index: Index) -> None:
    index.add([TEA], vectors=False)
    program = f"""
        from pathlib import Path
        from triptych.engines.index.writer import writer_lock
        with writer_lock(Path({str(index.folder)!r})):
            print("held", flush=True)
            input()
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(IndexFileError, match="another process"):
            index.add([KITE], vectors=False)
        assert found(index, "boiling") == [TEA.url]
        other.communicate("\n")
    assert index.add([KITE], vectors=False) == Added(1, 0, 0)


def test_two_objects_of_one_process_are_two_writers(index: Index) -> None:
    other = Index(index.folder)
    with writer_lock(index.folder), pytest.raises(IndexFileError, match="another process"):
        other.add([TEA], vectors=False)


KILLED = """
    import itertools, os, signal, sys
    from pathlib import Path
    import triptych.engines.index.writer as module
    from triptych.engines.index import Index
    from triptych.engines.page import WebPage

    where, folder = sys.argv[1], Path(sys.argv[2])
    def die(*_, **__):
        os.kill(os.getpid(), signal.SIGKILL)
    pages = [
        WebPage(f"https://many.example/{n}", f"Page {n}",
                " ".join(f"word{n * 31 + place}" for place in range(30)))
        for n in range(40)
    ]
    index = Index(folder)
    index.add(pages[:10], vectors=False)
    if where == "before the commit":
        index._store.count_words = die
    elif where == "between pages and postings":
        index._writer.follow = lambda postings: postings.generation == index.generation or die()
    elif where == "within the postings":
        module.write = lambda writer, some: [writer.commit(), die()]
    elif where == "before the marker":
        Path.replace = die
    index.remove("https://many.example/3")
    index.add(pages[10:], vectors=False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    "where",
    ["before the commit", "between pages and postings", "within the postings", "before the marker"],
)
def test_a_killed_writer_does_no_harm(tmp_path: Path, where: str) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(KILLED), where, str(tmp_path)], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    with Index(tmp_path) as index:
        assert_sound(index)
        index.rebuild(vectors=False)
        assert_sound(index)
        index.add(made(40), vectors=False)
        assert len(index) == 40
        assert_sound(index)


def assert_sound(index: Index) -> None:
    """Everything that is made from the pages agrees with them."""
    urls = set(index.addresses())
    assert urls
    for number in range(40):
        url = f"https://many.example/{number}"
        assert found(index, f"word{number * 31 + 1}") == ([url] if url in urls else [])
        assert index.vocabulary().get(f"word{number * 31 + 1}", 0) == (url in urls)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_writer_killed_at_any_moment_does_no_harm(tmp_path: Path) -> None:
    program = """
        import sys
        from pathlib import Path
        import triptych.engines.index.index as module
        from triptych.engines.index import Index
        from triptych.engines.page import WebPage
        module._BATCH = (7, 10**9)
        index = Index(Path(sys.argv[1]))
        pages = (WebPage(f"https://many.example/{n}", f"Page {n}",
                 " ".join(f"word{n * 31 + place}" for place in range(30))) for n in range(100000))
        index.add(pages, vectors=False, on_progress=lambda n: print(n, flush=True))
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        done = [int(writer.stdout.readline()) for _ in range(5)][-1]
        writer.kill()
    with Index(tmp_path) as index:
        assert len(index) >= done
        assert_sound(index)


def test_rebuild_restores_postings_that_are_damaged_or_gone(index: Index) -> None:
    index.add([TEA, KITE], vectors=False)
    index.close()
    for path in (index.folder / "postings").glob("*.*"):
        path.write_bytes(b"nothing of the kind")
    with Index(index.folder) as again:
        again.rebuild(vectors=False)
        assert found(again, "boiling") == [TEA.url]
    shutil.rmtree(index.folder / "postings")
    with Index(index.folder) as again:
        assert found(again, "boiling") == [TEA.url]


def test_rebuild_gives_vectors_to_pages_that_have_none(index: Index) -> None:
    index.add([TEA, KITE], vectors=False)
    assert not len(index.meanings().pages)
    done: list[int] = []
    index.rebuild(done.append)
    assert len(index.meanings().pages) == 2
    assert done == [2, 2]
    hits = search([index], "a hot drink", by="meaning")
    assert hits[0].page == TEA


def test_a_sealed_index_is_read_where_nothing_may_be_written(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add([TEA, KITE])
    index.compact()
    index.close()
    (index.folder / "writer.lock").unlink()
    before = {path: path.stat().st_mtime_ns for path in index.folder.rglob("*")}
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with Index(index.folder, sealed=True) as sealed:
        assert found(sealed, "boiling") == [TEA.url]
        # The copy that was opened went at once: who is killed leaves nothing behind.
        assert os.name == "nt" or not list(temporary.iterdir())
        assert search([sealed], "a hot drink", by="meaning")[0].page == TEA
        with pytest.raises(IndexFileError, match="read-only"):
            sealed.add([TEA])
    assert {path: path.stat().st_mtime_ns for path in index.folder.rglob("*")} == before


@pytest.mark.skipif(os.name == "nt", reason="what is open goes with the process there")
def test_copy_of_a_sealed_index_that_is_written_to_while_it_is_removed_is_gone(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add([TEA])
    index.close()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    remove = shutil.rmtree
    calls: list[Path] = []

    def remove_late(folder: Path, *, ignore_errors: bool) -> None:
        remove(folder, ignore_errors=ignore_errors)
        if not calls:
            folder.mkdir()
            (folder / ".tantivy-meta.lock").touch()
        calls.append(folder)

    monkeypatch.setattr(shutil, "rmtree", remove_late)
    with Index(index.folder, sealed=True) as sealed:
        assert found(sealed, "boiling") == [TEA.url]
        assert list(temporary.iterdir()) == []


def test_what_cannot_be_read_is_said_clearly(tmp_path: Path) -> None:
    with pytest.raises(IndexFileError, match="There is no index"):
        Index(tmp_path / "none", read_only=True)
    (tmp_path / "pages.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(IndexFileError, match="cannot be read"):
        Index(tmp_path)
    newer = tmp_path / "newer"
    Index(newer).close()
    with sqlite3.connect(newer / "pages.sqlite3") as database:
        database.execute("UPDATE fact SET value = 99 WHERE name = 'format'")
    with pytest.raises(IndexFileError, match="format 99"):
        Index(newer)


def test_a_reader_does_without_postings_that_it_cannot_read(index: Index) -> None:
    with Index(index.folder, read_only=True) as reader:
        assert found(reader, "boiling") == []
    index.add([TEA, KITE], vectors=False)
    index.close()
    (index.folder / "postings" / "meta.json").write_text('{"of": "another version"}')
    with Index(index.folder, read_only=True) as reader:
        assert found(reader, "boiling") == [TEA.url]
    with Index(index.folder, sealed=True) as reader:
        assert found(reader, "boiling") == [TEA.url]


def test_a_sealed_index_needs_no_temporary_folder(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    index.add([TEA, KITE], vectors=False)
    index.close()
    before = {path: path.stat().st_mtime_ns for path in index.folder.rglob("*")}

    def nowhere(**_: object) -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr("triptych.engines.index.postings.mkdtemp", nowhere)
    with Index(index.folder, sealed=True) as sealed:
        assert found(sealed, "boiling") == [TEA.url]
    assert {path: path.stat().st_mtime_ns for path in index.folder.rglob("*")} == before


def test_a_sealed_index_shows_what_a_killed_writer_had_committed(
    index: Index, tmp_path: Path
) -> None:
    index.add([TEA, KITE], vectors=False)
    # As it stands while it is open, with changes that are not merged into the file yet.
    shutil.copytree(index.folder, tmp_path / "left")
    assert (tmp_path / "left" / "pages.sqlite3-wal").stat().st_size
    with Index(tmp_path / "left", sealed=True) as sealed:
        assert list(sealed.addresses()) == [TEA.url, KITE.url]


def test_a_reader_knows_when_the_folder_holds_another_index(index: Index, tmp_path: Path) -> None:
    index.add([TEA], vectors=False)
    with Index(index.folder, read_only=True) as reader, Index(index.folder, sealed=True) as sealed:
        assert reader.is_current
        index.add([KITE], vectors=False)
        assert reader.is_current
        # What was opened as unchanging is not what it was.
        assert not sealed.is_current
        index.close()
        shutil.rmtree(index.folder)
        assert not reader.is_current
        Index(index.folder).close()
        assert not reader.is_current


def test_postings_that_go_while_they_are_read_are_done_without(index: Index) -> None:
    index.add([TEA, KITE], vectors=False)
    with Index(index.folder, read_only=True) as reader:
        assert found(reader, "boiling") == [TEA.url]
        shutil.rmtree(index.folder / "postings")
        (index.folder / "postings.generation").write_text("99")
        assert found(reader, "boiling") == [TEA.url]


def test_damage_while_it_is_open_is_said_clearly(tmp_path: Path) -> None:
    with Index(tmp_path) as index:
        index.add([TEA], vectors=False)
    with sqlite3.connect(tmp_path / "pages.sqlite3") as database:
        database.execute("INSERT INTO passages VALUES (1, x'00', x'0102')")
    with Index(tmp_path, read_only=True) as reader:
        with pytest.raises(IndexFileError, match=r"cut short.*index the pages again"):
            reader.meanings()
        with sqlite3.connect(tmp_path / "pages.sqlite3") as database:
            database.execute("UPDATE page SET title = CAST(x'ff' AS TEXT)")
        with pytest.raises(IndexFileError, match=r"UTF-8|utf-8"):
            reader.titles()
        with sqlite3.connect(tmp_path / "pages.sqlite3") as database:
            database.execute("DROP TABLE page")
        with pytest.raises(IndexFileError, match="no such table"):
            reader.sites()


def test_what_is_locked_is_not_to_be_removed(index: Index) -> None:
    busy = sqlite3.connect(index.folder / "pages.sqlite3", timeout=0)
    with index._store.changes(), pytest.raises(sqlite3.OperationalError) as locked:
        busy.execute("DELETE FROM page")
    busy.close()
    assert str(index._store.damaged(locked.value)).endswith(
        "(database is locked): try again later."
    )


def test_a_file_is_no_folder_for_an_index(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(IndexFileError, match="choose another folder"):
        Index(file)
    with pytest.raises(IndexFileError, match="There is no index"):
        Index(file, read_only=True)
    assert file.read_text() == "mine"


def test_postings_follow_the_pages_wherever_they_are(index: Index) -> None:
    index.add([TEA, KITE], vectors=False)
    index.remove(KITE.url)
    assert index.searcher().num_docs == 1
    index.close()
    # As after the folder was restored from two backups.
    (index.folder / "postings.generation").write_text("99")
    with Index(index.folder) as restored:
        restored.add([KITE], vectors=False)
        assert found(restored, "wind") == [KITE.url]
        assert restored.searcher().num_docs == 2


def test_changes_happen_together_or_not_at_all(index: Index) -> None:
    index.add([TEA], vectors=False)
    before = index.generation
    with pytest.raises(KeyboardInterrupt), index._store.changes():  # noqa: PT012
        index._store.drop(1, index._store.next_revision())
        raise KeyboardInterrupt
    assert (index.generation, len(index)) == (before, 1)
