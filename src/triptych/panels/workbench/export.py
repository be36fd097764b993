"""The history as files: JSON, and Python that makes the calls again."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any

from triptych import __version__
from triptych._disk import writing_to
from triptych.client.settings import EMBEDDED_URL
from triptych.contract import GenerationReply, Reply
from triptych.panels.base.browser import File
from triptych.panels.base.code import as_call, folder_comment
from triptych.panels.base.shareable import shareable, wire, without_logins, without_logins_in
from triptych.panels.workbench.calls import RecordedCall
from triptych.views.base.units import duration

_EMBEDDED = f"""embedded = triptych.Client(
    api_key="embedded", base_url="{EMBEDDED_URL}", transport=EmbeddedTransport()
)"""


def as_json(calls: Iterable[RecordedCall]) -> File:
    """Return requests and replies, without keys, logins and sent cookies; files by name."""
    return _file("json", "application/json", json_text(calls))


def as_script(calls: Iterable[RecordedCall]) -> File:
    """Return a Python script that makes the calls again."""
    return _file("py", "text/x-python", script(calls))


def save(calls: Iterable[RecordedCall], path: str | PathLike[str]) -> None:
    """Write calls into a file, in the format of its extension; see `Workbench.save`."""
    file = Path(path).expanduser()
    if file.suffix not in _FORMATS:
        raise ValueError(f"{file.name}: give a name that ends in {' or '.join(_FORMATS)}.")
    content = _FORMATS[file.suffix](calls)
    with writing_to(file.parent):
        file.write_text(content, encoding="utf-8")


def json_text(calls: Iterable[RecordedCall]) -> str:
    """Return the JSON."""
    whole = {"triptych": __version__, "calls": [_record(call) for call in calls]}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _record(call: RecordedCall) -> dict[str, Any]:
    request = None if call.request is None else wire(call.request)
    return {
        "number": call.number,
        "began": call.began.isoformat(timespec="milliseconds"),
        "operation": call.operation.name,
        "method": call.operation.method,
        "path": call.operation.path,
        "where": call.base_url or "embedded",
        "outcome": call.outcome,
        "seconds": round(call.seconds, 4),
        "pinned": call.pinned,
        "request": request,
        "reply": None if call.reply is None else without_logins_in(call.reply.raw),
        "error": call.error or None,
        **_table(call),
        **_picture(call.reply),
    }


def _table(call: RecordedCall) -> dict[str, Any]:
    """Return what was run over a table; its rows are saved in the panel."""
    run = call.table
    if run is None:
        return {}
    about = {"source": run.summary, "options": dict(run.options)}
    return {"table": about | {"rows": run.done, "errors": run.errors, "code": run.code}}


def _picture(reply: Reply | None) -> dict[str, Any]:
    """Return a binary picture, which is not in the reply's JSON."""
    if not isinstance(reply, GenerationReply) or not reply.content or reply.raw.get("url"):
        return {}
    data = base64.b64encode(reply.content).decode()
    return {"picture": {"media_type": reply.media_type, "base64": data}}


def script(calls: Iterable[RecordedCall]) -> str:
    r"""Return the script: a cell for each call (`# %%`), which shows its reply.

    Editors and Jupytext open it as a notebook. Keys come from the environment.

    Examples
    --------
    >>> script([])
    '# %%\nimport triptych\n'
    """
    listed = list(calls)
    servers = list(dict.fromkeys(call.base_url for call in listed if call.base_url))
    names: dict[str | None, str] = {None: "embedded"}
    for place, address in enumerate(servers, 1):
        names[address] = "server" if len(servers) == 1 else f"server_{place}"
    cells = [_clients(servers, names, embedded=any(call.base_url is None for call in listed))]
    cells += [_cell(call, names[call.base_url]) for call in listed]
    return "\n".join(f"# %%\n{cell}\n" for cell in cells)


def _clients(servers: Sequence[str], names: dict[str | None, str], *, embedded: bool) -> str:
    first = ["import os", ""] if servers else []
    lines = [*first, "import triptych"]
    if embedded:
        # Beside a key in the environment, Client() alone would lead elsewhere.
        lines += ["from triptych.client import EmbeddedTransport", "", _EMBEDDED]
    elif servers:
        lines.append("")
    for place, address in enumerate(servers, 1):
        variable = "TRIPTYCH_API_KEY" if len(servers) == 1 else f"TRIPTYCH_API_KEY_{place}"
        arguments = f'api_key=os.environ["{variable}"], base_url={json.dumps(address)}'
        lines.append(f"{names[address]} = triptych.Client({arguments})")
    return "\n".join(lines)


def _cell(call: RecordedCall, client: str) -> str:
    reply = f"reply_{call.number}"
    when = f"{call.began:%Y-%m-%d %H:%M:%S}"
    took = "" if call.outcome == "running" else f" after {duration(call.seconds)}"
    header = f"# {call.operation.title}, {when}, {call.outcome}{took}\n"
    if call.table is not None:
        return without_logins(f"{header}{call.table.code}")
    assert call.request is not None
    request = shareable(call.request)
    code = as_call(call.operation, request, client, reply)
    return without_logins(f"{header}{folder_comment(request)}{code}\n{reply}")


def _file(ending: str, media_type: str, text: str) -> File:
    name = f"triptych-{datetime.now():%Y-%m-%d-%H%M}.{ending}"
    return File(name, media_type, text.encode())


_FORMATS = {".json": json_text, ".py": script}
