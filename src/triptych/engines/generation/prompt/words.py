"""The small words of English that prompts are held together by."""

from __future__ import annotations


def _listed(words: str) -> list[str]:
    return words.split()


DETERMINERS = frozenset(
    _listed(
        """
        a an the this that these those his her its their my your our another each every any
        one's either neither such
        """
    )
)
PRONOUNS = frozenset(
    _listed(
        """
    it them him her he she they which who that itself themselves
    """
    )
)
#: Point back at what was named: "a table with a cat on it".
BACK = frozenset(["it", "which", "whom", "them", "him", "her", "one", "another", "each", "itself"])
AND = frozenset(["and", "plus", "or", "nor", "as-well-as"])
BE = frozenset(["is", "are", "was", "were", "be", "being", "been", "has", "have", "having"])
NEGATIONS = frozenset(["without", "no", "minus", "except"])
#: What is said of every picture and names nothing in it.
FILLER = frozenset(
    _listed(
        """
        photo photograph photography picture image illustration painting artwork art render
        rendering scene view shot close closeup portrait depiction representation snapshot
        wallpaper poster background backdrop foreground composition style quality detail details
        resolution lighting light lights shadows masterpiece artstation unreal engine octane
        bokeh focus depth perspective angle lens camera photorealism realism hd uhd hdr design
        concept drawing sketch graphic graphics clipart icon sticker logo vector cartoon anime
        animation aesthetic vibe mood atmosphere color colour colors colours tone tones palette
        effect front side top middle center centre edge corner left right bottom rest background
        distance day way lot kind type sort piece part bit body number group bunch pair couple
        set row line time moment air ground floor surface thing things something object objects
        stuff world nature life place spot area space show front look looks smile variety
        trending style styles level texture landscape scenery vista panorama canvas paper
        horizon shape form outline edges frame layout size height width one ones other others
        title text caption watermark signature people's amount order direction move movement
        motion play fun joy love happiness
        """
    )
)
#: Those of them that are things when they are asked for with a number, a colour or a determiner.
THINGS_TOO = frozenset(
    _listed(
        """
        camera light lights poster painting portrait drawing sketch sticker paper logo icon
        """
    )
)
#: Words that name things, and actions too when they follow who does them.
ACTIONS = frozenset(
    _listed(
        """
        fly flies watch watches rock rocks drink drinks swing swings plant plants wave waves
        ring rings box boxes duck ducks train trains light lights ride rides bat bats park parks
        fish fishes cook cooks pilot pilots guard guards row rows cross crosses point points
        face faces dance dances play plays jump jumps run runs walk walks sit sits stand stands
        sail sails float floats hover hovers can will may must bear bears seal seals fan fans
        saw match matches hammer hammers ski skis skate skates surf surfs climb climbs hide
        hides rest rests look looks sleep sleeps bark barks bloom blooms land lands leap leaps
        hang hangs grow grows shine shines glow glows hold holds bounce bounces show shows visit
        visits chase chases pet pets stream streams hunt hunts hug hugs kiss kisses march
        marches drive drives race races cook cooks paint paints sing sings smile smiles sign
        signs
        """
    )
)
#: Parts of those who have them, which are drawn with them already.
ATTRIBUTES = frozenset(
    _listed(
        """
        hair beard moustache mustache fur tail wing ear eye nose mouth tooth leg arm hand foot
        paw smile face feather horn antler mane stripe spot dot freckle whisker beak claw fin
        scale shell trunk roof door window chimney sail wheel stem petal leaf branch handle lid
        back head neck body skin expression personality attitude eyelash eyebrow finger toe tusk
        tongue mast frame headlight texture pattern cheek belly
        """
    )
)
ON_THE_HEAD = frozenset(
    _listed(
        """
        top-hat womans-hat billed-cap crown graduation-cap rescue-workers-helmet military-helmet
        ribbon headphone
        """
    )
)
ON_THE_BODY = frozenset(
    _listed(
        """
        sunglasses glasses goggles diving-mask scarf coat dress t-shirt running-shirt necktie
        kimono bikini lab-coat womans-clothes sari safety-vest backpack gloves stethoscope
        """
    )
)
#: Hold what follows "of": "a basket of apples".
CONTAINERS = frozenset(
    _listed(
        """
        basket bowl box vase bag bucket crate jar cup plate cart tray barrel sack suitcase
        backpack chest pot can mug glass tub
        """
    )
)
FEMALE = frozenset(["female", "woman", "lady", "girl"])
MALE = frozenset(["male", "man", "gentleman", "boy"])
