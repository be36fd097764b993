"""`triptych tour`: every operation, on the samples of the package."""

from __future__ import annotations

import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from triptych import samples
from triptych.client import Client
from triptych.contract import (
    OPERATIONS,
    DetectionReply,
    EmbeddingReply,
    EmbeddingV2Reply,
    GenerationReply,
    Reply,
    ResearchReply,
    ScrapeReply,
    SearchReply,
    SuggestReply,
)
from triptych.contract.text import ProfanityReply, SentimentReply, SpamReply
from triptych.views.base.units import count, duration, shortened
from triptych.views.embedding.voices import stretches
from triptych.views.sentiment.wording import scored_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the tour: an operation, the lines of its input, its call and its result."""

    operation: str
    lines: list[str]
    call: Callable[[Client], Reply]
    describe: Callable[[Reply], str]
    #: Whether each line of the result belongs to a line of the input.
    one_line_each: bool = False


def _stops() -> list[Stop]:
    message, inbox = samples.text("message.txt"), samples.lines("inbox.txt")
    review = samples.text("review.txt")
    photo = samples.path("pictures/sheep.jpg")
    research = "How do volcanoes form and why do they erupt?"
    typed, question = "history of ph", "who discovered penicillin"
    prompt = "two white sailboats and a lighthouse by the sea at sunset"
    tool, wanted = samples.text("pages/tools/cordless-drill/index.html"), ["daily fee", "condition"]
    reviews, sound = samples.column("reviews.csv", "text")[:8], samples.path("conversation.mp3")
    return [
        Stop("search", [question], lambda client: client.search(question), _describe_results),
        Stop("sentiment", [review], lambda client: client.sentiment(review), _describe_sentiment),
        Stop(
            "scrape",
            ["a tool's page:", *wanted],
            lambda client: client.scrape(html=tool, element_prompts=wanted),
            _describe_elements,
        ),
        Stop("detect", [photo.name], lambda client: client.detect(photo), _describe_objects),
        Stop("suggest", [typed], lambda client: client.suggest(typed), _describe_suggestions),
        Stop(
            "research",
            [research],
            lambda client: client.research(research, max_depth=2),
            _describe_report,
        ),
        Stop(
            "embed",
            [shortened(x, 72) for x in reviews],
            lambda client: client.embed(reviews),
            _describe_likeness,
        ),
        Stop(
            "embed_v2",
            [sound.name],
            lambda client: client.embed_v2(file=sound, speaker_fingerprint=True),
            _describe_voices,
        ),
        Stop("spam", inbox, lambda client: client.spam(inbox), _describe_spam, one_line_each=True),
        Stop(
            "profanity",
            message.splitlines(),
            lambda client: client.profanity(message),
            _describe_profanity,
        ),
        Stop("generate_image", [prompt], lambda client: _draw(client, prompt), _describe_picture),
    ]


def _draw(client: Client, prompt: str) -> Reply:
    with warnings.catch_warnings():
        # The tour need not mention the deprecation.
        warnings.simplefilter("ignore", DeprecationWarning)
        return client.generate_image(prompt, aspect_ratio="16:9", seed=7)


def _describe_profanity(reply: Reply) -> str:
    assert isinstance(reply, ProfanityReply)
    words = ", ".join(item.profanity for item in reply.profanities)
    return f"{count(len(reply.profanities), 'profane word')} found: {words}\n{reply.clean_text}"


def _describe_spam(reply: Reply) -> str:
    assert isinstance(reply, SpamReply)
    number = sum(check.is_spam for check in reply.checks)
    checks = (f"{c.score:.2f} {'spam' if c.is_spam else 'not spam'}" for c in reply.checks)
    return "\n".join([f"{number} of {count(len(reply.checks), 'text')} are spam", *checks])


def _describe_sentiment(reply: Reply) -> str:
    assert isinstance(reply, SentimentReply)
    whole = reply.sentiment
    lines = (f"{scored_words(s)}: {shortened(s.text, 44)}" for s in whole.sentences)
    return "\n".join([scored_words(whole), *lines])


def _describe_likeness(reply: Reply) -> str:
    assert isinstance(reply, EmbeddingReply)
    cosines = reply.vectors @ reply.vectors.T
    pairs = [(cosines[a, b], a, b) for b in range(len(cosines)) for a in range(b)]
    similarity, first, second = max(pairs)
    alike = (shortened(reply.labels[place], 72) for place in (first, second))
    shape = count(len(cosines), "vector")
    lines = [
        f"{shape} of {reply.vectors.shape[1]} numbers; most similar ({similarity:.2f}):",
        *alike,
    ]
    return "\n".join(lines)


def _describe_voices(reply: Reply) -> str:
    assert isinstance(reply, EmbeddingV2Reply)
    turns = stretches(reply)
    lines = [f"{turn.start:.0f} s {turn.name}: {shortened(turn.text, 54)}" for turn in turns[:4]]
    number = count(len(reply.speaker_segments), "stretch", "stretches")
    # Without the extra that transcribes, a warning names it.
    notes = [warning.message for warning in reply.warnings]
    return "\n".join([f"{number} of speech, a fingerprint of each voice", *lines, *notes])


def _describe_suggestions(reply: Reply) -> str:
    assert isinstance(reply, SuggestReply)
    return "\n".join(reply.suggestions[:5])


def _describe_results(reply: Reply) -> str:
    assert isinstance(reply, SearchReply)
    overview = re.sub(r"\[\[(\d+)\]\([^)\s]*\)\]", r"[\1]", reply.ai_overview or "")
    results = (f"{result.reference_number} {result.title}" for result in reply.results[:3])
    return "\n".join([overview, *results])


def _describe_report(reply: Reply) -> str:
    assert isinstance(reply, ResearchReply)
    summary = (
        f"{count(len(reply.statements), 'sentence')} from {count(len(reply.sources), 'source')}"
    )
    first = (shortened(statement.text, 140) for statement in reply.statements[:2])
    return "\n".join([summary, *first])


def _describe_elements(reply: Reply) -> str:
    assert isinstance(reply, ScrapeReply)
    elements = (
        f"{key}: {shortened(', '.join(values), 60)}" for key, values in reply.context.items()
    )
    selector = next((field.selector for field in reply.data if field.selector), "")
    return "\n".join([*elements, f"selector for later calls: {selector}"])


def _describe_objects(reply: Reply) -> str:
    assert isinstance(reply, DetectionReply)
    kinds = Counter(reply.kinds)
    confidence = reply.to_frame()["confidence"].max()
    listed = ", ".join(f"{times} × {kind}" for kind, times in kinds.most_common())
    number = count(len(reply.objects), "object")
    return f"{number} found: {listed}\nhighest confidence {confidence:.2f}"


def _describe_picture(reply: Reply) -> str:
    assert isinstance(reply, GenerationReply)
    not_drawn = f"not drawn: {', '.join(reply.not_drawn)}" if reply.not_drawn else "all of it drawn"
    return f"a PNG of {len(reply.content):,} bytes, {not_drawn}"


def run(output: Path) -> int:
    """Make every stop and print it, and write its picture; return the exit status."""
    console = Console(highlight=False)
    console.print(Text("Triptych, offline: no key, no network", style="bold"))
    stops = _stops()
    output.mkdir(parents=True, exist_ok=True)
    pictures: dict[str, Path] = {}
    with Client() as client:
        for number, stop in enumerate(stops, 1):
            operation = OPERATIONS[stop.operation]
            with console.status(f"{number} of {len(stops)}  {operation.title} …"):
                began = time.perf_counter()
                reply = stop.call(client)
                seconds = time.perf_counter() - began
            console.print()
            console.print(
                Text.assemble(
                    f"{number} of {len(stops)}  ",
                    (operation.title, "bold"),
                    (f"  {operation.path}  {duration(seconds)}", "dim"),
                )
            )
            console.print(_rows(stop, reply, console.width))
            picture = output / f"{stop.operation}.png"
            reply.plot().savefig(picture)
            pictures[operation.title] = picture
    sheet = output / "tour.png"
    _contact_sheet(pictures).savefig(sheet)
    console.print(f"\nThe picture of each result is in {output}, all of them in {sheet}.")
    console.print(
        f"{len(stops)} of {len(OPERATIONS)} operations. The first call of each loads its model; "
        "later ones are faster."
    )
    return 0


def _rows(stop: Stop, reply: Reply, width: int) -> Table:
    """Return what went in, and what came out beneath it or, line by line, beside it."""
    table = Table.grid(padding=(0, 2))
    results = stop.describe(reply).splitlines()
    if not stop.one_line_each:
        table.add_row(Text("in", style="dim"), Text("\n".join(stop.lines)))
        table.add_row(Text("out", style="dim"), Text("\n".join(results)))
        return table
    first, *results = results
    table.add_row("", Text(first))
    # What the results and the gaps leave.
    room = max(20, width - max(map(len, results)) - 6)
    for line, result in zip(stop.lines, results, strict=True):
        table.add_row(Text(result), Text(shortened(line, room), style="dim"))
    return table


def _contact_sheet(pictures: Mapping[str, Path]) -> Figure:
    """Return all pictures on one page, each below its title."""
    from matplotlib.figure import Figure
    from matplotlib.image import imread

    columns = 3
    figure = Figure(figsize=(15, 4 * -(-len(pictures) // columns)), layout="constrained")
    axes = list(figure.subplots(-(-len(pictures) // columns), columns).flat)
    for axis in axes:
        axis.axis("off")
    for axis, (title, picture) in zip(axes, pictures.items(), strict=False):
        pixels = imread(picture)
        # The beginning of a long one is enough.
        axis.imshow(pixels[: round(0.75 * pixels.shape[1])])
        axis.set_anchor("NW")
        axis.set_title(title, loc="left", fontsize=13)
    return figure
