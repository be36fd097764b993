"""Read a noun phrase: how many of what, of which colour and size."""

from __future__ import annotations

from dataclasses import dataclass, field

from triptych.engines.generation.drawings import characters, meanings, names_something, singular
from triptych.engines.generation.prompt.phrases import relation_at
from triptych.engines.generation.prompt.words import (
    ACTIONS,
    AND,
    BE,
    DEEPER,
    DETERMINERS,
    FEMALE,
    FILLER,
    MALE,
    NEGATIONS,
    PRONOUNS,
    THINGS_TOO,
    amount,
    colour_of,
    is_basic,
    size_of,
)
from triptych.engines.generation.scene import Colour

#: What a plural without a number is drawn as.
UNCOUNTED = 3
#: The most words a noun of the library has.
_LONGEST = 5
#: The most words of a phrase. A longer run of words is read as several phrases: one may begin at
#: each of its words, and each would be read to the end of the run.
_LONGEST_PHRASE = 24
_ENDS = (
    AND | BE | PRONOUNS | NEGATIONS | {",", ".", "of", "to", "from", "for", "as", "while", "and"}
)


@dataclass(slots=True)
class NounPhrase:
    """What a noun phrase says.

    Attributes
    ----------
    noun : str
        In the singular; empty where the phrase has none ("a red and a blue balloon").
    drawn : bool
        Whether the library shows it.
    count : int
    counted : bool
        Whether the phrase says how many.
    colours : list of str
        More than one where they are shared out: "red and blue balloons".
    size : float
    definite : bool
        Whether it may speak of what was named before.
    sex : str or None
        ``"woman"`` or ``"man"`` where that is said.
    end : int
        Where the phrase ends.
    """

    noun: str = ""
    drawn: bool = False
    count: int = 1
    counted: bool = False
    plural: bool = False
    colours: list[Colour] = field(default_factory=list)
    size: float = 1.0
    definite: bool = False
    sex: str | None = None
    end: int = 0


def noun_phrase(words: list[str], place: int) -> NounPhrase | None:
    """Read the noun phrase that begins at a word, if one does.

    Examples
    --------
    >>> phrase = noun_phrase("three tiny crimson birds".split(), 0)
    >>> phrase.noun, phrase.count, phrase.colours, phrase.size
    ('bird', 3, ['red'], 0.4)
    """
    phrase = NounPhrase()
    begun = False
    here = place
    while here < min(len(words), place + _LONGEST_PHRASE):
        word = words[here]
        if word in characters():
            if begun:
                break
            return NounPhrase(noun=word, drawn=True, end=here + 1)
        step = _modifier(words, here, phrase)
        if step:
            here += step
            begun = True
            continue
        if _joins(words, here, phrase):
            here += 2 if words[here + 1 : here + 2] == ["and"] else 1
            continue
        if word in _ENDS or (begun and _is_relation(words, here)):
            break
        length = _noun_length(words, here, begun)
        if length == 1 and word in FILLER and words[here + 1 : here + 2] == ["of"]:
            # "A painting of a dog" is of a dog.
            return None
        if length:
            return _with_head(words, here, length, phrase)
        if not begun and not _may_describe(word):
            return None
        if word in FILLER and begun and not _noun_follows(words, here + 1):
            # "a photo", "the left": no thing.
            return None
        if _is_thing(word) and not _noun_follows(words, here + 1):
            return _undrawn(words, here, phrase, begun)
        if begun and (phrase.counted or words[place] in ("a", "an")) and _is_unheard(words, here):
            return _undrawn(words, here, phrase, begun)
        if not begun and not _noun_follows(words, here + 1):
            return None
        here += 1
        begun = True
    if phrase.colours or phrase.counted:
        phrase.end = here
        return phrase
    return None


def _modifier(words: list[str], here: int, phrase: NounPhrase) -> int:
    """Take in what stands before a noun, and return how many words that is."""
    word = words[here]
    following = words[here + 1] if here + 1 < len(words) else ""
    if word.endswith("'s") or (word.endswith("s'") and len(word) > 2):
        return 1
    if _fixed(words, here):
        return 0
    if word in DETERMINERS and _fixed(words, here + 1):
        # "a pair of scissors" counts one.
        phrase.definite = phrase.definite or word in ("the", "this", "that")
        return 1
    counted = amount(words, here)
    if counted and not (phrase.counted and phrase.count > 1 and counted.number < 2):
        phrase.count, phrase.counted = counted.number, True
        return counted.words
    if word in DETERMINERS:
        phrase.definite = phrase.definite or word in ("the", "this", "that")
        return 1
    if word in DEEPER and (colour_of(following) or following == "colored"):
        return 1
    colour = colour_of(word)
    if colour and (is_basic(word) or _noun_length(words, here + 1, True)):
        if colour not in phrase.colours:
            phrase.colours.append(colour)
        return 2 if following in ("colored", "coloured") else 1
    size = size_of(word)
    if size is not None:
        phrase.size = size if phrase.size == 1 else phrase.size
        return 1
    if word in FEMALE | MALE and _noun_length(words, here + 1, True):
        phrase.sex = "woman" if word in FEMALE else "man"
        return 1
    return 0


def _fixed(words: list[str], here: int) -> bool:
    """Return whether a noun of several words begins here: "hot dog", "polar bear", "grey heart"."""
    return _noun_length(words, here, True) > 1


