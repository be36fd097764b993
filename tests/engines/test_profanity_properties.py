from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from triptych.engines.profanity import LANGUAGES, censor, find_profanity, folding, views
from triptych.engines.profanity.automaton import automata
from triptych.engines.profanity.disguises import _regions

ANY = st.text(st.characters(), max_size=80)
PARTS = st.sampled_from(
    [
        *(
            "fuck",
            "shit",
            "ass",
            "sh1t",
            "f.u.c.k",
            "s",
            "h",
            "i",
            "t",
            "fuuuck",
            "ｓｈｉｔ",
            "f*ck",
        ),
        *(
            "ѕhіt",
            "\u200b",
            "\u0336",
            "\u0301",
            "хуй",
            "傻逼",
            "씨발",
            "class",
            "cockpit",
            "$",
            "*",
        ),
        *(
            "!",
            "1",
            "5",
            ".",
            "-",
            "_",
            "\n",
            "ß",
            "ı",
            "İ",
            "\ud800",
            "\U0001d41f",
            "dick",
            "Dick",
        ),
        *("der", "ist", "zu", "@", "A"),
    ]
)
MIXED = st.lists(PARTS, max_size=25).map("".join) | st.lists(PARTS, max_size=25).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(ANY | MIXED)
@example("\ud800fuck\udfff")
@example("s\u0336\u0336h\u0336i\u0336t\u0336\u0336")
def test_offsets_slice_back_in_order_without_overlaps(text: str) -> None:
    found = find_profanity(text)
    for match in found:
        assert text[match.start : match.end] == match.text != ""
        assert match.language in LANGUAGES
    assert all(before.end <= after.start for before, after in pairwise(found))


@settings(max_examples=200, deadline=None)
@given(ANY | MIXED)
def test_one_character_keeps_the_length_and_all_else(text: str) -> None:
    found = find_profanity(text)
    clean = censor(text, found, "\u2588")
    assert len(clean) == len(text)
    kept = set(range(len(text))) - {i for m in found for i in range(m.start, m.end)}
    assert all(clean[i] == text[i] for i in kept)


@settings(max_examples=200, deadline=None)
@given(MIXED)
def test_one_language_finds_only_its_own(text: str) -> None:
    assert {match.language for match in find_profanity(text, languages=["ru"])} <= {"ru"}


@settings(max_examples=100, deadline=None)
@given(ANY)
def test_views_keep_the_length(text: str) -> None:
    shown = views.visible(text)
    assert len(shown.text) == (len(text) if shown.origin is None else len(shown.origin))
    assert len(views.plain(shown.text).text) == len(shown.text) + 2
    assert all(len(view.text) == len(shown.text) + 2 for view in views.leet(shown.text))


def test_a_fold_is_one_character_for_every_character() -> None:
    for code in range(0, 0x20000, 7):
        for table in (folding.PLAIN, folding.LEET_I, folding.LEET_L, folding.RUNNING_TEXT):
            assert len(chr(code).translate(table)) == 1


def test_a_fold_keeps_its_memory_bounded() -> None:
    table = folding._Table()
    "".join(map(chr, range(0x10000, 0x40000))).translate(table)
    assert len(table) <= table.LIMIT


def test_the_work_grows_with_the_text_and_not_faster() -> None:
    """Count hits, the only thing that is looked at one by one, on texts ten times as long."""
    compiled = automata()
    units = ["a", "a ", "f.", "fu", "s h i t ", "fuck", "sh1t", "f*", "!a", "\u0301", "ä", "操你妈"]
    for unit in units:
        counts = []
        for times in (500, 5000):
            shown = views.visible("x" + unit * times).text
            base = next(views.leet(shown), views.plain(shown))
            counts.append(
                1
                + len(compiled.words.hits(base.text))
                + len(compiled.pieces.hits(_regions(base)[0]))
                + len(compiled.running.hits(shown))
            )
        assert counts[1] <= 10 * counts[0] + 10
