"""Withdrawn within the platform means withdrawn here: what a platform's table of submissions does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.joining.consent import read_participation
from eval_core.campaigns.joining.submissions import (
    Submission,
    SubmissionsView,
    preview_submissions,
    read_submissions,
    withdraw_returned,
)
from eval_core.campaigns.rules import change_rules
from eval_core.errors import InputError
from tests.support.acts import open_desk
from tests.support.arriving import CODES, LETTER, PIDS, agreed, ended
from tests.support.building import Built
from tests.support.checking import everything, problems, refusal
from tests.support.desk_clicks import judge, reason, shown

# The header of Prolific's own export.
HEADER = (
    "Submission id,Participant id,Status,Custom study tncs accepted at,Started at,Completed at,Reviewed at,Archived at,"
    "Time taken,Completion code,Total approvals,Fluent languages,Age,Sex"
)


def line(pid: str, status: str, submission: str = "671b8e95b17f88050648883e") -> str:
    return f'{submission},{pid},{status},Not Applicable,2026-03-02T12:00:00Z,,,,412,NOCODE,55,"Norwegian, English",33,F'


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with three people from Prolific, each of whom has judged once."""
    made = campaign(overlap=3)
    change_rules(made.store, made.slug, {"letter": LETTER, "crowd": CODES})
    for name, pid in zip(("Kari", "Ola", "Per"), PIDS, strict=True):
        agreed(made, name, pid)
        judge(made, made.sessions[name], shown(made, made.sessions[name]))
    return made


def table(folder: Path, *lines: str) -> tuple[Submission, ...]:
    file = folder / "prolific_export_671b8ae8.csv"
    file.write_text("\n".join((HEADER, *lines)) + "\n", encoding="utf-8")
    return read_submissions(file)


def test_who_returned_is_withdrawn_and_nobody_else(built: Built, tmp_path: Path) -> None:
    """The consent ends as if the person had ended it, the desk gives nothing more, and the judgments stay."""
    rows = table(
        tmp_path,
        line(PIDS[0], "RETURNED"),
        line(PIDS[1], "TIMED-OUT"),
        line(PIDS[2], "APPROVED"),
        line("0" * 24, "RETURNED"),
    )
    before = everything(built.store)
    view = preview_submissions(built.store, built.slug, rows)
    assert view == SubmissionsView(returned=("Kari",), timed_out=("Ola",), others=("Per",), unknown=1)
    assert everything(built.store) == before
    assert withdraw_returned(built.store, built.slug, rows) == ("Kari",)
    kari = read_participation(built.store, built.sessions["Kari"], built.slug)
    assert kari.withdrawn_at == built.store.now()
    assert [ended(built, name) for name in ("Kari", "Ola", "Per")] == ["withdrawn", None, None]
    assert [reason(built, built.sessions[name]) for name in ("Kari", "Ola")] == ["consent", None]
    assert everything(built.store)["judgment"] == before["judgment"]
    assert problems(built.store, built.slug) == []
    (entry,) = (entry for entry in read_log(built.store, built.slug) if entry.action == "person_withdrawn")
    assert entry.about == {"person": "Kari"}
    assert not any(pid in repr(read_log(built.store, built.slug)) for pid in PIDS)


def test_the_same_table_again_changes_nothing(built: Built, tmp_path: Path) -> None:
    """Withdrawn is withdrawn: a second time no one is withdrawn, also after the person has agreed again."""
    rows = table(tmp_path, line(PIDS[0], "RETURNED"))
    assert withdraw_returned(built.store, built.slug, rows) == ("Kari",)
    before = everything(built.store)
    assert preview_submissions(built.store, built.slug, rows) == SubmissionsView(withdrawn=("Kari",))
    assert withdraw_returned(built.store, built.slug, rows) == ()
    assert everything(built.store) == before


def test_a_second_submission_is_left_to_the_lead(built: Built, tmp_path: Path) -> None:
    """Who returned one submission and has another may want to take part: nothing is done by itself."""
    rows = table(tmp_path, line(PIDS[0], "RETURNED"), line(PIDS[0], "AWAITING REVIEW", "second"))
    assert preview_submissions(built.store, built.slug, rows) == SubmissionsView(mixed=("Kari",))
    assert withdraw_returned(built.store, built.slug, rows) == ()
    assert open_desk(built.store, built.sessions["Kari"], built.slug).task is not None


def test_only_this_campaigns_people_are_withdrawn(built: Built, campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A lead of another campaign withdraws no one here with a table of guessed participants."""
    other = campaign(slug="other")
    lead = other.enter("Lise", "lead")
    rows = table(tmp_path, *(line(pid, "RETURNED") for pid in PIDS))
    before = everything(built.store)
    assert withdraw_returned(other.store, other.slug, rows, lead) == ()
    assert refusal(lambda: withdraw_returned(built.store, built.slug, rows, lead)) == "not_allowed"
    assert refusal(lambda: preview_submissions(built.store, built.slug, rows, built.sessions["Kari"])) == "not_allowed"
    assert everything(built.store) == before


def test_headings_may_be_written_otherwise(tmp_path: Path) -> None:
    """Names of columns and statuses are read in any case; empty rows are left out."""
    file = tmp_path / "pasted.txt"
    file.write_text("PARTICIPANT_ID\tStatus\nabc\tReturned\n\tAPPROVED\ndef\ttimed out\n", encoding="utf-8")
    assert read_submissions(file) == (Submission("abc", "RETURNED"), Submission("def", "TIMED OUT"))


@pytest.mark.parametrize("header", ["Submission id,Status", "Participant id,Age"])
def test_another_table_is_refused(header: str, tmp_path: Path) -> None:
    """Without a column for the person or the status it says which, and what the file has."""
    file = tmp_path / "other.csv"
    file.write_text(f"{header}\na,b\n", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        read_submissions(file)
    assert refused.value.code == "submissions_column_missing"
    assert header.split(",")[1] in str(refused.value)
