"""Every sample picture is accounted for, and small."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image

from triptych import samples

README = (Path(__file__).parents[1] / "data" / "README.md").read_text(encoding="utf-8")


def test_every_picture_names_its_source_and_a_free_licence() -> None:
    rows = re.findall(r"^\| `([\w-]+\.jpg)` \| .+ \| (.+) \| (.+) \|$", README, re.MULTILINE)
    names = [path.name for path in samples.pictures()]
    assert [name for name, _, _ in rows] == names
    for name, source, licence in rows:
        assert re.match(r"(Debian|PyPI|npm) `[^`]+` [\d.]+; \w", source), name
        assert re.fullmatch(r"public domain|CC0 1\.0|CC BY(-SA)? [1-4]\.0", licence), name


def test_pictures_are_small_and_carry_no_metadata() -> None:
    for path in samples.pictures():
        with Image.open(path) as picture:
            assert (picture.format, picture.mode) == ("JPEG", "RGB"), path
            assert 300 <= max(picture.size) <= 800, path
            assert not set(picture.info) & {"exif", "xmp", "comment", "icc_profile"}, path
        assert path.stat().st_size <= 60_000, path
    assert sum(path.stat().st_size for path in samples.pictures()) < 700_000
