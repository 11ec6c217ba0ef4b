"""Setup's sentences: drift only where the intervals lie apart, costs with what they rest on, faults in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from eval_core.campaigns.quality.drift import Drift, Estimate
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.setup.cost import cost_of
from eval_core.errors import InputError
from eval_core.files import read_gold, read_responses
from eval_core.locales import use_language
from eval_core.ui.lead.setup.texts.look import file_name
from eval_core.ui.lead.setup.words import cost_text, drift_text, fault_place, fault_text, work_text


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("anchors", "before", "said"),
    [
        (40, Estimate(0.9, 0.8, 1.0), "seem to have drifted"),
        (40, Estimate(0.7, 0.6, 0.8), "No drift is visible."),
        (9, Estimate(0.9, 0.8, 1.0), "too few anchors"),
        (40, None, "cannot be distinguished from chance"),
    ],
)
def test_drift_is_spoken_of_where_the_intervals_lie_apart(anchors: int, before: Estimate | None, said: str) -> None:
    """With enough anchors and an interval wholly below the one before, and only then."""
    found = drift_text(Drift(anchors, Estimate(0.6, 0.5, 0.7), before, 0.1, 0.1))
    assert said in found
    assert "60% [50%, 70%]" in found
    assert ("drifted" in found) == (said == "seem to have drifted")


def test_without_a_judged_anchor_nothing_is_said() -> None:
    """A new round says that nothing is known."""
    assert "drift is not known" in drift_text(Drift(0, None, None, None, None))


def test_a_few_minutes_are_not_zero_hours() -> None:
    """Little work is rounded up, none is zero."""
    shown = [work_text(hours).replace("\u00a0", " ") for hours in (0.0, 0.001, 0.35, 1.5, 9.4, 10.4)]
    assert shown == ["0 min", "1 min", "21 min", "1 h 30 min", "9.4 hours", "10 hours"]


def test_the_cost_names_what_it_rests_on() -> None:
    """Hours, judgments, each annotator's part, words, speed and seconds; nothing of checks where there are none."""
    said = cost_text(cost_of(50, 100, 400, Rules()), annotators=4)
    assert said == (
        "The plan takes about 3.5 hours of work: 100 judgments in all. Shared by 4 annotators: 52\u00a0min each."
        " This assumes 400 words per comparison, read at 200 words per minute, and 125 seconds per comparison in all."
    )
    assert "5 of them are for gold comparisons" in cost_text(cost_of(50, 100, 400, Rules(gold_share=0.05)))


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"", "r.csv", "Filen er tom"),
        (b"prompt,system,response\n", "r.csv", "Filen har ingen rader"),
        (b"prompt,system,response\n ,a,b\n", "r.csv", "Rad 2, kolonnen «prompt»: oppgaven kan ikke være tom"),
        (b"prompt,system,response\na,b\n", "r.csv", "Rad 2, kolonnen «response»: 2 celler der overskriftsraden har 3"),
        (b'prompt,system,response\n"a,b,c\n', "r.csv", "et anførselstegn åpner her"),
        (b"{\n", "r.jsonl", "Rad 1: dette er ikke gyldig JSON"),
        (b"[]\n", "r.jsonl", "Rad 1: hver linje må være et JSON-objekt"),
        (b"x", "r.pdf", "Filnavnet må slutte på"),
        (b"prompt,system,response,written_standard\na,b,c,sv\n", "r.csv", "målformen må være nb"),
        (b"prompt,system,response,system\na,b,c,d\n", "r.csv", "to kolonner har dette navnet"),
        (b"prompt,response\na,b\n", "r.csv", "en fil med svar må ha denne kolonnen; filen har: prompt, response"),
        (b"prompt,system,response\na,b,c\na,b,d\n", "r.csv", "en tidligere rad har et annet svar"),
    ],
)
def test_faults_of_files_are_told_in_the_readers_language(tmp_path: Path, content: bytes, name: str, said: str) -> None:
    """The code of what the readers of files refuse has a message in each language, with its facts."""
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(InputError) as fault:
        read_responses(file)
    use_language("nb")
    assert said in fault_place(fault.value)


def test_the_fault_of_a_gold_file_is_told_in_nynorsk(tmp_path: Path) -> None:
    """The readers of gold files speak the reader's language too."""
    file = tmp_path / "g.csv"
    file.write_text("more_fluent,less_fluent\nx,x\n", encoding="utf-8")
    with pytest.raises(InputError) as fault:
        read_gold(file)
    use_language("nn")
    assert "dei to tekstane er like" in fault_place(fault.value)


def test_a_number_in_a_fault_is_written_as_the_language_writes_it() -> None:
    """The command line prints the digits only; the browser separates the thousands."""
    fault = InputError("too_many_values", most=500_000_000)
    assert str(fault) == "the file has more than 500000000 values"
    use_language("nb")
    assert "500\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000" in fault_text(fault)


def test_a_fault_of_the_command_line_alone_is_told_in_english() -> None:
    """What no catalogue has is shown as it is, with its facts."""
    use_language("nb")
    assert fault_text(InputError("no_such_file")) == "there is no such file"
    assert (
        fault_text(InputError("unknown_issue", issue="x", protocol="y")) == "there is no issue 'x' in the protocol 'y'"
    )


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("svar.csv", "svar.csv"),
        ("../../etc/passwd.csv", "passwd.csv"),
        ("C:\\Users\\x\\svar.jsonl", "svar.jsonl"),
        ("a\0b\n.csv", "ab.csv"),
        ("ø" * 300 + ".parquet", "ø" * 50 + ".parquet"),
        (".csv", "csv"),
        ("..", "upload"),
        ("", "upload"),
    ],
)
def test_a_browsers_name_for_a_file_is_made_harmless(given: str, name: str) -> None:
    """No folder, no control character, no endless name; the ending stays, since the reader goes by it."""
    assert file_name(given) == name
