"""What a report says, claim by claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from triptych.contract import ResearchStatement

if TYPE_CHECKING:
    from triptych.engines.research import Report


def statements(report: Report) -> Iterator[ResearchStatement]:
    """Yield every cited claim of a report in the order of reading, with the words behind it.

    Parameters
    ----------
    report : Report
        Extracted, or written and checked.
    """
    from triptych.engines.research.report import DIFFERENCES

    for section in report.sections:
        for paragraph in section.paragraphs:
            for sentence in paragraph:
                yield ResearchStatement(
                    text=sentence.text,
                    reference_number=sentence.number,
                    support=sentence.support,
                    heading=section.heading,
                )
    for difference in report.differences:
        for text, sentence in zip(difference.texts, difference.sentences, strict=True):
            yield ResearchStatement(
                text=text,
                reference_number=sentence.number,
                support=sentence.support,
                heading=DIFFERENCES,
            )
