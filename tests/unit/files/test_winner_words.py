"""Words for the winner: one table for all dialects, names of systems, and what a person says a word means."""

from __future__ import annotations

import pytest

from eval_core.errors import InputError
from eval_core.files import Reading, meta_of, read_judgments, receipt_of, to_votes_frame
from eval_core.files.winner_words import LEFT_RIGHT, numbers_of, word_of

MEANINGS = {
    "a": ("A>B", "B<A", "[[A]]", "Model A", "modell a", "model_1", "A er mest flytende", "leftvote", "first"),
    "b": ("B>A", "[[B]]", "Response 2 is better", "B wins", "tekst B er best", "rightvote"),
    "tie": ("A=B", "A≈B", "[[C]]", "draw", "Tie", "About the same", "uavgjort", "like gode", "no preference"),
}
MORE = {
    "a": ("A>>B", "A++", "A-is-clearly-better", "svar A er litt bedre"),
    "b": ("B>>A", "A<<B", "B-is-slightly-better"),
    "tie": ("both_bad", "bothbad", "both good", "tie (bothbad)", "tie (inconsistent)", "A=B=Bad", "begge dårlige"),
}


@pytest.mark.parametrize("more", [False, True])
def test_words_of_public_tools_are_known(more: bool) -> None:
    """Each means its side; what says more than that is marked, so that the word is kept."""
    for meaning, words in (MORE if more else MEANINGS).items():
        for word in words:
            found = word_of(word)
            assert found is not None, word
            assert (found.meaning, found.more) == (meaning, more), word


@pytest.mark.parametrize(
    "word", ["C", "neither", "both", "error", "1", "0", "abc", "A>A", "left", "venstre", "A<>B", ""]
)
def test_a_word_that_could_mean_anything_is_unknown(word: str) -> None:
    """Numbers are not words, and in a file with A and B nothing says which of them was left."""
    assert word_of(word) is None


def test_sides_have_the_names_of_their_file() -> None:
    """In a file with left and right these are known, and A and B are not."""
    assert word_of("høyre er best", LEFT_RIGHT) is not None
    assert word_of("A", LEFT_RIGHT) is None


@pytest.mark.parametrize(
    ("numbers", "preference", "strength", "expected"),
    [
        ("1 2 0", False, False, {"1": "a", "2": "b", "0": "tie"}),
        ("1.0 2.0 1.5", True, False, {"1.0": "a", "2.0": "b", "1.5": "tie"}),
        ("-3 1 0", True, False, {"-3": "a", "1": "b", "0": "tie"}),
        ("1 2", True, True, {"1": "b", "2": "b"}),
        ("0 1", False, False, None),
        ("1", False, False, None),
        ("-1 0 1", False, False, None),
        ("1 2 3", False, False, None),
        ("1 3 5", True, False, None),
    ],
)
def test_only_numbers_with_one_meaning_are_read(numbers, preference, strength, expected) -> None:
    """1 and 2 name an order, a sign only in a column of preferences; 0 and 1 alone may be either way round."""
    found = numbers_of(numbers.split(), preference=preference, strength=strength)
    assert (found and {word: one.meaning for word, one in found.words.items()}) == expected


def rows(write, *winners: str, systems: str = "x,y"):
    """A file with a row for each winner, the two systems in turn exchanged."""
    a, b = systems.split(",")
    lines = [f"{a},{b},{word}" if place % 2 == 0 else f"{b},{a},{word}" for place, word in enumerate(winners)]
    return write("w.csv", "\n".join(["model_a,model_b,winner", *lines]))


def test_a_name_is_read_for_the_system_of_its_row(write) -> None:
    """Blanks at its ends do not count, its case does; another system's name is no winner of the row."""
    frame = read_judgments(rows(write, "x", "x ", "y", "tie"))
    assert frame["outcome"].tolist() == ["a", "b", "a", "tie"]
    assert meta_of(frame).isna().all()
    with pytest.raises(InputError) as caught:
        read_judgments(rows(write, "x", "X", "z"))
    assert [(fault.code, fault.row) for fault in caught.value.faults] == [("winner_unknown", 3), ("winner_unknown", 4)]
    assert "--value 'winner:X=A'" in str(caught.value)


@pytest.mark.parametrize("systems", ["A,B", "Model A,Model B", "tie,y", "model_a,model_b"])
def test_names_that_are_labels_are_refused_with_both_readings(write, systems: str) -> None:
    """The same rows rank the systems one way by name and the other way by label: neither is taken by itself."""
    first = systems.split(",", maxsplit=1)[0]
    path = rows(write, *([first] * 5), systems=systems)
    with pytest.raises(InputError) as caught:
        read_judgments(path)
    assert caught.value.code == "winner_two_readings"
    assert str(caught.value.facts["by_name"]).startswith(f"{first} 5")
    by_name, by_label = (
        to_votes_frame(read_judgments(path, reading=Reading(winner=how))) for how in ("names", "labels")
    )
    won = [(votes["first"].where(votes["outcome"] == "first", votes["second"]) == first).sum() for votes in
           (by_name, by_label)]  # fmt: skip
    assert won[0] == 5
    assert by_name["outcome"].tolist() != by_label["outcome"].tolist()


def test_names_that_can_only_be_labels_are_read(write) -> None:
    """A winner A in a row without a system A is a label; and where both readings agree nothing is asked."""
    lines = "model_a,model_b,winner\nA,B,A\nB,A,A\nB,C,A\n"
    assert read_judgments(write("w.csv", lines))["outcome"].tolist() == ["a", "a", "a"]
    same = "model_a,model_b,winner\nA,B,A\nA,B,B\n"
    assert read_judgments(write("v.csv", same))["outcome"].tolist() == ["a", "b"]


def test_a_person_says_what_a_word_means(write) -> None:
    """By our column or by the file's heading, for the empty cell too; what is skipped is on the receipt."""
    path = write("w.csv", "model_a,model_b,Vinner\nx,y,Venstre best\nx,y,vet ikke\nx,y,\nx,y,tie\n")
    with pytest.raises(InputError) as caught:
        read_judgments(path)
    assert [fault.code for fault in caught.value.faults] == ["winner_unknown", "winner_unknown", "winner_missing"]
    values = {("Vinner", "venstre best"): "a", ("winner", "vet ikke"): "skip", ("winner", ""): "tie"}
    frame = read_judgments(path, reading=Reading(values=values))
    assert frame["outcome"].tolist() == ["a", "tie", "tie"]
    assert meta_of(frame).tolist() == [{"Vinner": "Venstre best"}, None, None]
    receipt = receipt_of(frame)
    assert [(one.reason, one.rows) for one in receipt.left_out] == [("skipped_value", (3,))]
    assert receipt.lines == receipt.heading + receipt.lines_counted + 1


def test_other_columns_stay_columns(write) -> None:
    """A condition reads a column that is none of ours; no row has a dictionary until rows are stored."""
    frame = read_judgments(write("w.csv", "model_a,model_b,winner,språk\nx,y,model_a,nb\nx,y,model_b,\n"))
    assert not any(isinstance(value, dict) for name in frame for value in frame[name])
    assert meta_of(frame[1:]).tolist() == [None]
    assert meta_of(frame).tolist() == [{"språk": "nb"}, None]
