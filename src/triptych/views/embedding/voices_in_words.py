"""Speakers and their times as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable

from triptych.views.base.units import count, duration
from triptych.views.embedding.voices import Stretch

#: Steps of an axis of time, in seconds.
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)
_MOST_TICKS = 8
#: Beyond, minutes say more than seconds.
_LONG = 180


def lanes(stretches: Iterable[Stretch]) -> dict[int | None, list[Stretch]]:
    """Return the stretches of each speaker, by number; those of no speaker come last."""
    rows: dict[int | None, list[Stretch]] = {}
    for stretch in stretches:
        rows.setdefault(stretch.speaker, []).append(stretch)
    return dict(sorted(rows.items(), key=lambda row: (row[0] is None, row[0] or 0)))


def spoken_time(stretches: list[Stretch]) -> str:
    """Return how long somebody speaks, and how often.

    Examples
    --------
    >>> spoken_time([Stretch(0, 4), Stretch(9, 20)])
    '15 s in 2 stretches'
    """
    total = sum(stretch.end - stretch.start for stretch in stretches)
    return f"{duration(total)} in {count(len(stretches), 'stretch', 'stretches')}"


def clock(seconds: float, digits: int = 1) -> str:
    """Return a time of a sound, as minutes and seconds, with hours where there are any.

    Examples
    --------
    >>> clock(75.25), clock(59.96), clock(3605, digits=0)
    ('1:15.2', '1:00.0', '1:00:05')
    """
    # Rounded first, or 59.96 would be 0:60.0.
    minutes, rest = divmod(round(seconds, digits), 60)
    hours, minutes = divmod(int(minutes), 60)
    width = 2 if digits == 0 else 3 + digits
    tail = f"{rest:0{width}.{digits}f}"
    return f"{hours}:{minutes:02}:{tail}" if hours else f"{minutes}:{tail}"


def ticks(end: float) -> tuple[list[float], list[str], str]:
    """Return places on an axis of time, their labels, and what the labels count.

    Examples
    --------
    >>> ticks(12)
    ([0, 2, 4, 6, 8, 10, 12], ['0', '2', '4', '6', '8', '10', '12'], 'seconds')
    >>> ticks(600)[1:]
    (['0:00', '2:00', '4:00', '6:00', '8:00', '10:00'], 'minutes:seconds')
    """
    step = next((step for step in _STEPS if end / step <= _MOST_TICKS), end / _MOST_TICKS)
    places = [step * place for place in range(int(end / step + 1e-9) + 1)]
    if end <= _LONG:
        return places, [f"{place:g}" for place in places], "seconds"
    unit = "hours:minutes:seconds" if end >= 3600 else "minutes:seconds"
    return places, [clock(place, digits=0) for place in places], unit
