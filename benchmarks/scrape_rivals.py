"""The alternative to AI scrape in its benchmarks: BM25."""

from __future__ import annotations

import math
import re
from collections import Counter


def by_bm25(html: str, prompts: dict[str, str]) -> dict[str, list[str]]:
    """Return the best text by BM25 over each one's label, the text before, class names and ids."""
    import lxml.html

    root = lxml.html.document_fromstring(html.encode(), parser=lxml.html.HTMLParser(
        encoding="utf-8", huge_tree=True))  # fmt: skip
    texts: list[tuple[str, str]] = []
    before = ""
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "noscript"):
            continue
        names = " ".join(element.get(n, "") for n in ("class", "id", "itemprop"))
        for text in (element.text, element.tail):
            if text and text.strip():
                texts.append((" ".join(text.split()), f"{before[:60]} {names} {element.tag}"))
                before = text
    documents = [Counter(re.findall(r"[^\W_]+", context.casefold())) for _, context in texts]
    mean = sum(map(sum, (d.values() for d in documents))) / max(1, len(documents))
    holds = Counter(word for document in documents for word in document)
    found: dict[str, list[str]] = {}
    for key, prompt in prompts.items():
        query = re.findall(r"[^\W_]+", prompt.casefold())
        best, at = 0.0, -1
        for place, document in enumerate(documents):
            size = sum(document.values())
            score = sum(
                math.log(1 + (len(documents) - holds[w] + 0.5) / (holds[w] + 0.5))
                * document[w] * 2.2 / (document[w] + 1.2 * (0.25 + 0.75 * size / mean))
                for w in query if document[w]
            )  # fmt: skip
            if score > best:
                best, at = score, place
        found[key] = [texts[at][0]] if at >= 0 else []
    return found
