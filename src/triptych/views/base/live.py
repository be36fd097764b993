"""An interactive picture, and a plain one where style sheets are removed.

GitHub and untrusted notebooks remove style sheets, and all of an SVG but its texts. There the
interactive picture is folded, and a plain one is shown. A style sheet reverses this.
"""

from __future__ import annotations

from html import escape

# In browsers that cannot unfold by style sheet, a click does.
_STYLE = (
    "<style>@supports selector(::details-content) { "
    ".triptych-instead, .triptych-live > summary { display: none !important } "
    ".triptych-live::details-content { content-visibility: visible } }</style>"
)


def live(picture: str, instead: str, alt: str, width: int) -> str:
    """Return an interactive picture as HTML, with the plain one for places that remove styles.

    The plain picture is given by its `data:` URL, description, and width in CSS pixels.

    Examples
    --------
    >>> live("<svg></svg>", "data:,", "Two cups", 64).count("<img")
    1
    """
    return (
        f'{_STYLE}<div class="triptych-instead"><img src="{instead}" alt="{escape(alt)}" '
        f'width="{width}" style="max-width: 100%; height: auto"></div>'
        '<details class="triptych-live"><summary>Interactive picture, in a trusted notebook'
        f"</summary>{picture}</details>"
    )
