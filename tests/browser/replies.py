"""A reply of every operation as the last line of a cell, and what it has to tell."""

from __future__ import annotations

BEFORE = """
import warnings
import triptych
# One of the operations is deprecated, and says so.
warnings.simplefilter("ignore", DeprecationWarning)
client = triptych.Client()
"""
TEA = "<h1>Green tea</h1><dl><dt>Price:<dd class=price>3.20 EUR</dl>"

#: The cell of each operation, and words that its output shows wherever it is seen.
REPLIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "profanity": (
        'client.profanity("oh damn, what a sh1tty day")',
        ("2 profane words found", "oh ****, what a ****** day"),
    ),
    "spam": (
        'client.spam(["WIN a FREE prize, text CLAIM to 80080", "See you at six"])',
        ("1 of 2 texts is spam", "See you at six"),
    ),
    "suggest": ('client.suggest("history of ph")', ("History of philosophy",)),
    "search": (
        'client.search("who discovered penicillin", max_results=3)',
        ("3 results", "Fleming", "Penicillin"),
    ),
    "research": (
        'client.research("How do volcanoes form, and how do they erupt?", max_depth=1)',
        ("How do volcanoes erupt?", "magma", "Sources", "Volcano"),
    ),
    "scrape": (
        f'client.scrape(html="{TEA}", element_prompts=["price"])',
        ("price", "3.20 EUR"),
    ),
    "detect": (
        'client.detect(triptych.samples.path("pictures/citrus.jpg"))',
        ("objects found",),
    ),
    "sentiment": (
        'client.sentiment("What a lovely day! The rain ruined it, though.")',
        ("2 sentences", "What a lovely day!", "positive", "negative"),
    ),
    "embed": (
        'client.embed(["A cup of tea", "A mug of coffee", "The train was late"])',
        ("3 vectors of 384 numbers", "A mug of coffee"),
    ),
    "embed_v2": (
        'client.embed_v2(text=["A cup of tea", "A mug of coffee", "The train was late"])',
        ("3 vectors of 384 numbers", "A mug of coffee"),
    ),
    "generate_image": (
        'client.generate_image("a red boat on a lake", width=256, height=256, seed=7)',
        ("256 × 256 pixels", "a red boat on a lake"),
    ),
}
