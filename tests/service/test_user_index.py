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
