"""Colours and sizes: shades to basic colours, adjectives to factors."""

from __future__ import annotations

from triptych.engines.generation.description import COLOURS, Colour


def _listed(words: str) -> list[str]:
    return words.split()


_SHADES: dict[Colour, str] = {
    "red": """crimson scarlet ruby maroon burgundy vermilion vermillion cherry brick reddish
        carmine cardinal wine rust""",
    "orange": "tangerine apricot amber pumpkin copper ginger orangey peachy coppery",
    "yellow": """gold golden lemon mustard canary blonde blond yellowish sunny saffron buttery
        straw honey""",
    "green": """lime emerald olive mint teal jade forest sage moss greenish viridian chartreuse
        mossy khaki""",
    "blue": """navy turquoise cyan azure aqua cobalt sapphire cerulean indigo bluish blueish teal
        aquamarine denim""",
    "purple": "violet lavender lilac mauve plum magenta aubergine amethyst purplish eggplant",
    "pink": "rose fuchsia salmon coral blush rosy pinkish hotpink bubblegum",
    "brown": """beige tan bronze chocolate chestnut hazel caramel brownish coffee mahogany sepia
        cinnamon auburn""",
    "black": "ebony jet onyx blackish charcoal",
    "grey": "gray silver greyish grayish silvery slate ash steel platinum",
    "white": "ivory cream snow pearl whitish alabaster creamy",
}
_COLOURS: dict[str, Colour] = {colour: colour for colour in COLOURS}
for _basic, _words in _SHADES.items():
    for _word in _words.split():
        _COLOURS.setdefault(_word, _basic)
#: By what adjectives make a thing larger.
_SIZES = {
    0.4: "tiny miniature minuscule microscopic teeny itty wee mini toy",
    0.6: "small little petite baby short compact",
    1.0: "medium normal average old grand great",
    1.6: "large big tall long wide oversized",
    2.2: "huge giant gigantic enormous massive colossal towering immense humongous jumbo",
}
_FACTORS = {word: factor for factor, words in _SIZES.items() for word in words.split()}
_DEEPER = frozenset(
    _listed(
        """
    light dark pale bright deep vivid neon hot pastel soft dull royal sky
    """
    )
)


def colour_of(word: str) -> Colour | None:
    """Return the basic colour of a colour's name.

    Examples
    --------
    >>> colour_of("crimson"), colour_of("fluffy")
    ('red', None)
    """
    return _COLOURS.get(word)


def is_basic(word: str) -> bool:
    """Say whether the word is a colour's and, unless it is orange, no thing's name."""
    return word in _PLAIN


def size_of(word: str) -> float | None:
    """Return by which factor an adjective makes a thing larger.

    Examples
    --------
    >>> size_of("tiny"), size_of("red")
    (0.4, None)
    """
    return _FACTORS.get(word)


def deepens(word: str) -> bool:
    """Say whether the word, before a colour, only says how light or deep that is."""
    return word in _DEEPER


_PLAIN = frozenset(COLOURS) - {"orange"} | frozenset(
    _listed(
        """
        gray golden crimson scarlet maroon burgundy turquoise cyan azure beige navy magenta
        violet teal indigo silver gold mauve fuchsia reddish bluish greenish yellowish pinkish
        brownish purplish greyish blonde blond tan silvery khaki aqua
        """
    )
)
