"""Read what an address holds, by its kind."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

from triptych.engines.decoder import read_pdf
from triptych.engines.page.directives import text_of_restructured
from triptych.engines.page.html import first_words, plain_page, read_html
from triptych.engines.page.markup import (
    front_matter,
    html_of_markdown,
    markdown_of_notebook,
)
from triptych.engines.page.page import PageError, WebPage
from triptych.engines.page.pdf import PDFError
from triptych.engines.text.decoding import decode_page
from triptych.models.files import rows

#: Most bytes of a page; a book of 1,000 pages as text has two million.
MAX_BYTES = 20_000_000
_MAX_MARKDOWN = 2_000_000

#: How a page is read.
_BY_TYPE = {row[0]: row[1] for row in rows("page/kinds_by_type.tsv")}
_BY_ENDING = {row[0]: row[1] for row in rows("page/kinds_by_ending.tsv")}
#: Types that say little: the ending of the address says more.
_VAGUE = {"", "text/plain", "application/octet-stream", "binary/octet-stream", "application/json"}
#: Bytes that no text has (WHATWG MIME Sniffing Standard, section 3), unless it is of wider units.
_BINARY = bytes([*range(0x09), 0x0B, *range(0x0E, 0x1B), *range(0x1C, 0x20)])
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
_WIDE = re.compile(r"charset\s*=\s*[\"']?utf-?(?:16|32)", re.I)
_SNIFFED = 4096
#: Of a page of HTML.
_MOST_BINARY = 0.05
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|!--|(?:html|head|body|title|meta|h1|div|p)\b)",
    re.I,
)


def read_page(content: bytes, url: str, media_type: str = "") -> WebPage:
    """Return the text of a page or file and the facts about it.

    The main part of a page of HTML is found by trafilatura (A. Barbaresi, ACL 2021 system
    demonstrations), favouring recall. Of other kinds, Markdown, reStructuredText, Jupyter
    notebooks, PDF and plain text are read. `url`, by which links are completed, may be a ``file:``.
    Where `media_type`, the header ``Content-Type``, says nothing or little (``text/plain``,
    ``application/octet-stream``), the ending of the address and the first bytes decide.

    Raises
    ------
    PageError
        If it is of another kind, larger than 20 MB, or holds no text.

    Examples
    --------
    >>> page = read_page(b"<title>Tea</title><p>Boil water first.", "https://example.org/tea")
    >>> page.title, page.text, page.site_name
    ('Tea', 'Boil water first.', 'example.org')
    """
    if not content.strip():
        raise PageError("The page is empty: give the address of one that has text.")
    if len(content) > MAX_BYTES:
        raise PageError(f"The page is larger than {MAX_BYTES:,} bytes: give its parts.")
    kind = _kind(content, url, media_type)
    if kind == "pdf":
        return _pdf(content, url)
    # A page may have a stray control character; other files have none at all.
    if _is_binary(content, media_type, most=_MOST_BINARY if kind == "html" else 0.0):
        raise PageError("The file is not a text: give a page, a text, a notebook or a PDF.")
    text = decode_page(content, media_type, declared=kind == "html")
    if kind == "html":
        return read_html(text, url)
    if kind == "notebook":
        text = markdown_of_notebook(text)
        kind = "markdown"
    if kind == "markdown" and len(text) <= _MAX_MARKDOWN:
        return _markdown(text, url)
    if kind == "restructured":
        text = text_of_restructured(text)
    return _plain(text, url)


def is_pdf(content: bytes, url: str, media_type: str = "") -> bool:
    """Return whether `read_page` takes it for a PDF.

    Examples
    --------
    >>> is_pdf(b"%PDF-1.7", "https://example.org/tea"), is_pdf(b"Tea", "https://example.org/tea")
    (True, False)
    """
    try:
        return _kind(content, url, media_type) == "pdf"
    except PageError:
        return False


def _is_binary(content: bytes, media_type: str, *, most: float) -> bool:
    """Return whether more than a share of the first bytes are of no text."""
    if content.startswith(_WIDE_MARKS) or _WIDE.search(media_type):
        return False
    head = content[:_SNIFFED]
    return len(head) - len(head.translate(None, _BINARY)) > most * len(head)


def _kind(content: bytes, url: str, media_type: str) -> str:
    named = media_type.partition(";")[0].strip().lower()
    if named in _BY_TYPE:
        return _BY_TYPE[named]
    if named not in _VAGUE and not named.startswith("text/"):
        raise PageError(
            f"The address holds {named}, which is not read: "
            "give a page, a text, a notebook or a PDF."
        )
    if content.startswith(b"%PDF-"):
        return "pdf"
    ending = _path(url).rpartition(".")[2].lower()
    if ending in _BY_ENDING:
        return _BY_ENDING[ending]
    return "html" if _HTML.match(content[:1000]) else "plain"


def _markdown(text: str, url: str) -> WebPage:
    fields, body = front_matter(text)
    return read_html(html_of_markdown(body, fields), url, whole=True)


def _pdf(content: bytes, url: str) -> WebPage:
    try:
        pages = read_pdf(content)
    except PDFError as error:
        raise PageError(str(error)) from None
    # The lines of a printed page end where the paper does.
    blocks = (block for page in pages for block in re.split(r"\n\s*\n", page) if block.strip())
    text = "\n\n".join(" ".join(block.split()) for block in blocks)
    return _plain(text, url, title=first_words(next(filter(None, pages))))


def _plain(text: str, url: str, *, title: str = "") -> WebPage:
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text.strip()))
    title = title or first_words(text.lstrip("#=*- \n")) or _path(url).rpartition("/")[2] or url
    return plain_page(text, url, title=title)


def _path(url: str) -> str:
    try:
        return unquote(urlsplit(url).path)
    except ValueError:
        return ""
