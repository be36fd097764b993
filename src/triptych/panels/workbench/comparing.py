"""Two calls of the history side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from triptych.contract import GenerationReply, Reply
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.shareable import fingerprint, members
from triptych.panels.workbench.calls import RecordedCall
from triptych.views.base.units import count, duration
from triptych.views.comparison import ABSENT, Side, answered, comparison, differences

if TYPE_CHECKING:
    import pandas


def comparable(calls: Sequence[RecordedCall]) -> str:
    """Return why these calls cannot be compared, or nothing."""
    if len(calls) != 2:
        return "Select two calls to compare them"
    if any(call.reply is None for call in calls):
        return "Select two calls that have a reply"
    one, other = calls
    return "" if one.operation is other.operation else "Select two calls of the same operation"


class Comparison:
    """Two calls of an operation that have a reply, side by side; displays itself in a cell."""

    def __init__(
        self, left: tuple[RecordedCall, DisplayedReply], right: tuple[RecordedCall, DisplayedReply]
    ) -> None:
        self._left, self._right = left, right

    def html(self) -> str:
        """Return both replies, and below them tables of what differs; it can take seconds."""
        return comparison(_side(*self._left), _side(*self._right))

    def to_frame(self) -> pandas.DataFrame:
        """Return a row per member that differs: part (request, reply), member, left, right."""
        import pandas

        (left, _), (right, _) = self._left, self._right
        assert left.reply is not None
        assert right.reply is not None
        assert left.request is not None
        assert right.request is not None
        parts = {
            "request": differences(members(left.request), members(right.request)),
            "reply": differences(answered(answer(left.reply)), answered(answer(right.reply))),
        }
        rows = [
            (part, one.path, *(None if side is ABSENT else side for side in (one.left, one.right)))
            for part, changes in parts.items()
            for one in changes
        ]
        return pandas.DataFrame(rows, columns=["part", "member", "left", "right"])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Show both calls as a notebook's cell output: HTML and plain text."""
        return {"text/html": self.html(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<comparison of {self._left[0]!r} and {self._right[0]!r}>"


def answer(reply: Reply) -> dict[str, Any]:
    """Return the JSON of a reply; of a binary picture, its fingerprint."""
    content = reply.content if isinstance(reply, GenerationReply) else b""
    if not content or reply.raw.get("url"):
        return reply.raw
    return reply.raw | {"picture": fingerprint(content)}


def _side(call: RecordedCall, shown: DisplayedReply) -> Side:
    assert call.reply is not None
    assert call.request is not None
    usage = call.reply.usage
    details = {"at": f"{call.began:%H:%M:%S}", "in": duration(call.seconds)}
    if usage is not None:
        parts = (usage.input_tokens, usage.output_tokens, usage.inference_time_tokens)
        sent, came, worked = (f"{round(part):,}" for part in parts)
        tokens = count(round(usage.total_tokens), "token")
        details["for"] = f"{tokens} ({sent} input, {came} output, {worked} inference)"
    return Side(
        f"Call {call.number}, {call.place}",
        details,
        members(call.request),
        answer(call.reply),
        shown.picture(call.reply),
    )
