import hashlib
from importlib.resources import files

import pytest

from triptych.models.files import CorruptModelError, verified
from triptych.models.profanity.digests import SHA256
from triptych.models.profanity.lists import word_lists

NAME = "profanity/words.tsv"


def test_a_shipped_file_with_its_digest_is_returned_whole() -> None:
    content = verified(NAME, SHA256["words.tsv"])
    assert content == files("triptych.models").joinpath("profanity", "words.tsv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256["words.tsv"]


def test_the_digest_may_be_written_in_capitals() -> None:
    assert verified(NAME, SHA256["words.tsv"].upper())


def test_another_digest_is_refused_and_both_are_named() -> None:
    with pytest.raises(CorruptModelError, match=SHA256["words.tsv"]) as caught:
        verified(NAME, "0" * 64)
    assert "0" * 64 in str(caught.value)


def test_a_missing_file_is_a_corrupt_model() -> None:
    with pytest.raises(CorruptModelError, match=r"absent\.bin"):
        verified("profanity/absent.bin", "0" * 64)


@pytest.mark.parametrize(
    "name", ["../client/__init__.py", "/etc/hostname", "", "a//b", "a\\b", "c:x"]
)
def test_a_path_outside_the_folder_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a path inside"):
        verified(name, "0" * 64)


def test_the_lists_are_read_once_and_hold_every_language() -> None:
    lists = word_lists()
    assert lists is word_lists()
    assert len({entry.language for entry in lists.entries}) >= 27
    assert all(entry.severity in {None, 1, 2, 3, 4} for entry in lists.entries)
    assert len(lists.entries) == len({(e.language, e.form) for e in lists.entries})
