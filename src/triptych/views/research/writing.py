"""What was read as Markdown, written as Markdown: nothing else than what the page shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from triptych.views.research.wording import web_link

if TYPE_CHECKING:
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_MARKS = {"strong": "**", "em": "*", "s": "~~"}


def written(tokens: Sequence[Token], cite: Callable[[int], str]) -> str:
    """Return tokens as Markdown, with citations made by `cite` from their numbers.

    HTML and addresses that are not of the web stay plain text, also for readers that would run
    them.
    """
    from markdown_it.tree import SyntaxTreeNode

    return _Writer(cite).blocks(SyntaxTreeNode(tokens))


class _Writer:
    def __init__(self, cite: Callable[[int], str]) -> None:
        self._cite = cite

    def blocks(self, node: SyntaxTreeNode, between: str = "\n\n") -> str:
        return between.join(filter(None, (self._block(child) for child in node.children)))

    def _block(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "heading":
                return f"{'#' * int(node.tag[1])} {self._inline(node)}"
            case "paragraph":
                return at_beginning(self._inline(node))
            case "bullet_list" | "ordered_list":
                return self._list(node)
            case "blockquote":
                return _indented(self.blocks(node), "> ", "> ")
            case "fence" | "code_block":
                fence = _longer(node.content, 3)
                language = re.sub(r"\W", "", node.info)
                return f"{fence}{language}\n{node.content.rstrip()}\n{fence}"
            case "table":
                return self._table(node)
            case "hr":
                return "***"
        return self.blocks(node)

    def _list(self, node: SyntaxTreeNode) -> str:
        first = int(node.attrs.get("start", 1))
        tight = all(child.hidden for item in node.children for child in item.children[:1])
        items = []
        for number, item in enumerate(node.children, first):
            mark = "- " if node.type == "bullet_list" else f"{number}. "
            body = self.blocks(item, "\n" if tight else "\n\n")
            items.append(_indented(body, mark, " " * len(mark)))
        return ("\n" if tight else "\n\n").join(items)

    def _table(self, node: SyntaxTreeNode) -> str:
        rows = [
            [self._inline(cell).replace("|", "\\|") for cell in row.children]
            for part in node.children
            for row in part.children
        ]
        rows.insert(1, ["---"] * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def _inline(self, node: SyntaxTreeNode) -> str:
        made = ""
        for child in node.children:
            piece = self._piece(child)
            if child.type == "citation":
                made = made.rstrip(" ")
            if piece.startswith("[") and made.endswith("!"):
                # An exclamation mark would make a picture of it.
                made = f"{made[:-1]}\\!"
            made += piece
        return made.strip()

    def _piece(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "text":
                return in_text(node.content)
            case "softbreak":
                return " "
            case "hardbreak":
                return "\\\n"
            case "code_inline":
                mark = _longer(node.content, 1)
                space = " " if node.content.startswith("`") or node.content.endswith("`") else ""
                return f"{mark}{space}{node.content}{space}{mark}"
            case "citation":
                return self._cite(node.meta["citation"].number)
            case "link":
                return linked(self._inline(node), str(node.attrs.get("href", "")))
            case "image":
                return linked(in_text(node.content) or "picture", str(node.attrs.get("src", "")))
        mark = _MARKS.get(node.type, "")
        return f"{mark}{self._inline(node)}{mark}"


def linked(words: str, address: str) -> str:
    """Return a link, or its words alone if the address is not of the web.

    Examples
    --------
    >>> linked("tea", "https://a.org/b_(c)"), linked("tea", "javascript:x")
    ('[tea](<https://a.org/b_(c)>)', 'tea')
    """
    url = web_link(address)
    if url is None:
        return words
    # Between angles an address may hold brackets, but neither angles nor spaces.
    safe = "".join(url.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20").split())
    return f"[{words}](<{safe}>)"


def _longer(content: str, least: int) -> str:
    """Return more backticks than the code has in a row."""
    most = max((len(run) for run in re.findall("`+", content)), default=0)
    return "`" * max(least, most + 1)


def _indented(body: str, first: str, other: str) -> str:
    lines = body.split("\n")
    rest = "".join(f"\n{f'{other}{line}'.rstrip()}" for line in lines[1:])
    return f"{first}{lines[0]}{rest}"


_ANYWHERE = re.compile(r"[\\`*\[\]~]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)")


# At the beginning of a line: headings, quotes, tables, rules, and the items of lists.
_BEGINNING = re.compile(r"\d+(?=[.)])|(?=[#+=>|-])")


def in_text(text: str) -> str:
    r"""Return text escaped so that no letter is markup.

    Examples
    --------
    >>> print(in_text("the __init__ of <b>, a*b and snake_case"))
    the \_\_init\_\_ of \<b>, a\*b and snake_case
    """
    return _ANYWHERE.sub(lambda found: f"\\{found[0]}", text)


def at_beginning(line: str) -> str:
    r"""Return a line escaped so that it begins neither a heading nor an item.

    Examples
    --------
    >>> print(at_beginning("1990. That year"))
    1990\. That year
    """
    leading = _BEGINNING.match(line)
    return f"{leading[0]}\\{line[leading.end() :]}" if leading else line
