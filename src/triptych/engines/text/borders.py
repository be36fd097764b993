"""Where one sentence of a block ends and the next begins."""

from __future__ import annotations

import re

#: What a list item begins with; the first group that matched is the kind of list.
ITEM = re.compile(
    r"""(?:
      (?P<bullet>[-*+•‣◦▪●·–—✓✔✗✘☐☑☒✅❌➤►])\s
    | \(?(?P<number>\d{1,3})[.)]\s
    | (?P<verse>\d{1,3}:\d{1,3})\s
    | \(?(?P<letter>[A-Za-z])\)\s
    | (?P<key>[^\W\d_a-z][\w'’.-]*(?:\ [\w'’.-]+){0,2}):\s
    )""",
    re.VERBOSE,
)
#: Brackets, double quotes, and single ones that are not an apostrophe.
_QUOTES = re.compile(r"[\"“”„«»()]|(?<!\w)[‘'’]|[’'](?!\w)")
_WORD = re.compile(r"\w")
_SPACE = re.compile(r"\s*")
_ONLY_QUOTES = " \t\n\"'“”‘’«»()[]{}"
_LONGEST_QUOTES = 20
#: "I ❤ Kenya" is one sentence: the emoji is its verb.
_SUBJECTS = frozenset({"i", "we", "you", "u", "they"})
#: Each match ends where another sentence begins.
ADDED = (
    # "what?? why would you", "Really?! I": after two marks, and for who writes no capitals.
    re.compile(r"(?<![!?])[!?]++\s+(?=[\"“‘«(]?\w)"),
    # "Hmm.... I", "Wait… What?"
    re.compile(r"(?:(?<!…)…++|(?<!\.)\.{4,}+)\s+(?=[\"“‘]?[A-ZÀ-ÖØ-ÞА-ЯЁ])"),
    # "(An aside.) The story", "mistake me.” He": a bracket or quote closes after the stop. Not
    # after "(U.S.)".
    re.compile(r"(?:[!?…]|[a-z\d’']{3}\.)[\"'”’»]?[)\]]\s+(?=[\"“‘«(]?[A-ZÀ-ÖØ-Þ])"),
    re.compile(r"(?:[!?…]|[a-z\d]\.)[\"”»][\"'”’]?\s+(?=[\"“‘«(]?[A-ZÀ-ÖØ-Þ])"),
    # "it was ok. would come back": sentencex takes these words for abbreviations.
    re.compile(
        r"(?<![\w.])(?:arc|ark|art|bros|bs|btw|con|fed|id|ill|may|me|miss|no|ok|plz|reps)\.\s+"
        r"(?=[A-Za-z])"
    ),
    # "Great game! #winning"
    re.compile(r"(?:[!?…]|\.\.)\s+(?=[#@]\w)"),
    # "no.No", "Stop!Do": no space after the stop, but words on both sides, so no address.
    # Before a full stop only words in small letters: "Mrs.Frizzle" is one name.
    re.compile(r"(?<!\S)[\"'“(]?[a-z'’-]*[a-z]{2}\.{1,9}(?=[A-Z][a-z'’]*+[\s,])"),
    re.compile(r"(?<!\S)[\"'“(]?[A-Za-z'’-]*[a-z]{2}[!?]{1,9}(?=[A-Z][a-z'’]*+[\s,])"),
)
_DOTTED_NUMBER = re.compile(r"\d\.\d{1,3}\.$")
_ENDS_IN_QUOTES = re.compile(r"[.!?…,][\"'”’»]$")
_NAME_WITH_MARK = re.compile(r"(?<![^\s(\"“])[A-ZÀ-ÖØ-Þ]\w+!$")
#: A verb that no sentence begins with, unless it asks.
_GOES_ON = re.compile(
    r"(?:is|was|are|were|has|had|will|does)\s(?!(?:it|this|that|he|she|there|they|you|i|we)\b)"
)
_INTERJECTION = re.compile(r"(?<![^\s\"'“‘(—-])(?:o|oh|ah|aha|alas|lo|ho|fie|eh|nay|hark)!$", re.I)
#: Who speaks, right after the quotation, where no spaces are written.
_SPEAKER = re.compile(r"と|って|[^\W\d_]{0,3}[说說道问問喊叫]")
#: "approx. 40": these end no sentence where a number follows.
_BEFORE_NUMBER = re.compile(
    r"\b(?:approx|ca|est|no|nos|pp?|vols?|figs?|secs?|chap|arts?|eq|tel)\.$", re.I
)
#: A bracket that is not a mouth, as in ":(".
_BRACKET = re.compile(r"(?<![:;=^'’-])[()]")
#: How far back an open bracket is looked for: no aside is longer, and the search stays short.
_ASIDE = 200
#: sentencex takes time that grows with the square of a paragraph without spaces or with many
#: open quotes; on pieces of this many code points that cannot be felt.
_PIECE = 2_000
#: A border this near to the end of a piece is left to the next piece, which sees what follows.
_MARGIN = 100
#: To sentencex a line break is a border, some whitespace beyond ASCII makes it fail, and a lone
#: surrogate is not text. One character stands for each, so that offsets hold.
_BLANK = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f]")
#: Where the script shows the language, its own abbreviations and question mark are known.
_SCRIPTS = re.compile(r"(?P<el>[\u0370-\u03ff\u1f00-\u1fff])|(?P<ru>[\u0400-\u04ff])")
_NO_TEXT = re.compile(r"[\ud800-\udfff]")
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


