"""Read WordNet's nouns: senses, what is a kind of what, and which words are mostly nouns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple


class Synset(NamedTuple):
    """One meaning.

    Attributes
    ----------
    field : int
        Of what field it is, as WordNet numbers its lexicographers' files: 5 animals, 6 artefacts.
    words : tuple of str
        The words that have it.
    kinds_of : tuple of str
        The meanings that it is a kind of.
    """

    field: int
    words: tuple[str, ...]
    kinds_of: tuple[str, ...]


class WordNet:
    """The database of WordNet 3.0.

    Parameters
    ----------
    folder : Path
        With ``data.noun`` and ``index.noun``.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def synsets(self) -> dict[str, Synset]:
        """All meanings of nouns, by their offsets in the file."""
        found = {}
        for line in self._lines("data.noun"):
            parts = line.split(" | ")[0].split()
            words = int(parts[3], 16)
            pointers = parts[5 + 2 * words :]
            kinds_of = tuple(
                pointers[place + 1]
                for place in range(0, len(pointers), 4)
                if pointers[place] == "@"
            )
            called = tuple(word.replace("_", " ") for word in parts[4 : 4 + 2 * words : 2])
            found[parts[0]] = Synset(int(parts[1]), called, kinds_of)
        return found

    @cached_property
    def senses(self) -> dict[str, list[str]]:
        """The meanings of each noun, the most frequent first."""
        return dict(self._index("noun"))

    def main_sense(self, lemma: str) -> str | None:
        """Return the most frequent meaning that is no proper name, unless of a living thing."""
        for sense in self.senses[lemma]:
            synset = self.synsets[sense]
            if lemma in synset.words or synset.field in {5, 13, 20}:
                return sense
        return None

    def plurals(self) -> dict[str, str]:
        """Return irregular plurals with their singulars."""
        pairs = (line.split()[:2] for line in self._lines("noun.exc"))
        return {plural.replace("_", " "): single.replace("_", " ") for plural, single in pairs}

    @cached_property
    def frequencies(self) -> dict[str, dict[str, int]]:
        """How often each word was met as a noun, verb, adjective or adverb."""
        parts = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
        found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for line in self._lines("cntlist.rev"):
            key, _, count = line.split()
            lemma, rest = key.split("%")
            found[lemma.replace("_", " ")][parts[rest[0]]] += int(count)
        return found

    def mostly_noun(self, lemma: str) -> bool:
        """Say whether a word is a noun more often than anything else."""
        seen = self.frequencies.get(lemma)
        if seen:
            return seen.get("noun", 0) > max(seen.get(part, 0) for part in ("verb", "adj", "adv"))
        return not any(lemma in self._others[part] for part in ("verb", "adj", "adv"))

    @cached_property
    def _others(self) -> dict[str, set[str]]:
        return {part: {lemma for lemma, _ in self._index(part)} for part in ("verb", "adj", "adv")}

    def _index(self, part: str) -> Iterator[tuple[str, list[str]]]:
        for line in self._lines(f"index.{part}"):
            parts = line.split()
            yield parts[0].replace("_", " "), parts[-int(parts[2]) :]

    def _lines(self, name: str) -> list[str]:
        lines = (self.folder / name).read_text(encoding="latin-1").splitlines()
        # The licence, at the head of most files, is indented.
        return [line for line in lines if line and not line.startswith("  ")]
