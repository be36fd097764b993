"""Ask for a page: as robots.txt allows, at its host's pace, and only for what has changed."""

from __future__ import annotations

from triptych.engines.crawl import host
from triptych.service.crawl.robots import MAX_DELAY, Rules
from triptych.service.crawl.run import Run
from triptych.service.crawl.state import Known
from triptych.service.fetch import Answered
from triptych.service.refusal import Refusal

#: Media types of what is read as a page.
PAGES = frozenset(
    ["text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/pdf"]
)
#: Seconds a busy server is left alone if it does not tell how long.
_BUSY = 5.0


class Asker:
    """Asks for pages, and reports those that nothing comes of.

    Parameters
    ----------
    run : Run
        What the parts of a run share.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._unreadable: set[str] = set()

    async def allowed(self, address: str) -> Rules | None:
        """Return the rules for an address, if they allow it to be read."""
        rules = await self._run.robots.rules(address)
        if rules.allow(address):
            return rules
        if not rules.problem:
            self._run.report.disallowed += 1
        # Said once: it is the same for each page of the host.
        elif host(address) not in self._unreadable:
            self._unreadable.add(host(address))
            self._run.failed(address, rules.problem)
        return None

    async def ask(
        self, address: str, rules: Rules, known: Known | None, *, any_kind: bool
    ) -> Answered | None:
        """Return what an address answers; a redirect is an answer too.

        Parameters
        ----------
        address : str
            To be asked for.
        rules : Rules
            Those for it.
        known : Known or None
            What is remembered of the page the index holds of it.
        any_kind : bool
            Whether it is not known yet to be a page.
        """
        conditions = known.conditions if known is not None else {}
        for last in (False, True):
            try:
                async with self._run.turn(address, rules):
                    answered = await self._run.fetcher.get(
                        address,
                        headers=conditions,
                        media_types=None if any_kind else PAGES,
                        follow=False,
                    )
            except Refusal as refusal:
                if refusal.body.error.code == "unread_content":
                    self._run.report.other_kinds += 1
                else:
                    self._run.failed(address, str(refusal))
                return None
            pause = _pause(answered)
            if last or not 0 <= pause <= MAX_DELAY:
                break
            self._run.pace.put_off(host(address), pause)
        return answered


def _pause(answered: Answered) -> float:
    """Return for how many seconds a busy server wants to be left alone; -1 if it is not busy."""
    if answered.status not in {429, 503}:
        return -1
    told = answered.headers.get("retry-after", "")
    return float(told) if told.isdecimal() else _BUSY
