"""Two replicas behind nginx, with the configuration that `deploy/compose.yaml` mounts."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import string
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from tests.service.web import Web, page
from tests.service.web import serving as serving_pages

from triptych.service import ServiceSettings
from triptych.service.settings import variable

from .replicas import KEY, LIMIT, Load, Replica, serving, until

DEPLOY = Path(__file__).parents[2] / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
#: `nobody`, where the tests run as root.
NOBODY = 65534

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")

#: nginx's images have one like this, with the site's configuration in a folder of its own.
MAIN = """
daemon off;
worker_processes 1;
pid $folder/nginx.pid;
error_log stderr warn;
events {}
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/default.conf;
}
"""


class Proxied:
    """The proxy's URL, its replicas, and a site whose pages are held until they are released."""

    def __init__(self, port: int, replicas: list[Replica], web: Web) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.replicas = replicas
        self.web = web


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    web = Web()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    variables = {
        "TRIPTYCH_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "TRIPTYCH_SECRET": "the same for all replicas",
        "TRIPTYCH_SHARED_FOLDER": str(tmp_path_factory.mktemp("shared")),
        "TRIPTYCH_SEARCH_PROVIDER": "searxng",
        "TRIPTYCH_SEARXNG_URL": web.url,
        "TRIPTYCH_FETCH_ALLOW": web.at,
        "TRIPTYCH_FETCH_TIMEOUT": str(LIMIT),
    }
    options = _services()["one"]["command"]
    with ExitStack() as stack:
        stack.enter_context(serving_pages(web))
        replicas = [stack.enter_context(serving(*options, **variables)) for _ in range(2)]
        stack.enter_context(_proxy(port, [f"127.0.0.1:{replica.port}" for replica in replicas]))
        yield Proxied(port, replicas, web)


def _services() -> dict[str, Any]:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services: dict[str, Any] = compose["services"]
    return services


@contextmanager
def _proxy(port: int, replicas: list[str]) -> Iterator[None]:
    """Run nginx as an ordinary user until the block ends."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        template = (DEPLOY / "nginx.conf.template").read_text(encoding="utf-8")
        values = {"PORT": f"127.0.0.1:{port}", "REPLICA_1": replicas[0], "REPLICA_2": replicas[1]}
        site = string.Template(template).safe_substitute(values)
        (folder / "default.conf").write_text(site, encoding="utf-8")
        main = string.Template(MAIN).substitute(folder=folder)
        (folder / "nginx.conf").write_text(main, encoding="utf-8")
        is_root = os.geteuid() == 0
        if is_root:
            os.chown(folder, NOBODY, NOBODY)
        process = subprocess.Popen(
            [str(NGINX), "-e", "stderr", "-p", name, "-c", str(folder / "nginx.conf")],
            user=NOBODY if is_root else None,
            group=NOBODY if is_root else None,
        )
        try:
            until(lambda: process.poll() is not None or _accepts(port))
            assert process.poll() is None, "nginx did not start"
            yield
        finally:
            process.terminate()
            process.wait(LIMIT)


def _accepts(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def _answered(replica: Replica) -> float:
    """Return how many checks for profanity a replica has answered."""
    lines = httpx.get(f"{replica.url}/metrics", timeout=LIMIT).text.splitlines()
    name = 'triptych_requests_total{operation="profanity",status="200"} '
    return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


def test_requests_are_spread_over_the_replicas(proxied: Proxied) -> None:
    with Load(proxied.port):
        pass
    counts = [_answered(replica) for replica in proxied.replicas]
    assert min(counts) > 5


def test_the_health_check_of_the_container_knows_a_replica_that_runs(proxied: Proxied) -> None:
    [check] = re.findall(r"^HEALTHCHECK.*\\\n +CMD (.*)$", CONTAINERFILE, re.MULTILINE)
    command = json.loads(check)

    def status(port: int) -> int:
        program = command[2].replace("127.0.0.1:8000", f"127.0.0.1:{port}")
        return subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL).returncode

    assert command[:2] == ["python", "-c"]
    assert status(proxied.replicas[0].port) == 0
    # A server that is none of ours.
    assert status(proxied.web.server_port) != 0


def test_what_the_container_copies_exists() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE)
    paths = [path for paths in copied for path in paths.split()]
    assert {"src", "pyproject.toml"} <= set(paths)
    assert not [path for path in paths if not (DEPLOY.parent / path).exists()]


def test_the_variables_of_the_compose_file_exist() -> None:
    services = _services()
    template = string.Template((DEPLOY / "nginx.conf.template").read_text(encoding="utf-8"))
    # nginx's own variables are written without braces, in small letters.
    places = {name for name in template.get_identifiers() if name.isupper()}
    assert set(services["proxy"]["environment"]) == places
    known = {variable(name) for name in ServiceSettings.model_fields} | {"FORWARDED_ALLOW_IPS"}
    assert services["one"] == services["two"]
    assert set(services["one"]["environment"]) <= known


def test_metrics_are_not_shown_to_the_world(proxied: Proxied) -> None:
    assert httpx.get(f"{proxied.url}/metrics", timeout=LIMIT).status_code == 404
    assert httpx.get(f"{proxied.url}/readyz", timeout=LIMIT).status_code == 200


def test_a_body_that_is_too_large_is_refused_by_the_service(proxied: Proxied) -> None:
    body = b" " * (32 * 2**20 + 1)
    headers = KEY | {"content-type": "application/json"}
    url = f"{proxied.url}/v1/ai/sentiment"
    response = httpx.post(url, content=body, headers=headers, timeout=LIMIT)
    assert response.status_code == 413
    assert response.json()["success"] is False


def test_events_of_research_pass_the_proxy_as_they_come(proxied: Proxied) -> None:
    released = threading.Event()
    were_released = []

    def slow(handler: BaseHTTPRequestHandler) -> None:
        were_released.append(released.wait(LIMIT))
        page(b'{"results": []}', content_type="application/json")(handler)

    proxied.web.pages = {"/search": slow}
    events = []
    with httpx.stream(
        "POST",
        f"{proxied.url}/v1/web/deep_research",
        json={"query": "What is oolong?"},
        headers=KEY | {"accept": "text/event-stream"},
        timeout=LIMIT,
    ) as response:
        for line in response.iter_lines():
            if line.startswith("event: "):
                events.append(line.removeprefix("event: "))
                # The search has not been answered: a proxy that buffers would hold this back.
                released.set()
    assert were_released
    assert all(were_released)
    assert events[0] == "progress"
    assert events[-1] in {"reply", "error"}


def test_a_replica_that_stops_under_load_costs_no_reply(proxied: Proxied) -> None:
    body = {"prompt": "a red boat", "output_format": "svg", "return_type": "url", "width": 256}
    url = f"{proxied.url}/v1/ai/image_generation"
    addresses = [
        httpx.post(url, json=body, headers=KEY, timeout=LIMIT).json()["url"] for _ in range(2)
    ]
    assert all(address.startswith(f"{proxied.url}/") for address in addresses)
    first = proxied.replicas[0]
    with Load(proxied.port) as load:
        first.stop()
        assert first.process.wait(LIMIT) == 0
        load.wait_for(20)
    assert set(load.outcomes) == {"complete"}
    # One of the pictures was published by the replica that is gone.
    for address in addresses:
        picture = httpx.get(address, timeout=LIMIT)
        assert (picture.status_code, picture.text[:4]) == (200, "<svg")
