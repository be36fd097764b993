"""The documentation: it builds without a warning, is complete, and has no broken links."""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
import yaml
from selectolax.lexbor import LexborHTMLParser
from sphinx.util.inventory import InventoryFile

import triptych
from triptych.service import ServiceSettings

ROOT = Path(__file__).parents[1]
#: Elements that load something, by the attribute with its address.
LOADED = {
    "src": "img, script, iframe, source, audio, video, embed",
    "href": 'link[rel~="stylesheet"], link[rel~="icon"], link[rel~="preload"], image, use',
    "data": "object",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with every warning an error."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "sphinx", "-qW", "--keep-going", "-c", "docs", "."]
    result = subprocess.run(
        [*command, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@cache
def _page(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


def _pages(site: Path) -> list[Path]:
    return [path for path in site.rglob("*.html") if "_static" not in path.parts]


def test_every_public_name_has_its_entry(site: Path) -> None:
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    documented = {name for kind in inventory.data.values() for name in kind}
    assert {f"triptych.{name}" for name in triptych.__all__} <= documented


def test_every_public_name_is_in_the_overview(site: Path) -> None:
    codes = _page(site / "docs/api/index.html").css("article code")
    names = {code.text().removesuffix("()") for code in codes}
    assert set(triptych.__all__) <= names


def test_folders_of_a_build_are_ignored_by_git(site: Path) -> None:
    """MyST-NB writes the tutorials' pictures to a folder beside the site."""
    folders = {f"/{path.name}/" for path in site.parent.iterdir()}
    assert folders <= set((ROOT / ".gitignore").read_text(encoding="utf-8").split())


def test_every_operation_has_its_page(site: Path) -> None:
    overview = _page(site / "docs/operations/index.html")
    pages = {
        link.text(): (link.attributes["href"] or "").partition("#")[0]
        for link in overview.css("table td:first-child a")
    }
    for operation in triptych.OPERATIONS.values():
        assert f"{operation.method} {operation.path}" in overview.text()
        page = _page(site / "docs/operations" / pages[operation.title])
        assert f"{operation.method} {operation.path}" in page.text()
        request = page.css(f"table.{operation.name}-request td:first-child")
        members = {cell.text().strip() for cell in request}
        fields = operation.request.model_fields
        assert {field.alias or name for name, field in fields.items()} - {"file"} <= members
        reply = page.css(f"table.{operation.name}-reply td:first-child")
        members = {cell.text().strip() for cell in reply}
        own = set(operation.reply.model_fields) - {"success", "usage", "log_id"}
        assert {operation.reply.model_fields[name].alias or name for name in own} <= members


def test_every_operation_shows_the_reply_to_its_example() -> None:
    pages = "".join(path.read_text("utf-8") for path in (ROOT / "docs/operations").glob("*.md"))
    examples = re.findall(r"```\{operation\} (\w+)\n(.*?)```", pages, re.DOTALL)
    assert {name for name, _ in examples} == set(triptych.OPERATIONS)
    replies = ROOT / "docs/operations/replies"
    for name, body in examples:
        shown = json.loads((replies / f"{name}.json").read_text(encoding="utf-8"))
        assert shown["request"] == json.loads(body), f"python tools/draw_replies.py {name}"
        assert all((replies / f"{name}-{theme}.webp").is_file() for theme in ("light", "dark"))


def test_every_tutorial_has_its_picture_in_their_list(site: Path) -> None:
    table = _page(site / "docs/tutorials.html").css("article table a:has(img)")
    linked = {Path(link.attributes["href"] or "").stem for link in table}
    assert linked == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_page_of_limits_has_those_of_every_operation(site: Path) -> None:
    text = _page(site / "docs/limits.html").text()
    assert all(operation.title in text for operation in triptych.OPERATIONS.values())
    for limit in ("4,000,000 characters", "1,000,000 tokens", "1 to 200 characters"):
        assert limit in text


def test_every_page_of_an_operation_is_named_by_its_noun() -> None:
    nouns = {"detect": "detection", "embed": "embedding", "embed_v2": "embedding"}
    nouns |= {"generate_image": "generation", "suggest": "suggestions"}
    pages = {path.stem for path in (ROOT / "docs" / "operations").glob("*.md")} - {"index"}
    assert pages == {nouns.get(name, name) for name in triptych.OPERATIONS}


def test_limits_are_put_into_words() -> None:
    command = [sys.executable, "-m", "doctest", "docs/schema_in_words.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_every_environment_variable_is_documented(site: Path) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    variables = re.compile(r"\bTRIPTYCH(?:_[A-Z]+)+")
    read = set(variables.findall(code))
    assert "TRIPTYCH_BASE_URL" in read
    assert read <= set(variables.findall(_page(site / "docs/variables.html").text()))


def test_containers_of_the_guide_set_what_a_service_behind_a_proxy_needs() -> None:
    text = (ROOT / "docs/guides/deployment.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    [pod] = [yaml.safe_load(block) for block in blocks if "containers:" in block]
    compose = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text(encoding="utf-8"))
    for container in (pod["containers"][0]["env"], compose["x-replica"]["environment"]):
        names = {row["name"] for row in container} if isinstance(container, list) else {*container}
        assert {"TRIPTYCH_PUBLIC_URL", "FORWARDED_ALLOW_IPS"} <= names
        settings = {name for name in names if name.startswith("TRIPTYCH_")}
        fields = {f"TRIPTYCH_{name.upper()}" for name in ServiceSettings.model_fields}
        assert settings <= fields


def test_every_extra_is_documented(site: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = _page(site / "docs/extras.html").css("table td:first-child")
    assert {row.text().strip() for row in rows} == set(project["optional-dependencies"])


@pytest.mark.parametrize("path", sorted((ROOT / "docs/guides").glob("*.md")), ids=lambda p: p.stem)
def test_code_of_a_guide_uses_names_that_exist(path: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom):
                module = importlib.import_module(node.module or "")
                assert all(hasattr(module, alias.name) for alias in node.names)
            elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "triptych":
                assert hasattr(triptych, node.attr), node.attr


def test_every_tutorial_is_shown_with_its_outputs(site: Path) -> None:
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        outputs = _page(site / f"notebooks/{notebook.stem}.html").css("div.cell_output")
        assert len(outputs) == sum(bool(cell.get("outputs")) for cell in cells)


def test_every_link_within_the_site_has_a_target(site: Path) -> None:
    broken = []
    for path in _pages(site):
        for link in _page(path).css("a[href]"):
            address, fragment = urldefrag(link.attributes["href"] or "")
            if urlsplit(address).scheme or address.startswith("//"):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            if not target.is_file() or (fragment and not _has(target, unquote(fragment))):
                broken.append(f"{path.relative_to(site)}: {link.attributes['href']}")
    assert not broken


def _has(path: Path, fragment: str) -> bool:
    return path.suffix != ".html" or any(
        fragment in (node.attributes.get("id"), node.attributes.get("name"))
        for node in _page(path).css(f'[id="{fragment}"], [name="{fragment}"]')
    )


def test_a_page_loads_nothing_from_the_network(site: Path) -> None:
    external = []
    for path in _pages(site):
        for attribute, selector in LOADED.items():
            for node in _page(path).css(selector):
                address = node.attributes.get(attribute) or ""
                if urlsplit(address).scheme not in {"", "data"} or address.startswith("//"):
                    external.append(f"{path.relative_to(site)}: {address}")
        external += [str(path) for style in _page(path).css("style") if "http" in style.text()]
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        external += [str(sheet) for start in ("url(http", 'url("http', "url(//") if start in text]
    assert not external
