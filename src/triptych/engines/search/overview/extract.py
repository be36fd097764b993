"""Write an overview from the sources' own sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from triptych.engines.matching.answering import Answer, Passage, answers
from triptych.engines.matching.model import calibration, likelihood_of
from triptych.engines.search.evidence import marked, occurrences
from triptych.engines.search.overview.candidates import Sentence, read_windows
from triptych.engines.search.overview.context import Needs
from triptych.engines.search.overview.overview import Claim, Overview, Source, set_claims
from triptych.engines.search.query import parse

#: Characters of the windows that the matcher reads: at most some 1,500 tokens, and at the median
#: 800. Of 219 development questions, 217 find the answer in them, as in twice as many.
_READ = 6_000
_MOST_SENTENCES = 5
#: Items of a list, or lines of code, beside what introduces them.
_MOST_ITEMS = 8
#: Characters, without markers.
_LONGEST = 700
#: Share of the best one's likelihood from which a sentence is about as good.
_AS_GOOD = 0.9
#: Share of the shorter one's words that two sentences have in common that say the same.
_SAME = 0.8
#: Characters of a description.
_DESCRIPTION = 240
#: What the logarithm of the odds that a sentence answers is a sum of: the matcher's own, the worth
#: of its window, and a constant. Fitted on development questions by ``training.overview``, which
#: prints what the least likelihood of a direct answer costs, too.
_MATCHER, _WORTH, _BIAS = 0.62, 1.04, -1.80
_ANSWERS_FROM = 0.13
#: The share of the direct answer's likelihood that a sentence beside it has to reach: of the same
#: page, and of others. Up to these, about as many overviews hold the answer as without.
_FOLLOWS, _FOLLOWS_ELSEWHERE = 0.15, 0.4


class _Ranked(NamedTuple):
    """A sentence that may answer."""

    likelihood: float
    sentence: Sentence
    #: Where the answer is in it, if that is sure.
    span: tuple[int, int] | None


def write_overview(query: str, sources: Sequence[Source]) -> Overview:
    """Answer a query with the sentences of the sources that answer it best.

    A trained matcher reads the question with the sentences that may answer it (see
    `triptych.engines.matching.answering`). The one that answers most likely is first, with what it
    needs before it to be understood; others that answer follow, page by page. A list, or lines of
    code, come with the line that introduces them.

    The first ten sources, best first, are read. The overview has up to five sentences, some 700
    characters, word by word as the pages have them. White space is made single spaces, but for that
    of code. It is empty when no page answers.

    Examples
    --------
    >>> page = Source(1, "https://example.org/kettle", "Kettle",
    ...     "A kettle is a pot with a lid and a spout. Kettles were first made of bronze.")
    >>> print(write_overview("What were kettles first made of?", [page]).claims[0].text)
    Kettles were first made of bronze.
    """
    ranked = _ranked(query, sources)
    groups = _choose(ranked)
    if not groups:
        return Overview("", ())
    sentences = [sentence for group in _in_order(groups) for sentence in group.sentences]
    claims: list[Claim] = []
    places, items, code = dict[Sentence, int](), set[int](), dict[int, int]()
    for one in sentences:
        text = one.text
        if one.is_code:
            # Lines of code are one claim, as they stand.
            at = len(claims) - 1 if len(claims) - 1 in code else len(claims)
            text = one.source.text[code.setdefault(at, one.start) : one.end]
            del claims[at:]
        else:
            places[one] = len(claims)
        if one.is_item:
            items.add(len(claims))
        claims.append(Claim(text, one.source.number, text))
    direct = groups[0].answer
    # The introduction of a list may answer and not be shown.
    at = places.get(direct.sentence, -1)
    return set_claims(
        claims,
        {source.number: source.url for source in sources},
        items,
        code=code,
        answer=(at, *direct.span) if at >= 0 and direct.span else None,
        descriptions=_descriptions(query, ranked),
    )


def rated(query: str, sources: Sequence[Source]) -> list[tuple[Sentence, Answer, float, float]]:
    """Return each sentence that may answer, what the matcher makes of it, and its features.

    Those are the logarithm of the odds that it answers, and the worth of its window.
    """
    windows = read_windows(query, sources, longest=_READ)
    passages = [
        Passage(window.title, tuple(sentence.text for sentence in window.sentences))
        for window in windows
    ]
    return [
        (sentence, answer, answer.log_odds, worth)
        for (*_, sentences, worth), its in zip(
            windows, answers(parse(query).text, passages), strict=True
        )
        for sentence, answer in zip(sentences, its, strict=True)
    ]


def _ranked(query: str, sources: Sequence[Source]) -> list[_Ranked]:
    """Return the sentences that may answer, the likeliest first."""
    span_from = calibration().span_from
    ranked = [
        _Ranked(
            likelihood_of(_MATCHER * log_odds + _WORTH * worth + _BIAS),
            sentence,
            answer.span if answer.span_likelihood >= span_from else None,
        )
        for sentence, answer, log_odds, worth in rated(query, sources)
    ]
    return sorted(ranked, key=lambda one: -one.likelihood)


class _Group(NamedTuple):
    """A sentence that answers, with what has to be shown with it, in order."""

    answer: _Ranked
    sentences: list[Sentence]


def _choose(ranked: Sequence[_Ranked]) -> list[_Group]:
    """Return what is shown, the direct answer first; nothing where none is likely enough."""
    likelihoods = {one.sentence: one.likelihood for one in ranked}
    groups = [_Group(one, sentences) for one in ranked if (sentences := _group(one, likelihoods))]
    if not groups or groups[0].answer.likelihood < _ANSWERS_FROM:
        return []
    as_good = _AS_GOOD * groups[0].answer.likelihood
    # Of those about as good, one that stands alone, and one of the result that fits best.
    direct = min(
        (group for group in groups if group.answer.likelihood >= as_good),
        key=lambda group: (len(group.sentences) > 1, group.answer.sentence.source.number),
    )
    if direct.sentences[-1].is_item:
        # A list is an answer by itself.
        return [direct]
    chosen = [direct]
    shown = list(direct.sentences)
    for group in groups:
        added = [one for one in group.sentences if one not in shown]
        same = group.answer.sentence.source is direct.answer.sentence.source
        least = (_FOLLOWS if same else _FOLLOWS_ELSEWHERE) * groups[0].answer.likelihood
        if (
            group.answer.likelihood < least
            or group.answer.sentence in shown
            or any(_is_same(group.answer.sentence, one) for one in shown)
            or sum(not one.is_item for one in (*shown, *added)) > _MOST_SENTENCES
            or sum(len(one.text) for one in (*shown, *added)) > _LONGEST
        ):
            continue
        chosen.append(group._replace(sentences=added))
        shown += added
    return chosen


def _group(answer: _Ranked, likelihoods: Mapping[Sentence, float]) -> list[Sentence] | None:
    """Return a sentence with what has to be shown with it; None where nothing makes it clear.

    Of a list whose introduction does not answer, and of which half the items do not either, only
    those are shown that do.
    """
    sentence = answer.sentence
    if sentence.usable and not sentence.is_item:
        before = sentence.before()
        return None if before is None else [*before, sentence]
    if sentence.text.endswith("?"):
        return None
    passage, first = sentence.passage, sentence.place
    while first and not sentence.introduces and not passage[first].is_prose:
        first -= 1
    introduction = passage[first] if passage[first].is_prose else None
    begin = first + (introduction is not None)
    run = list(takewhile(lambda one: not one.is_prose, passage[begin:]))
    likely = [one for one in run if likelihoods.get(one, 0.0) >= _ANSWERS_FROM]
    is_list = introduction is None or likelihoods.get(introduction, 0.0) >= _ANSWERS_FROM
    if run and run[0].is_item and not is_list and 2 * len(likely) < len(run):
        run = likely
    if not run or not (run[0].is_item or (introduction and introduction.introduces)):
        # Lines that nothing introduces may be anything: code, a table, names of functions.
        return None
    start = max(0, run.index(sentence) + 1 - _MOST_ITEMS) if sentence in run else 0
    run = run[start : start + _MOST_ITEMS]
    while sum(len(one.text) for one in run) > _LONGEST:
        run.pop()
    if not run:
        return None
    # "These are the steps:" points at what follows, "Its advantages are:" at what was before.
    if introduction is not None and introduction.needs is not Needs.SUBJECT:
        return [introduction, *run]
    return run if run[0].is_item else None


def _is_same(one: Sentence, other: Sentence) -> bool:
    """Return whether two sentences have nearly all words in common."""
    shorter = min(len(one.words), len(other.words))
    return len(one.words & other.words) >= _SAME * shorter


def _in_order(groups: Sequence[_Group]) -> list[_Group]:
    """Return the direct answer, then the others page by page as they stand there."""
    direct, *others = groups
    pages = list(dict.fromkeys(group.answer.sentence.source.number for group in groups))
    others.sort(
        key=lambda group: (
            pages.index(group.answer.sentence.source.number),
            group.answer.sentence.start,
        )
    )
    return [direct, *others]


def _descriptions(query: str, ranked: Iterable[_Ranked]) -> dict[int, str]:
    """Return of each source that answers the sentence that does best, and what follows it."""
    stems = parse(query).stems
    descriptions: dict[int, str] = {}
    for likelihood, sentence, _ in ranked:
        if likelihood < _ANSWERS_FROM:
            break
        if sentence.source.number not in descriptions:
            text = ""
            for one in sentence.passage[sentence.place :]:
                if text and len(text) + len(one.text) > _DESCRIPTION:
                    break
                text = f"{text} {one.text}".strip()
            descriptions[sentence.source.number] = marked(text, occurrences(text, stems))
    return descriptions
