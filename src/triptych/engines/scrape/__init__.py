"""Find on a page what prompts describe: values, elements, selectors and records."""

from triptych.engines.scrape.document import PageError
from triptych.engines.scrape.extract import extract
from triptych.engines.scrape.extraction import Element, Extraction, Field
from triptych.engines.scrape.template import Template, apply_template, learn_template

__all__ = [
    "Element",
    "Extraction",
    "Field",
    "PageError",
    "Template",
    "apply_template",
    "extract",
    "learn_template",
]
