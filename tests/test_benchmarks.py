"""The command that runs all benchmarks, and the figures that they report."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"
SCRIPTS = {
    path.stem
    for path in FOLDER.glob("*.py")
    if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
}


def _python(program: str, **variables: str) -> str:
    """Run a program as a script of the folder of the benchmarks; return what it printed."""
    environment = os.environ | {"BENCHMARK_DATA": ""} | variables
    result = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(FOLDER)!r})\n{program}"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_list_names_every_script_and_what_it_needs() -> None:
    lines = _python("import run; sys.argv = ['run.py', '--list']; run.main()").splitlines()
    assert {line.split()[0] for line in lines} == SCRIPTS - {"run"}
    [spam] = [line for line in lines if line.startswith("spam ")]
    assert spam.endswith("needs the folder of the corpora (--data)")


def test_help_of_every_script_without_its_packages_works() -> None:
    program = f"""
import contextlib, io, json, runpy
failures = {{}}
for name in {sorted(SCRIPTS)}:
    sys.argv = [name, "--help"]
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(f"benchmarks/{{name}}.py", run_name="__main__")
        failures[name] = "ran on"
    except SystemExit as end:
        if end.code or not printed.getvalue().startswith("usage:"):
            failures[name] = f"exit {{end.code}}: {{printed.getvalue()[:80]}}"
    except Exception as error:
        failures[name] = repr(error)
print(json.dumps(failures))
"""
    assert json.loads(_python(program)) == {}


def test_reported_figures_are_read_back_and_drawn(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from report import Figure, plot, read, report, tables
folder = Path({str(tmp_path)!r})
report("F1", 0.98765)
report("F1", 0.5, by="VADER")
for size in (1000, 100):
    report("time", size / 60, "s", at=size)
figures = read(folder / "figures.jsonl")
assert figures == [
    Figure("F1", 0.98765),
    Figure("F1", 0.5, by="VADER"),
    Figure("time", 1000 / 60, "s", at=1000),
    Figure("time", 100 / 60, "s", at=100),
], figures
assert plot(figures, folder / "sized.svg") and plot(figures[:2], folder / "bars.svg")
assert not plot(figures[:1], folder / "none.svg")
print(tables(figures))
"""
    printed = _python(program, BENCHMARK_REPORT=str(tmp_path / "figures.jsonl"))
    assert printed == (
        "|  | Triptych | VADER |\n| --- | --- | --- |\n| F1 | 0.988 | 0.5 |\n\n"
        "| time, s | Triptych |\n| --- | --- |\n| 100 | 1.67 |\n| 1,000 | 16.7 |\n"
    )
    for name in ("sized", "bars"):
        assert "prefers-color-scheme:dark" in (tmp_path / f"{name}.svg").read_text("utf-8")


def test_report_without_a_file_does_nothing(tmp_path: Path) -> None:
    _python(f"import os, report; os.chdir({str(tmp_path)!r}); report.report('F1', 1)")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("program", "minutes", "outcome"),
    [
        ("print('done')", 5, (0, "done\n")),
        # Over before the script can be; it would never end.
        ("import threading; threading.Event().wait()", 0.01, (None, "")),
    ],
)
def test_run_of_a_script_past_its_limit_ends_it(
    program: str, minutes: float, outcome: tuple[int | None, str], tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(program, encoding="utf-8")
    code = f"run.run([{str(script)!r}], {minutes}, Path('figures'))"
    assert _python(f"import run\nfrom pathlib import Path\nprint({code})") == f"{outcome}\n"


def test_page_holds_figures_and_no_folder_of_the_machine(tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
import run
folder = Path({str(tmp_path)!r})
[spam] = [benchmark for benchmark in run.BENCHMARKS if benchmark.name == "spam"]
shown = run.command(spam, "DATA", "MINILM", quick=False)
(folder / "figures.jsonl").write_text('{{"name": "F1", "value": 0.5}}')
printed = f"read {{run.ROOT}}/data"
page = run.write_page(spam, shown, printed, folder / "figures.jsonl", folder, "load 1.0")
print(page.read_text())
"""
    page = _python(program)
    assert page.startswith("# Spam\n\nCompared with TF-IDF with logistic regression: ")
    assert "`python benchmarks/spam.py --data DATA/text`" in page
    assert "| F1 | 0.5 |" in page
    assert "read …/data" in page
    assert str(ROOT) not in page
