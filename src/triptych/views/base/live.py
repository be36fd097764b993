"""A picture that answers to the pointer, and a plain one where it would fall apart.

GitHub and notebooks that are not trusted take away style sheets, and of an SVG all but its words.
There the picture is folded away, its loose words and dead controls with it, and a plain one is
seen. A style sheet turns this round: only where it is kept, the fold is no fold.
"""

from __future__ import annotations

from html import escape

# Browsers that cannot open a fold by style sheet leave it to a click.
_STYLE = (
    "<style>@supports selector(::details-content) { "
    ".triptych-instead, .triptych-live > summary { display: none !important } "
    ".triptych-live::details-content { content-visibility: visible } }</style>"
)


def live(picture: str, instead: str, alt: str, width: int) -> str:
    """Return a picture as HTML, with what stands for it where style sheets are taken away.

    Parameters
    ----------
    picture : str
        The picture as HTML, with its controls.
    instead : str
        The address of the plain picture: a `data:` URL.
    alt : str
        What the picture shows, in words.
    width : int
        Width of the plain picture, in CSS pixels.

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
