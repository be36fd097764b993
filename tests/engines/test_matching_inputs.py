"""What the matcher reads at once."""

from triptych.engines.matching.inputs import (
    LONGEST,
    LONGEST_QUESTION,
    LONGEST_SENTENCE,
    LONGEST_TITLE,
    input_of,
    pieces,
    room,
)
from triptych.engines.text.encoder import FIRST, LAST


def test_input_has_marks_between_question_title_and_sentences():
    question, title, one, other = pieces(["why", "tea", "it is hot", "so there"])
    read = input_of(question, title, [one, other])
    assert read.ids == [FIRST, *question.ids, LAST, *title.ids, LAST, *one.ids, *other.ids, LAST]
    assert [read.ids[start:end] for start, end in read.sentences] == [one.ids, other.ids]


def test_input_of_long_texts_is_bounded_and_names_no_piece_beyond():
    question, title, sentence = pieces(["why " * 500, "tea " * 500, "hot " * 500])
    read = input_of(question, title, [sentence] * 9)
    assert len(read.ids) == LONGEST
    assert read.ids[-1] == LAST
    assert read.sentences[-1] == (LONGEST - 1, LONGEST - 1)
    assert room(question, title) == LONGEST - 4 - LONGEST_QUESTION - LONGEST_TITLE
    assert len(sentence.ids) == LONGEST_SENTENCE


def test_pieces_of_text_with_lone_surrogate_keep_the_places_of_characters():
    (found,) = pieces(["\ud800 tea"])
    start, end = found.places[-1]
    assert "\ud800 tea"[start:end] == "tea"
