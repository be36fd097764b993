"""Sentences of the shipped pages with one thing changed, which their page supports no longer.

A model that learned from corpora alone takes a long sentence for supported when all but one of its
words are: nearly all pairs in those differ in more. Sentences in other words, which are supported,
are made beside them, so that it is not the change as such that is learned. The pages of the claims
in ``benchmarks/data`` are left out.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from triptych.engines.index import shipped_index
from triptych.engines.text.words import STOP_WORDS
from triptych.models.files import lines, rows

from .answers import OWN_HELD_OUT, sentences_of
from .examples import CONTRADICTED, NOT_SUPPORTED, OPEN, SUPPORTED, Claim, is_held_out

MEASURED_WITH = Path(__file__).parents[2] / "benchmarks" / "data" / "overview_claims.jsonl"
OPPOSITES = Path(__file__).parent / "opposites.tsv"
#: The name of these claims.
ALTERED = "altered"
#: Sentences of a page.
SENTENCES = 2
_WORDS = range(7, 45)
_NAME = re.compile(r"\b[A-ZÀ-Þ][a-zà-ÿ]{2,}(?: [A-ZÀ-Þ][a-zà-ÿ]+)*\b")
_NOUN = re.compile(r"(?<= the )[a-z]{4,}(?= (?:of|by|to|from|in|is|are|was|were|than|with)\b|[.,])")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w,])")
_VERB = re.compile(
    r"\b(?:is|are|was|were|can|could|may|might|will|would|must|should|has been|have been)\b"
)
_NEGATED = re.compile(r"\b(is|are|was|were|can|could|may|did|does|do|will|would) not\b")
_PRONOUN = re.compile(
    r"^(?:It|He|She|They)\b(?= (?:is|are|was|were|has|had|have|can|may|[a-z]+ed)\b)"
)
#: What a sentence says beside its main point.
_CLAUSE = re.compile(
    r"(?:, (?:which|who|where) [^,.;:()]{12,90}"
    r"| and (?:is|was|are|were|has|had|can|became) [^,.;:()]{10,80}"
    r"| (?:because of|due to|in order to|despite|after|until|by means of) [^,.;:()]{6,60})(?=[,.])"
)
_ASIDE = re.compile(r" \([^()]*\)|, (?:which|who|where|including|such as) [^,.;:]*(?=[,.])")
#: From two to twelve.
_SMALL = lines("matching/number_words.txt")[0].split()[2:13]
#: Phrases that say the same.
_SAME = [
    ("such as", "for example"),
    ("also known as", "also called"),
    ("located in", "situated in"),
    ("was born in", "came into the world in"),
    ("usually", "normally"),
    ("commonly", "frequently"),
    ("began", "started"),
    ("large", "big"),
    ("wrote", "was the author of"),
    ("founded", "established"),
    ("approximately", "about"),
    ("numerous", "many"),
    ("because of", "owing to"),
    ("required", "needed"),
    ("used to", "employed to"),
    ("consists of", "is made up of"),
    ("throughout", "all over"),
    ("although", "even though"),
    ("near", "close to"),
    ("primarily", "mainly"),
]


class _Sentence(NamedTuple):
    """A sentence, and what is around it."""

    text: str
    title: str
    #: The other sentences of its page.
    others: Sequence[str]
    #: Sentences of other pages.
    elsewhere: Sequence[str]


#: Changes a sentence, or returns None where it cannot.
Change = Callable[[_Sentence, random.Random], str | None]


def altered(part: str, *, n_pages: int = 2_500, seed: int = 4) -> list[Claim]:
    """Return sentences of shipped pages as claims, some third of them supported."""
    generator = random.Random(seed)
    index = shipped_index()
    with MEASURED_WITH.open(encoding="utf-8") as file:
        left_out = {json.loads(line)["url"] for line in file}
    numbers = [
        number
        for number, _, url in sorted(index.sites_of_pages())
        if url not in left_out
        and "wikipedia" in url
        and is_held_out(url, OWN_HELD_OUT) == (part == "dev")
    ]
    drawn = generator.sample(numbers, min(n_pages, len(numbers)))
    pages = index.pages(drawn)
    texts = {number: sentences_of(pages[number].text) for number in drawn}
    everything = [sentence for sentences in texts.values() for sentence in sentences]
    opposites = _opposites()
    claims: list[Claim] = []
    for number in drawn:
        usable = [
            place
            for place, text in enumerate(texts[number])
            if len(text.split()) in _WORDS and text[:1].isupper() and text.endswith(".")
        ]
        for place in generator.sample(usable, min(SENTENCES, len(usable))):
            sentence = _Sentence(
                texts[number][place],
                pages[number].title,
                [other for at, other in enumerate(texts[number]) if at != place],
                generator.sample(everything, 5),
            )
            claims += _claims(sentence, texts[number], place, opposites, generator)
    return claims


def _claims(
    sentence: _Sentence,
    texts: Sequence[str],
    place: int,
    opposites: dict[str, list[str]],
    generator: random.Random,
) -> Iterator[Claim]:
    """Yield two claims that a sentence supports, and two or three that it does not."""
    start = max(0, place - 1) if generator.random() < 0.25 else place
    end = place + 2 if start == place and generator.random() < 0.33 else place + 1
    evidence = f"{sentence.title}: {' '.join(texts[start:end])}"

    def opposite(one: _Sentence, generator: random.Random) -> str | None:
        return _with_opposite(one, opposites, generator)

    same: list[Change] = [_in_other_words, _with_title, _shortened, _with_number_written]
    wrong: list[tuple[Change, int]] = [
        (_negated, CONTRADICTED),
        (opposite, NOT_SUPPORTED),
        (_with_name, NOT_SUPPORTED),
        (_with_name_of_page, NOT_SUPPORTED),
        (_with_clause, OPEN),
        (_with_number, CONTRADICTED),
        (_with_names_exchanged, NOT_SUPPORTED),
        (_with_nouns_exchanged, NOT_SUPPORTED),
    ]
    generator.shuffle(same)
    generator.shuffle(wrong)
    kept = [sentence.text]
    for change in same:
        made = change(sentence._replace(text=kept[-1]), generator)
        if made is not None and generator.random() < 0.8:
            kept.append(made)
    for text in dict.fromkeys((generator.choice(kept), kept[-1])):
        yield Claim(ALTERED, text, evidence, SUPPORTED)
    count = 0
    for change, label in wrong:
        # Also what was shortened or put into other words may be wrong.
        made = change(sentence._replace(text=generator.choice(kept)), generator)
        if made is not None and count < 2:
            count += 1
            yield Claim(ALTERED, made, evidence, label)
    if sentence.others and generator.random() < 0.3:
        # True, but said elsewhere on the page.
        other = _nearest(sentence.text, sentence.others)
        if other not in evidence:
            yield Claim(ALTERED, kept[-1], f"{sentence.title}: {other}", OPEN)


def _nearest(text: str, others: Sequence[str]) -> str:
    words = set(text.split())
    return max(others, key=lambda other: len(words.intersection(other.split())))


def _opposites() -> dict[str, list[str]]:
    opposites: dict[str, list[str]] = {}
    own = OPPOSITES.read_text(encoding="utf-8").splitlines()[1:]
    for one, other in [*rows("matching/opposites.tsv"), *(line.split("\t") for line in own)]:
        for words, contrary in ((one.split(), other.split()), (other.split(), one.split())):
            for word in words:
                opposites.setdefault(word, []).extend(contrary)
    return opposites


def _with_opposite(
    one: _Sentence, opposites: dict[str, list[str]], generator: random.Random
) -> str | None:
    places = [m for m in re.finditer(r"\b[a-z]+\b", one.text) if m[0] in opposites]
    if not places:
        return None
    if both := [(m, n) for m, n in combinations(places, 2) if n[0] in opposites[m[0]]]:
        # "Estonia to the north and Lithuania to the south".
        return _exchanged(one.text, *generator.choice(both))
    match = generator.choice(places)
    # "Larger" becomes "smaller" rather than "lesser", "increased" becomes "fell" or "decreased".
    ending = next((e for e in ("est", "er", "ern", "ed", "s") if match[0].endswith(e)), "")
    likely = [word for word in opposites[match[0]] if word.endswith(ending)]
    return _put(one.text, match, generator.choice(likely or opposites[match[0]]))


def _negated(one: _Sentence, generator: random.Random) -> str | None:
    if match := _NEGATED.search(one.text):
        return _put(one.text, match, match[1])
    matches = list(_VERB.finditer(one.text))
    if not matches:
        return None
    match = matches[0] if generator.random() < 0.7 else generator.choice(matches)
    first, *rest = match[0].split()
    word = "never" if generator.random() < 0.15 else "not"
    return _put(one.text, match, " ".join([first, word, *rest]))


def _with_name(one: _Sentence, generator: random.Random) -> str | None:
    return _exchange_name(one, [m[0] for o in one.elsewhere for m in _names(o)], generator)


def _with_name_of_page(one: _Sentence, generator: random.Random) -> str | None:
    return _exchange_name(one, [m[0] for o in one.others for m in _names(o)], generator)


def _exchange_name(one: _Sentence, names: Sequence[str], generator: random.Random) -> str | None:
    places = [m for m in _names(one.text) if m[0] not in one.title]
    known = set(re.findall(r"\w+", f"{one.text} {one.title}"))
    new = [name for name in names if not known.intersection(name.split())]
    return (
        _put(one.text, generator.choice(places), generator.choice(new)) if places and new else None
    )


def _with_names_exchanged(one: _Sentence, generator: random.Random) -> str | None:
    names = _names(one.text)
    for first, second in pairwise(names):
        between = one.text[first.end() : second.start()]
        # In a list, the order does not matter.
        if first[0] != second[0] and re.search(r" [a-z]+(?:ed|s) ", between) and "," not in between:
            return _exchanged(one.text, first, second)
    return None


def _with_nouns_exchanged(one: _Sentence, generator: random.Random) -> str | None:
    nouns = list(_NOUN.finditer(one.text))
    pairs = [
        (first, second)
        for first, second in pairwise(nouns)
        if first[0] != second[0]
        and not re.search(r"[,;]| and | or ", one.text[first.end() : second.start()])
    ]
    return _exchanged(one.text, *generator.choice(pairs)) if pairs else None


def _exchanged(text: str, first: re.Match[str], second: re.Match[str]) -> str:
    swapped = _put(text, second, first[0])
    return swapped[: first.start()] + second[0] + swapped[first.end() :]


def _names(text: str) -> list[re.Match[str]]:
    return [match for match in _NAME.finditer(text) if match[0].casefold() not in STOP_WORDS]


def _with_clause(one: _Sentence, generator: random.Random) -> str | None:
    source = one.others if generator.random() < 0.5 else one.elsewhere
    clauses = [match[0] for other in source for match in _CLAUSE.finditer(other)]
    if not clauses:
        return None
    clause = generator.choice(clauses)
    return None if clause in one.text else f"{one.text.removesuffix('.')}{clause}."


def _with_number(one: _Sentence, generator: random.Random) -> str | None:
    if places := list(_NUMBER.finditer(one.text)):
        match = generator.choice(places)
        digits = list(match[0])
        at = generator.choice([place for place, digit in enumerate(digits) if digit.isdigit()])
        digits[at] = generator.choice([d for d in "123456789" if d != digits[at]])
        return _put(one.text, match, "".join(digits))
    places = [m for m in re.finditer(r"\b[a-z]+\b", one.text) if m[0] in _SMALL]
    if not places:
        return None
    match = generator.choice(places)
    return _put(one.text, match, generator.choice([word for word in _SMALL if word != match[0]]))


def _in_other_words(one: _Sentence, generator: random.Random) -> str | None:
    pairs = [pair for pair in (*_SAME, *(p[::-1] for p in _SAME)) if f" {pair[0]} " in one.text]
    if not pairs:
        return None
    old, new = generator.choice(pairs)
    return one.text.replace(f" {old} ", f" {new} ", 1)


def _with_title(one: _Sentence, generator: random.Random) -> str | None:
    title = re.sub(r" \(.*\)", "", one.title)
    match = _PRONOUN.search(one.text)
    return _put(one.text, match, title) if match else None


def _shortened(one: _Sentence, generator: random.Random) -> str | None:
    matches = list(_ASIDE.finditer(one.text))
    if not matches:
        return None
    short = _put(one.text, generator.choice(matches), "").replace(" ,", ",")
    return short if len(short.split()) >= 5 and short.endswith(".") else None


def _with_number_written(one: _Sentence, generator: random.Random) -> str | None:
    for match in re.finditer(r"\b[a-z]+\b", one.text):
        if match[0] in _SMALL:
            return _put(one.text, match, str(_SMALL.index(match[0]) + 2))
    for match in re.finditer(r"(?<![\w.,$£€])([2-9]|1[0-2])(?= [a-z])", one.text):
        return _put(one.text, match, _SMALL[int(match[1]) - 2])
    return None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]
