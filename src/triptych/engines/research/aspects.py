"""What may be asked of a thing: what it is, how it works, why, since when, how much."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple


class Aspect(Enum):
    """A side of a subject, in the order in which a report speaks of them."""

    DEFINITION = "definition"
    KINDS = "kinds"
    HOW = "how"
    USES = "uses"
    WHY = "why"
    HISTORY = "history"
    EFFECTS = "effects"
    COMPARISON = "comparison"
    NUMBERS = "numbers"
    CRITICISM = "criticism"
    OTHER = "other"


#: The order in which a report reads.
ORDER = {aspect: place for place, aspect in enumerate(Aspect)}


class _Words(NamedTuple):
    """How an aspect is asked for, how it is told, searched for and headed."""

    asked: str
    told: str
    query: str
    heading: str


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_WORDS = {
    Aspect.COMPARISON: _Words(
        r"\bcompar\w+|\bversus\b|\bvs\b|\bdiffer\w*|\bdistinguish\w*|\bbetter\b|\bin contrast\b"
        r"|\bsimilarit\w+",
        r"\b(?:whereas|unlike|compared (?:to|with)|in contrast|differs?|different from|difference"
        r"|similar to|as opposed to|rather than|(?:more|less|\w+er) \w* ?than)\b",
        "{} compared",
        "Comparison",
    ),
    Aspect.CRITICISM: _Words(
        r"\bcritici\w+|\bcontrovers\w+|\bdisadvantages?\b|\bdrawbacks?\b|\bproblems?\b|\brisks?\b"
        r"|\bdangers?\b|\blimitations?\b|\blimits\b|\bcons\b|\bdownsides?\b|\bobjections?\b"
        r"|\bshortcomings\b|\bpros\b|\badvantages?\b|\bbenefits?\b",
        r"\b(?:critici\w+|controvers\w+|disadvantages?|drawbacks?|problems?|risks?|concerns?"
        r"|limitations?|objections?|opponents?|opposed|debated?|disputed|danger\w*|harmful"
        r"|advantages?|benefits?|however|cannot|must not|fails?)\b",
        "{} advantages disadvantages criticism",
        "Strengths and weaknesses",
    ),
    Aspect.HISTORY: _Words(
        r"\bhistor\w+|\borigins?\b|\borigina\w+|\bwhen\b|\binvent\w*|\bdiscover\w*|\bwho\b"
        r"|\bevol(?:ve[sd]?|ution)\b|\bbeg[ai]n\b|\bstart(?:ed)?\b|\bfounded\b|\bdeveloped\b"
        r"|\btimeline\b|\brise\b|\bspread\b|\bover time\b|\bfirst\b|\bcome about\b|\bend(?:ed)?\b",
        rf"\b(?:1\d|20)\d\ds?\b|\b\d+(?:st|nd|rd|th)[- ](?:century|millennium)|\b\d+s? BCE?\b"
        rf"|\b(?:{_MONTHS}) \d|\b(?:first|invented|discovered|founded|originat\w+|introduced"
        r"|developed|ancient|medieval|centur(?:y|ies)|era|dynasty|creat(?:ed|ing|ion)|formulat\w+"
        r"|pioneer\w*|known for|established|earliest|invention|discovery|beg[au]n|became|inventor"
        r"|traced|emerged|dates?|century)\b",
        "history of {}",
        "History",
    ),
    Aspect.EFFECTS: _Words(
        r"\beffects?\b|\bconsequences?\b|\bimpacts?\b|\bresults? of\b|\binfluence[sd]?\b"
        r"|\baffect\w*|\baftermath\b|\blead to\b|\boutcomes?\b|\bchange[sd]?\b|\bimportan\w+"
        r"|\blegacy\b|\bmatter\b|\bsignifican\w+",
        r"\b(?:effects?|consequences?|impacts?|result(?:s|ed|ing)? in|led to|leads to|caused"
        r"|causing|influence[sd]?|influential|affect\w*|aftermath|legacy|contribut\w+|allowed"
        r"|enabl\w+|responsible for|role|marked|transformed|crucial|critical|vital|essential)\b",
        "effects and consequences of {}",
        "Effects",
    ),
    Aspect.WHY: _Words(
        r"\bwhy\b|\bcauses?\b|\bcaused\b|\breasons?\b|\bwhat (?:made|makes|drives|drove|triggers?)",
        r"\b(?:because|due to|since|caused?|causes|result(?:s|ed|ing)? (?:from|of)|reasons?"
        r"|in order to|owing to|thanks to|so that|led to|factors?|arises? from|triggered)\b",
        "causes of {}",
        "Causes",
    ),
    Aspect.KINDS: _Words(
        r"\b(?:types?|kinds?|sorts?|forms|varieties|classes|categories|examples?|species)\b"
        r"(?! hint)|\bclassif\w+",
        r"\b(?:types?|kinds?|sorts?|forms of|varieties|classes|categories|classified|divided into"
        r"|such as|include[sd]?|species|groups?)\b",
        "types of {}",
        "Kinds",
    ),
    Aspect.USES: _Words(
        r"\buse[sd]?\b|\busing\b|\bapplications?\b|\bpurposes?\b|\bfor what\b",
        r"\b(?:used|use[sd]? (?:for|in|as|to)|applications?|employed|serves?|purposes?)\b",
        "uses of {}",
        "Uses",
    ),
    Aspect.NUMBERS: _Words(
        r"\bhow (?:many|much|big|large|high|tall|long|deep|old|far|fast|heavy|wide|hot|cold)\b"
        r"|\bpopulation\b|\bnumber of\b|\bheight\b|\bsize\b|\bspeed\b|\bstatistics\b|\bcosts?\b",
        r"\d(?:[\d.,]*\d)?(?:\s?%| ?(?:million|billion|km|kilomet|met(?:er|re)|percent|per cent|kg"
        r"|tonn?e|degrees|°|years|people|[KMGT]i?B|bytes|times|feet|miles))",
        "{} numbers size amount",
        "Figures",
    ),
    Aspect.HOW: _Words(
        r"\bhow\b|\bprocess\b|\bmechanisms?\b|\bmethods?\b|\bsteps\b|\bwork(?:s|ing)?\b"
        r"|\bprinciples?\b",
        r"\b(?:process(?:es)?|mechanisms?|works?|by (?:means of|\w+ing)|method|steps?|consists? of"
        r"|form(?:s|ed|ing)?|produce[sd]?|through|converts?|uses|when|occurs?|then)\b",
        "how does {} work",
        "How it works",
    ),
    Aspect.DEFINITION: _Words(
        r"^\W*(?:what(?:'s|’s| is| are| was| were)|who (?:is|was|were)|define|explain|describe)\b"
        r"|\bdefinition\b|\bmeaning\b",
        r"^\W*(?:[^.;]{0,160}?[ ,)])?(?:is|are|was|were) (?:an?|the|any|one)\b"
        r"|\b(?:refers to|denotes|is defined as|means)\b",
        "what is {}",
        "Definition",
    ),
}
_IMPORTANT = re.compile(r"\b(?:importan\w+|matters?|significan\w+)\b", re.I)
_ASKED = {aspect: re.compile(words.asked, re.I) for aspect, words in _WORDS.items()}
_TOLD = {aspect: re.compile(words.told, re.I) for aspect, words in _WORDS.items()}


def asked_aspects(question: str) -> tuple[Aspect, ...]:
    """Return what a question asks for, in the order of a report; `OTHER` alone where untold.

    Examples
    --------
    >>> [aspect.value for aspect in asked_aspects("What were the causes and effects of the war?")]
    ['why', 'effects']
    """
    found = [aspect for aspect, pattern in _ASKED.items() if pattern.search(question)]
    # "What is" begins most questions, and "how" stands in "how did it begin", "how many", "how
    # does it differ": they count where nothing else is asked for.
    telling = [one for one in found if one not in (Aspect.DEFINITION, Aspect.HOW, Aspect.USES)]
    if _IMPORTANT.search(question):
        # "Why does it matter" asks what comes of it.
        telling = [one for one in telling if one is not Aspect.WHY]
    return tuple(sorted(telling or found[:1] or [Aspect.OTHER], key=ORDER.__getitem__))


def told_aspects(sentence: str) -> frozenset[Aspect]:
    """Return what a sentence may tell.

    Examples
    --------
    >>> Aspect.HISTORY in told_aspects("It was founded in 1846.")
    True
    """
    return frozenset(aspect for aspect, pattern in _TOLD.items() if pattern.search(sentence))


def query_for(aspect: Aspect, subject: str) -> str:
    """Return a query for an aspect of a subject.

    Examples
    --------
    >>> query_for(Aspect.HISTORY, "tea")
    'history of tea'
    """
    return _WORDS[aspect].query.format(subject) if aspect in _WORDS else subject


def heading_for(aspect: Aspect) -> str:
    """Return what a section about an aspect is called.

    Examples
    --------
    >>> heading_for(Aspect.WHY)
    'Causes'
    """
    return _WORDS[aspect].heading if aspect in _WORDS else "More"
