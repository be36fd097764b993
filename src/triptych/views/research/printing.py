"""A research as a page of its own, which prints well, and as a PDF printed by Chromium."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from triptych._chromium import executable, not_started, sandboxed
from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.markup import escape
from triptych.views.base.units import count, shortened
from triptych.views.research.diagram import graph_alone
from triptych.views.research.graph import sub_questions
from triptych.views.research.page import bullets, not_found, rooted, style, style_sheet
from triptych.views.research.prose import Prose, Setting
from triptych.views.research.sources import claims, linked_title, references, tip
from triptych.views.research.wording import (
    author,
    corrected,
    facts,
    failed,
    set_apart,
    summary,
)
from triptych.views.search.citing import Citation

# Nothing is loaded and nothing runs, whatever a report says.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_ANCHOR = "section"


def html(reply: ResearchReply) -> str:
    """Return the report as a page of its own, in one file without scripts.

    It has the question, the report with numbers that lead to the list of sources, the list with
    addresses, dates and licences, and the graph of how they were found. On paper it is black on
    white, and headings stay with what follows them.

    Examples
    --------
    >>> html(ResearchReply(query="What is <tea>?", results="")).startswith("<!doctype html>")
    True
    """
    prose, sources = Prose(reply), references(reply)
    claims_of = claims(reply, prose)

    def marker(citation: Citation, sentence: str) -> str:
        number = citation.number
        title = sources[number].title if number in sources else citation.url
        shown = tip(number, sentence, sources, claims_of, f"{number} · {shortened(title, 120)}")
        same = f'class="triptych-marker triptych-m{number}"'
        inner = f'<span {same} tabindex="0">{number}</span>'
        if number in sources:
            inner = f'<a {same} href="#source-{number}">{number}</a>'
        return f'<sup data-tip="{escape(shown)}">{inner}</sup>'

    text = prose.html(Setting(marker, lambda place: f"{_ANCHOR}-{place}", headings=True))
    title = escape(shortened(reply.query, 300))
    took = " · ".join(
        filter(None, (summary(reply, len(prose.cited)), author(reply), corrected(reply)))
    )
    body = rooted(
        f'<h1 dir="auto">{title}</h1><p class="took" dir="auto">{escape(took)}</p>',
        "".join(f'<p class="noted" dir="auto">{escape(words)}</p>' for words in _noted(reply)),
        _contents(prose),
        f'<article class="triptych-text">{text}{not_found(reply, "missing")}</article>',
        _sources(sources, {number: len(own) for number, own in claims_of.items()}),
        _found(reply),
    )
    return (
        '<!doctype html>\n<html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title>{style(sources, len(sub_questions(reply)))}"
        f"<style>{style_sheet('print.css')}</style></head><body>{body}</body></html>\n"
    )


def _contents(prose: Prose) -> str:
    if len(prose.headings) < 2:
        return ""
    items = "".join(
        f'<li><a href="#{_ANCHOR}-{heading.place}">'
        f"<bdi>{escape(shortened(heading.text, 120))}</bdi></a></li>"
        for heading in prose.headings
    )
    return f'<nav aria-label="Contents"><b>Contents</b><ul>{items}</ul></nav>'


def _sources(sources: dict[int, SearchResult], times: dict[int, int]) -> str:
    if not sources:
        return ""
    items = []
    for number, result in sources.items():
        cites = f" · cited in {count(times[number], 'sentence')}" if times.get(number) else ""
        items.append(
            f'<li id="source-{number}" value="{number}" class="triptych-r{number}">'
            f"{linked_title(result)}<small>{escape(facts(result))}{cites}</small>"
            f'<small class="address" dir="ltr">{escape(result.url)}</small></li>'
        )
    return f'<section><h2>Sources</h2><ol class="sources">{"".join(items)}</ol></section>'


def _noted(reply: ResearchReply) -> list[str]:
    """Return the warnings shown before the report: of many failures only how many there were."""
    notable, failures = set_apart(reply)
    notes = [one.message for one in notable]
    if failures:
        notes.append(f"{failed(failures)}: they are listed at the end.")
    return notes


def _found(reply: ResearchReply) -> str:
    drawn = graph_alone(reply, references(reply))
    if drawn:
        drawn = f'<div class="whole">{drawn}</div>'
    if failures := set_apart(reply)[1]:
        listed = bullets(one.message for one in failures)
        drawn += f'<div class="failed"><b>{failed(failures)}</b>{listed}</div>'
    return f"<section><h2>How it was found</h2>{drawn}</section>" if drawn else ""


_LAUNCH_SECONDS, _SECONDS = 30.0, 60.0
#: No name is looked up: a report needs nothing but itself.
_FLAGS = ("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-gpu", "--mute-audio")


class UnprintedError(RuntimeError):
    """The browser gave up; the message says what to do."""


def pdf(reply: ResearchReply) -> bytes:
    """Return the report as a tagged PDF on A4, printed by the Chromium of the extra `browser`.

    The printed page is that of `html`: nothing in it runs and nothing is loaded. It takes a second
    or two, and blocks: in a program with an event loop, call it in a thread.

    Raises
    ------
    triptych._chromium.NoChromiumError
        If the extra or a Chromium is missing, or does not start: the message says what to do.
    UnprintedError
        If it does not print within a minute.

    Examples
    --------
    >>> pdf(ResearchReply(query="What is tea?", results="Tea is hot."))[:5]
    b'%PDF-'
    """
    path, page = executable(), html(reply)
    # In a notebook a loop runs already, in which nothing may be waited for.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_in_time(page, path))).result()


async def _in_time(page: str, path: str) -> bytes:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(_SECONDS):
            return await _printed(page, path)
    except TimeoutError:
        raise UnprintedError(
            f"The report was not printed within {_SECONDS:g} s: save it as HTML, and print that."
        ) from None
    except Error as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise UnprintedError(
            f"The browser did not print the report, save it as HTML and print that: {reason}."
        ) from None


async def _printed(page: str, path: str) -> bytes:
    from playwright.async_api import Error, async_playwright

    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(
                executable_path=path,
                args=list(_FLAGS),
                chromium_sandbox=sandboxed(),
                # An interrupted cell of a notebook is no reason to end it.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=_LAUNCH_SECONDS * 1000,
            )
        except Error as error:
            raise not_started(error) from None
        async with browser:
            context = await browser.new_context(java_script_enabled=False, service_workers="block")
            await context.route("**/*", lambda route: route.abort())
            tab = await context.new_page()
            await tab.set_content(page)
            return await tab.pdf(
                # What the style sheet says of the page, on paper of this size.
                format="A4",
                prefer_css_page_size=True,
                print_background=True,
                tagged=True,
                outline=True,
            )
