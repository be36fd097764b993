"""The house as a whole: public names, what importing costs, who imports whom."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import triptych


def test_public_names() -> None:
    assert sorted(triptych.__all__) == [
        "APIConnectionError",
        "APIError",
        "APIStatusError",
        "APITimeoutError",
        "AsyncClient",
        "AuthenticationError",
        "BadRequestError",
        "Client",
        "ConfigurationError",
        "ContentTooLargeError",
        "DetectionPanel",
        "DetectionReply",
        "EmbeddingPanel",
        "EmbeddingReply",
        "EmbeddingV2Panel",
        "EmbeddingV2Reply",
        "FailedDependencyError",
        "GatewayTimeoutError",
        "GenerationPanel",
        "GenerationReply",
        "Index",
        "InvalidInputError",
        "InvalidReplyError",
        "JournalError",
        "MapExplorer",
        "MethodNotAllowedError",
        "NotFoundError",
        "NotImplementedByServerError",
        "OPERATIONS",
        "PermissionDeniedError",
        "ProfanityPanel",
        "ProfanityReply",
        "RateLimitError",
        "RawResponse",
        "Reply",
        "ReplySizeError",
        "RequestTimeoutError",
        "ResearchPanel",
        "ResearchReply",
        "ResearchStep",
        "RetryPolicy",
        "ScrapePanel",
        "ScrapeReply",
        "ScrapedPages",
        "SearchPanel",
        "SearchReply",
        "SentimentPanel",
        "SentimentReply",
        "ServerError",
        "SpamPanel",
        "SpamReply",
        "SuggestPanel",
        "SuggestReply",
        "TriptychError",
        "UnprocessableContentError",
        "UnsupportedMediaTypeError",
        "Workbench",
        "compare_sentiment",
        "embedding_map",
        "gallery",
        "nearest",
        "samples",
    ]
    assert all(getattr(triptych, name) for name in triptych.__all__)


def _modules_after(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(*sys.modules, sep='\\n')"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(result.stdout.split())


def test_importing_the_package_loads_no_room() -> None:
    loaded = _modules_after("import triptych")
    # What fetches them is all there is.
    assert {name for name in loaded if name.startswith("triptych.")} == {"triptych._lazy"}
    assert not loaded & {"pydantic", "httpx", "starlette", "pandas", "matplotlib", "ipywidgets"}


def test_importing_the_client_loads_no_engine_and_no_web_framework() -> None:
    loaded = _modules_after("from triptych import Client\nClient(api_key='k', base_url='http://h')")
    assert "triptych.contract" in loaded
    assert not loaded & {"starlette", "uvicorn", "pandas", "matplotlib", "ipywidgets", "numpy"}
    assert not {name for name in loaded if name.startswith(("triptych.engines", "triptych.models"))}


def test_models_run_without_telling_anybody(tmp_path: Path) -> None:
    program = "from triptych.engines.embedding import embed_texts\nembed_texts(['tea'])"
    home = {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    environment = {name: v for name, v in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    subprocess.run([sys.executable, "-c", program], env=environment | home, check=True)
    # onnxruntime would keep what it tells there.
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_local_call_loads_neither_pictures_nor_scipy() -> None:
    loaded = _modules_after("import triptych\ntriptych.Client().spam('hello')")
    assert "triptych.engines.spam" in loaded
    assert not loaded & {"pandas", "matplotlib", "ipywidgets", "sklearn", "scipy", "umap", "torch"}


def test_each_room_imports_only_from_the_rooms_below_it() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports; "
            "raise SystemExit(lint_imports(no_cache=True))",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
