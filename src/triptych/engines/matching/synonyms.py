"""Plain words that say the same in an encyclopedia, and words that claim nothing."""

from __future__ import annotations

from functools import cache

from triptych.engines.text.content_words import stems

#: Words that add nothing to what is claimed; what they stand beside is checked.
LIGHT = frozenset(
    stems(
        "not located situated find finds found knew known name named called considered regarded "
        "included includes consists contained makes made making became becomes refers describes "
        "defined specifically additionally overall one two both well part several various types "
        "kinds forms ways people persons things approximately about around roughly some country "
        "city town place works serves acts plays example main mainly primarily commonly widely "
        "typically usually generally often famous notable important like represents originally "
        "particularly especially total estimated states terms according article passage source "
        "individual group area regions time periods years belongs member exists occurs takes gives "
        "gets goes comes came provides allows involves features since later once so lies lay lets "
        "up numerous multiple"
    )
)

_SAME = (
    "introduce introduced introduction bring brings brought carried",
    "win wins won winner receive receives received award awarded recipient earned earn",
    "rule rules ruled ruler reign reigned govern governed monarch",
    "cover covers covered span spans area extend extends extent",
    "compose composed composition consist consisting constitute constituted comprise made",
    "many numerous several various multiple",
    "reduce reduces lower lowers decrease lessen diminish",
    "die dies died death",
    "born birth",
    "start starts started begin began begun beginning",
    "found founded founder establish established founding create created creation",
    "end ended finish finished conclude concluded cease ceased",
    "big large great huge vast biggest largest greatest",
    "small little tiny smallest",
    "high tall highest tallest height elevation altitude",
    "long length longest",
    "deep depth deepest",
    "wide width widest",
    "weigh weighs weight heavy heaviest",
    "build built construct constructed construction erected",
    "write wrote written writer author authored writing",
    "help helps assist assists aid aids support",
    "buy bought purchase purchased",
    "fight fought battle combat war conflict",
    "live lives lived inhabit inhabits inhabitants reside residents population",
    "famous renowned celebrated acclaimed popular",
    "important significant major key chief principal main primary",
    "use uses used employ employed utilise apply applied",
    "think thought believe believed regard regarded consider considered",
    "speak speaks spoken speakers",
    "eat eats ate feed feeds consume diet",
    "near close nearby adjacent",
    "old ancient",
    "fast quick rapid swift quickly rapidly",
    "study studied studies attend attended graduate graduated alumnus alumna alumni educated",
    "discover discovered discovery",
    "invent invented inventor invention devised",
    "divide divided split separated",
    "join joined unite united merge merged combine combined",
    "kill killed murdered assassinated",
    "border borders bordered adjoin neighbour neighbours neighboring neighbouring",
    "originate originated origin originally native come comes came",
    "produce produces produced manufacture manufactured",
    "film movie",
    "car automobile",
    "physician doctor",
    "disease illness sickness disorder",
    "annual yearly annually",
    "almost nearly",
    "happen happened occur occurred",
    "contain contains include includes hold holds",
    "show shows display displays demonstrate demonstrates",
    "author writer novelist",
    "movement travel move moves moved migrate",
    "job work occupation profession",
    "next following subsequent",
    "previous former formerly once previously",
    "prohibit prohibited forbid forbidden ban banned",
    "protect protects protected defend guard",
    "describe describes described depict depicts portray",
    "power energy electricity",
    "buildings structures building structure",
    "language tongue",
    "children offspring young",
    "sometimes occasionally",
    "exclusively only solely",
    "prevent prevents stop stops",
    "cure treat heal",
    "home house",
    "ship vessel boat",
    "road street",
    "money currency",
    "law legislation",
    "quantity amount",
    "piece part portion",
    "edge border boundary",
    "attend attended attendance visited",
)


def mean_same(stem: str, others: frozenset[str]) -> bool:
    """Tell whether a word of the same plain meaning is among others.

    Parameters
    ----------
    stem : str
        Of a word.
    others : frozenset of str
        Stems.

    Examples
    --------
    >>> mean_same("bring", frozenset({"introduc"}))
    True
    """
    return not _groups().get(stem, frozenset()).isdisjoint(others)


@cache
def _groups() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _SAME:
        group = frozenset(stems(line))
        for stem in group:
            found[stem] = found.get(stem, frozenset()) | group
    return found
