"""Who speaks in a sound: its stretches of speech, grouped by voice, with their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from triptych.contract.embedding import EmbeddingReply, EmbeddingV2Reply, TimedChunk
from triptych.views.base import theme
from triptych.views.embedding.cosines import cosines, unit

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


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of speech.

    Attributes
    ----------
    start, end : float
        Seconds from the beginning of the sound.
    text : str
        What is said, empty where nothing was transcribed.
    speaker : int or None
        Number of the voice from 0; None where it has no fingerprint.
    similarity : float or None
        Cosine to the mean of its speaker's fingerprints, -1 to 1; None where it is the only one.
    """

    start: float
    end: float
    text: str = ""
    speaker: int | None = None
    similarity: float | None = None

    @property
    def name(self) -> str:
        """Speaker A, Speaker B, …, or Speech where the voice is not known."""
        return speaker_name(self.speaker)


def speakers(fingerprints: numpy.typing.ArrayLike, threshold: float = SAME_VOICE) -> list[int]:
    """Return which voice each fingerprint belongs to, numbered from 0 by first appearance.

    Clusters are joined while the mean cosine between their members is above the threshold:
    average linkage (R. Sokal, C. Michener, "A statistical method for evaluating systematic
    relationships", 1958).

    Parameters
    ----------
    fingerprints : array_like of float, shape (n, d)
        In the order of time.
    threshold : float, default 0.72
        Cosine, -1 to 1; higher finds more speakers.

    Raises
    ------
    ValueError
        If the threshold is no cosine, or the fingerprints are no array of that shape.

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
    voices = _voices(reply, threshold)
    found = [
        Stretch(*segment, " ".join(texts), *voice)
        for segment, texts, voice in zip(segments, words, voices, strict=True)
    ]
    return sorted([*found, *beside], key=lambda stretch: (stretch.start, stretch.end))


def has_voices(reply: EmbeddingReply) -> bool:
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


def _voices(reply: EmbeddingReply, threshold: float) -> list[tuple[int | None, float | None]]:
    """Return speaker and similarity for each segment."""
    if not isinstance(reply, EmbeddingV2Reply) or not has_voices(reply):
        segments = reply.speaker_segments if isinstance(reply, EmbeddingV2Reply) else []
        return [(None, None) for _ in segments]
    scaled = unit(reply.fingerprints)
    numbers = speakers(reply.fingerprints, threshold)
    found: list[tuple[int | None, float | None]] = []
    for row, number in enumerate(numbers):
        own = [place for place, other in enumerate(numbers) if other == number]
        mean = unit(scaled[own].mean(axis=0, keepdims=True))[0]
        found.append((number, float(scaled[row] @ mean) if len(own) > 1 else None))
    return found


def _overlap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])
