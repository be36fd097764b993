"""Cut a long text into pieces the encoder can read, at the ends of sentences."""

from __future__ import annotations

from bisect import bisect_left

from triptych.engines.embedding.embed import LONGEST
from triptych.engines.text.sentences import Span, split_sentences
from triptych.models.tokens import text_tokenizer


def chunk(text: str, longest: int = LONGEST) -> list[Span]:
    """Return the pieces of a text, each of as many whole sentences as fit in `longest` word pieces.

    A sentence that is too long by itself is cut between words, and a word that is too long between
    its pieces. Only white space lies between chunks; a text without any word piece has none.

    Examples
    --------
    >>> text = "The kettle sang. The cat slept. Nobody came."
    >>> [text[start:end] for start, end in chunk(text, longest=8)]
    ['The kettle sang. The cat slept.', 'Nobody came.']
    """
    encoding = text_tokenizer().encode(text, add_special_tokens=False)
    starts = [start for start, _ in encoding.offsets]
    ends = [end for _, end in encoding.offsets]
    chunks: list[Span] = []
    # First and last word piece of the chunk that grows.
    first = last = 0
    for _, end in split_sentences(text):
        after = bisect_left(starts, end, lo=last)
        if after - first > longest and last > first:
            chunks.append(Span(starts[first], ends[last - 1]))
            first = last
        while after - first > longest:
            cut = _between_words(encoding.word_ids, first, first + longest)
            chunks.append(Span(starts[first], ends[cut - 1]))
            first = cut
        last = after
    if last > first:
        chunks.append(Span(starts[first], ends[last - 1]))
    return chunks


def _between_words(words: list[int | None], first: int, cut: int) -> int:
    """Return the last place up to `cut` where a word begins, or `cut` where none does."""
    for place in range(cut, first, -1):
        if words[place] != words[place - 1]:
            return place
    return cut
