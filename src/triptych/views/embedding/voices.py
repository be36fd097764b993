"""Who speaks in a sound: its stretches of speech, grouped by voice, with their words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from triptych.contract.embedding import EmbeddingReply, EmbeddingV2Reply, TimedChunk
from triptych.views.base import theme
from triptych.views.base.units import count, duration
from triptych.views.embedding.neighbours import cosines, unit

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: Stretches of one voice lie about .85 apart, of two about .53, by the local service's encoder.
SAME_VOICE = 0.72
#: Neighbouring speakers in colours far apart; yellow, faint on paper, comes last.
_COLOURS = tuple(
    theme.OKABE_ITO[name]
    for name in ("blue", "orange", "green", "purple", "sky", "vermillion", "yellow")
)
#: Steps of an axis of time, in seconds.
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)
_MOST_TICKS = 8
#: Beyond, minutes say more than seconds.
_LONG = 180


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of speech."""

    #: Seconds from the beginning of the sound, as `end`.
    start: float
    end: float
    #: Its transcript, empty where nothing was transcribed.
    text: str = ""
    #: Number of the voice from 0; None where it has no fingerprint.
    speaker: int | None = None
    #: Cosine to the mean of its speaker's fingerprints; None where it is the only one.
    similarity: float | None = None

    @property
    def name(self) -> str:
        """Speaker A, Speaker B, …, or Speech where the voice is not known."""
        return speaker_name(self.speaker)


def speakers(fingerprints: numpy.typing.ArrayLike, threshold: float = SAME_VOICE) -> list[int]:
    """Return which voice each fingerprint (n, d) belongs to, numbered from 0 by first appearance.

    Clusters are joined while the mean cosine between their members is above the threshold: average
    linkage (R. Sokal, C. Michener, "A statistical method for evaluating systematic relationships",
    1958). A higher threshold gives more speakers. `ValueError` if it is not a cosine, or the
    fingerprints are not an array of that shape.

    Examples
    --------
    >>> speakers([[0.0, 1.0], [1.0, 0.0], [0.1, 0.9]])
    [0, 1, 0]
    """
    if not -1 <= threshold <= 1:
        raise ValueError(f"Give a threshold from -1 to 1, not {threshold:g}.")
    similar = cosines(fingerprints)
    if len(similar) < 2:
        return [0] * len(similar)
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform((1 - similar).clip(0), checks=False), "average")
    clusters = fcluster(tree, 1 - threshold, "distance").tolist()
    first_seen = list(dict.fromkeys(clusters))
    return [first_seen.index(cluster) for cluster in clusters]


def stretches(reply: EmbeddingReply, threshold: float = SAME_VOICE) -> list[Stretch]:
    """Return the stretches of speech in a sound, in the order of time.

    Words belong to the segment their chunk overlaps longest; a chunk beside all segments is a
    stretch of its own, without a speaker. Without segments, chunks are the stretches.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "Hello", "timestamp": (0, 2)}])
    >>> [(stretch.name, stretch.text) for stretch in stretches(reply)]
    [('Speech', 'Hello')]
    """
    chunks = [chunk for chunk in reply.chunks if isinstance(chunk, TimedChunk)]
    segments = reply.speaker_segments if isinstance(reply, EmbeddingV2Reply) else []
    words: list[list[str]] = [[] for _ in segments]
    beside = []
    for chunk in sorted(chunks, key=lambda chunk: chunk.timestamp):
        overlaps = [_overlap(chunk.timestamp, segment) for segment in segments]
        longest = max(overlaps, default=0)
        if longest > 0:
            words[overlaps.index(longest)].append(chunk.text)
        else:
            beside.append(Stretch(*chunk.timestamp, text=chunk.text))
    voices: list[tuple[int | None, float | None]] = [(None, None)] * len(words)
    if has_voices(reply):
        voices = _voices(reply.fingerprints, threshold)
    spoken = [
        Stretch(*segment, " ".join(texts), *voice)
        for segment, texts, voice in zip(segments, words, voices, strict=True)
    ]
    return sorted([*spoken, *beside], key=lambda stretch: (stretch.start, stretch.end))


def has_voices(reply: EmbeddingReply) -> TypeGuard[EmbeddingV2Reply]:
    """Return whether each segment of the reply has a fingerprint."""
    if not isinstance(reply, EmbeddingV2Reply):
        return False
    return 0 < len(reply.fingerprints) == len(reply.speaker_segments)


def speaker_name(speaker: int | None) -> str:
    """Return the name of a speaker by number.

    Examples
    --------
    >>> [speaker_name(speaker) for speaker in (0, 25, 26, None)]
    ['Speaker A', 'Speaker Z', 'Speaker 27', 'Speech']
    """
    if speaker is None:
        return "Speech"
    return f"Speaker {chr(ord('A') + speaker) if speaker < 26 else speaker + 1}"


def speaker_colour(speaker: int | None) -> str:
    """Return the colour of a speaker; the eighth has that of the first again."""
    return "#868686" if speaker is None else _COLOURS[speaker % len(_COLOURS)]


def _voices(
    fingerprints: numpy.typing.ArrayLike, threshold: float
) -> list[tuple[int | None, float | None]]:
    """Return speaker and similarity for each fingerprint."""
    scaled = unit(fingerprints)
    numbers = speakers(fingerprints, threshold)
    voices: list[tuple[int | None, float | None]] = []
    for row, number in enumerate(numbers):
        own = [place for place, other in enumerate(numbers) if other == number]
        mean = unit(scaled[own].mean(axis=0, keepdims=True))[0]
        voices.append((number, float(scaled[row] @ mean) if len(own) > 1 else None))
    return voices


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])


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
