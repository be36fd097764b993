"""Words whose letters are starred out or stand apart: f*dge, f****, f u d g e."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

from triptych._cancellation import check_cancelled
from triptych.engines.profanity import folding
from triptych.engines.profanity.automaton import STRONG, Automaton, Entry, Pattern
from triptych.engines.profanity.views import View

_STARS = re.compile(r"[*#]+")
_LETTER = re.compile(r"[a-z@$!]", re.IGNORECASE)
_LONGEST = 20
# What is commonly starred down to half of its letters or fewer.
_COMMON = re.compile(
    "(mother)?fuck|(bull)?shit|cunt|bitch|dick|cock|twat|whore|slut|n.gg|fagg|ass(hole)?$|arse"
    "|asshol|bast|wank|damn|pussy"
)
# One letter and stars: only where few other words come to mind.
_INITIALS = {"f": "fuck", "s": "shit", "b": "bitch", "c": "cunt"}

Hit = tuple[int, int, int, int, str, Pattern]
# Three pieces or more, with up to three separators between two of them. A failing attempt gives
# up after the second piece, so that the search is linear.
_REGION = re.compile(r"(?<= )[^ ]{1,2}(?: {1,3}[^ ]{1,2}(?= )){2,}")
_ENDING = re.compile("s|ed|ers?|ing?|es|y")
# Single letters that are words where people spell in single letters.
_LETTER_WORDS = frozenset("aiury")
_WIDEST = 3
# A contraction, or a piece that is a word by itself: "don't, it's" spells nothing.
_ORDINARY = re.compile(
    r"['\u2019]|\b(?:am|an|as|at|be|by|do|go|he|hi|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we)\b",
    re.IGNORECASE,
)


def _tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the words with a star after their first letter."""
    done = 0
    for stars in _STARS.finditer(text):
        start = stars.start()
        if start < done:
            continue
        while start > done and start > stars.start() - _LONGEST and _is_part(text[start - 1]):
            start -= 1
        end = stars.end()
        while end < len(text) and end < stars.end() + _LONGEST and _is_part(text[end]):
            end += 1
        done = end
        inside = (
            start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "*#:./\\=_-&")
        ) and (end == len(text) or not text[end].isalnum())
        if start < stars.start() and inside and end - start <= _LONGEST:
            yield start, end


def _is_part(character: str) -> bool:
    return character in "*#" or _LETTER.match(character) is not None


def _reads(token: str, form: str) -> bool:
    return all(
        written in "*#" or written == letter for written, letter in zip(token, form, strict=True)
    )


def masked_words(
    text: str, forms: Mapping[tuple[int, str], Sequence[tuple[str, Entry]]]
) -> Iterator[Hit]:
    """Yield (start, end, core start, core end, letters, pattern) of words with starred letters."""
    for start, end in _tokens(text):
        check_cancelled()
        token = text[start:end].lower().replace("@", "a").replace("$", "s").replace("!", "i")
        if token[0] in "*#":
            continue
        known = sum(character not in "*#" for character in token)
        opening = token.rstrip("*#")
        if opening == token[:known] and (known > 4 or opening == "bit"):
            continue  # a footnote mark, or the end of emphasis
        for form, entry in forms.get((len(token), token[0]), ()):
            common = _COMMON.match(form) is not None
            if known == 1:
                fits = form == _INITIALS.get(token[0])
            else:
                fits = common or known * 2 > len(token)
            if fits and _reads(token, form):
                yield start, end, start, end, form, Pattern(form, False, False, [entry])
                break


def _regions(view: View) -> tuple[str, list[int]]:
    """Return all regions without their separators, and where the letters are in the view."""
    compact, origin = [], []
    for region in _REGION.finditer(view.text):
        check_cancelled()
        compact.append(region[0].replace(" ", ""))
        start = region.start()
        origin += [start + at for at, letter in enumerate(region[0]) if letter != " "]
        origin.append(-1)
    return " ".join(compact), origin


def _gap_before(text: str, at: int) -> int:
    """Count the separators before a place, up to one more than can join pieces."""
    before = text[max(0, at - _WIDEST - 1) : at]
    return len(before) - len(before.rstrip(" "))


def _gap_after(text: str, at: int) -> int:
    """Count the separators after a place, up to one more than can join pieces."""
    after = text[at + 1 : at + _WIDEST + 2]
    return len(after) - len(after.lstrip(" "))


def _begins_word(text: str, at: int, widest: int, ends: Container[int]) -> bool:
    """Return whether what is spelled can begin here: not in the middle of other spelling."""
    for _ in range(5):
        gap = _gap_before(text, at)
        before = at - gap - 1
        if gap > widest or before < 1:
            return True
        if before in ends or text[before - 1] != " ":
            return True  # after a word found, or of two letters or more
        if text[before] not in _LETTER_WORDS:
            return False
        at = before
    return False


def _ends_word(text: str, at: int, widest: int) -> bool:
    gap = _gap_after(text, at)
    after = at + gap + 1
    return gap > widest or after + 1 >= len(text) or text[after + 1] != " "


def _pieces(text: str, places: list[int]) -> tuple[int, int, int]:
    """Return the number of pieces, of pieces of one letter, and the widest gap between two."""
    gaps = [after - before - 1 for before, after in pairwise(places)]
    starts = [True, *(gap > 0 for gap in gaps)]
    ends = [*starts[1:], True]
    single = sum(start and end for start, end in zip(starts, ends, strict=True))
    return sum(starts), single, max(gaps, default=0)


def spaced_words(view: View, automaton: Automaton, visible: str) -> Iterator[Hit]:
    """Yield (start, end, core start, core end, letters, pattern) of words spelled in pieces."""
    compact, origin = _regions(view)
    if not compact:
        return
    text = view.text
    ends: set[int] = set()
    for index, start, end in automaton.hits(compact):
        pattern = automaton.patterns[index]
        places = origin[start:end]
        if text[places[0] - 1] != " ":
            continue
        count, single, widest = _pieces(text, places)
        if count < 3 or single * 2 < count or not _begins_word(text, places[0], widest, ends):
            continue
        last = places[-1]
        if not (text[last + 1] == " " and _ends_word(text, last, widest)):
            ending = _ENDING.match(compact, end)
            tail = origin[ending.end() - 1] if ending and pattern.right_open else -1
            if tail >= 0 and text[tail + 1] == " " and _ends_word(text, tail, widest):
                last = tail
            elif text[last + 1] != " " or pattern.core not in STRONG:
                continue
        written = visible[places[0] - 1 : places[-1]]
        letters = "".join(visible[place - 1] for place in places)
        if len(letters) == 3 and not (letters.islower() and written[1] == written[3:4]):
            continue  # initials, abbreviations, and chance
        if sum(map(str.isdigit, letters)) > sum(map(str.isalpha, letters)):
            continue
        if all(character in folding.LEET_CHARACTERS for character in letters):
            continue
        if _ORDINARY.search(written):
            continue
        ends.add(last)
        yield places[0] - 1, last, places[0] - 1, places[-1], letters, pattern
