"""The words of an index's pages, kept by tantivy: made from the pages, whenever that is needed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from time import sleep
from typing import TYPE_CHECKING, Literal
from weakref import finalize

from triptych.engines.page import WebPage
from triptych.engines.text.words import STEMMED, analyser

if TYPE_CHECKING:
    import tantivy

Field = Literal["title", "text"]

POSTINGS_FOLDER = "postings"
#: Which generation of the pages the postings are of.
_GENERATION_FILE = "postings.generation"
#: Bytes a writer gathers before it makes a segment.
_HEAP = 64_000_000
#: How often a copy is removed until it is gone, and the seconds between.
_REMOVALS, _BETWEEN_REMOVALS = 5, 0.01


class Postings:
    """The words of pages in tantivy's files.

    Nothing may be created in a sealed folder; since tantivy makes a lock file where it reads, a
    copy is read, in a temporary folder that is removed as soon as it is open.
    """

    def __init__(self, folder: Path, *, read_only: bool, sealed: bool) -> None:
        self._generation_file = folder / _GENERATION_FILE
        self._folder = folder / POSTINGS_FOLDER
        self._read_only = read_only
        self._read: int | None = None
        self._index: tantivy.Index | None = None
        self._sealed = sealed
        self._copy: tantivy.Searcher | None = None
        if sealed:
            self._open_copy()
        else:
            self._open()

    def _open_copy(self) -> None:
        """Open a copy of the postings, unless nothing may be written anywhere."""
        original = self._folder
        try:
            self._folder = Path(mkdtemp(prefix="triptych-"))
            finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            if original.is_dir():
                shutil.copytree(original, self._folder, dirs_exist_ok=True)
            self._open()
            if self._index is not None:
                self._index.reload()
                self._copy = self._index.searcher()
        except (OSError, ValueError):
            return
        # What is open can still be read, except on Windows, where it goes with the process:
        # no copy stays behind where that is killed. A thread of the index may put a lock file into
        # the folder in the very moment in which it is removed.
        for _ in range(_REMOVALS):
            shutil.rmtree(self._folder, ignore_errors=True)
            if not self._folder.exists():
                break
            sleep(_BETWEEN_REMOVALS)

    def _open(self) -> None:
        import tantivy

        if not (self._folder / "meta.json").is_file():
            if self._read_only:
                return
            self._generation_file.unlink(missing_ok=True)
            self._folder.mkdir(parents=True, exist_ok=True)
        try:
            index = tantivy.Index(_schema(), path=str(self._folder))
        except (ValueError, OSError):
            # Of another version, or damaged: the pages know what stood here.
            if self._read_only:
                return
            shutil.rmtree(self._folder)
            self._generation_file.unlink(missing_ok=True)
            self._folder.mkdir()
            index = tantivy.Index(_schema(), path=str(self._folder))
        index.register_tokenizer(STEMMED, analyser())
        index.config_reader("manual")
        self._index = index
        self._read = None

    @property
    def generation(self) -> int | None:
        """The generation of the pages these are of; None if unknown."""
        try:
            return int(self._generation_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None

    def searcher(self) -> tantivy.Searcher | None:
        """Return the newest state to search in; None if there is nothing readable."""
        if self._sealed:
            return self._copy
        generation = self.generation
        if self._index is None:
            self._open()
        if self._index is None:
            return None
        if generation != self._read or generation is None:
            try:
                self._index.reload()
            except ValueError:
                # Damaged or gone since it was opened.
                self._index = None
                return None
            self._read = generation
        return self._index.searcher()

    @contextmanager
    def writing(self, generation: int) -> Iterator[tantivy.IndexWriter]:
        """Bring the postings to a generation: all that is written within, or nothing."""
        if self._index is None:
            self._open()
        assert self._index is not None
        writer = self._index.writer(_HEAP, 1)
        try:
            yield writer
            writer.commit()
        except BaseException:
            writer.rollback()
            raise
        writer.wait_merging_threads()
        part = self._generation_file.with_suffix(".part")
        part.write_text(str(generation), encoding="ascii")
        part.replace(self._generation_file)

    def clear(self) -> None:
        """Delete the postings, whatever state they are in."""
        self._index = None
        self._generation_file.unlink(missing_ok=True)
        shutil.rmtree(self._folder, ignore_errors=True)
        self._open()


def write(writer: tantivy.IndexWriter, pages: Iterable[tuple[int, WebPage]]) -> None:
    """Write the words of pages by their numbers."""
    import tantivy

    for number, page in pages:
        document = tantivy.Document()
        document.add_integer("id", number)
        document.add_text("title", page.title)
        document.add_text("text", page.text)
        for site in sites_of(page.site_name):
            document.add_text("site", site)
        writer.add_document(document)


def in_memory(pages: Iterable[tuple[int, WebPage]]) -> tantivy.Searcher:
    """Return postings of pages, kept in memory only."""
    import tantivy

    index = tantivy.Index(_schema())
    index.register_tokenizer(STEMMED, analyser())
    writer = index.writer(_HEAP // 4, 1)
    write(writer, pages)
    writer.commit()
    index.reload()
    return index.searcher()


def sites_of(host: str) -> list[str]:
    """Return a host and the domains it is part of.

    Examples
    --------
    >>> sites_of("docs.python.org")
    ['docs.python.org', 'python.org', 'org']
    """
    labels = host.lower().split(".")
    return [".".join(labels[place:]) for place in range(len(labels))]


class Words:
    """A query of postings: which pages hold which words, by BM25.

    `weights` holds factors by field and stem. The stems of `phrases` must follow each other in the
    title or in the text, those of `excluded` must not. `sites` are hosts or domains.
    """

    def __init__(
        self,
        weights: Mapping[tuple[Field, str], float],
        *,
        phrases: Sequence[Sequence[str]] = (),
        excluded: Sequence[Sequence[str]] = (),
        sites: Sequence[str] = (),
        excluded_sites: Sequence[str] = (),
    ) -> None:
        from tantivy import Occur, Query

        schema = _schema()
        terms = [
            (Occur.Should, Query.boost_query(Query.term_query(schema, field, stem), weight))
            for (field, stem), weight in weights.items()
        ]
        self.query = Query.boolean_query(
            [
                (Occur.Must, Query.boolean_query(terms) if terms else _unscored(Query.all_query())),
                *((Occur.Must, _unscored(_run(phrase))) for phrase in phrases),
                *([(Occur.Must, _unscored(_any_site(sites)))] if sites else []),
                *((Occur.MustNot, _run(phrase)) for phrase in excluded),
                *([(Occur.MustNot, _any_site(excluded_sites))] if excluded_sites else []),
            ]
        )

    def best(self, searcher: tantivy.Searcher, limit: int) -> list[tuple[int, float]]:
        """Return the numbers of the best pages and their BM25 scores, best first."""
        hits = searcher.search(self.query, limit, count=False).hits
        numbers = searcher.fast_field_values("id", [address for _, address in hits])
        # Equal scores in the order of the pages, whatever the segments are.
        pages = [
            (int(number or 0), score) for number, (score, _) in zip(numbers, hits, strict=True)
        ]
        return sorted(pages, key=lambda hit: (-hit[1], hit[0]))


def _run(phrase: Sequence[str]) -> tantivy.Query:
    from tantivy import Occur, Query

    schema = _schema()
    if len(phrase) == 1:
        either = [Query.term_query(schema, field, phrase[0]) for field in ("title", "text")]
    else:
        either = [Query.phrase_query(schema, field, list(phrase)) for field in ("title", "text")]
    return Query.boolean_query([(Occur.Should, query) for query in either])


def _any_site(sites: Sequence[str]) -> tantivy.Query:
    from tantivy import Occur, Query

    return Query.boolean_query(
        [(Occur.Should, Query.term_query(_schema(), "site", site.lower())) for site in sites]
    )


def _unscored(query: tantivy.Query) -> tantivy.Query:
    from tantivy import Query

    return Query.const_score_query(query, 0.0)


@cache
def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    # Not unsigned: tantivy 0.27 deletes by signed numbers alone.
    builder.add_integer_field("id", indexed=True, fast=True)
    builder.add_text_field("title", tokenizer_name=STEMMED)
    builder.add_text_field("text", tokenizer_name=STEMMED)
    builder.add_text_field("site", tokenizer_name="raw", index_option="basic")
    return builder.build()
