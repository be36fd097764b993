"""Find on a page what prompts describe: values, elements, selectors and records."""

from triptych.engines.scrape.elements.document import PageError, page_cache
from triptych.engines.scrape.extract import choices, extract, unread
from triptych.engines.scrape.extraction import Choice, Element, Extraction, Field
from triptych.engines.scrape.inert import inert
from triptych.engines.scrape.meta_and_links import PageLink, page_links, page_meta
from triptych.engines.scrape.paging.pagination import Pagination, pagination
from triptych.engines.scrape.shell import is_shell
from triptych.engines.scrape.templates.by_selector import select
from triptych.engines.scrape.templates.from_examples import from_examples
from triptych.engines.scrape.templates.learned import apply_template, learn_template
from triptych.engines.scrape.templates.template import Template

__all__ = [
    "Choice",
    "Element",
    "Extraction",
    "Field",
    "PageError",
    "PageLink",
    "Pagination",
    "Template",
    "apply_template",
    "choices",
    "extract",
    "from_examples",
    "inert",
    "is_shell",
    "learn_template",
    "page_cache",
    "page_links",
    "page_meta",
    "pagination",
    "select",
    "unread",
]
