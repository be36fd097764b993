"""Markdown as HTML: each sentence in a span with what it cites, and no address that runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from triptych.views.base.markup import escape
from triptych.views.research.wording import web_link
from triptych.views.search.citing import MARKER, Citation

_DEEPEST = 6
_RUNNING = {"list_item_open", "blockquote_open", "td_open", "th_open"}


class ReportMarkdown(MarkdownIt):
    """Markdown whose links lead to the web."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - its name in markdown-it
        """Return whether an address may be linked to."""
        return web_link(url) is not None


def read_marker(state: StateInline, silent: bool) -> bool:
    """Read `[[n](url)]`, as a rule of the parser."""
    found = MARKER.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.meta["citation"] = Citation(int(found[1]), found[2])
    state.pos = found.end()
    return True


def direct(state: StateCore) -> None:
    """Let each block run in the direction of its letters, as a rule of the parser."""
    for token in state.tokens:
        # A paragraph within them would hide its letters from the item that it begins.
        if token.type in _RUNNING or (token.type == "paragraph_open" and token.level == 0):
            token.attrSet("dir", "auto")


class Rendering(RendererHTML):
    """Renders as `Setting` says, which is in the environment."""

    def renderInline(  # noqa: N802 - its name in markdown-it
        self, tokens: Sequence[Token], options: OptionsDict, env: EnvType
    ) -> str:
        """Render running text, each sentence with its markers."""
        from triptych.views.research.prose import stretches

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