def _joins(words: list[str], here: int, phrase: NounPhrase) -> bool:
    """Return whether a comma or "and" only joins adjectives: "red and blue balloons"."""
    if words[here] not in (",", "and") or not (phrase.colours or phrase.size != 1):
        return False
    before = words[here - 1]
    after = here + 2 if words[here + 1 : here + 2] == ["and"] else here + 1
    if after >= len(words) or not (colour_of(before) or size_of(before)):
        return False
    return bool(colour_of(words[after]) and not _fixed(words, after)) or (
        words[here] == "," and size_of(words[after]) is not None
    )


def _is_relation(words: list[str], here: int) -> bool:
    return relation_at(words, here) is not None


def _may_describe(word: str) -> bool:
    """Return whether an unknown word may begin a noun phrase."""
    return word.isalpha() and len(word) > 2 and word not in FILLER


def _noun_length(words: list[str], here: int, begun: bool) -> int:
    """Return how many words the longest noun of the library takes that begins here."""
    for length in range(min(_LONGEST, len(words) - here), 0, -1):
        text = " ".join(words[here : here + length])
        if "," in text or "." in text:
            continue
        if length == 1 and not _stands_alone(text, begun):
            continue
        if singular(text) and not _only_described(words, here, length):
            return length
    return 0


def _only_described(words: list[str], here: int, length: int) -> bool:
    """Return whether a noun of several words is another with its colour or size: "red apple"."""
    if length == 1 or singular(" ".join(words[here + 1 : here + length])) is None:
        return False
    if is_basic(words[here]) or words[here] == "orange":
        return True
    # "Big tree" is a sequoia in WordNet only; an old key is drawn.
    text = singular(" ".join(words[here : here + length]))
    return size_of(words[here]) is not None and text not in meanings()


def _stands_alone(word: str, begun: bool) -> bool:
    """Return whether one word may be a noun here."""
    if word in DETERMINERS or word in _ENDS or len(word) < 2:
        return False
    if word in FILLER:
        return begun and word in THINGS_TOO
    if word in ("can", "will", "may", "must", "like"):
        return begun
    if word.endswith("ing"):
        # A dragon is "flying"; only a "building" is a thing.
        return word in meanings()
    return True


def _noun_follows(words: list[str], here: int) -> bool:
    """Return whether a noun of the library comes before the phrase ends."""
    for place in range(here, min(len(words), here + 4)):
        if words[place] in _ENDS or words[place] in DETERMINERS or _is_relation(words, place):
            return False
        if _noun_length(words, place, True):
            return not (place > 0 and words[place] in ACTIONS)
    return False


def _with_head(words: list[str], here: int, length: int, phrase: NounPhrase) -> NounPhrase:
    """Finish a phrase whose noun may still be followed by the one that counts: "apple tree"."""
    end = here + length
    stop = min(len(words), here + _LONGEST_PHRASE)
    while end < stop and words[end] not in ACTIONS and words[end] not in _ENDS:
        longer = _noun_length(words, end, True)
        starts_anew = words[end] in DETERMINERS or amount(words, end) or _is_relation(words, end)
        if starts_anew or is_basic(words[end]):
            break
        if longer and _one(" ".join(words[here:end])):
            here, length, end = end, longer, end + longer
            continue
        if _one(" ".join(words[here:end])) and _is_thing(words[end]):
            return _undrawn(words, end, phrase, True)
        break
    text = " ".join(words[here : here + length])
    known = singular(text)
    assert known is not None
    phrase.noun, phrase.drawn, phrase.end = known, True, end
    _count(phrase, text, known)
    return phrase


def _one(text: str) -> bool:
    """Return whether a noun is in the singular, so that it may describe the next."""
    return singular(text) == text and (text.endswith("ss") or not text.endswith("s"))


def _is_thing(word: str) -> bool:
    return word not in FILLER and not word.endswith(("ing", "ed", "ly")) and names_something(word)


def _is_unheard(words: list[str], here: int) -> bool:
    """Return whether a word that no list has must be the noun: "a quokka on a beach"."""
    word, after = words[here], words[here + 1 : here + 3]
    if word in FILLER or not word.isalpha() or len(word) < 4 or word.endswith(("ing", "ed", "ly")):
        return False
    if after and after[0] in (",", "and"):
        # "A fluffy, happy cat" goes on; "a quokka and a cat" begins anew.
        after = after[1:]
        return bool(after) and (after[0] in DETERMINERS or bool(amount(after, 0)))
    return not after or after[0] in _ENDS or _is_relation(words, here + 1)


def _undrawn(words: list[str], here: int, phrase: NounPhrase, begun: bool) -> NounPhrase:
    """Finish a phrase whose noun no drawing shows."""
    end = here + 1
    while end < min(len(words), here + _LONGEST_PHRASE) and _is_thing(words[end]):
        end += 1
    phrase.noun, phrase.drawn, phrase.end = words[end - 1], False, end
    return phrase


def _count(phrase: NounPhrase, text: str, known: str) -> None:
    """Settle how many are meant."""
    phrase.plural = text != known
    if phrase.plural and not phrase.counted:
        phrase.count = UNCOUNTED


def shared_out(phrase: NounPhrase) -> list[NounPhrase]:
    """Split "four red and blue balloons" into two of each."""
    colours = phrase.colours
    if len(colours) < 2 or not phrase.plural:
        phrase.colours = colours[:1]
        return [phrase]
    total = phrase.count if phrase.counted else max(len(colours), 2 * len(colours))
    parts = []
    for place, colour in enumerate(colours):
        count = total // len(colours) + (place < total % len(colours))
        if count:
            parts.append(
                NounPhrase(
                    phrase.noun, True, count, True, True, [colour], phrase.size, sex=phrase.sex
                )
            )
    return parts
