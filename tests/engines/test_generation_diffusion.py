"""A diffusion pipeline of the user's own: tiny, of random weights, made and saved here."""

from __future__ import annotations

import inspect
import io
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from triptych._cancellation import Cancellation, Cancelled
from triptych.engines.generation import diffusion
from triptych.engines.generation.diffusion import DiffusersGenerator
from triptych.engines.generation.order import GenerationError, Order
from triptych.engines.generation.painting.picture import covering

# Looked for without importing them, which takes ten seconds and more.
pytestmark = pytest.mark.skipif(
    not all(map(find_spec, ("torch", "diffusers", "transformers"))),
    reason="needs pip install 'triptych[diffusion]'",
)

ORDER = Order("a boat on a lake", 64, 64, seed=3, steps=2)


def tokenizer() -> Any:
    """Letters for words: all that a prompt of the tests needs."""
    from transformers import CLIPTokenizer

    letters = "abcdefghijklmnopqrstuvwxyz"
    tokens = [
        "<|startoftext|>",
        "<|endoftext|>",
        *letters,
        *(f"{letter}</w>" for letter in letters),
    ]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    return CLIPTokenizer(vocab=vocabulary, merges=[], model_max_length=40)


def tiny(kind: str = "StableDiffusionPipeline") -> Any:
    """A pipeline with all its parts, each as small as can be."""
    import diffusers
    import torch
    from transformers import CLIPTextConfig, CLIPTextModel

    torch.manual_seed(0)
    unet = diffusers.UNet2DConditionModel(
        sample_size=8,
        in_channels=4,
        out_channels=4,
        layers_per_block=1,
        block_out_channels=(8, 16),
        norm_num_groups=4,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
        up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=16,
        attention_head_dim=4,
        time_cond_proj_dim=8 if "Consistency" in kind else None,
    )
    vae = diffusers.AutoencoderKL(
        block_out_channels=(4, 4, 4, 4),
        norm_num_groups=2,
        down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4,
        latent_channels=4,
    )
    reader = tokenizer()
    text = CLIPTextConfig(
        vocab_size=len(reader),
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=40,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=1,
    )
    scheduler = (
        diffusers.LCMScheduler()
        if "Consistency" in kind
        else diffusers.DDIMScheduler(clip_sample=False, steps_offset=1)
    )
    return getattr(diffusers, kind)(
        vae=vae,
        text_encoder=CLIPTextModel(text),
        tokenizer=reader,
        unet=unet,
        scheduler=scheduler,
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    )


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """Use one thread: for work as small as this, several only wait for each other."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a Stable Diffusion pipeline."""
    folder = tmp_path_factory.mktemp("stable-diffusion")
    tiny().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def generator(saved: Path) -> DiffusersGenerator:
    return DiffusersGenerator(str(saved))


def opened(content: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(content))
    picture.load()
    return picture


def photo(width: int = 90, height: int = 60, colour: str = "teal") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "JPEG")
    return buffer.getvalue()


def told(generator: DiffusersGenerator, order: Order) -> dict[str, Any]:
    """What the pipeline is called with."""
    pipeline = diffusion._load(generator.model, False)
    if order.picture is not None:
        pipeline = diffusion._for_edits(pipeline)
    return diffusion._arguments(pipeline, order, None)


def test_the_same_order_gives_the_same_bytes(generator: DiffusersGenerator) -> None:
    first = generator.generate(ORDER)
    assert first.media_type == "image/png"
    assert opened(first.content).size == (64, 64)
    assert first.not_drawn == ()
    assert generator.generate(ORDER) == first


