"""One spelling for each address, and which of them belong to a crawl."""

from __future__ import annotations

from dataclasses import dataclass
from posixpath import splitext
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit, urlunsplit

_PORTS = {"http": 80, "https": 443}
#: What is left as it stands: the characters RFC 3986 reserves, and escapes.
_SAFE = "%/:?#[]@!$&'()*+,;=~"
#: Parameters that tell where a visitor came from, never what the page is.
_TRACKING = {"fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid", "igshid", "yclid"}
#: Endings of what is no page; anything else may be one, and its media type decides.
_ENDINGS = (
    ".7z .aac .apk .atom .avi .avif .bin .bmp .bz2 .css .csv .deb .dmg .doc .docx .eot .epub .exe "
    ".flac .gif .gz .ico .iso .jar .jpeg .jpg .js .json .m4a .m4v .mjs .mkv .mov .mp3 .mp4 .mpeg "
    ".msi .odp .ods .odt .ogg .otf .png .ppt .pptx .ps .rar .rpm .rss .svg .tar .tgz .tif .tiff "
    ".ttf .wasm .wav .webm .webmanifest .webp .whl .wmv .woff .woff2 .xls .xlsx .xml .xz .zip "
    ".zst"
)
_OTHER = frozenset(_ENDINGS.split())
#: Longer addresses are traps: what loops through links grows them.
_LONGEST = 2000


def normal(url: str, base: str = "") -> str:
    """Return an address of the web in its one spelling; empty if it is none.

    Scheme and host in lower case, no fragment, no default port, no dot segments, escapes where
    they are needed (RFC 3986, 6.2), and no parameters of campaigns.

    Parameters
    ----------
    url : str
        Absolute, or relative to `base`.
    base : str, default ""
        Where it stands.

    Examples
    --------
    >>> normal("HTTP://Example.org:80/a/../b c?utm_source=mail#top")
    'http://example.org/b%20c'
    >>> normal("../x", "https://example.org/a/b/c"), normal("mailto:a@example.org")
    ('https://example.org/a/x', '')
    """
    try:
        parts = urlsplit(urljoin(base, url.strip()))
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname
    if parts.scheme not in _PORTS or not name or parts.username is not None:
        return ""
    try:
        name = name if ":" in name or name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    netloc = f"[{name}]" if ":" in name else name.rstrip(".")
    if port not in {None, _PORTS[parts.scheme]}:
        netloc += f":{port}"
    path = quote(_without_dots(parts.path), safe=_SAFE)
    spelt = urlunsplit((parts.scheme, netloc, path, _without_tracking(parts.query), ""))
    return spelt if len(spelt) <= _LONGEST else ""


def _without_dots(path: str) -> str:
    """Remove dot segments, which `urljoin` leaves in absolute addresses (RFC 3986, 5.2.4)."""
    segments = path.split("/")[1:] or [""]
    kept: list[str] = []
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    # What ends in dots is a folder.
    return "/" + "/".join([*kept, ""] if segments[-1] in {".", ".."} else kept)


def _without_tracking(query: str) -> str:
    pairs = parse_qsl(query, keep_blank_values=True)
    kept = [pair for pair in pairs if not (pair[0] in _TRACKING or pair[0].startswith("utm_"))]
    # Written anew only if something was left out: servers differ in how they read a query.
    return quote(query, safe=_SAFE) if len(kept) == len(pairs) else urlencode(kept)


def host(url: str) -> str:
    """Return host and, unless it is the usual one, port.

    Examples
    --------
    >>> host("http://example.org:8000/a")
    'example.org:8000'
    """
    return urlsplit(url).netloc


def may_be_page(url: str) -> bool:
    """Return whether the ending of an address leaves it open that it is a page.

    Examples
    --------
    >>> may_be_page("http://example.org/paper.pdf"), may_be_page("http://example.org/logo.PNG")
    (True, False)
    """
    return splitext(unquote(urlsplit(url).path))[1].lower() not in _OTHER


@dataclass(frozen=True, slots=True)
class Bounds:
    """What belongs to a crawl: the same host, below the path of the first address.

    A first address that ends as a file does (`index.html`) stands for the folder it is in.

    Parameters
    ----------
    start : str
        First address, as `normal` spells it.
    whole_site : bool, default False
        Whether all of the host belongs to it.

    Examples
    --------
    >>> bounds = Bounds("https://example.org/docs/index.html")
    >>> bounds.hold("https://example.org/docs/a"), bounds.hold("https://example.org/shop")
    (True, False)
    """

    start: str
    whole_site: bool = False

    def hold(self, url: str) -> bool:
        """Return whether an address, as `normal` spells it, is within the bounds."""
        start, other = urlsplit(self.start), urlsplit(url)
        above, _, last = start.path.rpartition("/")
        folder = (above if "." in last or not last else start.path) + "/"
        # The folder itself is often linked to without its slash.
        below = self.whole_site or (other.path + "/").startswith(folder)
        return (start.scheme, start.netloc) == (other.scheme, other.netloc) and below

    def own(self, url: str) -> str:
        """Return an address with this site's scheme where it is only that which differs.

        Sites that moved to https keep links with http, which lead to the same pages.
        """
        start, other = urlsplit(self.start), urlsplit(url)
        if (start.scheme, start.netloc) == ("https", other.netloc) and other.scheme == "http":
            return urlunsplit(other._replace(scheme="https"))
        return url