def borders(block: str) -> list[int]:
    """Return where each sentence of a block begins, but the first: increasing, none at whitespace.

    Line breaks in a block mean nothing.
    """
    if len(block) < 2:
        return []
    starts = {start for start in sentence_starts(block) if not _in_name(block, start)}
    # sentencex never looks into a quotation, however many sentences it holds, and can lose its
    # way after one. So it reads the text without quotes and brackets too; there a border counts
    # if none of them stands at the stop.
    bare = _QUOTES.sub(" ", block)
    if bare != block:
        for start in sentence_starts(bare):
            end = _end_before(bare, start, 0)
            if block[end].isspace():
                starts.add(_after_space(block, end))
    for pattern in ADDED:
        starts.update(match.end() for match in pattern.finditer(block))
    emoji = {
        match.end(): match.start()
        for match in EMOJI_THEN_CAPITAL.finditer(block)
        if match["capital"].isupper()
    }
    return _settle(block, sorted(starts), emoji)


def _settle(block: str, starts: list[int], emoji: dict[int, int]) -> list[int]:
    """Return the borders that hold, each moved behind what stays with the sentence before it."""
    settled: list[int] = []
    marker = ITEM.match(block)
    # The stop of "3. Pour" does not end a sentence.
    first = marker.end() if marker else 0
    # Quotes alone are not a sentence, neither at the end nor in the middle.
    last = len(block.rstrip(_ONLY_QUOTES))
    start = 0
    for border in sorted({*starts, *emoji}):
        if border <= max(start, first):
            continue
        if border in emoji and not _ends_with_emoji(block, start, emoji[border]):
            continue
        end = _end_before(block, border, start)
        tail = TAIL.match(block, end)
        end = tail.end() if tail else end
        after = _after_space(block, end)
        if after >= last:
            break
        if _has_words(block, start, end) and not goes_on(block, start, end, after):
            settled.append(after)
            start = after
    return settled


def _end_before(text: str, border: int, floor: int) -> int:
    """Return where the text before a border ends, without whitespace."""
    while border > floor and text[border - 1].isspace():
        border -= 1
    return border


def _has_words(block: str, start: int, end: int) -> bool:
    """Return whether a sentence is more than quotes and brackets."""
    return end - start > _LONGEST_QUOTES or bool(block[start:end].strip(_ONLY_QUOTES))


