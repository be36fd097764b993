"""The engine's part of a request: find elements by selectors, a template or prompts.

Where the engine is not sure, a language model may pick one of its candidates; it never writes a
value itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triptych.contract import ReplyWarning, ScrapeRequest
from triptych.service.handler import Context
from triptych.service.language_model import LanguageModel
from triptych.service.operations.scrape.page_reader import ReadPage
from triptych.service.providers.provider import ProviderError
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.engines.scrape import Choice, Extraction, Template

#: A confidence from which on the language model is not asked.
SURE = 0.9
_LONGEST_VALUE = 300
_ANSWER_TOKENS = 8
_TASK = (
    "You are shown numbered texts of a web page. Answer with the number of the one that is meant, "
    "and nothing else; answer 0 if none is."
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Elements:
    """What was found on a page, and what was learned of its site."""

    extraction: Extraction
    template: Template | None = None
    warnings: tuple[ReplyWarning, ...] = ()


def find_elements(
    request: ScrapeRequest,
    page: ReadPage,
    samples: Sequence[ReadPage] = (),
    picked: Mapping[str, int] | None = None,
) -> Elements:
    """Find on a page what a request asks for: by selectors, then a template, then the prompts.

    The selectors of a key are those of its examples, if there are any.

    Parameters
    ----------
    request : ScrapeRequest
        What to find.
    page : ReadPage
        The page.
    samples : sequence of ReadPage
        Pages with the same layout, to learn a template from.
    picked : mapping of str to int, optional
        Which of the engine's choices a language model picked, by key.

    Raises
    ------
    triptych.engines.scrape.PageError
        If the page cannot be read.
    Refusal
        400 for an invalid selector or template.
    """
    from triptych.engines.scrape import PageError, apply_template, extract, select

    url, root = page.url, request.root_element_selector
    try:
        selectors = {**_selectors(request), **_learned_selectors(request, page)}
        template = _template(request, page, samples)
        if template is not None:
            template = template.with_selectors(selectors)
            extraction = apply_template(page.html, template, url=url, root=root)
            return Elements(extraction, template, _template_drift(extraction))
        if selectors:
            by_selector = select(page.html, selectors, url=url, root=root, prompts=request.prompts)
            return _with_the_rest(request, page, by_selector, picked)
        return Elements(extract(page.html, request.prompts, url=url, root=root, picked=picked))
    except PageError:
        raise
    except ValueError as error:
        raise refusal_of(request, 400, error) from None


def _learned_selectors(request: ScrapeRequest, page: ReadPage) -> dict[str, tuple[str, ...]]:
    """Return by key the selectors that its examples have in common.

    Raises
    ------
    Refusal
        400 if examples contradict each other, or are not on the page.
    """
    from triptych.engines.scrape import PageError, from_examples

    given = _selectors(request)
    learned = {}
    for key, examples in (request.examples or {}).items():
        base, root = given.get(key, ()), request.root_element_selector
        try:
            learned[key] = from_examples(
                page.html, examples.right, examples.wrong, base=base, root=root
            )
        except PageError:
            raise
        except ValueError as error:
            raise Refusal(400, f"{key}: {error}", field="examples") from None
    return learned


def _with_the_rest(
    request: ScrapeRequest,
    page: ReadPage,
    by_selector: Extraction,
    picked: Mapping[str, int] | None,
) -> Elements:
    """Return what selectors found, and what the prompts find for which they found nothing."""
    from triptych.engines.scrape import extract, select

    fields = by_selector.fields
    rest = {
        key: prompt
        for key, prompt in request.prompts.items()
        if key not in fields or not fields[key].values
    }
    if not rest:
        return Elements(by_selector)
    url, root = page.url, request.root_element_selector
    by_prompt = extract(page.html, rest, url=url, root=root, picked=picked)
    selectors = {key: field.selectors for key, field in fields.items() if field.values}
    prompts, others = request.prompts, {**fields, **by_prompt.fields}
    others = {key: field for key, field in others.items() if key not in selectors}
    extraction = select(page.html, selectors, url=url, root=root, prompts=prompts, others=others)
    warnings = tuple(
        ReplyWarning(
            code="selectors_drifted",
            message=f"The selectors of {key!r} select nothing any more: it was searched for anew.",
        )
        for key in sorted(key for key in rest if key in fields)
    )
    return Elements(extraction, warnings=warnings)


def _selectors(request: ScrapeRequest) -> dict[str, list[str]]:
    given = request.selectors or {}
    if isinstance(given, list):
        return {selector: [selector] for selector in given}
    return {
        key: [alternatives] if isinstance(alternatives, str) else list(alternatives)
        for key, alternatives in given.items()
    }


def _template(
    request: ScrapeRequest, page: ReadPage, samples: Sequence[ReadPage]
) -> Template | None:
    from triptych.engines.scrape import Template, learn_template

    if request.template is not None:
        try:
            return Template.from_members(request.template)
        except ValueError as error:
            raise Refusal(400, str(error), code="bad_template", field="template") from None
    # An empty list asks for what can be learned from the page alone.
    if not samples and request.sample_urls != []:
        return None
    pages = [page, *samples]
    return learn_template(
        [each.html for each in pages],
        request.prompts,
        urls=[each.url for each in pages],
        root=request.root_element_selector,
    )


def _template_drift(extraction: Extraction) -> tuple[ReplyWarning, ...]:
    """Return a warning for each field that is no longer where it was learned to be."""
    return tuple(
        ReplyWarning(code="template_drifted", message=f"{key}: {field.note}")
        for key, field in extraction.fields.items()
        if field.values and field.note
    )


def refusal_of(request: ScrapeRequest, status: int, error: ValueError) -> Refusal:
    """Return the refusal for what the engine cannot read or understand."""
    message = str(error)
    field = "html" if request.url is None else "url"
    root = request.root_element_selector
    if root is not None and repr(root) in message:
        field = "root_element_selector"
    elif request.selectors and "selector" in message:
        field = "selectors"
    return Refusal(status, message, field=field)


async def pick(
    request: ScrapeRequest, page: ReadPage, context: Context
) -> tuple[dict[str, int], tuple[ReplyWarning, ...]]:
    """Return which of the engine's choices the configured language model picks, by key.

    It is asked where the engine is not sure. If it fails, or answers with a number that is not in
    the list, the choice is the engine's.

    Returns
    -------
    dict of str to int
        Indices of `triptych.engines.scrape.answers.choices`; -1 where none of them is meant.
    tuple of ReplyWarning
        Why the model could not be asked.
    """
    settings = context.settings
    given = request.selectors or request.examples or request.template
    if not settings.language_model_url or given:
        return {}, ()
    from triptych.engines.scrape import PageError, choices

    root = request.root_element_selector
    try:
        offered = await context.run(choices, page.html, request.prompts, url=page.url, root=root)
    except (PageError, ValueError):
        # The engine itself reports what is wrong with the page or the root.
        return {}, ()
    model = LanguageModel(settings)
    picked: dict[str, int] = {}
    for key, options in offered.items():
        if not options or options[0].confidence >= SURE:
            continue
        try:
            answer = await model.complete(
                _messages(request.prompts[key], options), max_tokens=_ANSWER_TOKENS
            )
        except ProviderError as error:
            warning = ReplyWarning(code="language_model_failed", message=str(error))
            return picked, (warning,)
        number = _NUMBER.search(answer)
        if number is not None and int(number[0]) <= len(options):
            picked[key] = int(number[0]) - 1
    return picked, ()


def _messages(prompt: str, options: Sequence[Choice]) -> list[dict[str, str]]:
    lines = [f"Which of these is: {prompt}?"]
    for number, choice in enumerate(options, 1):
        near = choice.label or choice.around
        beside = f" (beside: {near})" if near else ""
        lines.append(f"{number}. {choice.value[:_LONGEST_VALUE]}{beside}")
    return [{"role": "system", "content": _TASK}, {"role": "user", "content": "\n".join(lines)}]
