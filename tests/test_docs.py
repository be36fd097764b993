"""The documentation: it builds without a warning, leads nowhere that is not there, and is whole."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser
from sphinx.util.inventory import InventoryFile

import triptych

ROOT = Path(__file__).parents[1]
#: What a page loads, by the attribute that says from where.
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
    described = {name for kind in inventory.data.values() for name in kind}
    assert {f"triptych.{name}" for name in triptych.__all__} <= described


def test_every_public_name_stands_in_the_overview(site: Path) -> None:
    codes = _page(site / "docs/api/index.html").css("article code")
    named = {code.text().removesuffix("()") for code in codes}
    assert set(triptych.__all__) <= named


def test_what_a_build_leaves_is_ignored(site: Path) -> None:
    """MyST-NB keeps the tutorials' pictures in a folder of its own, beside the site."""
    left = {f"/{path.name}/" for path in site.parent.iterdir()}
    assert left <= set((ROOT / ".gitignore").read_text(encoding="utf-8").split())


def test_every_operation_has_its_page(site: Path) -> None:
    overview = _page(site / "docs/operations/index.html").text()
    for operation in triptych.OPERATIONS.values():
        assert f"{operation.method} {operation.path}" in overview
        page = _page(site / f"docs/operations/{operation.name}.html")
        assert [title.text(deep=False) for title in page.css("h1")] == [operation.title]
        assert f"{operation.method} {operation.path}" in page.text()
        members = {cell.text().strip() for cell in page.css("#request td:first-child")}
        fields = operation.request.model_fields
        assert {field.alias or name for name, field in fields.items()} - {"file"} <= members
        returned = {cell.text().strip() for cell in page.css("#reply td:first-child")}
        own = set(operation.reply.model_fields) - {"success", "usage", "log_id"}
        assert {operation.reply.model_fields[name].alias or name for name in own} <= returned


def test_bounds_are_put_into_words() -> None:
    command = [sys.executable, "-m", "doctest", "docs/schema_in_words.py"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_every_variable_is_told(site: Path) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    guides = "".join(_page(path).text() for path in (site / "docs/guides").glob("*.html"))
    read = re.compile(r"\bTRIPTYCH(?:_[A-Z]+)+")
    assert set(read.findall(code)) <= set(read.findall(guides))


def test_every_tutorial_is_there_with_its_outputs(site: Path) -> None:
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        shown = _page(site / f"notebooks/{notebook.stem}.html").css("div.cell_output")
        assert len(shown) == sum(bool(cell.get("outputs")) for cell in cells)


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
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
    outside = []
    for path in _pages(site):
        for attribute, selector in LOADED.items():
            for node in _page(path).css(selector):
                address = node.attributes.get(attribute) or ""
                if urlsplit(address).scheme not in {"", "data"} or address.startswith("//"):
                    outside.append(f"{path.relative_to(site)}: {address}")
        outside += [str(path) for style in _page(path).css("style") if "http" in style.text()]
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        outside += [str(sheet) for start in ("url(http", 'url("http', "url(//") if start in text]
    assert not outside
