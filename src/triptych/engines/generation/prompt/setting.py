"""Phrases that say where, when and in what manner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from triptych.engines.generation.description import Colour
from triptych.engines.generation.prompt.looks import colour_of, is_basic
from triptych.engines.generation.prompt.words import DETERMINERS


def _listed(words: str) -> list[str]:
    return words.split()


#: Phrases without their determiners: "in the mountains" is read as "in mountains".
_PHRASES = {
    ("place", "meadow"): """meadow|meadows|pasture|lawn|grass|grassland|prairie|on grass|in grass|
        grassy field|grassy hill|green hill|green hills|rolling hills|hillside|hills|on hill|
        on hilltop|atop hill|on top of hill|flower field|flower meadow|countryside|valley|
        green field|country road""",
    ("place", "garden"): """garden|gardens|backyard|back yard|yard|park|in park|playground|orchard|
        zoo|flower garden|greenhouse""",
    ("place", "field"): """field|fields|farm|farmland|wheat field|corn field|cornfield|farmyard|
        barnyard|vineyard|ranch|plantation|crop field""",
    ("place", "savanna"): "savanna|savannah|african plains|african plain|safari|in africa|steppe",
    ("place", "forest"): """forest|forests|woods|in woods|jungle|rainforest|rain forest|woodland|
        woodlands|forest clearing|grove|pine forest|bamboo forest|forest path""",
    ("place", "mountains"): """in mountains|in mountain|mountain landscape|mountain scene|
        mountain range|mountainous landscape|in alps|alps|himalayas|in himalayas|mountain valley|
        in high mountains|in snowy mountains|mountains in background|mountain backdrop|
        mountain in background|snowy mountains in background|on mountain path|mountain pass""",
    ("place", "desert"): """desert|deserts|sand dunes|dunes|sand dune|dune|sahara|on mars|
        desert landscape|sandy desert|wasteland|canyon""",
    ("place", "snow"): """in snow|on snow|through snow|snowy field|snowy landscape|on ice|arctic|
        antarctica|antarctic|tundra|snowfield|snowy scene|north pole|south pole|winter landscape|
        winter wonderland|ice floe|iceberg|snowy ground|snow covered field|in deep snow|snowy hill|
        in fresh snow|glacier landscape|frozen lake|skating rink""",
    ("place", "beach"): """beach|beaches|seaside|shore|seashore|coast|coastline|sandy beach|on sand|
        in sand|tropical beach|beach scene|shoreline|by seaside""",
    (
        "place",
        "sea",
    ): """sea|ocean|oceans|seas|at sea|open sea|open water|on water|in water|on waves|
        in waves|on ocean waves|sea waves|ocean waves|bay|harbor|harbour|lagoon|stormy sea|seascape|
        water|calm water|calm sea|rough sea|port|marina""",
    ("place", "underwater"): """underwater|under water|under sea|under ocean|beneath sea|
        beneath ocean|beneath waves|below sea|deep sea|undersea|bottom of sea|
        bottom of ocean|at bottom of sea|at bottom of ocean|aquarium|in aquarium|coral reef|reef|
        ocean floor|sea floor|seabed|sea bed|fish tank|in fish tank|in deep ocean|in deep sea|
        underneath water|beneath water|under waves|on seabed|underwater scene|below surface""",
    ("place", "lake"): """lake|lakes|river|rivers|pond|stream|creek|riverbank|lakeside|lakeshore|
        swimming pool|pool|swamp|canal|lily pond|mountain lake|river bank|marsh""",
    ("place", "city"): """city|cities|town|village|street|streets|downtown|in traffic|sidewalk|
        on road|road|city street|city streets|alley|urban scene|town square|city square|new york|
        paris|london|tokyo|in city|metropolis|pavement|avenue|on highway|on motorway|crosswalk|
        urban|main street|plaza|marketplace|parking lot|city skyline|skyline|in suburb|suburbs|
        cobblestone street""",
    ("place", "room"): """room|kitchen|bedroom|living room|bathroom|classroom|indoors|inside house|
        in house|inside home|at home|in home|office room|in office|studio|in studio|library|
        in library|dining room|on carpet|on rug|hallway|laboratory|workshop|gym|nursery|attic|
        basement|museum hall|restaurant|in restaurant|cafe|in cafe|ballroom|in museum|
        on wooden floor|playroom|interior|cozy room|in bed room|living-room|in lab|in school|
        in bedroom|on couch in room|lab|lounge|art studio""",
    ("place", "table"): """on table|on desk|on wooden table|on kitchen table|on dining table|
        on tabletop|tabletop|on counter|on shelf|on kitchen counter|on countertop|on picnic table|
        on dinner table|on wooden desk|on tablecloth|on coffee table|on top of table|still life|
        on workbench|on round table|on wooden shelf|on top of desk|on wood table|upon table|
        on office desk|on bar|on small table|on big table|on large table|on wooden board|
        on glass table|at table""",
    (
        "place",
        "sky",
    ): "in sky|sky|in air|through sky|through air|across sky|in clouds|up in sky|skies|"
    "in mid air|through clouds|in clear sky|above earth",
    ("place", "space"): """space|in space|outer space|in outer space|in galaxy|cosmos|in orbit|
        deep space|universe|among stars|in deep space|in universe|interstellar space|
        zero gravity""",
    ("place", "moon"): """on moon|on surface of moon|lunar surface|moon surface|on moons surface|
        surface of moon|on lunar surface|moonscape|on moon surface|lunar landscape""",
    ("weather", "clear"): """sunny|clear sky|blue sky|cloudless|cloudless sky|clear blue sky|
        sunny sky|clear weather|sunshine|bright sunshine|in sunshine|sunlight|sunlit|fair weather|
        in sun|good weather|clear skies|blue skies""",
    ("weather", "cloudy"): "cloudy|overcast|cloudy sky|grey sky|gray sky|overcast sky|gloomy sky",
    ("weather", "rain"): """rain|rainy|raining|in rain|drizzle|drizzling|rainfall|downpour|pouring|
        rainstorm|rainy weather|heavy rain|rainy sky""",
    ("weather", "storm"): """storm|stormy|thunderstorm|thunder|stormy weather|stormy sky|
        lightning storm|tempest|hurricane|stormy clouds|thunderstorms""",
    ("weather", "snow"): """snow|snowing|snowy|snowfall|blizzard|snowstorm|snowy weather|
        falling snow|snow falling|covered in snow|snow covered|covered with snow|snow storm|
        snowflakes falling|light snow|heavy snow""",
    ("weather", "fog"): "fog|foggy|mist|misty|haze|hazy|in mist|in fog|smog|morning mist",
    ("weather", "wind"): "wind|windy|breezy|breeze|in wind|windswept|gust|windy weather|gale",
    ("time", "dawn"): """dawn|daybreak|sunrise|early morning|morning|at dawn|at sunrise|in morning|
        first light|morning light|daybreak light|sun rising""",
    ("time", "day"): """day|daytime|noon|midday|afternoon|at noon|in daylight|daylight|
        in afternoon|broad daylight|bright day""",
    ("time", "sunset"): """sunset|dusk|evening|twilight|golden hour|at dusk|at sunset|in evening|
        sundown|sunset sky|at twilight|late afternoon|sun setting|setting sun|sun going down|
        evening light|magic hour|orange sky|red sky""",
    ("time", "night"): """night|nighttime|night time|midnight|at night|starry|starry sky|
        starry night|night sky|moonlight|moonlit|in moonlight|moonlit night|in dark|nightfall|
        after dark|dark night|at midnight|by moonlight|dark sky|nocturnal|under starry sky|
        dark of night""",
    ("season", "spring"): "spring|springtime|in spring|spring time",
    ("season", "summer"): "summer|summertime|in summer|summer time|summery|midsummer",
    ("season", "autumn"): """autumn|fall season|in fall|in autumn|autumnal|autumn colors|
        autumn colours|fall colors|fall colours|during fall|fall foliage|autumn leaves falling""",
    ("season", "winter"): "winter|wintertime|in winter|wintry|midwinter|christmas time|winter time",
    ("style", "watercolour"): """watercolor|watercolour|watercolors|watercolours|aquarelle|
        watercolor painting|watercolour painting|water color|water colour|in watercolor|
        in watercolour|watercolor style|watercolour style|gouache|in watercolors|in watercolours""",
    ("style", "oil painting"): """oil painting|oil on canvas|oil paint|in oil|in oils|oils|
        impressionist|impressionism|impressionist painting|van gogh|style of van gogh|monet|
        acrylic painting|oil paints|painted in oil|painted in oils|post impressionist|impasto|
        painterly""",
    ("style", "pencil sketch"): """pencil sketch|pencil drawing|sketch|sketched|pencil art|
        drawn in pencil|in pencil|charcoal drawing|charcoal sketch|graphite drawing|
        graphite|hand drawn sketch|sketchy|rough sketch|sketch style|charcoal|drawn with pencil|
        drawn with pencils|graphite sketch|pencil sketches""",
    ("style", "line drawing"): """line drawing|line art|lineart|coloring book|colouring book|
        outline drawing|coloring page|colouring page|ink drawing|pen and ink|pen drawing|linework|
        continuous line drawing|black line drawing|ink sketch|line sketch|simple lines|doodle""",
    ("style", "black and white"): """black and white|b w|bw|monochrome|grayscale|greyscale|
        black and white photo|black and white photograph|in black and white|noir|film noir|
        black white photo|monochromatic|black and white photography|black and white picture|
        black and white image""",
    ("style", "sepia"): """sepia|sepia tone|sepia toned|old photograph|vintage photo|old photo|
        vintage photograph|antique photo|daguerreotype|in sepia|sepia tones""",
    ("style", "pastel"): """pastel|pastels|pastel colors|pastel colours|pastel drawing|soft pastel|
        in pastel|pastel tones|pastel style|in pastels|in pastel colors|in pastel colours|
        pastel palette|pastel shades|chalk pastel""",
    ("style", "neon"): """neon|neon lights|neon style|cyberpunk|synthwave|vaporwave|neon colors|
        neon colours|neon glow|in neon|neon light|neon art|retrowave""",
    ("style", "silhouette"): """silhouette|silhouettes|silhouetted|in silhouette|shadow art|
        silhouette style|paper cut silhouette|as silhouette|as silhouettes""",
    ("style", "pixel art"): """pixel art|pixelart|8 bit|16 bit|pixelated|pixel style|8bit|16bit|
        pixel|pixel graphics|retro game style|pixels|pixel art style|voxel""",
    ("style", "comic"): """comic|comic book|comic style|comic book style|cartoon|manga|anime|
        pop art|cartoon style|comics|graphic novel|anime style|comic strip|cartoonish|
        comic art|manga style|cel shaded|style of comic|style of comic book|lichtenstein""",
    ("style", "blueprint"): """blueprint|blueprints|technical drawing|schematic|blueprint style|
        architectural drawing|technical blueprint|engineering drawing""",
}
#: The most words of a phrase, with its determiners and what describes it.
_LONGEST = 8
_PREPOSITIONS = frozenset(["on", "against", "with", "over", "before", "in", "under", "at"])
_SKIPPED = DETERMINERS | frozenset(
    _listed(
        """
        plain solid simple wooden round bright light dark pale beautiful vast big small large
        deep calm clear old little crowded busy quiet tall green colored coloured snowy misty
        foggy lush sandy sunny rainy cozy messy empty peaceful magical enchanted dense open wide
        blue white
        """
    )
)
#: Adjectives: they leave the sentence as it runs.
_ADJECTIVES = frozenset(
    _listed(
        """
        sunny cloudy overcast rainy stormy snowy foggy misty hazy windy breezy starry moonlit
        sunlit wintry autumnal summery cloudless snow winter spring summer autumn rain urban
        morning evening night sunset windswept nocturnal black silhouetted pixelated neon pastel
        sketched cartoonish monochrome sepia
        """
    )
)


class Said(NamedTuple):
    """What a phrase says of the setting.

    Attributes
    ----------
    words : int
        How many words it takes.
    values : dict of str to str
        Attributes of `Setting` with their values.
    describes : bool
        Whether it is an adjective, so that what it describes may follow.
    """

    words: int
    values: dict[str, str]
    describes: bool


def setting_at(words: list[str], place: int) -> Said | None:
    """Read the longest phrase about the setting that begins at a word.

    Examples
    --------
    >>> setting_at("on a pink table".split(), 0).values
    {'place': 'table', 'backdrop': 'pink'}
    """
    backdrop = _backdrop(words, place)
    if backdrop:
        return backdrop
    return max(_phrases(words, place), key=lambda said: said.words, default=None)


def _phrases(words: list[str], place: int) -> Iterator[Said]:
    """Yield all phrases that begin at a word, whatever is skipped within them."""
    # Where the next word is, the phrase so far, and a colour that was skipped.
    open_ends: list[tuple[int, str, Colour | None]] = [(place, "", None)]
    while open_ends:
        end, phrase, colour = open_ends.pop()
        if end >= min(len(words), place + _LONGEST):
            continue
        word = words[end]
        longer = f"{phrase} {word}".strip()
        if longer in _said():
            attribute, value = _said()[longer]
            values = {attribute: value}
            if value == "table" and colour:
                values["backdrop"] = colour
            yield Said(end + 1 - place, values, word in _ADJECTIVES and not phrase)
        if longer in _beginnings():
            open_ends.append((end + 1, longer, colour))
        if phrase and (word in _SKIPPED or is_basic(word)):
            open_ends.append((end + 1, phrase, colour or colour_of(word)))


def _backdrop(words: list[str], place: int) -> Said | None:
    """Read "on a plain white background", or "white background"."""
    colour = None
    for end in range(place, min(len(words), place + 7)):
        word = words[end]
        if word in ("background", "backdrop") and colour:
            return Said(end + 1 - place, {"backdrop": colour}, False)
        if is_basic(word) or word == "orange":
            colour = colour_of(word)
        elif word not in _SKIPPED and not (end == place and word in _PREPOSITIONS):
            return None
    return None


@cache
def _said() -> dict[str, tuple[str, str]]:
    return {
        " ".join(phrase.split()): said
        for said, phrases in _PHRASES.items()
        for phrase in phrases.split("|")
    }


@cache
def _beginnings() -> frozenset[str]:
    """Return all beginnings of phrases, so that no other is followed."""
    split = [phrase.split() for phrase in _said()]
    return frozenset(" ".join(words[:end]) for words in split for end in range(1, len(words)))
