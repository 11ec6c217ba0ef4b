"""What is odd about a file that can be read, each planted once; and written standards that are guessed."""

from __future__ import annotations

import json

import pytest

from eval_core.files import read_comparisons, read_responses
from eval_core.files.findings import finding_text, findings_in_pairs, findings_in_responses
from eval_core.files.standards import guess_standard
from eval_core.places import HOME

NB = "Jeg vet ikke hva hun mener, men vi kommer hjem igjen før klokka seks."
NN = "Eg veit ikkje kva ho meiner, men vi kjem heim att før klokka seks."
CLEAN = {"prompt_id": "1", "prompt": "p", "system": "s", "response": NB, "written_standard": "nb", "reference": "Noe."}


def found(write, *rows: dict[str, str]) -> dict[str, tuple[int, ...]]:
    """Code -> rows of the findings in these responses."""
    frame = read_responses(write("t.jsonl", list(rows)))
    return {finding.code: finding.rows for finding in findings_in_responses(frame)}


def test_a_sound_file_is_not_odd(write) -> None:
    """Two systems that answer each prompt in its written standard leave nothing to say."""
    rows = [{**CLEAN, "system": name, "response": f"{NB} {name}"} for name in "st"]
    assert found(write, *rows) == {}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"response": NB}, "identical_texts"),
        ({"response": " Noe. "}, "reference_is_response"),
        ({"response": " "}, "empty_response"),
        ({"response": NN}, "other_standard"),
        ({"prompt_id": "2", "response": "Annet."}, "same_prompt"),
    ],
)
def test_each_oddity_is_found_in_its_row(write, change: dict[str, str], code: str) -> None:
    """What is planted in one row is said of that row, and nothing else is."""
    codes = found(write, CLEAN, {**CLEAN, "system": "t", **change})
    assert codes == {code: (2,)}


def test_prompts_that_few_answer_are_told(write) -> None:
    """A prompt with one of three systems is named at its first row."""
    rows = [{**CLEAN, "system": name, "response": f"{NB} {name}"} for name in "stu"]
    assert found(write, *rows, {**CLEAN, "prompt_id": "2", "prompt": "q", "response": "Ja."}) == {"few_systems": (4,)}


def test_oddities_of_pairs(write) -> None:
    """Comparisons tell of identical and empty texts and of the wrong written standard."""
    pair = {
        "prompt": "p",
        "response_a": NB,
        "response_b": NB + "!",
        "model_a": "s",
        "model_b": "t",
        "written_standard": "nb",
    }
    rows = [pair, {**pair, "model_b": "u", "response_b": NB}, {**pair, "response_a": NN, "model_a": "v"},
            {**pair, "model_b": "w", "response_b": ""}]  # fmt: skip
    findings = findings_in_pairs(read_comparisons(write("t.jsonl", rows)))
    # An empty cell is a missing text, which is named where responses are loaded.
    assert {finding.code: finding.rows for finding in findings} == {
        "identical_texts": (2,),
        "empty_response": (4,),
        "other_standard": (3,),
    }
    assert finding_text(findings[0]) == "texts that are the same as another one to the same prompt: 1 (rows 2)"


def test_the_written_standard_is_guessed_only_where_it_is_sure() -> None:
    """Short, English and doubtful texts are left alone; of the demo's texts none is taken for the other standard."""
    assert (guess_standard(NB), guess_standard(NN)) == ("nb", "nn")
    assert guess_standard("Eg kjem ikkje.") is None
    assert guess_standard("This is an English sentence that is long enough to be guessed.") is None
    lines = (HOME / "data" / "demo" / "responses.jsonl").read_text(encoding="utf-8").splitlines()
    guesses = [(guess_standard(row["response"]), row["written_standard"]) for row in map(json.loads, lines)]
    assert all(guess in (None, standard) for guess, standard in guesses)
    assert sum(guess == standard for guess, standard in guesses) > len(guesses) / 2
    assert {standard for guess, standard in guesses if guess} == {"nb", "nn"}
