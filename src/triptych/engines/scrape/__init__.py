"""Find on a page what prompts describe: values, elements, selectors and records."""

from triptych.engines.scrape.choices import choices
from triptych.engines.scrape.document import PageError, keeping
from triptych.engines.scrape.extract import extract
from triptych.engines.scrape.extraction import Choice, Element, Extraction, Field
from triptych.engines.scrape.inert import inert
from triptych.engines.scrape.learned import Template
from triptych.engines.scrape.page_facts import PageLink, page_links, page_meta
from triptych.engines.scrape.pagination import Pagination, pagination
from triptych.engines.scrape.remembered import select
from triptych.engines.scrape.shell import is_shell
from triptych.engines.scrape.template import apply_template, learn_template

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
    "inert",
    "is_shell",
    "keeping",
    "learn_template",
    "page_links",
    "page_meta",
    "pagination",
    "select",
]
