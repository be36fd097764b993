"""The sources of a research as entries of BibTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from triptych.contract import ResearchReply, SearchResult
from triptych.views.research.sources import references
from triptych.views.research.wording import web_link
from triptych.views.search.wording import printable, site

# BibTeX counts braces even behind a backslash: commands stand for those in a text.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{letter: f"\\{letter}" for letter in "#$%&_"},
}
# An address is taken as it is, but for what would end the field.
_IN_ADDRESS = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20", '"': "%22"})
_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?(?!\d)")
_WORD = re.compile(r"[a-z0-9]+")
_DULL = {"a", "an", "and", "the", "of", "in", "on", "to", "what", "how", "is"}


def bibtex(reply: ResearchReply, *, urldate: str | None = None) -> str:
    r"""Return the sources as `@online` entries of BibLaTeX.

    An entry has a title, author (if the attribution has one beside the licence), organization (the
    site), date, url, and note (the attribution, since licences have to be named). Keys are unique
    and consist of lower-case letters and digits. `urldate` is the day the pages were read, ISO
    8601.

    Examples
    --------
    >>> tea = SearchResult(title="Tea & more", url="https://a.org/b_c", age="2024-05-01T09:00")
    >>> print(bibtex(ResearchReply(query="tea", results="", sources=[tea])))
    @online{a2024tea,
      title = {{Tea \& more}},
      organization = {{a.org}},
      date = {2024-05-01},
      url = {https://a.org/b_c},
    }
    <BLANKLINE>
    """
    entries, keys = [], set()
    for result in references(reply).values():
        key = next(key for key in _keys(result) if key not in keys)
        keys.add(key)
        fields = {"title": f"{{{_text(result.title or result.url)}}}", **_known(result)}
        if urldate:
            fields["urldate"] = _text(urldate)
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        entries.append(f"@online{{{key},\n{lines}}}\n")
    return "\n".join(entries)


def _known(result: SearchResult) -> dict[str, str]:
    """Return the fields that are known of a source."""
    fields = {}
    attribution = " ".join((result.attribution or "").split())
    if author := attribution.rpartition(", ")[0]:
        # In braces of its own: no first name, and no "and" between two.
        fields["author"] = f"{{{_text(author)}}}"
    if name := site(result):
        fields["organization"] = f"{{{_text(name)}}}"
    if date := _DATE.match(result.age or ""):
        fields["date"] = date[0]
    if address := web_link(result.url):
        fields["url"] = "".join(printable(address).translate(_IN_ADDRESS).split())
    if attribution:
        fields["note"] = _text(attribution)
    return fields


def _keys(result: SearchResult) -> Iterator[str]:
    """Yield a key made of site, year and the first word of the title, then more like it."""
    year = _DATE.match(result.age or "")
    words = [word for word in _letters(result.title) if word not in _DULL]
    name = _name(site(result)) or "page"
    key = name[:20] + (year[0][:4] if year else "") + (words[0][:20] if words else "")
    yield key
    number = 2
    while True:
        yield f"{key}-{number}"
        number += 1


def _name(site: str) -> str:
    """Return the first word of a site's name, or the longest part of a host."""
    parts = site.split(".")
    if len(parts) > 1 and " " not in site:
        return "".join(_letters(max(parts[:-1], key=len)))
    return next(iter(_letters(site)), "")


def _letters(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.lower())
    return _WORD.findall("".join(one for one in plain if not unicodedata.combining(one)))


def _text(text: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in printable(" ".join(text.split())))
