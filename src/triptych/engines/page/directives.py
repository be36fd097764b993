"""MyST and reStructuredText: what of their directives and roles is text that a reader sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import dedent

from triptych.models.files import rows

#: What is shown of a directive, by its name without a domain; of others, the body is.
_KINDS = {row[0]: row[1] for row in rows("page/directives.tsv")}
#: Directives in directives; deeper ones are left as they stand.
_DEEPEST = 20
_OPTION = re.compile(r"\s*:[\w-]{1,40}:(?:\s.*)?")


def _shown(name: str, argument: str, body: Sequence[str]) -> tuple[str, str, list[str]]:
    """Return the kind of a directive, its argument where that is text, and its body."""
    kind = _KINDS.get(name.rpartition(":")[2].lower(), "prose")
    lines = dedent("\n".join(body)).strip("\n").split("\n")
    if lines[0].strip() == "---" and "---" in (others := [line.strip() for line in lines[1:]]):
        del lines[: others.index("---") + 2]
    while lines and _OPTION.fullmatch(lines[0]):
        del lines[0]
    if kind == "hidden":
        return kind, "", []
    return kind, argument.strip() if kind in {"words", "signature"} else "", lines


def _named(content: str) -> str:
    """Return the words of a role, without the target they link to."""
    content = content.strip()
    words = content.rpartition("<")[0] if content.endswith(">") else content
    return (words or content).strip(" <>~!")


# MyST

_FENCE = re.compile(r"(\s*)(`{3,}|~{3,}|:{3,})\s*(?:\{([\w:+.-]+)\})?([^`]*)")
_MYST_ROLE = re.compile(r"\{[\w:+.-]{1,40}\}(`+)([^`]{1,500})\1")
#: A target, a comment, the end of a block, and the attributes of what follows.
_NOT_SHOWN = re.compile(r" {0,3}(?:\([^()\s][^()]*\)=|%.*|\+\+\+.*|\{[.#][\w\s.#=\"-]+\})\s*")


def markdown_of_myst(text: str) -> str:
    r"""Return a Markdown text without the marks of MyST (https://mystmd.org): plain CommonMark.

    Examples
    --------
    >>> print(markdown_of_myst("(a)=\n# Tea\n\n:::{note}\nSee {ref}`the pot <pot>`.\n:::"))
    # Tea
    <BLANKLINE>
    See the pot.
    """
    lines = _markdown(text.split("\n"), 0)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _markdown(lines: Sequence[str], depth: int) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        fence = _FENCE.fullmatch(line) if depth < _DEEPEST else None
        if not fence:
            if not _NOT_SHOWN.fullmatch(line):
                yield _MYST_ROLE.sub(lambda role: _named(role[2]), line)
            continue
        indent, marks, name, argument = fence.groups()
        end = _end(lines, at, marks)
        body = [inner.removeprefix(indent) for inner in lines[at:end]]
        at = end + 1
        if name is None and marks[0] != ":":
            yield from (line, *lines[at - 1 - len(body) : end], indent + marks)
            continue
        # A fence of colons without a name is a block of other dialects: its argument is a class.
        kind, words, body = _shown(name or "prose", argument if name else "", body)
        for shown in _block(kind, words, body, depth):
            yield indent + shown if shown else ""


def _end(lines: Sequence[str], begin: int, marks: str) -> int:
    """Return which line closes a fence; an open one ends with the text."""
    closing = re.compile(rf"\s*{marks[0]}{{{len(marks)},}}\s*")
    ends = (at for at in range(begin, len(lines)) if closing.fullmatch(lines[at]))
    return next(ends, len(lines))


def _block(kind: str, words: str, body: Sequence[str], depth: int) -> Iterator[str]:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", "\n".join(body))), default=0))
    yield ""
    if words:
        yield from (fence, words, fence, "") if kind == "signature" else (words, "")
    if kind == "code":
        yield from (fence, *body, fence)
    elif kind == "restructured":
        yield from _plain(body, depth + 1)
    elif body:
        yield from _markdown(body, depth + 1)
    yield ""


# reStructuredText

#: Lines below and above headings, and around and within tables.
_ADORNMENT = re.compile(
    r"\s*(?:([=\-`:.'\"~^_*+#<>])\1{2,}|[=-]{2,}(?: +[=-]{2,})+|\+[-=+]{2,}\+)\s*"
)
_ROW = re.compile(r"\s*\|\s(.*)\s\|\s*")
_EXPLICIT = re.compile(r"(\s*)\.\.(?:\s+(.*))?")
_DIRECTIVE = re.compile(r"([\w:+.-]+)::(?:\s+(.*))?")
_FIELD = re.compile(r"(\s*):([\w-]{1,40})(?: ([^:`]{1,80}))?:(?!`)\s*(.*)")
_ROLE = re.compile(r":[\w:+.-]{1,40}:`([^`]{1,500})`")
_REFERENCE = re.compile(r"`([^`<]{1,500}?)\s*<[^`>]{1,500}>`_{0,2}")
_FOOTNOTE = re.compile(r"\s?\[(?:\d{1,4}|[#*]\w{0,40})\]_(?!\w)")
_QUOTED = re.compile(r"(?<![\w`*])(``|\*\*|\*|`)([^`*\n]{1,500}?)\1_{0,2}(?!\w)")


def text_of_restructured(text: str) -> str:
    r"""Return a reStructuredText without most of its markup; code keeps its lines.

    Examples
    --------
    >>> text_of_restructured("Tea\n===\n\nSee :ref:`water`.\n\n.. note:: It is *hot*.")
    'Tea\n\nSee water.\n\nIt is hot.'
    """
    lines = _plain(text.split("\n"), 0)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _plain(lines: Sequence[str], depth: int) -> Iterator[str]:
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if _ADORNMENT.fullmatch(line):
            continue
        if depth < _DEEPEST and (explicit := _EXPLICIT.fullmatch(line)):
            end = _end_of_indented(lines, at, len(explicit[1]))
            yield ""
            yield from _explicit(explicit[2] or "", lines[at:end], depth)
            yield ""
            at = end
        elif field := _FIELD.fullmatch(line):
            # Of a parameter and the like; other fields are about the page.
            if field[3] or field[2] in {"returns", "return", "rtype"}:
                yield f"{field[1]}{field[3] or field[2]}: {_inline(field[4])}"
        elif line.rstrip().endswith("::"):
            words = _inline(line.rstrip()[:-1])
            yield "" if words.strip() == ":" else words
            end = _end_of_indented(lines, at, len(line) - len(line.lstrip()))
            yield from ("", *_code(lines[at:end]), "")
            at = end
        else:
            row = _ROW.fullmatch(line)
            yield _inline(" ".join(row[1].split()) if row else line)


def _explicit(words: str, body: Sequence[str], depth: int) -> Iterator[str]:
    """Yield what is shown of a directive; of a comment, a target or a footnote nothing."""
    directive = _DIRECTIVE.fullmatch(words)
    if not directive:
        return
    kind, argument, inner = _shown(directive[1], directive[2] or "", body)
    if argument:
        yield argument if kind == "signature" else _inline(argument)
    if kind == "code":
        yield from _code(inner)
    else:
        yield from _plain(inner, depth + 1)


def _end_of_indented(lines: Sequence[str], begin: int, indent: int) -> int:
    """Return where the lines end that are indented further, or blank."""
    for at in range(begin, len(lines)):
        line = lines[at]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            return at
    return len(lines)


def _code(lines: Sequence[str]) -> list[str]:
    """Return code as one block: a blank line would end it."""
    return [line for line in dedent("\n".join(lines)).split("\n") if line.strip()]


def _inline(line: str) -> str:
    """Return a line without the marks of roles, references and emphasis."""
    line = _FOOTNOTE.sub("", _REFERENCE.sub(r"\1", _ROLE.sub(lambda role: _named(role[1]), line)))
    return _QUOTED.sub(r"\2", line)
