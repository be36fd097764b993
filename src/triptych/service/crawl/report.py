"""What came of adding pages to an index, in figures and in words."""

from __future__ import annotations

from dataclasses import dataclass, field

#: Failures that are named in words.
_NAMED = 20


@dataclass
class IndexReport:
    """What came of adding pages to an index.

    Parameters
    ----------
    added : int
        New pages.
    replaced : int
        Pages that were in the index and had changed.
    unchanged : int
        Pages that were in the index as they are.
    duplicates : int
        Pages left out because another holds the same text, or is named as their original.
    removed : int
        Pages taken out of the index because they are gone or ask not to be in one.
    disallowed : int
        Pages that robots.txt keeps crawlers from.
    not_indexable : int
        Pages that ask not to be in an index.
    other_kinds : int
        Addresses that hold no page: pictures, archives and the like.
    waiting : int
        Pages that are known but were not read, because the limit was reached or the run was
        interrupted.
    interrupted : bool
        Whether the run ended early; running it again resumes it.
    failed : list of tuple of str
        Address and reason of each page or file that could not be read.

    Examples
    --------
    >>> print(IndexReport(added=12, unchanged=3, failed=[("http://a.org/b", "answered 500")]))
    12 pages added, 3 unchanged, 1 could not be read:
      http://a.org/b: answered 500
    """

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    duplicates: int = 0
    removed: int = 0
    disallowed: int = 0
    not_indexable: int = 0
    other_kinds: int = 0
    waiting: int = 0
    interrupted: bool = False
    failed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Number of pages that could be read, whatever became of them."""
        return self.added + self.replaced + self.unchanged + self.duplicates + self.not_indexable

    def __str__(self) -> str:
        lines = [f"  {at}: {why}" for at, why in self.failed[:_NAMED]]
        if len(self.failed) > _NAMED:
            lines.append(f"  and {len(self.failed) - _NAMED:,} more, which `failed` names")
        return "\n".join([self.summary, *lines])

    __repr__ = __str__

    @property
    def summary(self) -> str:
        """The figures in one line; those that are zero are left out, but for the first."""
        told = [f"{self.added:,} page{'' if self.added == 1 else 's'} added"]
        for number, words in (
            (self.replaced, "replaced"),
            (self.unchanged, "unchanged"),
            (self.duplicates, "left out as duplicates"),
            (self.removed, "removed"),
            (self.disallowed, "not allowed by robots.txt"),
            (self.not_indexable, "left out because they ask for it"),
            (self.other_kinds, "of other kinds"),
            (self.waiting, "known but not read yet"),
            (len(self.failed), "could not be read"),
        ):
            if number:
                told.append(f"{number:,} {words}")
        return ", ".join(told) + (":" if self.failed else "")
