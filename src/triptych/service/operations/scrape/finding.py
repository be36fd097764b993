"""What a request asks of a page, put to the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triptych.contract import ReplyWarning, ScrapeRequest
from triptych.service.operations.scrape.reading import ReadPage
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.engines.scrape import Extraction, Template


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found on a page, and what was learned of its site."""

    extraction: Extraction
    template: Template | None = None
    warnings: tuple[ReplyWarning, ...] = ()


def find(
    request: ScrapeRequest,
    page: ReadPage,
    sisters: Sequence[ReadPage] = (),
    picked: Mapping[str, int] | None = None,
) -> Finding:
    """Find on a page what a request asks for; takes its time, so it runs in a thread.

    Selectors come first, then what was learned of the site, then the prompts that are left.

    Parameters
    ----------
    request : ScrapeRequest
        What is asked.
    page : ReadPage
        Where.
    sisters : sequence of ReadPage
        Pages made as this one is, to learn from.
    picked : mapping of str to int, optional
        Which of the engine's choices a language model took, by key.

    Raises
    ------
    triptych.engines.scrape.PageError
        If the page cannot be read.
    Refusal
        400 for what is no selector or no template.
    """
    from triptych.engines.scrape import PageError, apply_template, extract, select

    url, root = page.url, request.root_element_selector
    try:
        if chosen := _selectors(request):
            by_selector = select(page.html, chosen, url=url, root=root)
            return _with_the_rest(request, page, by_selector, picked)
        learned = _template(request, page, sisters)
        if learned is not None:
            extraction = apply_template(page.html, learned, url=url, root=root)
            return Finding(extraction, learned, _drifted(extraction))
        found = extract(page.html, request.prompts, url=url, root=root, picked=picked)
        return Finding(found)
    except PageError:
        raise
    except ValueError as error:
        raise refused(request, 400, error) from None


def _with_the_rest(
    request: ScrapeRequest,
    page: ReadPage,
    by_selector: Extraction,
    picked: Mapping[str, int] | None,
) -> Finding:
    """Ask the engine for the prompts that no selector answers."""
    from triptych.engines.scrape import Extraction, extract, select

    fields = by_selector.fields
    left = {
        key: prompt
        for key, prompt in request.prompts.items()
        if key not in fields or not fields[key].values
    }
    if not left:
        return Finding(by_selector)
    url, root = page.url, request.root_element_selector
    found = extract(page.html, left, url=url, root=root, picked=picked)
    together = {**fields, **found.fields}
    everything = {key: field.selectors for key, field in together.items() if field.selectors}
    records = found.records
    if everything:
        records = select(page.html, everything, url=url, root=root).records
    drifted = sorted(key for key in left if key in fields)
    warnings = tuple(
        ReplyWarning(
            code="selectors_drifted",
            message=f"The selectors of {key!r} select nothing any more: it was searched for anew.",
        )
        for key in drifted
    )
    return Finding(Extraction(together, records), warnings=warnings)


def _selectors(request: ScrapeRequest) -> dict[str, list[str]]:
    given = request.selectors or {}
    if isinstance(given, list):
        return {selector: [selector] for selector in given}
    return {
        key: [alternatives] if isinstance(alternatives, str) else list(alternatives)
        for key, alternatives in given.items()
    }


def _template(
    request: ScrapeRequest, page: ReadPage, sisters: Sequence[ReadPage]
) -> Template | None:
    from triptych.engines.scrape import Template, learn_template

    if request.template is not None:
        try:
            return Template.from_members(request.template)
        except ValueError as error:
            raise Refusal(400, str(error), code="bad_template", field="template") from None
    if not sisters:
        return None
    pages = [page, *sisters]
    return learn_template(
        [each.html for each in pages],
        request.prompts,
        urls=[each.url for each in pages],
        root=request.root_element_selector,
    )


def _drifted(extraction: Extraction) -> tuple[ReplyWarning, ...]:
    """Return a warning for each field that is no longer where it was learned to be."""
    return tuple(
        ReplyWarning(code="template_drifted", message=f"{key}: {field.note}")
        for key, field in extraction.fields.items()
        if field.values and field.note
    )


def refused(request: ScrapeRequest, status: int, error: ValueError) -> Refusal:
    """Return the refusal for what the engine cannot read or understand."""
    message = str(error)
    field = "html" if request.url is None else "url"
    root = request.root_element_selector
    if root is not None and repr(root) in message:
        field = "root_element_selector"
    elif request.selectors and "selector" in message:
        field = "selectors"
    return Refusal(status, message, field=field)
