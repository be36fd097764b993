"""Spam: a score from 0 to 1 with its threshold, for one text or many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import SpamCheck, SpamReply, SpamRequest
from triptych.views.base import theme
from triptych.views.base.figures import (
    SMALL,
    WIDE,
    name_rows,
    new_figure,
    set_title,
    set_unit,
    write,
)
from triptych.views.base.markup import (
    MOST_ROWS,
    card,
    escape,
    foldable,
    heading,
    more,
    nowrap,
    table,
    text_block,
)
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View, listed

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: As settled: `is_spam` is a score of .5 or more.
THRESHOLD = 0.5
#: More texts are drawn as a histogram.
_MOST_BARS = 25
#: Characters of a single text that a page bears.
_MOST_SHOWN = 50_000


class SpamView(View):
    """Draws a `SpamReply`."""

    def html(self, reply: SpamReply) -> str:
        """Return the score over its scale; for a list, a table with a bar in each row."""
        texts, checks = _texts(reply), reply.checks
        if not isinstance(reply.check, list):
            return card(heading(_summary(reply)), _scale(checks[0]), _request_text(reply))
        rows = [
            [foldable(text), _bar(check), _verdict_cell(check)]
            for text, check in zip(texts[:MOST_ROWS], checks[:MOST_ROWS], strict=True)
        ]
        download = [
            [text, check.score, _verdict(check)] for text, check in zip(texts, checks, strict=True)
        ]
        columns = ["text", "score", "verdict"]
        return card(heading(_summary(reply)), table(columns, rows, download=download, name="spam"))

    def text(self, reply: SpamReply) -> str:
        """Return verdict and score, a line for each text."""
        checks = reply.checks
        if not isinstance(reply.check, list):
            return f"{_verdict(checks[0])}, score {checks[0].score:.2f}"
        pairs = list(zip(_texts(reply), checks, strict=True))
        lines = listed(
            pairs, lambda one: f"{one[1].score:.2f} {_verdict(one[1]):<8} {shortened(one[0], 60)}"
        )
        return "\n".join([_summary(reply), *lines])

    def frame(self, reply: SpamReply) -> pandas.DataFrame:
        """Return a row per text: the text, its score and the verdict."""
        import pandas

        checks = reply.checks
        columns = {
            "text": _texts(reply),
            "score": [check.score for check in checks],
            "is_spam": [check.is_spam for check in checks],
        }
        return pandas.DataFrame(columns)

    def figure(self, reply: SpamReply, *, dark: bool = False) -> Figure:
        """Draw a bar for each text; of many texts, the distribution of their scores."""
        if len(reply.checks) > _MOST_BARS:
            return _histogram(reply, dark=dark)
        return _bars(reply, dark=dark)


def _texts(reply: SpamReply) -> list[str]:
    """Return the texts that were scored, or a name for each where they are not known."""
    if isinstance(reply.request, SpamRequest):
        text = reply.request.text
        texts = text if isinstance(text, list) else [text]
        if len(texts) == len(reply.checks):
            return texts
    return [f"text {number}" for number in range(1, len(reply.checks) + 1)]


def _verdict(check: SpamCheck) -> str:
    return "spam" if check.is_spam else "not spam"


def _summary(reply: SpamReply) -> str:
    spam, total = sum(check.is_spam for check in reply.checks), len(reply.checks)
    if not isinstance(reply.check, list):
        return "This text is spam" if spam else "This text is not spam"
    return f"{spam:,} of {count(total, 'text')} {'is' if spam == 1 else 'are'} spam"


def _verdict_cell(check: SpamCheck) -> str:
    return nowrap(f"{'●' if check.is_spam else '○'} {_verdict(check)}")


def _request_text(reply: SpamReply) -> str:
    """Return the single text of the request, where it is known."""
    if not isinstance(reply.request, SpamRequest):
        return ""
    text = _texts(reply)[0]
    return text_block(escape(text[:_MOST_SHOWN]) + more(len(text) - _MOST_SHOWN))


def _bar(check: SpamCheck) -> str:
    """Return the score as a number and a bar, with a line at the threshold."""
    return (
        '<span style="white-space: nowrap"><span style="display: inline-block; width: 2.6em">'
        f"{check.score:.2f}</span>{_track(check, '6rem', '.6rem')}</span>"
    )


def _scale(check: SpamCheck) -> str:
    """Return the score of a single text, large, over its scale from 0 to 1."""
    ends = "".join(f"<span>{words}</span>" for words in ("0 not spam", ".5", "spam 1"))
    return (
        '<div style="max-width: 24rem; margin-bottom: .8em"><div><span style="font-size: 1.8em; '
        f'font-variant-numeric: tabular-nums">{check.score:.2f}</span> probability of spam</div>'
        f"{_track(check, '100%', '.8rem')}"
        '<div style="display: flex; justify-content: space-between; font-size: 12px; '
        f'color: {theme.FAINT_INK}">{ends}</div></div>'
    )


def _track(check: SpamCheck, width: str, height: str) -> str:
    share = min(1.0, max(0.0, check.score))
    track = (
        f"position: relative; display: inline-block; width: {width}; height: {height}; "
        f"background: {theme.SURFACE}; border-radius: 2px; vertical-align: middle"
    )
    # The strength of the blue carries the score too: a faint bar is a low one.
    fill = (
        f"position: absolute; inset: 0 auto 0 0; width: {share:.1%}; border-radius: 2px; "
        f"background: {theme.SCORE}; opacity: {0.6 + 0.4 * share:.2f}"
    )
    line = (
        f"position: absolute; left: {THRESHOLD:.0%}; top: -2px; bottom: -2px; width: 1px; "
        "background: currentColor; opacity: .6"
    )
    return (
        f'<span style="{track}" role="img" aria-label="score {check.score:.2f} of 1, '
        f'{_verdict(check)}; the threshold is .5"><span style="{fill}"></span>'
        f'<span style="{line}"></span></span>'
    )


def _bars(reply: SpamReply, *, dark: bool) -> Figure:
    colours = palette(dark=dark)
    checks, texts = reply.checks, _texts(reply)
    figure, axes = new_figure(WIDE, 1.3 + 0.34 * max(1, len(checks)), colours)
    set_title(axes, _summary(reply), colours)
    scores = [check.score for check in checks]
    shades = [colours.score if check.is_spam else colours.score_low for check in checks]
    axes.barh(range(len(checks)), scores, height=0.6, color=shades)
    for row, check in enumerate(checks):
        write(axes, check.score + 0.01, row, f"{check.score:.2f} {_verdict(check)}", colours)
    axes.axvline(THRESHOLD, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
    name_rows(axes, [shortened(text, 46) for text in texts], colours)
    # Room for the words behind a full bar.
    axes.set_xlim(0, 1.22)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    set_unit(axes, "probability of spam; the threshold is .5", colours)
    return figure


def _histogram(reply: SpamReply, *, dark: bool) -> Figure:
    colours = palette(dark=dark)
    figure, axes = new_figure(WIDE, 3, colours)
    set_title(axes, _summary(reply), colours)
    bins = 20
    counts = [0] * bins
    for check in reply.checks:
        counts[min(bins - 1, int(check.score * bins))] += 1
    centres = [(place + 0.5) / bins for place in range(bins)]
    shades = [colours.score if x >= THRESHOLD else colours.score_low for x in centres]
    axes.bar(centres, counts, width=0.92 / bins, color=shades)
    axes.axvline(THRESHOLD, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)))
    top = max(counts)
    for x, side, words in ((0.49, "right", "not spam"), (0.51, "left", "spam")):
        write(axes, x, top, words, colours, ha=side, va="top")
    axes.set_xlim(0, 1)
    set_unit(axes, "probability of spam", colours)
    axes.set_ylabel("texts", fontsize=SMALL, color=colours.faint)
    axes.grid(axis="y", color=colours.grid)
    return figure
