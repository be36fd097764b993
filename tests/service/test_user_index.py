"""`triptych.Index`: what the command `triptych index` does, in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import triptych


@pytest.fixture
def index(tmp_path: Path) -> triptych.Index:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in ("oolong", "sencha"):
        (notes / f"{name}.txt").write_text(f"{name} is a tea. Its leaves are dried in the sun.")
    index = triptych.Index(tmp_path / "index")
    index.add(notes, progress=False, vectors=False)
    return index


def test_index_list_has_the_sites_and_len_the_pages(index: triptych.Index) -> None:
    [files] = index.list()
    assert (files.name, files.pages) == ("", 2)
    assert files.words > 10
    assert len(index) == 2


def test_index_remove_takes_a_page_and_a_folder(index: triptych.Index) -> None:
    notes = index.folder.parent / "notes"
    assert index.remove(notes / "oolong.txt") == 1
    assert index.remove(notes / "oolong.txt") == 0
    assert index.remove(str(notes)) == 1
    assert len(index) == 0


def test_index_remove_takes_an_address_and_a_site(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Mate is a drink of dried leaves.")
    index = triptych.Index(tmp_path / "index")
    for target in ("https://example.org/", "example.org"):
        index.add(tmp_path / "page.txt", address="https://example.org/", progress=False)
        assert [site.name for site in index.list()] == ["example.org"]
        assert index.remove(target) == 1


def test_index_rebuild_returns_the_pages_and_search_finds_them(
    index: triptych.Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert index.rebuild(progress=False) == 2
    monkeypatch.setenv("TRIPTYCH_INDEX", str(index.folder))
    assert triptych.Index().folder == index.folder
    results = triptych.Client().search("oolong", ai_overview=False).results
    assert "oolong" in results[0].url


def test_index_that_does_not_exist_is_empty_and_says_so(tmp_path: Path) -> None:
    index = triptych.Index(tmp_path / "none")
    assert len(index) == 0
    for call in (index.list, index.rebuild, lambda: index.remove("a")):
        with pytest.raises(FileNotFoundError, match="no index"):
            call()
    assert not index.folder.exists()


async def test_add_async_and_sources_name_folders_files_and_sites(tmp_path: Path) -> None:
    notes, page = tmp_path / "notes", tmp_path / "mate.txt"
    (notes / "deeper").mkdir(parents=True)
    (notes / "oolong.txt").write_text("Oolong is a tea between green and black.")
    (notes / "deeper" / "sencha.txt").write_text("Sencha is a green tea of Japan.")
    page.write_text("Mate is a drink of dried leaves.")
    index = triptych.Index(tmp_path / "index")
    steps: list[tuple[int, int]] = []
    report = await index.add_async(
        notes, page, vectors=False, on_progress=lambda one: steps.append((one.read, one.waiting))
    )
    assert report.added == 3
    assert (3, 0) in steps
    assert index.sources() == {str(page): 1, str(notes): 2}
    # Without the memory of the runs, folders are those that hold the files.
    (index.folder / "crawl.sqlite").unlink()
    assert index.sources() == {str(tmp_path): 1, str(notes): 1, str(notes / "deeper"): 1}
    assert index.remove(str(notes)) == 2
    with pytest.raises(ValueError, match="no folder or file"):
        await index.add_async(tmp_path / "none")


def test_sources_of_pages_that_are_published_are_sites(tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text("Mate is a drink of dried leaves.")
    index = triptych.Index(tmp_path / "index")
    index.add(page, address="https://example.org/", progress=False, vectors=False)
    assert index.sources() == {"example.org": 1}