def _in_name(block: str, start: int) -> bool:
    """Return whether a border stands between letters, as in "ASP.NET"."""
    return block[start - 1] == "." and block[start].isascii() and block[start].isalnum()


def _after_space(text: str, end: int) -> int:
    """Return where the text after an end begins again, without whitespace."""
    space = _SPACE.match(text, end)
    return space.end() if space else end


def _ends_with_emoji(block: str, start: int, emoji: int) -> bool:
    """Return whether there are words before an emoji, and more than the subject of a sentence."""
    if not _WORD.search(block, start, emoji):
        return False
    last = block[max(start, emoji - 8) : emoji].split()
    return not last or last[-1].lower() not in _SUBJECTS


def goes_on(block: str, start: int, end: int, after: int) -> bool:
    """Return whether a sentence goes on over a border.

    The sentence before the border is ``block[start:end]``; the next would begin at `after`.

    Examples
    --------
    >>> goes_on("“Oh! how sweet", 0, 4, 5), goes_on("Oh! How sweet", 0, 3, 4)
    (True, False)
    """
    before = block[max(start, end - 40) : end]
    following = block[after : after + 24]
    if block[start] != "(" and _in_brackets(block, max(start, end - _ASIDE), end):
        return True
    if end == after and _goes_on_unspaced(before, following):
        return True
    if _ENDS_IN_QUOTES.search(before):
        # Who speaks; in some languages after a dash: "«Кто там?» — спросил он".
        return following.lstrip("—–- ")[:1].islower()
    if following[0].isdigit():
        return bool(_BEFORE_NUMBER.search(before))
    if not following[0].islower():
        return False
    if _DOTTED_NUMBER.search(before) or _INTERJECTION.search(before):
        return True
    return bool(_NAME_WITH_MARK.search(before) and _GOES_ON.match(following))


def _goes_on_unspaced(before: str, following: str) -> bool:
    """Return whether a sentence goes on where no space is after the stop."""
    if before[-1] in "」』”":
        return bool(_SPEAKER.match(following))
    # "friend?—then rest".
    return following[0] in "—–-"


def _in_brackets(block: str, start: int, end: int) -> bool:
    """Return whether a bracket opened before the end is still open there."""
    brackets = _BRACKET.findall(block, start, end)
    return bool(brackets) and brackets[-1] == "("


def sentence_starts(text: str) -> list[int]:
    r"""Return where sentences begin, but the first: increasing code points within the text.

    Line breaks in the text mean nothing.

    Examples
    --------
    >>> sentence_starts("Mr. Lee left. Why?\nNobody knew.")
    [14, 19]
    """
    plain = _NO_TEXT.sub("\ufffd", _BLANK.sub(" ", text))
    script = _SCRIPTS.search(plain)
    language = (script and script.lastgroup) or "en"
    starts: list[int] = []
    begin = 0
    while begin < len(plain):
        end = begin + _PIECE
        in_piece = [begin + start for start in _starts(language, plain[begin:end])]
        if end >= len(plain):
            return starts + in_piece
        safe = [start for start in in_piece if start <= end - _MARGIN]
        starts += safe
        # Without a border the sentence goes on in the next piece, which begins at a word.
        begin = safe[-1] if safe else _word_before(plain, end - _MARGIN)
    return starts


def _starts(language: str, piece: str) -> list[int]:
    # Loaded at the first use: who never splits a text need not pay for it.
    from sentencex import get_sentence_boundaries

    try:
        sentences = get_sentence_boundaries(language, piece)
    except BaseException as error:
        # A panic of its Rust code is not an Exception; it costs the borders of one piece, no more.
        if type(error).__name__ != "PanicException":
            raise
        return []
    return [sentence["start_index"] for sentence in sentences[1:] if sentence["start_index"]]


def _word_before(text: str, end: int) -> int:
    """Return where the last word before an offset begins, or the offset inside a long word."""
    space = text.rfind(" ", end - _MARGIN, end)
    return end if space < 0 else space + 1
