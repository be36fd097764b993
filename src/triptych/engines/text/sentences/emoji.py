"""Emoji and emoticons beside the stops: they belong to the sentence that they comment on."""

from __future__ import annotations

import re

#: Hands and arrows that point at what follows, and so begin a sentence.
_POINTING = "👉👇➡➜➤⬇▶►→"
#: Blocks of Unicode that hold the emoji, and what joins them into one picture: variation
#: selectors, the zero width joiner, the keycap, and the tags of flags.
_PICTURES = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_JOINERS = "\ufe0e\ufe0f\u200d\u20e3\U000e0020-\U000e007f"
_EMOJI = rf"(?:(?![{_POINTING}])[{_PICTURES}][{_PICTURES}{_JOINERS}]*+)"
#: Western faces with eyes and a mouth, hearts, and ^^.
_FACE = r"(?:[:;=8xX]['’]?[-o^]?[)(\]\[DdPp3/\\|*]{1,9}+|<3+|\^_?\^)(?!\w)"
_CLOSING = r"[\"'”’»)\]}」』）】]"

#: What stays with the sentence before: closing quotes and brackets right at its stop, marks of
#: references, then emoji. Matched at the end of a sentence.
TAIL = re.compile(
    rf"(?:\[\d{{1,3}}\])*+(?:{_CLOSING}++(?!\w)|\s?»)?(?:\s*+(?:{_EMOJI}|(?<=\s){_FACE}(?=\s|$)))*+"
)
#: An emoji between two words ends a sentence where a capital follows. It is looked for from the
#: beginning of a run alone, or a long run would be read again from each of its places.
EMOJI_THEN_CAPITAL = re.compile(
    rf"(?:(?<![{_PICTURES}{_JOINERS}]){_EMOJI}|(?<=\s){_FACE})"
    r"\s+(?=[\"'“‘«(]?(?P<capital>[^\W\d_]))"
)
