"""What axe-core finds in a part of a page: https://github.com/dequelabs/axe-core."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.resources import files

from playwright.async_api import Locator

#: What keeps people from using a page; "moderate" and "minor" faults are not counted.
IMPACTS = ["serious", "critical"]
#: What a theme can break.
COLOURS = ["color-contrast"]
#: How often to look, with a second between: what has just changed is found faint.
TRIES = 10
#: Pixels that JupyterLab itself takes above and below a notebook.
AROUND = 200

# JupyterLab's body has no height and hides what overflows it: axe-core takes all of it for hidden,
# and finds no fault there. A frame shows somebody else's page, and lets no script in.
RUN = """async (root, [impacts, only]) => {
  const {style} = document.body, {height} = style;
  style.height = "100vh";
  root.scrollIntoView();
  const settings = {resultTypes: ["violations"], iframes: false, ...(only && {runOnly: only})};
  const {violations} = await axe.run(root, settings).finally(() => (style.height = height));
  return violations.filter(({impact}) => impacts.includes(impact)).flatMap(({id, nodes}) =>
    nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 300)} ${failureSummary}`));
}"""


# Colours that are on their way from one to another are on nobody's list.
SETTLED = """async (root) => {
  const ends = ({effect, playState}) =>
    playState === "running" && effect.getComputedTiming().endTime < Infinity;
  const moving = root.getAnimations({subtree: true}).filter(ends);
  await Promise.allSettled(moving.map(({finished}) => finished));
}"""


async def serious_faults(
    place: Locator, only: Sequence[str] | None = None, *, tries: int = TRIES
) -> list[str]:
    """Return the serious and critical faults within an element, in axe-core's words.

    With ``only``, the rules of these names alone are looked at: `COLOURS`, where a change of
    themes has changed nothing else. Where faults are expected, one look is enough.
    """
    page, usual = place.page, place.page.viewport_size
    box = await place.bounding_box()
    assert box is not None
    assert usual is not None
    if not await page.evaluate("() => 'axe' in window"):
        script = files("axe_playwright_python") / "axe.min.js"
        await page.evaluate(script.read_text(encoding="utf-8"))
    # Of what is not in sight axe-core looks at no colours.
    height = max(usual["height"], round(box["height"]) + AROUND)
    await page.set_viewport_size({"width": usual["width"], "height": height})
    found: list[str] = []
    for number in range(tries):
        if number:
            await asyncio.sleep(1)
        await place.evaluate(SETTLED)
        found = await place.evaluate(RUN, [IMPACTS, only])
        if not found:
            break
    await page.set_viewport_size(usual)
    return found
