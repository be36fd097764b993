"""What the matcher reads at once."""

from triptych.engines.matching.inputs import (
    LONGEST_QUESTION,
    LONGEST_SENTENCE,
    LONGEST_TITLE,
    input_of,
    pieces,
)
from triptych.engines.text.encoder import FIRST, LAST


def test_input_has_marks_between_question_title_and_sentence() -> None:
    question, title, sentence = pieces(["why", "tea", "it is hot"])
    read = input_of(question, title, sentence)
    assert read == [FIRST, *question.ids, LAST, *title.ids, LAST, *sentence.ids, LAST]


def test_input_of_long_texts_is_bounded() -> None:
    question, title, sentence = pieces(["why " * 500, "tea " * 500, "hot " * 500])
    read = input_of(question, title, sentence)
    assert len(read) == 4 + LONGEST_QUESTION + LONGEST_TITLE + LONGEST_SENTENCE


def test_pieces_of_text_with_lone_surrogate_keep_the_places_of_characters() -> None:
    (found,) = pieces(["\ud800 tea"])
    start, end = found.places[-1]
    assert "\ud800 tea"[start:end] == "tea"
