"""Any reply without a view of its own: its members as a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from triptych.contract import Reply
from triptych.views.base.markup import card, foldable, heading, table
from triptych.views.base.units import count
from triptych.views.base.view import View

if TYPE_CHECKING:
    import pandas

_ACCOUNTING = {"success", "_usage", "log_id"}


class MembersView(View):
    """Shows the members of a reply by name."""

    def html(self, reply: Reply) -> str:
        """Return a table of members."""
        members = _members(reply)
        rows = [[foldable(name), foldable(_shown(value))] for name, value in members.items()]
        download = [[name, _shown(value)] for name, value in members.items()]
        name = type(reply).__name__
        return card(heading(name), table(["member", "value"], rows, download=download, name=name))

    def text(self, reply: Reply) -> str:
        """Return the members as JSON."""
        return json.dumps(_members(reply), ensure_ascii=False, indent=2)

    def headline(self, reply: Reply) -> str:
        """Return how many members there are."""
        return count(len(_members(reply)), "member")

    def frame(self, reply: Reply) -> pandas.DataFrame:
        """Return a single row with a column for each member."""
        import pandas

        return pandas.DataFrame([_members(reply)])

    def mimebundle(self, reply: Reply) -> dict[str, str | bytes]:
        """Return HTML and text; there is no picture of members."""
        return {"text/html": self.html(reply), "text/plain": self.text(reply)}


def _members(reply: Reply) -> dict[str, Any]:
    return {name: value for name, value in reply.raw.items() if name not in _ACCOUNTING}


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
