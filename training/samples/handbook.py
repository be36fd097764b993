"""Write `data/repair-cafe.pdf`: the pages of `data/repair-cafe` as a printed handbook.

    python -m training.samples.handbook

A page for each file; fpdf2 is among the extras of development.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

DATA = Path(__file__).parents[2] / "data"
#: In the order of a handbook.
PAGES = (
    *("opening-hours", "what-to-bring", "bicycle-brakes", "sewing", "soldering"),
    *("electrical-safety", "lending-tools", "volunteering"),
)


def handbook() -> FPDF:
    """Return the handbook, the same bytes each time."""
    pdf = FPDF(format=(148, 210))
    pdf.set_title("Handbook of a repair café")
    pdf.set_creation_date(datetime(2026, 1, 1, tzinfo=UTC))
    for name in PAGES:
        heading, _, text = (DATA / "repair-cafe" / f"{name}.md").read_text("utf-8").partition("\n")
        pdf.add_page()
        pdf.set_font("Helvetica", "B", 18)
        pdf.multi_cell(0, 10, heading.removeprefix("# "), new_x="LMARGIN", new_y="NEXT")
        pdf.ln(4)
        pdf.set_font("Helvetica", size=12)
        pdf.multi_cell(0, 6.5, text.strip(), markdown=True)
    return pdf


if __name__ == "__main__":
    handbook().output(str(DATA / "repair-cafe.pdf"))
