"""Several texts in one box: a text on each line."""

from __future__ import annotations

from collections.abc import Iterable


def on_lines(texts: str | Iterable[str]) -> str:
    r"""Return texts to put into a box; one text is left as it is.

    Parameters
    ----------
    texts : str or iterable of str
        A list, or a column of a table.

    Examples
    --------
    >>> on_lines(["A cup\nof tea", "Trains"])
    'A cup of tea\nTrains'
    """
    if isinstance(texts, str):
        return texts
    return "\n".join(" ".join(text.split()) for text in texts)


def lines_of(text: str) -> list[str]:
    r"""Return the texts in a box, blank lines left out.

    Examples
    --------
    >>> lines_of("A cup of tea\n\nTrains")
    ['A cup of tea', 'Trains']
    """
    return [line for line in text.splitlines() if line.strip()]