@pytest.mark.parametrize(
    "change",
    [
        {"prompt": "a red barn"},
        {"negative_prompt": "water"},
        {"steps": 3},
        {"guidance": 20.0},
        {"seed": 4},
        {"picture": photo()},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_field_changes_the_picture(
    generator: DiffusersGenerator, change: dict[str, Any]
) -> None:
    assert generator.generate(replace(ORDER, **change)) != generator.generate(ORDER)


def test_fields_by_the_pipelines_own_names(generator: DiffusersGenerator) -> None:
    asked = told(generator, replace(ORDER, negative_prompt="water", guidance=9.0, width=100))
    assert asked["generator"].initial_seed() == 3
    del asked["generator"], asked["callback_on_step_end"]
    assert asked == {
        "prompt": "a boat on a lake",
        "negative_prompt": "water",
        "guidance_scale": 9.0,
        "num_inference_steps": 2,
        "width": 104,
        "height": 64,
    }


def test_order_that_is_cancelled_ends_between_two_steps(generator: DiffusersGenerator) -> None:
    cancellation, steps = Cancellation(), []

    def progress(step: int, of: int) -> None:
        steps.append(step)
        cancellation.cancel()

    with pytest.raises(Cancelled):
        cancellation.run(generator.generate, replace(ORDER, steps=4), progress)
    assert steps == [1]


def test_what_is_left_open_is_left_to_the_pipeline(generator: DiffusersGenerator) -> None:
    assert not {"negative_prompt", "guidance_scale"} & set(told(generator, ORDER))


@pytest.mark.parametrize("size", [(64, 64), (100, 70), (75, 121)])
@pytest.mark.parametrize("edit", [False, True])
def test_the_picture_has_exactly_the_size_that_was_ordered(
    generator: DiffusersGenerator, size: tuple[int, int], edit: bool
) -> None:
    order = replace(ORDER, width=size[0], height=size[1], picture=photo() if edit else None)
    assert opened(generator.generate(order).content).size == size


def test_an_edit_starts_from_the_picture(generator: DiffusersGenerator) -> None:
    made = {
        colour: generator.generate(replace(ORDER, picture=photo(colour=colour))).content
        for colour in ("black", "white")
    }
    assert made["black"] != made["white"]
    asked = told(generator, replace(ORDER, picture=photo(90, 60), width=100))
    assert asked["image"].size == (104, 64)
    assert asked["strength"] == diffusion.STRENGTH


def test_a_sideways_photo_is_turned_upright() -> None:
    buffer = io.BytesIO()
    turned = Image.Exif()
    turned[274] = 6
    half = Image.new("RGB", (64, 64), "white")
    half.paste("black", (0, 0, 32, 64))
    half.save(buffer, "PNG", exif=turned)
    upright = covering(buffer.getvalue(), 64, 64)
    assert upright.getpixel((32, 4)) == (0, 0, 0)
    assert upright.getpixel((32, 60)) == (255, 255, 255)


@pytest.mark.parametrize("edit", [False, True])
def test_progress_tells_of_every_step(generator: DiffusersGenerator, edit: bool) -> None:
    steps: list[tuple[int, int]] = []
    order = replace(ORDER, steps=5, picture=photo() if edit else None)
    generator.generate(order, lambda done, total: steps.append((done, total)))
    assert steps == [(done, 5) for done in range(1, 6)]


@pytest.mark.parametrize("edit", [False, True])
def test_without_a_callable_a_bar_shows_the_steps(
    generator: DiffusersGenerator, capfd: pytest.CaptureFixture[str], edit: bool
) -> None:
    order = replace(ORDER, steps=5, picture=photo() if edit else None)
    generator.generate(order)
    assert "5/5" in capfd.readouterr().err
    generator.generate(order, lambda done, total: None)
    assert "5/5" not in capfd.readouterr().err


def test_every_number_of_steps_is_run_in_an_edit() -> None:
    for steps in range(1, 91):
        asked = replace(ORDER, steps=steps, picture=photo())
        pipeline = type("Any", (), {"__call__": lambda self, strength=0: None})()
        given = diffusion._arguments(pipeline, asked, None)["num_inference_steps"]
        # What diffusers makes of it.
        assert int(given * diffusion.STRENGTH) == steps


def test_an_exception_of_progress_ends_the_work(generator: DiffusersGenerator) -> None:
    steps: list[int] = []

    def cancel(done: int, total: int) -> None:
        steps.append(done)
        if done == 2:
            raise KeyboardInterrupt

    before = generator.generate(ORDER)
    with pytest.raises(KeyboardInterrupt):
        generator.generate(replace(ORDER, steps=9), cancel)
    assert steps == [1, 2]
    assert generator.generate(ORDER) == before, "the pipeline still works"


def test_any_seed_will_do(generator: DiffusersGenerator) -> None:
    assert told(generator, replace(ORDER, seed=-1))["generator"].initial_seed() == 2**64 - 1
    assert told(generator, replace(ORDER, seed=2**70 + 5))["generator"].initial_seed() == 5


def test_the_model_is_loaded_once(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    DiffusersGenerator(str(saved)).generate(ORDER)
    hits = diffusion._load.cache_info().hits
    DiffusersGenerator(str(saved)).generate(ORDER)
    assert diffusion._load.cache_info().hits == hits + 1


def test_the_end_of_a_long_prompt_is_said_to_be_undrawn(generator: DiffusersGenerator) -> None:
    made = generator.generate(replace(ORDER, prompt="a" * 38 + " fence"))
    assert made.not_drawn == ("fence",)
    assert generator.generate(replace(ORDER, prompt="a" * 38)).not_drawn == ()


def test_vectors_are_refused(generator: DiffusersGenerator) -> None:
    with pytest.raises(GenerationError, match="order a PNG"):
        generator.generate(replace(ORDER, output_format="svg"))


def test_a_model_without_a_negative_prompt_says_so(tmp_path: Path) -> None:
    tiny("LatentConsistencyModelPipeline").save_pretrained(tmp_path)
    generator = DiffusersGenerator(str(tmp_path))
    assert opened(generator.generate(replace(ORDER, guidance=2.0)).content).size == (64, 64)
    with pytest.raises(GenerationError, match="LatentConsistencyModelPipeline takes no negative"):
        generator.generate(replace(ORDER, negative_prompt="water"))


def test_a_distilled_model_heeds_a_negative_prompt() -> None:
    from diffusers import FluxPipeline

    asked = replace(ORDER, negative_prompt="water", guidance=3.0)
    flux = type("Flux", (), {"__call__": FluxPipeline.__call__, "transformer": 1})()
    given = diffusion._arguments(flux, asked, None)
    assert (given["guidance_scale"], given["true_cfg_scale"]) == (3.0, 3.0)
    assert set(given) <= set(inspect.signature(FluxPipeline.__call__).parameters)


def test_a_picture_withheld_by_the_safety_checker_is_not_given_out(
    generator: DiffusersGenerator, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline = diffusion._load(generator.model, False)
    monkeypatch.setattr(
        type(pipeline), "run_safety_checker", lambda self, image, *rest: (image, [True])
    )
    with pytest.raises(GenerationError, match="withheld"):
        generator.generate(ORDER)


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("./no/such/folder", "There is no model in ./no/such/folder"),
        ("someone/some-model", "download=True"),
        (__file__, "is a single file"),
    ],
)
def test_a_model_that_is_not_there(model: str, says: str) -> None:
    with pytest.raises(GenerationError, match=says):
        DiffusersGenerator(model).generate(ORDER)


def test_a_folder_without_a_pipeline_says_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(GenerationError, match=r"with a model_index\.json"):
        DiffusersGenerator(str(tmp_path)).generate(ORDER)


@pytest.mark.parametrize("part", ["unet", "text_encoder"])
def test_pickles_are_never_opened(
    saved: Path, tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    pickled = tiny()
    pickled.save_pretrained(tmp_path)
    weights = next((tmp_path / part).glob("*.safetensors"))
    name = "pytorch_model.bin" if part == "text_encoder" else "diffusion_pytorch_model.bin"
    torch.save(getattr(pickled, part).state_dict(), weights.with_name(name))
    weights.unlink()
    monkeypatch.setattr(torch, "load", lambda *_, **__: pytest.fail("a pickle was opened"))
    with pytest.raises(GenerationError, match=r"weights as \.safetensors"):
        DiffusersGenerator(str(tmp_path)).generate(ORDER)


def test_nothing_is_asked_of_a_hub(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refuse(*where: object, **_: object) -> None:
        tried.append(where)
        raise OSError("no network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    diffusion._load.cache_clear()
    assert DiffusersGenerator(str(saved)).generate(ORDER).content
    with pytest.raises(GenerationError, match="download=True"):
        DiffusersGenerator("someone/some-model").generate(ORDER)
    assert tried == []


def test_with_the_users_word_the_hub_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from diffusers import AutoPipelineForText2Image

    asked: dict[str, Any] = {}

    def unreachable(model: str, **how: Any) -> None:
        asked.update(how, model=model)
        raise OSError("no network")

    monkeypatch.setattr(AutoPipelineForText2Image, "from_pretrained", unreachable)
    with pytest.raises(GenerationError, match=r"cannot be fetched .*no network"):
        DiffusersGenerator("someone/some-model", download=True).generate(ORDER)
    assert asked["model"] == "someone/some-model"
    assert (asked["local_files_only"], asked["use_safetensors"]) == (False, True)


def test_a_model_of_the_hub_that_is_here_already(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import huggingface_hub.constants

    commit = "0" * 40
    kept = tmp_path / "models--someone--tiny"
    (kept / "refs").mkdir(parents=True)
    (kept / "refs" / "main").write_text(commit)
    shutil.copytree(saved, kept / "snapshots" / commit)
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    same = DiffusersGenerator(str(saved)).generate(ORDER)
    assert DiffusersGenerator("someone/tiny").generate(ORDER) == same


def test_without_the_extra_it_says_what_to_install(
    saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "diffusers", None)
    diffusion._load.cache_clear()
    with pytest.raises(GenerationError, match=r"pip install 'triptych\[diffusion\]'"):
        DiffusersGenerator(str(saved)).generate(ORDER)
