"""Scripts in what is displayed: in pages that are scraped, in texts, and in replies of a server.

Attacked is the HTML that views and panels make. A document has a script, or what a browser might
take for one, in its title, its text, its attributes, its links, its pictures or its data; it is
scraped by the service, and the reply displayed. A value is one text in a request or a reply, as a
caller or a hostile server may choose it. A panel is run against such a server.

All HTML is opened in a headless Chromium twice: as a document of its own, where scripts run, and as
content that is set into one. Broken is a case that runs anything; that has an event handler, a
script or a `javascript:` address, which would wait for a click; or a frame that may run scripts.
Each page of cases ends with one that does run its script, or the measurement fails.
"""

from __future__ import annotations

import asyncio
import copy
import warnings
from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any, NamedTuple

import httpx
import ipywidgets
from playwright.async_api import Page, async_playwright

import triptych
from attacks import Outcome
from attacks.servers import KEY, serving
from triptych import _chromium, samples, views
from triptych.client import RetryPolicy
from triptych.contract import OPERATIONS, Reply
from triptych.panels.base.failure import error_card
from triptych.views.research.printing import html as research_page

#: Each sets `ran` on its window if it runs.
PAYLOADS = (
    # Elements that run by themselves.
    "<script>ran=1</script>",
    "<ScRiPt>ran=1</sCrIpT>",
    "<script src=data:text/javascript,ran=1></script>",
    "<script type=module>window.ran=1</script>",
    "<script >ran=1</script >",
    "<script/x>ran=1</script>",
    "<scr<script>ipt>ran=1</scr</script>ipt>",
    "<script>ran=1//",
    "\x00<script>ran=1</script>",
    "\u2028<script>ran=1</script>\u2029",
    "<svg><script>ran=1</script></svg>",
    "<svg><script href=data:text/javascript,ran=1 /></svg>",
    "<math><mtext></mtext><script>ran=1</script></math>",
    # Event handlers that need nobody.
    "<img src=x onerror=ran=1>",
    "<img src=x onerror='ran=1' ",
    "<img src=x onerror=&#114;an=1>",
    "<img/src=x/onerror=ran=1>",
    "<IMG SRC=x OnErRoR=ran=1>",
    "<img src=`x`onerror=ran=1>",
    '<img src="x` `><script>ran=1</script>"` `>',
    '"><img src=x onerror=ran=1>',
    "'><img src=x onerror=ran=1>",
    "`><img src=x onerror=ran=1>",
    '" onerror="ran=1" src="x',
    "' onerror='ran=1' src='x",
    '" autofocus onfocus="ran=1" tabindex="0',
    "' onmouseover='ran=1' style='position:fixed;inset:0'",
    "x onmouseover=ran=1 ",
    "<svg onload=ran=1>",
    "<svg/onload=ran=1//",
    "<svg><animate onbegin=ran=1 attributeName=x dur=1s>",
    "<svg><set attributeName=onload to=ran=1 /></svg>",
    "<svg><a><animate attributeName=href values=javascript:ran=1 /><text>a</text></a></svg>",
    "<svg><foreignObject><img src=x onerror=ran=1></foreignObject></svg>",
    "<body onload=ran=1>",
    "<body onpageshow=ran=1>",
    "<input autofocus onfocus=ran=1>",
    "<select autofocus onfocus=ran=1>",
    "<textarea autofocus onfocus=ran=1>",
    "<details open ontoggle=ran=1>",
    "<video><source onerror=ran=1></video>",
    "<audio src=x onerror=ran=1>",
    "<marquee onstart=ran=1>",
    "<object data=x onerror=ran=1>",
    "<iframe onload=ran=1></iframe>",
    "<style onload=ran=1></style>",
    "<link rel=stylesheet href=data:text/css, onload=ran=1>",
    "<style>@keyframes a{}</style><b style=animation-name:a onanimationstart=ran=1>",
    "<div contenteditable autofocus onfocus=ran=1>",
    "<dialog open onbeforetoggle=ran=1><button popovertarget=p>",
    # Frames and addresses.
    "<iframe src=javascript:parent.ran=1></iframe>",
    '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
    "<iframe src='data:text/html,<script>parent.ran=1</script>'></iframe>",
    "<embed src=javascript:ran=1>",
    "<object data=javascript:ran=1></object>",
    "<object data='data:text/html,<script>parent.ran=1</script>'></object>",
    '<embed src=\'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="ran=1"/>\'>',
    "<a href=javascript:ran=1 autofocus>a</a>",
    "<a href='java\nscript:ran=1'>a</a>",
    "<a href='\x01javascript:ran=1'>a</a>",
    "<a href=&#106;avascript&colon;ran=1>a</a>",
    "<form action=javascript:ran=1><button>a</button></form>",
    "<button form=f formaction=javascript:ran=1>a</button>",
    "<math href=javascript:ran=1>a</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:ran=1>a</maction></math>",
    "<meta http-equiv=refresh content='0;url=javascript:ran=1'>",
    "<base href=javascript:ran=1//>",
    "<area href=javascript:ran=1 shape=default>",
    "javascript:ran=1",
    "JaVaScRiPt:ran=1",
    " javascript:ran=1",
    "java\tscript:ran=1",
    "javascript://example.com/%0Aran=1",
    "data:text/html,<script>ran=1</script>",
    "data:text/html;base64,PHNjcmlwdD5yYW49MTwvc2NyaXB0Pg==",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='ran=1'/>",
    "vbscript:ran=1",
    "blob:null/ran=1",
    'https://e.example/"onmouseover="ran=1',
    "https://e.example/'><script>ran=1</script>",
    # Ends of what the text stands in, and parsers that disagree.
    "</title><script>ran=1</script>",
    "</textarea><script>ran=1</script>",
    "</style><script>ran=1</script>",
    "</script><script>ran=1</script>",
    "</pre></code><script>ran=1</script>",
    "</svg><script>ran=1</script>",
    "</iframe><script>ran=1</script>",
    "<!--><script>ran=1</script>-->",
    "--><script>ran=1</script>",
    "--!><script>ran=1</script>",
    "]]><script>ran=1</script>",
    "<![CDATA[><script>ran=1</script>]]>",
    "<?xml-stylesheet href='javascript:ran=1'?><script>ran=1</script>",
    "<noscript><p title='</noscript><img src=x onerror=ran=1>'>",
    "<math><mtext><table><mglyph><style><!--</style>"
    "<img title='--&gt;&lt;img src=x onerror=ran=1>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=ran=1>",
    "<svg></p><style><a id='</style><img src=x onerror=ran=1>'>",
    "<template shadowrootmode=open><img src=x onerror=ran=1></template>",
    "&lt;script&gt;ran=1&lt;/script&gt;",
    "&amp;lt;img src=x onerror=ran=1&amp;gt;",
    "%3Cscript%3Eran=1%3C/script%3E",
    "\\u003cscript\\u003eran=1\\u003c/script\\u003e",
    "＜script＞ran=1＜/script＞",
    "+ADw-script+AD4-ran=1+ADw-/script+AD4-",
    "\x1b(J<script>ran=1</script>",
    # Style sheets.
    "x:expression(ran=1)",
    "background:url(javascript:ran=1)",
    "}</style><script>ran=1</script><style>",
    '"></div><style>@import "javascript:ran=1";</style>',
    # Markdown.
    "[a](javascript:ran=1)",
    "[a](<javascript:ran=1>)",
    "[a](java&#115;cript:ran=1)",
    "![a](javascript:ran=1)",
    '![a](x "\\"onerror=ran=1")',
    "![](x){onerror=ran=1}",
    "<javascript:ran=1>",
    "[a][b]\n\n[b]: javascript:ran=1",
    "[[1](javascript:ran=1)]",
    '[[1](https://e.example/"><script>ran=1</script>)]',
    "```html\n</code></pre><script>ran=1</script>\n```",
    "| a |\n| - |\n| <img src=x onerror=ran=1> |",
    # Templates, formulas and other languages.
    "{{constructor.constructor('ran=1')()}}",
    "${ran=1}",
    "<%= ran=1 %>",
    "$$\\href{javascript:ran=1}{a}$$",
    "\\[\\require{html}\\href{javascript:ran=1}{a}\\]",
    '=HYPERLINK("javascript:ran=1")',
)
#: Where the text of a payload stands in a page; `%s` is the payload.
DOCUMENTS = (
    "<title>%s</title><h1>Tea</h1><p>Price: <b>9.80 EUR</b></p>",
    "<title>Tea</title><h1>%s</h1><p>Price: <b>9.80 EUR</b></p>",
    "<title>Tea</title><h1>Tea</h1><p>Price: <b>%s</b></p>",
    "<title>Tea</title><h1>Tea</h1>%s<p>Price: <b>9.80 EUR</b></p>",
    '<title>Tea</title><h1 title="%s">Tea</h1><p>Price: <b>9.80 EUR</b></p>',
    "<title>Tea</title><h1 class='%s'>Tea</h1><p>Price: <b>9.80 EUR</b></p>",
    '<title>Tea</title><h1>Tea</h1><p>Price: <b>9.80 EUR</b> <a href="%s">more</a></p>',
    '<title>Tea</title><h1>Tea</h1><p>Price: <b>9.80 EUR</b> <a href="/a">%s</a></p>',
    '<title>Tea</title><h1>Tea</h1><img src="%s" alt="tea"><p>Price: <b>9.80 EUR</b></p>',
    '<title>Tea</title><h1>Tea</h1><img src="/tea.png" alt="%s"><p>Price: <b>9 EUR</b></p>',
    '<title>Tea</title><meta name="description" content="%s"><h1>Tea</h1><p>Price: <b>9 EUR</b>',
    '<title>Tea</title><meta property="og:image" content="%s"><h1>Tea</h1><p>Price: <b>9 EUR</b>',
    '<title>Tea</title><base href="%s"><h1>Tea</h1><p>Price: <b>9 EUR</b> <a href="a">more</a>',
    '<title>Tea</title><script type="application/ld+json">{"name": "%s", "price": "9 EUR"}</script>'
    "<h1>Tea</h1>",
    "<title>Tea</title><style>h1 { %s }</style><h1>Tea</h1><p>Price: <b>9.80 EUR</b></p>",
    '<title>Tea</title><h1 style="%s">Tea</h1><p>Price: <b>9.80 EUR</b></p>',
    "<title>Tea</title><h1>Tea</h1><!-- %s --><p>Price: <b>9.80 EUR</b></p>",
    "<title>Tea</title><h1>Tea</h1><svg><title>%s</title><text>a</text></svg><p>Price: <b>9</b>",
    "<title>Tea</title><h1>Tea</h1><table><tr><th>Price<td>%s<tr><th>Origin<td>Shizuoka</table>",
    "<title>Tea</title><h1>Tea</h1><dl><dt>%s<dd>9.80 EUR<dt>Price<dd>9 EUR</dl>",
    "<title>Tea</title><h1>Tea</h1><noscript>%s</noscript><p>Price: <b>9.80 EUR</b></p>",
    "<title>Tea</title><h1>Tea</h1><textarea>%s</textarea><p>Price: <b>9.80 EUR</b></p>",
    "<title>Tea</title><h1>Tea</h1><template>%s</template><p>Price: <b>9.80 EUR</b></p>",
    '<title>Tea</title><h1>Tea</h1><div data-price="%s">Price: <b>9.80 EUR</b></div>',
)
_SCRAPED: dict[str, Any] = {
    "element_prompts": {"title": "title", "price": "price", "links": "links"},
    "selectors": ["h1", "img", "a"],
    "features": ["meta", "link", "page"],
    "render": "never",
}
#: Opens each case in two frames; returns what is wrong with it. A frame within must be sandboxed.
_CHECK = """
async (cases) => {
  const results = [];
  const frames = cases.map((html) => {
    const whole = document.createElement("iframe");
    const set = document.createElement("iframe");
    document.body.append(whole, set);
    whole.srcdoc = html;
    set.contentDocument.body.innerHTML = html;
    return [whole, set];
  });
  window.frames_of_cases = frames;
  const hasRun = ([whole, set]) => whole.contentWindow.ran || set.contentWindow.ran;
  const control = frames.at(-1);
  const until = Date.now() + 300000;
  const both = ([whole, set]) => whole.contentWindow.ran && set.contentWindow.ran;
  while (!both(control)) {
    if (Date.now() > until) throw new Error("the control did not run");
    await new Promise((done) => setTimeout(done, 50));
  }
  // What needs a moment longer than the control: animations, toggles, refreshes.
  await new Promise((done) => setTimeout(done, 400));
  const scheme = /^(javascript|vbscript|data:text\\/html|data:image\\/svg)/;
  const tidy = (value) => value.replace(/[\\u0000-\\u0020]/g, "").toLowerCase();
  const addresses = ["href", "src", "action", "formaction", "data", "xlink:href", "poster", "to",
                     "values", "content"];
  for (const pair of frames) {
    const problems = [];
    if (pair.some((frame) => !frame.contentDocument)) problems.push("it navigated");
    else if (hasRun(pair)) problems.push("a script ran");
    for (const frame of pair) {
      const body = frame.contentDocument;
      if (!body) continue;
      for (const element of body.querySelectorAll("*")) {
        const name = element.localName;
        if (name === "script") problems.push("a script element");
        if (name === "iframe" && (element.getAttribute("sandbox") ?? "allow-scripts")
            .includes("allow-scripts")) problems.push("a frame that may run scripts");
        if (["object", "embed", "base", "meta", "link"].includes(name) &&
            !(name === "meta" && !element.hasAttribute("http-equiv")) &&
            !(name === "meta" && /content-security-policy/i.test(element.httpEquiv)))
          problems.push("an element " + name);
        for (const attribute of element.attributes) {
          if (attribute.name.startsWith("on")) problems.push("a handler " + attribute.name);
          const picture = ["img", "image", "source"].includes(name);
          if (addresses.includes(attribute.name) && scheme.test(tidy(attribute.value)) &&
              !(picture && tidy(attribute.value).startsWith("data:image/")))
            problems.push("an address " + attribute.name + "=" + attribute.value.slice(0, 40));
        }
      }
    }
    results.push(problems);
  }
  return results;
}
"""
#: Runs in a document as well as in content that is set into one.
CONTROL = "<img src=x onerror=ran=1>"
#: Cases on one page of the browser.
_TOGETHER = 40


