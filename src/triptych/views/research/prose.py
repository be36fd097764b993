"""The text of a report: Markdown with markers, read once for all who show it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from triptych.contract import ResearchReply
from triptych.views.base.markup import escape, more
from triptych.views.research.wording import EXTRACTION, web_link
from triptych.views.research.writing import at_beginning, in_text, written
from triptych.views.search.citing import MARKER, Citation

#: Characters of a report that are read; no report has more.
_LONGEST = 300_000

_STRUCTURE = re.compile(r"#{1,6} |- ")
_STOP = re.compile(r"[.,;:!?]+")


class Heading(NamedTuple):
    """A heading: 1 is the highest level; its place is counted from 0."""

    level: int
    text: str
    place: int


class Cited(NamedTuple):
    """What stands before a marker or several, and the heading it stands under."""

    text: str
    citations: tuple[Citation, ...]
    heading: str


class Stretch(NamedTuple):
    """Tokens of running text with the citations that follow them."""

    tokens: list[Token]
    citations: tuple[Citation, ...]

    @property
    def text(self) -> str:
        """Its letters."""
        return _letters(self.tokens)

    @property
    def is_whole(self) -> bool:
        """Whether what begins in it ends in it: bold, for instance."""
        depth = 0
        for token in self.tokens:
            depth += token.nesting
            if depth < 0:
                return False
        return depth == 0


class Setting(NamedTuple):
    """How a report is set as HTML."""

    #: Of a citation and the sentence before it, makes HTML.
    marker: Callable[[Citation, str], str]
    #: Of the place of a heading, makes the id that leads there.
    anchor: Callable[[int], str]
    #: Whether headings are elements of their own: a notebook adds those of its outputs to its own
    #: table of contents, so there they only have the role.
    headings: bool = False


class Prose:
    r"""A report that was parsed.

    Examples
    --------
    >>> report = "# Tea\n\nTea is *hot*. [[1](http://a/b_(c))] Is it?"
    >>> prose = Prose(ResearchReply(query="What is it?", results=report))
    >>> [heading.text for heading in prose.headings]
    ['Tea']
    >>> prose.cited[0].text, prose.cited[0].heading
    ('Tea is hot.', 'Tea')
    """

    def __init__(self, reply: ResearchReply) -> None:
        self._left_out = len(reply.results) - _LONGEST
        self._tokens = _untitled(parser().parse(as_markdown(reply)), reply.query)

    @cached_property
    def headings(self) -> list[Heading]:
        """The headings in order."""
        headings: list[Heading] = []
        for token, inside in zip(self._tokens, self._tokens[1:], strict=False):
            if token.type == "heading_open":
                words = _letters(inside.children or [])
                headings.append(Heading(int(token.tag[1]), words, len(headings)))
        return headings

    @cached_property
    def cited(self) -> list[Cited]:
        """The sentences that cite something, in order."""
        sentences: list[Cited] = []
        heading, is_heading = "", False
        for token in self._tokens:
            if token.type == "inline":
                children = token.children or []
                if is_heading:
                    heading = _letters(children)
                sentences += [
                    Cited(stretch.text, stretch.citations, heading)
                    for stretch in stretches(children)
                    if stretch.citations
                ]
            is_heading = token.type == "heading_open"
        return sentences

    def html(self, setting: Setting) -> str:
        """Return it as HTML; only what Markdown makes is an element, all else is escaped."""
        made = parser()
        env: dict[str, Any] = {"setting": setting, "headings": 0}
        text: str = made.renderer.render(self._tokens, made.options, env)
        return text + more(self._left_out)

    def markdown(self, cite: Callable[[int], str]) -> str:
        """Return it as Markdown, with citations made by `cite`."""
        return written(self._tokens, cite)


def as_markdown(reply: ResearchReply) -> str:
    r"""Return a report as Markdown.

    What is extracted from pages is plain text between the headings, the items and the markers:
    there `__init__` is not bold.

    Examples
    --------
    >>> text = "## *Args\n\nIt is __init__. [[1](http://a/)]"
    >>> print(as_markdown(ResearchReply(query="", results=text, written_by="extraction")))
    ## \*Args
    <BLANKLINE>
    It is \_\_init\_\_. [[1](http://a/)]
    """
    text = reply.results[:_LONGEST]
    if reply.written_by != EXTRACTION:
        return text
    return "\n".join(map(_meaning_itself, text.split("\n")))


def _meaning_itself(line: str) -> str:
    line = line.strip()
    structure = _STRUCTURE.match(line)
    start = structure.end() if structure else 0
    made, end = "", start
    for marker in MARKER.finditer(line, start):
        made += in_text(line[end : marker.start()]) + marker[0]
        end = marker.end()
    return line[:start] + at_beginning(made + in_text(line[end:]))


def stretches(tokens: Sequence[Token]) -> Iterator[Stretch]:
    """Yield running text in stretches that end where a citation does."""
    before: list[Token] = []
    citations: list[Citation] = []
    for token in tokens:
        if token.type == "citation":
            citations.append(token.meta["citation"])
            continue
        if citations:
            if token.type == "text" and not token.content.strip():
                continue
            if token.type == "text" and (stop := _STOP.match(token.content)):
                # A stop behind the marker belongs to the sentence before.
                before.append(token.copy(content=stop[0]))
                token = token.copy(content=token.content[stop.end() :])
            yield Stretch(_trimmed(before), tuple(citations))
            before, citations = [], []
        before.append(token)
    if before or citations:
        yield Stretch(_trimmed(before) if citations else before, tuple(citations))


def _trimmed(tokens: list[Token]) -> list[Token]:
    """Return tokens without the space before a marker, or before the stop that follows it."""
    if len(tokens) > 1 and tokens[-1].type == "text" and _STOP.fullmatch(tokens[-1].content):
        return [*_trimmed(tokens[:-1]), tokens[-1]]
    if tokens and tokens[-1].type == "text":
        return [*tokens[:-1], tokens[-1].copy(content=tokens[-1].content.rstrip())]
    return tokens


def _letters(tokens: Sequence[Token]) -> str:
    pieces = (
        " " if token.type in ("softbreak", "hardbreak") else token.content
        for token in tokens
        if token.type != "image"
    )
    return " ".join("".join(pieces).split())


def _untitled(tokens: list[Token], title: str) -> list[Token]:
    """Return tokens without a first heading that repeats the title."""
    if len(tokens) > 2 and tokens[0].type == "heading_open":
        words = _letters(tokens[1].children or [])
        if words.strip(" ?.").casefold() == title.strip(" ?.").casefold():
            return tokens[3:]
    return tokens


@cache
def parser() -> MarkdownIt:
    """Return the parser of reports: CommonMark and tables, markers, no HTML."""
    markdown = ReportMarkdown("commonmark", {"html": False}, renderer_cls=Rendering)
    markdown.enable(["table", "strikethrough"])
    markdown.inline.ruler.before("link", "citation", read_marker)
    markdown.core.ruler.push("direction", direct)
    return markdown


_DEEPEST = 6
_RUNNING = {"list_item_open", "blockquote_open", "td_open", "th_open"}


class ReportMarkdown(MarkdownIt):
    """Markdown whose links lead to the web."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - its name in markdown-it
        """Return whether an address may be linked to."""
        return web_link(url) is not None


def read_marker(state: StateInline, silent: bool) -> bool:
    """Read `[[n](url)]`, as a rule of the parser."""
    match = MARKER.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.meta["citation"] = Citation(int(match[1]), match[2])
    state.pos = match.end()
    return True


def direct(state: StateCore) -> None:
    """Set the direction of each block by its letters, as a rule of the parser."""
    for token in state.tokens:
        # A paragraph within them would hide its letters from the item that it begins.
        if token.type in _RUNNING or (token.type == "paragraph_open" and token.level == 0):
            token.attrSet("dir", "auto")


class Rendering(RendererHTML):
    """Renders as the `Setting` in the environment specifies."""

    def renderInline(  # noqa: N802 - its name in markdown-it
        self, tokens: Sequence[Token], options: OptionsDict, env: EnvType
    ) -> str:
        """Render running text, each sentence with its markers."""
        made = []
        for stretch in stretches(tokens):
            body = super().renderInline(stretch.tokens, options, env)
            text = stretch.text
            body += "".join(env["setting"].marker(one, text) for one in stretch.citations)
            if stretch.citations and stretch.is_whole:
                names = " ".join(f"triptych-s{one.number}" for one in stretch.citations)
                body = f'<span class="{names}">{body.strip()}</span> '
            made.append(body)
        return "".join(made).strip()

    def heading_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Begin a heading below the question, which is the title."""
        place = env["headings"]
        env["headings"] = place + 1
        level = min(_DEEPEST, max(2, int(tokens[idx].tag[1])))
        name = escape(env["setting"].anchor(place))
        if env["setting"].headings:
            return f'<h{level} id="{name}" dir="auto">'
        # Bold, for places that strip styles.
        return (
            f'<div class="triptych-heading triptych-level{level}" role="heading" '
            f'aria-level="{level + 1}" id="{name}" dir="auto"><b>'
        )

    def heading_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """End it."""
        level = min(_DEEPEST, max(2, int(tokens[idx].tag[1])))
        return f"</h{level}>\n" if env["setting"].headings else "</b></div>\n"

    def link_open(self, tokens: Sequence[Token], idx: int, *more: Any) -> str:
        """Begin a link that opens in a tab of its own."""
        address = escape(str(tokens[idx].attrs.get("href", "")))
        return f'<a href="{address}" target="_blank" rel="noopener noreferrer">'

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Name a picture and do not load it: its server would learn who reads."""
        words = escape(tokens[idx].content) or "picture"
        address = web_link(str(tokens[idx].attrs.get("src", "")))
        if address is None:
            return words
        return (
            f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer">'
            f"{words} (picture)</a>"
        )

    def fence(self, tokens: Sequence[Token], idx: int, *more: Any) -> str:
        """Show code."""
        return f'<pre dir="ltr" tabindex="0"><code>{escape(tokens[idx].content)}</code></pre>\n'

    def table_open(self, *_: Any) -> str:
        """Begin a table, which may be wider than the text."""
        return '<div class="triptych-wide" tabindex="0"><table>'

    def table_close(self, *_: Any) -> str:
        """End it."""
        return "</table></div>\n"
