"""Health, the OpenAPI document, and /docs that works without a network."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from openapi_spec_validator import validate
from swagger_ui_bundle import swagger_ui_path

from triptych.contract import BATCH_PATH, OPERATIONS
from triptych.service.files import FILE_PATH
from triptych.service.openapi import openapi

#: What its package ships, as addresses of the service.
SWAGGER_UI = {f"docs/{path.name}" for path in Path(swagger_ui_path).iterdir()}


async def test_health(http: httpx.AsyncClient) -> None:
    del http.headers["x-api-key"]
    body = (await http.get("/healthz")).json()
    assert body["status"] == "ok"
    assert {"profanity", "spam"} <= set(body["operations"])


async def test_openapi_is_valid_and_complete(http: httpx.AsyncClient) -> None:
    document = (await http.get("/openapi.json")).json()
    validate(document)
    listed = {
        (method.upper(), path) for path, methods in document["paths"].items() for method in methods
    }
    assert listed == {(row.method, row.path) for row in OPERATIONS.values()} | {
        ("POST", BATCH_PATH),
        ("GET", FILE_PATH),
    }
    limits = document["components"]["schemas"]["GenerationRequest"]["properties"]
    assert (limits["width"]["minimum"], limits["width"]["maximum"]) == (256, 1920)
    assert limits["prompt"]["maxLength"] == 5000
    [query] = document["paths"]["/v1/web/search/suggest"]["get"]["parameters"]
    assert query["required"] is True
    assert query["schema"]["maxLength"] == 200
    drawing = document["paths"]["/v1/ai/image_generation"]["post"]
    assert drawing["deprecated"] is True
    assert drawing["description"].startswith("For new work use")
    upload = document["paths"]["/v1/object_detection"]["post"]["requestBody"]["content"]
    assert set(upload) == {"application/json", "multipart/form-data"}
    for path, fetches in (
        ("/v1/object_detection", True),
        ("/v1/ai/scrape", True),
        ("/v1/web/search", True),
        ("/v1/ai/sentiment", False),
    ):
        answers = set(document["paths"][path]["post"]["responses"])
        assert answers >= {"200", "400", "413"}
        assert (answers >= {"403", "422", "424"}) is fetches
        assert "405" in answers


async def test_docs_need_no_network(http: httpx.AsyncClient) -> None:
    page = (await http.get("/docs")).text
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert addresses
    for address in addresses:
        assert not address.startswith(("http", "//"))
        assert (await http.get(f"/{address}")).status_code == 200
    assert (await http.get("/", follow_redirects=True)).text == page


async def test_files_of_swagger_ui_are_served_only_where_the_documentation_loads_them(
    http: httpx.AsyncClient,
) -> None:
    page = (await http.get("/docs")).text
    loaded = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    assert {"docs/index.html", "docs/oauth2-redirect.html"} < SWAGGER_UI - loaded
    served = {name for name in SWAGGER_UI if (await http.get(f"/{name}")).status_code == 200}
    assert served == loaded
    for path in ("/docs/", "/docs/%2e", "/docs/swagger-ui.css%2f..%2findex.html"):
        assert (await http.get(path)).status_code == 404, path


async def test_pages_have_a_policy_and_are_shown_in_no_frame(http: httpx.AsyncClient) -> None:
    for path in ("/", "/docs", "/docs/swagger-ui.css", "/docs/index.html", "/nothing"):
        headers = (await http.get(path)).headers
        assert headers["x-frame-options"] == "DENY", path
        assert headers["x-content-type-options"] == "nosniff", path
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'"), path
        assert "frame-ancestors 'none'" in policy, path


def test_what_a_binary_reply_says_in_its_headers_is_documented() -> None:
    success = openapi()["paths"]["/v1/ai/image_generation"]["post"]["responses"]["200"]
    assert {"x-usage", "x-seed", "x-not-drawn", "deprecation", "warning"} == set(success["headers"])
    assert {"application/json", "text/event-stream", "image/png", "image/svg+xml"} == set(
        success["content"]
    )
    other = openapi()["paths"]["/v1/object_detection"]["post"]["responses"]
    assert "headers" not in other["200"]
    assert {"403", "413", "422", "424"} <= set(other)


async def test_what_docs_propose_to_send_is_answered(http: httpx.AsyncClient) -> None:
    paths = openapi()["paths"]
    content = paths["/v1/ai/scrape"]["post"]["requestBody"]["content"]["application/json"]
    answered = (await http.post("/v1/ai/scrape", json=content["example"])).json()
    assert answered["context"] == {"tea": ["Sencha"], "price": ["9.80 EUR"]}


def test_openapi_events_of_research_and_of_others_are_described() -> None:
    document = openapi()
    answers = document["paths"]["/v1/web/deep_research"]["post"]["responses"]
    assert "ResearchStep" in answers["200"]["content"]["text/event-stream"]["schema"]["description"]
    other = document["paths"]["/v1/ai/scrape"]["post"]["responses"]["200"]["content"]
    assert "ScrapeReply" in other["text/event-stream"]["schema"]["description"]
    assert "424" in answers
    assert "step" in document["components"]["schemas"]["ResearchStep"]["properties"]
