"""Short texts for columns: no two the same, and the same ones for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count


def _parts(lines: str) -> list[str]:
    return lines.replace("\n", "|").split("|")


_SUBJECTS = _parts("""the kettle|this laptop|our room|the museum tour|the delivery|my new phone
the pizza|the concert|the train to Leeds|the second season|the support team|this rucksack|the app
the garden chair|the lecture|the printer|the campsite|the soup|the mattress|the bike lock""")
_VERDICTS = _parts("""is better than I had hoped|broke after two weeks|was late again
does what it should|made my sister laugh out loud|is not worth the money|scared the children
surprised all of us|smells faintly of rubber|arrived on time|is the best I have had in years
left me rather sad|was cancelled without a word|needs an update|is fine, nothing special
was a f*cking disaster|turned out to be utter crap|works well enough|was simply lovely
is so bad that I sent it back|won you a prize, click the link to claim it
is free today, reply YES to order""")
_ENDINGS = _parts("""and I would come back|so we left early|but the price is fair
and nobody answers mail|which is a pity|as my neighbour said|even in the rain|thanks to Maria
so call me tonight|but who cares|and I am still waiting|and that is all I ask
though the manual is thin""")


def texts(seed: int = 0) -> Iterator[str]:
    """Return distinct texts without end, of 10 to 22 words.

    Reviews and messages made of templates; about one in eleven swears, and one in eleven is spam.
    Texts of different seeds differ too.
    """
    chance = random.Random(seed)
    for number in count(1):
        subject, verdict, ending = map(chance.choice, (_SUBJECTS, _VERDICTS, _ENDINGS))
        yield f"Order {seed}-{number}: {subject} {verdict}, {ending}."
