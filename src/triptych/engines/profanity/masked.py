"""Words whose writer starred letters out: f*dge, f**ge, f****."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from triptych.engines.profanity.automaton import Pattern
from triptych.engines.profanity.lists import Entry

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