class Case(NamedTuple):
    """A case: what it is, and the HTML that is displayed."""

    name: str
    html: str


def documents(client: triptych.Client, every: int = 1) -> Iterator[Case]:
    """Yield every so many of all pages with a payload, as the reply to a scrape displays it."""
    pairs = [(page, payload) for page in DOCUMENTS for payload in PAYLOADS]
    for page, payload in pairs[::every]:
        # As a page would have to write it to get it there.
        html = page.replace("%s", payload)
        try:
            reply = client.scrape(html=html, **_SCRAPED)
        except triptych.BadRequestError as error:
            yield Case(f"document {html!r}", error_card(error))
            continue
        yield Case(f"document {html!r}", displayed(reply))


def sample_replies(client: triptych.Client) -> dict[str, Reply]:
    """Return a reply of each operation that is displayed, with its request."""
    picture = samples.path("pictures/citrus.jpg")
    tea = "<title>Tea</title><h1>Tea</h1><p>Price: <b>9 EUR</b> <a href='/a'>more</a></p>"
    with warnings.catch_warnings():
        # Two of the operations are deprecated, and say so.
        warnings.simplefilter("ignore", DeprecationWarning)
        embedded = client.embed(["A cup of tea", "A mug of coffee", "The train was late"])
        drawn = client.generate_image("a red boat", width=256, height=256, seed=7)
    return {
        "profanity": client.profanity("oh damn, what a sh1tty day"),
        "spam": client.spam(["WIN a FREE prize, text CLAIM to 80080", "See you at six"]),
        "sentiment": client.sentiment("What a lovely day! The rain ruined it, though."),
        "suggest": client.suggest("history of ph"),
        "search": client.search("who discovered penicillin", max_results=2),
        "research": client.research("How do volcanoes form?", max_depth=1, max_breadth=1),
        "scrape": client.scrape(html=tea, **_SCRAPED),
        "detect": client.detect(picture, annotated_image=True),
        "embed": embedded,
        "embed_v2": client.embed_v2(["A cup of tea", "A mug of coffee"]),
        "generate_image": drawn,
    }


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of every text in a JSON value, and of every name of a member with `"*"`.

    Examples
    --------
    >>> list(leaves({"a": ["b", 1]}))
    [('a', 0)]
    """
    if isinstance(value, str):
        yield path
    elif isinstance(value, Mapping):
        for name, member in value.items():
            yield from leaves(member, (*path, name))
    elif isinstance(value, list):
        # The members of a list are alike.
        for place, member in enumerate(value[:2]):
            yield from leaves(member, (*path, place))


def replaced(value: Any, path: tuple[str | int, ...], text: str) -> Any:
    """Return a JSON value with another text at a path.

    Examples
    --------
    >>> replaced({"a": ["b", 1]}, ("a", 0), "c")
    {'a': ['c', 1]}
    """
    if not path:
        return text
    changed = copy.copy(value)
    changed[path[0]] = replaced(value[path[0]], path[1:], text)
    return changed


def values(replies: Mapping[str, Reply], each: int) -> Iterator[Case]:
    """Yield cases in which one text of a request or a reply is a payload, so many for each text."""
    payloads = cycle(PAYLOADS)
    for name, reply in replies.items():
        operation, request = OPERATIONS[name], reply.request
        assert request is not None
        sent = request.to_wire()
        places = [("request", path) for path in leaves(sent)]
        places += [("reply", path) for path in leaves(reply.raw)]
        for part, path in places:
            for _ in range(each):
                payload = next(payloads)
                in_request = replaced(sent, path, payload) if part == "request" else sent
                in_reply = replaced(reply.raw, path, payload) if part == "reply" else reply.raw
                case = f"{name} {part} {'.'.join(map(str, path))} {payload!r}"
                try:
                    asked = operation.request.model_validate(in_request)
                    answered = operation.reply.from_json(in_reply, asked)
                except ValueError as error:
                    # It is refused; panels show why.
                    yield Case(case, error_card(error))
                    continue
                yield Case(case, displayed(answered))


def displayed(reply: Reply) -> str:
    """Return all HTML that views make of a reply; tables of panels are of texts alone."""
    view = views.view_of(reply)
    parts = [view.html(reply), view.draft(reply)]
    if isinstance(reply, triptych.contract.ResearchReply):
        parts.append(research_page(reply))
    return "\n".join(parts)


PANELS = {
    "profanity": triptych.ProfanityPanel,
    "spam": triptych.SpamPanel,
    "sentiment": triptych.SentimentPanel,
    "suggest": triptych.SuggestPanel,
    "search": triptych.SearchPanel,
    "research": triptych.ResearchPanel,
    "scrape": triptych.ScrapePanel,
    "embed_v2": triptych.EmbeddingV2Panel,
    "generate_image": triptych.GenerationPanel,
}
#: The control that a caller types into.
_TYPED = {"search": "query", "suggest": "query", "research": "query", "generate_image": "prompt"}


async def panels(replies: Mapping[str, Reply], each: int) -> list[Case]:
    """Return cases in which a panel is run against a hostile server, so many for each panel.

    All texts of its replies are the payload, where the reply is still one; every third is an error
    with the payload as its message.
    """
    payloads, cases = cycle(PAYLOADS), []
    for name, kind in PANELS.items():
        for number in range(each):
            payload = next(payloads)
            answer = _hostile(replies[name], payload)
            body: dict[str, Any] = {"success": False, "message": payload}
            body["error"] = {"code": payload, "field": payload}
            response = httpx.Response(200, json=answer)
            if number % 3 == 2:
                response = httpx.Response(400, json=body | {"log_id": payload})
            client = triptych.AsyncClient(
                api_key=KEY,
                base_url="http://hostile.example",
                transport=httpx.MockTransport(lambda _, response=response: response),
                retries=RetryPolicy(max_retries=0),
            )
            panel = kind(client=client)
            control = _TYPED.get(name, "text")
            typed = {control: payload.replace("\x00", "")}
            if name == "scrape":
                typed = {"html": f"<p>{payload}", "element_prompts": payload[:40]}
            panel.fill(typed)
            if (task := panel.run()) is not None:
                await asyncio.wait([task])
            for tab in range(len(panel.result.tabs.children)):
                panel.result.tabs.selected_index = tab
                await asyncio.gather(*panel.result._filling.values(), return_exceptions=True)
            cases.append(Case(f"panel {name} {payload!r}", "\n".join(_html(panel))))
            panel.close()
            await client.close()
    return cases


def _hostile(reply: Reply, payload: str) -> Any:
    """Return the JSON of a reply in which as many texts as possible are the payload."""
    answer = reply.raw
    for path in leaves(answer):
        changed = replaced(answer, path, payload)
        try:
            type(reply).from_json(changed)
        except ValueError:
            continue
        answer = changed
    return answer


def _html(widget: ipywidgets.Widget) -> Iterator[str]:
    """Yield all HTML of a widget and of those in it."""
    if isinstance(widget, ipywidgets.HTML):
        yield widget.value
    for child in getattr(widget, "children", ()):
        yield from _html(child)


async def broken(page: Page, cases: list[Case]) -> list[str | None]:
    """Open cases in a browser; return for each what is broken, if anything is."""
    results: list[str | None] = []
    for start in range(0, len(cases), _TOGETHER):
        some = cases[start : start + _TOGETHER]
        await page.goto("about:blank")
        problems = await page.evaluate(_CHECK, [*(case.html for case in some), CONTROL])
        for case, found in zip(some, problems, strict=False):
            results.append(f"{case.name}: {', '.join(dict.fromkeys(found))}" if found else None)
    return results


async def _in_browser(cases: list[Case]) -> list[str | None]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=_chromium.executable(), args=["--no-sandbox", "--disable-gpu"]
        )
        context = await browser.new_context()
        # Nothing is loaded from anywhere.
        await context.route("**/*", lambda route: route.abort())
        page = await context.new_page()
        page.set_default_timeout(120_000)
        return await broken(page, cases)


def run(quick: bool) -> Outcome:
    """Display documents, values and panels; quick, a tenth of them."""
    with serving() as service, triptych.Client(api_key=KEY, base_url=service.url) as client:
        replies = sample_replies(client)
        pages = list(documents(client, 60 if quick else 5))
    of_values = list(values(replies, 1 if quick else 5))
    of_panels = asyncio.run(panels(replies, 3 if quick else 12))
    results = asyncio.run(_in_browser([*pages, *of_values, *of_panels]))
    counts = {"documents": len(pages), "values": len(of_values), "panels": len(of_panels)}
    return Outcome.of(results, **counts)
