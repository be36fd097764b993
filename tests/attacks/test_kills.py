"""What is written is killed a few times, and what would be lost is seen."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from attacks.kills import FILES, CrawlFiles, IndexFiles, SharedFiles, TableFiles, killed

from triptych.engines.index import Index
from triptych.service.crawl.state import CrawlState


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("name", FILES)
def test_process_that_is_killed_while_it_writes_loses_nothing_that_was_confirmed(name: str) -> None:
    results, _ = killed(name, 2)
    assert results
    assert [result for result in results if result is not None] == []


def test_lost_page_of_an_index_is_broken(tmp_path: Path) -> None:
    files = IndexFiles(tmp_path)
    with Index(tmp_path) as index:
        for batch in range(2):
            pages = [files.page(number) for number in files.numbers(batch)]
            index.add(pages, vectors=False)
        assert list(files.read(["0", "1"])) == []
        index.discard([files.page(3).url])
    assert list(files.read(["0", "1"])) == ["index: 6 of 7 pages of batch 0"]


def test_page_that_only_the_crawler_remembers_is_broken(tmp_path: Path) -> None:
    files = CrawlFiles(tmp_path)
    files.prepare()
    files.run()
    address = (tmp_path / "pages" / "1.txt").as_uri()
    assert list(files.read([address])) == []
    with Index(tmp_path / "index") as index:
        index.discard([address])
    assert list(files.read([address])) == [f"crawler: {address} is remembered and not in the index"]
    with CrawlState(tmp_path / "index") as memory:
        memory.save([("gone", address)])
    assert list(files.read([address]))[1] == f"crawler: {address} is forgotten"


def test_half_of_a_table_is_broken(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("number,text\n3,tea\n", encoding="utf-8")
    assert list(TableFiles(tmp_path).read(["3"])) == ["table: 1 rows of [3] after 3"]


def test_picture_that_is_lost_is_broken(tmp_path: Path) -> None:
    files = SharedFiles(tmp_path)
    with pytest.raises(StopIteration):
        next(files.read([]))
    lines = list(files.read([f"0 2 {'a' * 22}.png 0"]))
    assert lines[0] == f"pictures: {'a' * 22}.png is lost"
