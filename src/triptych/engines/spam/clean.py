"""Bring a message to one spelling, whatever channel it came through."""

from __future__ import annotations

import re
import unicodedata

from triptych._entities import unescape

# A longer text keeps its beginning and its end: the pitch and the call to action.
HEAD_CHARACTERS = 4000
TAIL_CHARACTERS = 1000
# What is cut away before any other work, so that no step sees more than this much.
_RAW_HEAD = 4 * HEAD_CHARACTERS
_RAW_TAIL = 4 * TAIL_CHARACTERS

_TAG = re.compile(r"<[a-zA-Z/!][^<>]{0,400}>")
_URL = re.compile(r"https?://([^\s/<>\"]+)[^\s<>\"]*|(?<!\w)(www\.[^\s/<>\"]+)[^\s<>\"]*", re.I)
# A host name without a scheme, then one written with spaces ("site. com"; tokenised mail).
_HOST = re.compile(
    r"(?<![\w@.])((?:[a-z0-9-]{2,40}\.){1,3}"
    r"(?:com|net|org|info|biz|co\.uk|tv|tk|ly|me|ru|us|eu|pl|io|cc|ws))(?![\w-])(?:/[^\s<>\"]*)?",
    re.I,
)
_SPACED_HOST = re.compile(
    r"(?<![\w@.])(?:https? : / / )?((?:[a-z0-9-]{2,40} \. ){1,3}|[a-z0-9-]{3,40}\. )"
    r"(com|net|org|info|biz)(?!\w)(?: / [^\s]{1,40})*",
    re.I,
)
# Quoted headers and list footers name people, days and lists: they say who wrote, not what.
_HEADER_LINE = re.compile(
    r"^[> \t]{0,20}(?:url|date|from|to|cc|bcc|sent|message-id|received|return-path)[ \t]?:"
    r"[^\n]{0,200}$",
    re.I | re.M,
)
_LIST_FOOTER = re.compile(r"\n_{20,60}\n.{0,80}mailing list.*\Z", re.I | re.S)
_FEWEST_LINES = 3
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_MENTION = re.compile(r"(?<!\S)@\w{1,50}")
_MIXED_WORD = re.compile(r"\w+")
_LATIN = re.compile(r"[a-zA-Z]")
_DISGUISE = re.compile(r"(?<=[a-zA-Z])[@$€](?=[a-zA-Z])")
_SPACES = re.compile(r"\s+")

# Letters of other alphabets that look like Latin ones. They are replaced only inside words that
# hold Latin letters too, so that a word written wholly in Cyrillic or Greek stays itself.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһӏӡАВЕКМНОРСТХІЈЅαεικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑɡı",
    "aeopcyxijsdhlzABEKMHOPCTXIJSaeiknoptuxABEZHIKMNOPTYXagi",
)
_DISGUISED_AS = {"@": "a", "$": "s", "€": "e"}


def _unmask(match: re.Match[str]) -> str:
    word = match.group()
    if word.isascii() or not _LATIN.search(word):
        return word
    return word.translate(_LOOKALIKES)


def _named_host(match: re.Match[str]) -> str:
    # The host of a link that carries its scheme is marked already.
    if match.string[max(match.start() - 9, 0) : match.start()] == "linkmark ":
        return match.group(1)
    return f" linkmark {match.group(1)} "


def _joined_host(match: re.Match[str]) -> str:
    return f" linkmark {match.group(1).replace(' ', '')}{match.group(2)} "


def clean(text: str) -> str:
    """Return the text without markup, disguises and addresses, at most 5,001 characters.

    Entities are decoded, tags removed, compatibility characters (full-width, mathematical letters)
    folded, invisible characters removed, look-alike letters inside Latin words replaced, and links,
    e-mail addresses and mentions reduced to a mark. Case is kept. Only the first 4,000 and the last
    1,000 characters of a long text remain.

    Examples
    --------
    >>> clean("Cl&#105;ck <b>http://win.example/x?y=1</b> now")
    'Click linkmark win.example now'
    """
    if len(text) > _RAW_HEAD + _RAW_TAIL:
        text = f"{text[:_RAW_HEAD]} {text[-_RAW_TAIL:]}"
    text = unescape(text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        # Zero-width and other format characters split words for a filter, not for a reader.
        text = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Mn"))
        text = _MIXED_WORD.sub(_unmask, text)
    if text.count("\n") >= _FEWEST_LINES:
        text = _HEADER_LINE.sub(" ", _LIST_FOOTER.sub("\n", text))
    if "http" in text or "www." in text or "HTTP" in text or "WWW." in text or "Http" in text:
        text = _URL.sub(lambda m: f" linkmark {m.group(1) or m.group(2)} ", text)
    if "@" in text:
        text = _ADDRESS.sub(" mailmark ", text)
        text = _MENTION.sub(" mentionmark ", text)
    if "." in text:
        text = _HOST.sub(_named_host, text)
        if ". " in text:
            text = _SPACED_HOST.sub(_joined_host, text)
    text = _DISGUISE.sub(lambda m: _DISGUISED_AS[m.group()], text)
    text = _SPACES.sub(" ", text).strip()
    if text[:8].lower() == "subject:":
        text = text[8:].lstrip()
    if len(text) > HEAD_CHARACTERS + TAIL_CHARACTERS:
        text = f"{text[:HEAD_CHARACTERS]} {text[-TAIL_CHARACTERS:]}"
    return text
