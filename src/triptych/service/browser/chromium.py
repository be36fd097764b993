"""One Chromium: which one, how it is started, and bounded; all it loads goes through our proxy."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from triptych import _chromium as chromium
from triptych._chromium import not_started, sandboxed
from triptych.service.browser.proxy import FilteringProxy, ProxyAccess
from triptych.service.browser.refusals import stopped
from triptych.service.fetch.guard import Guard
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, CDPSession, Playwright


def is_available(settings: ServiceSettings) -> bool:
    """Return whether pages can be rendered; cheap, and looked up once.

    Examples
    --------
    >>> is_available(ServiceSettings(browser="/no/such/file"))
    False
    """
    try:
        executable(settings)
    except Refusal:
        return False
    return True


def executable(settings: ServiceSettings) -> str:
    """Return the path of the Chromium to use: the one that is set, Playwright's, the system's.

    Raises
    ------
    Refusal
        424 with the code "browser_not_available", if Playwright or every Chromium is missing.
    """
    try:
        return chromium.executable(settings.browser)
    except chromium.NoChromiumError as error:
        raise not_available(error) from None


def not_available(error: chromium.NoChromiumError) -> Refusal:
    """424: no browser is available."""
    return Refusal(424, str(error), code="browser_not_available")


T = TypeVar("T")

_LAUNCH_SECONDS, _CLOSE_SECONDS = 30.0, 5.0
#: Megabytes of JavaScript objects that one page may hold.
_HEAP = 512
_FLAGS = (
    # Everything through the proxy, this machine's own addresses too, and no name is looked up.
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--dns-prefetch-disable",
    "--no-pings",
    # Nothing on its own account.
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    # No person answers dialogs.
    "--deny-permission-prompts",
    "--disable-notifications",
    "--mute-audio",
    "--disable-gpu",
    f"--js-flags=--max-old-space-size={_HEAP}",
)


class Chromium:
    """A running Chromium behind its own filtering proxy; belongs to the loop that started it.

    Parameters
    ----------
    playwright, browser : object
        Playwright's.
    proxy : FilteringProxy
        Through which each page has a access of its own.
    session : CDPSession
        Of the browser itself.
    pid : int
        Of the browser's main process.
    """

    def __init__(
        self,
        playwright: Playwright,
        browser: Browser,
        proxy: FilteringProxy,
        session: CDPSession,
        pid: int,
    ) -> None:
        self._playwright = playwright
        self._browser = browser
        self._proxy = proxy
        self.pid = pid
        self._watching = asyncio.ensure_future(watch(session))
        self._gone = asyncio.Event()
        browser.on("disconnected", lambda _: self._gone.set())

    @classmethod
    async def start(cls, settings: ServiceSettings) -> Chromium:
        """Start one.

        Raises
        ------
        Refusal
            424 with the code "browser_not_available", if there is none or it does not start.
        """
        path = executable(settings)
        from playwright.async_api import Error, async_playwright

        proxy = FilteringProxy(Guard(settings.fetch_allow))
        await proxy.start()
        playwright = await async_playwright().start()
        try:
            browser = await playwright.chromium.launch(
                executable_path=path,
                args=list(_FLAGS),
                # Pages may open no windows of their own.
                ignore_default_args=["--disable-popup-blocking"],
                # What has no access gets no further than here.
                proxy={"server": f"http://127.0.0.1:{proxy.port}"},
                chromium_sandbox=sandboxed(),
                # An interrupted cell of a notebook must not end it.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=_LAUNCH_SECONDS * 1000,
            )
            session = await browser.new_browser_cdp_session()
            return cls(playwright, browser, proxy, session, await _pid(session))
        except Error as error:
            await playwright.stop()
            await proxy.close()
            raise not_available(not_started(error)) from None
        except BaseException:
            await playwright.stop()
            await proxy.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._browser.is_connected()

    def telephone(self) -> dict[str, Any]:
        """Return the options of a context that presents as a usual telephone."""
        device = dict(self._playwright.devices["Pixel 7"])
        device.pop("default_browser_type", None)
        return device

    async def context(self, access: ProxyAccess, **options: Any) -> BrowserContext:
        """Return a fresh context: no cookie, cache or storage of another is in it."""
        self._proxy.admit(access)
        try:
            return await self._browser.new_context(
                **options,
                proxy={
                    "server": f"http://127.0.0.1:{self._proxy.port}",
                    "bypass": "<-loopback>",
                    "username": access.username,
                    "password": access.password,
                },
                accept_downloads=False,
                service_workers="block",
            )
        except BaseException:
            self._proxy.dismiss(access)
            raise

    async def unless_gone(self, work: Coroutine[Any, Any, T]) -> T:
        """Await something of a page; not every call of Playwright's ends with the browser.

        Raises
        ------
        Refusal
            424, if the browser ends first.
        """
        working, gone = asyncio.ensure_future(work), asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise stopped()
            return working.result()
        finally:
            working.cancel()
            gone.cancel()

    async def end(self, context: BrowserContext, access: ProxyAccess) -> None:
        """Close a context; a browser that cannot is ended."""
        self._proxy.dismiss(access)
        if not self.alive:
            return
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await context.close()
        except TimeoutError:
            self.kill()
        except Exception:
            # The browser is gone, and the context with it.
            return

    async def close(self) -> None:
        """End it, and whatever it started."""
        self._watching.cancel()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._browser.close()
        except Exception:
            self.kill()
        with suppress(Exception):
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._playwright.stop()
        await self._proxy.close()

    def kill(self) -> None:
        """End the process, now."""
        with suppress(OSError):
            os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


async def _pid(session: CDPSession) -> int:
    answer = await session.send("SystemInfo.getProcessInfo")
    [pid] = [
        int(process["id"]) for process in answer["processInfo"] if process["type"] == "browser"
    ]
    return pid


#: Bytes that the process of one page may use: several times what large pages do.
MOST_BYTES = 1_200_000_000
_SECONDS = 0.5


async def watch(session: CDPSession) -> None:
    """End each process of pages that is too large, for as long as the browser runs.

    V8 bounds the objects of a page, but neither its buffers nor its tree. Needs `/proc`, and does
    nothing without.

    Parameters
    ----------
    session : CDPSession
        Of the browser itself.
    """
    from playwright.async_api import Error

    while resident(os.getpid()):
        await asyncio.sleep(_SECONDS)
        try:
            answer = await session.send("SystemInfo.getProcessInfo")
        except Error:
            return
        for process in answer["processInfo"]:
            if process["type"] == "renderer" and resident(process["id"]) > MOST_BYTES:
                # No other page lives there: contexts share no process.
                with suppress(OSError):
                    os.kill(process["id"], signal.SIGKILL)


def resident(pid: int) -> int:
    """Return the bytes that a process has in memory; 0 if it has ended.

    Examples
    --------
    >>> resident(os.getpid()) > 1_000_000
    True
    """
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
