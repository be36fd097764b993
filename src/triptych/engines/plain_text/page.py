"""From an HTML page to the text a reader sees."""

from __future__ import annotations

from html.parser import HTMLParser

_UNSEEN = {"head", "title", "script", "style", "template", "noscript", "svg"}
#: Elements that begin and end a line of their own.
_BLOCKS = {
    "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption",
    "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
    "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
}  # fmt: skip


def visible_text(page: str) -> str:
    r"""Return the text of a page, a blank line between its blocks.

    Parameters
    ----------
    page : str
        HTML, well-formed or not; text without any tag comes back as it is.

    Examples
    --------
    >>> visible_text("<title>T</title><h1>Tea</h1><p>Boil <b>water</b>.<script>x()</script>")
    'Tea\n\nBoil water.'
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    blocks = (" ".join(block.split()) for block in "".join(reader.parts).split("\0"))
    return "\n\n".join(block for block in blocks if block)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BLOCKS:
            self.parts.append("\0")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _BLOCKS:
            self.parts.append("\0")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data)
