"""Fold characters to the letter they are or imitate, one character to one.

A fold never changes the length of a text, so offsets in the folded text are offsets in the text.
Look-alikes follow Unicode Technical Standard 39 in spirit: text and word lists are folded by the
same tables, so that a Cyrillic entry meets a Cyrillic word, and a disguised word meets its entry.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that imitate a Latin letter and that neither compatibility nor base letter reveals.
_LOOK_ALIKES = {
    # Cyrillic. Capitals fold as their small letters, so that case never matters.
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ѐ": "e", "ё": "e", "є": "e", "һ": "h",
    "н": "h", "і": "i", "ї": "i", "ј": "j", "к": "k", "ӏ": "l", "м": "m", "о": "o", "р": "p",
    "ԛ": "q", "ѕ": "s", "т": "t", "у": "y", "ѵ": "v", "ԝ": "w", "х": "x",
    # Greek
    "α": "a", "β": "b", "ϲ": "c", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o",
    "π": "n", "ρ": "p", "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "γ": "y", "ω": "w",
    "μ": "u",
    # Armenian
    "օ": "o", "ս": "u", "ո": "n", "հ": "h", "ց": "g", "ք": "p", "զ": "q", "ա": "w",
    # Latin letters without a decomposition
    "ƒ": "f", "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ɑ": "a", "ɡ": "g", "ħ": "h", "ŧ": "t",
    "ɪ": "i", "ß": "s", "ſ": "s", "ʋ": "u", "ɯ": "w", "ƙ": "k", "ƈ": "c", "ɓ": "b", "ɗ": "d",
    "ᴀ": "a", "ʙ": "b", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ꜰ": "f", "ɢ": "g", "ʜ": "h", "ᴊ": "j",
    "ᴋ": "k", "ʟ": "l", "ᴍ": "m", "ɴ": "n", "ᴏ": "o", "ᴘ": "p", "ʀ": "r", "ꜱ": "s", "ᴛ": "t",
    "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ʏ": "y", "ᴢ": "z",
}  # fmt: skip
_CAPITAL_LOOK_ALIKES = {"Η": "h", "Ν": "n", "Υ": "y", "Β": "b", "Μ": "m", "Ρ": "p", "Χ": "x"}
# Arabic letters that are written in several ways.
_ARABIC = {"أ": "ا", "إ": "ا", "آ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ۀ": "ه"}

_LEET = {
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a",
    "$": "s", "!": "i", "|": "i", "¡": "i", "€": "e", "£": "l", "¢": "c", "+": "t", "§": "s",
    "¥": "y",
}  # fmt: skip
LEET_CHARACTERS = frozenset(_LEET)

_ENCLOSED = ((0x1F130, 26), (0x1F150, 26), (0x1F170, 26), (0x1F1E6, 26))
_RUNNING_SCRIPTS = (
    "\u0e00-\u0e7f\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc"
    "\U00020000-\U000323af"
)
_PICTURES = "\u270a-\u270d\U0001f300-\U0001faff"
#: One character of a script that does not put spaces between words, or a pictograph.
RUNNING = re.compile(f"[{_RUNNING_SCRIPTS}{_PICTURES}]")


def _canonical(character: str) -> str:
    """Return the letter that a character is or imitates, in lower case; not always a letter."""
    code = ord(character)
    for first, count in _ENCLOSED:
        if first <= code < first + count:
            return chr(ord("a") + code - first)
    if 0x900 <= code < 0x980:  # Devanagari: without the dot below, one sign for a nasal vowel
        return "\u0902" if code == 0x901 else unicodedata.normalize("NFD", character)[0]
    compatible = unicodedata.normalize("NFKC", character)
    if len(compatible) == 1:
        character = compatible
    if character in _CAPITAL_LOOK_ALIKES:
        return _CAPITAL_LOOK_ALIKES[character]
    # A capital whose small letter is written with two code points (U+0130) keeps the first.
    character = character.lower()[0]
    if character in _LOOK_ALIKES:
        return _LOOK_ALIKES[character]
    if character in _ARABIC:
        return _ARABIC[character]
    base = unicodedata.normalize("NFD", character)[0]
    # Short i is another letter than i; other scripts build their letters from parts.
    if base != character and character != "й" and script(base) in {"latin", "greek", "cyrillic"}:
        return _LOOK_ALIKES.get(base, base)
    return character


def _is_vowel_sign(character: str) -> bool:
    """Return whether a sign spells a sound of the Devanagari letter before it."""
    return "\u0900" <= character < "\u0964" and character not in "\u093c\u0950"


def script(character: str) -> str:
    """Return ``latin``, ``cyrillic``, ``greek`` or ``other`` for a letter."""
    code = ord(character)
    if code < 0x250 or 0x1D00 <= code < 0x1F00 or 0x2C60 <= code < 0x2C80:
        return "latin"
    if 0x400 <= code < 0x530:
        return "cyrillic"
    if 0x370 <= code < 0x400 or 0x1F00 <= code < 0x2000:
        return "greek"
    if 0x530 <= code < 0x590:
        return "armenian"
    if code < 0x2B0 or 0x2100 <= code < 0x2500 or 0xFF00 <= code < 0xFF5F or code >= 0x1D400:
        return "latin"  # phonetic, letter-like, enclosed, full-width, mathematical
    return "other"


class _Table(dict[int, int]):
    """A table for `str.translate` that fills itself; U+0020 stands for all that is not a letter."""

    # An entry a character of Unicode would be 100 MB: a hostile text must not fill the memory.
    LIMIT = 20_000

    def __init__(self, leet: dict[str, str] | None = None, *, running: bool = False) -> None:
        super().__init__()
        self._leet = leet or {}
        self._running = running
        for code in range(0x600):
            self[code] = self._fold(chr(code))

    def _fold(self, character: str) -> int:
        if character in self._leet:
            return ord(self._leet[character])
        if "\ud800" <= character <= "\udfff":
            return 0x20
        folded = _canonical(character)
        if folded in self._leet:
            return ord(self._leet[folded])
        if self._running:
            return ord(folded) if folded.isalnum() or not folded.isascii() else 0x20
        if RUNNING.match(folded):
            return 0x20
        return ord(folded) if folded.isalpha() or _is_vowel_sign(folded) else 0x20

    def __missing__(self, code: int) -> int:
        folded = self._fold(chr(code))
        if len(self) < self.LIMIT:
            self[code] = folded
        return folded


#: Letters only; everything else is a space.
PLAIN = _Table()
#: Digits and signs stand for letters; one and the like for i, or (`LEET_L`) for l.
LEET_I = _Table(_LEET)
LEET_L = _Table(_LEET | dict.fromkeys("1!|¡", "l"))
#: Keeps the signs of scripts without spaces, and pictographs.
RUNNING_TEXT = _Table(running=True)
