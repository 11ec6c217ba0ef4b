"""The table of codes for payment: what it holds, who sees it, and that no platform's names are anywhere else."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.desk.clicks import open_desk as open_pile
from eval_core.campaigns.joining.consent import withdraw_consent
from eval_core.campaigns.people.erasure import erase_by_name
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.quality.gold_and_repeats import annotator_checks
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.watching import payments
from eval_core.campaigns.watching.payments import list_payments, payments_frame
from eval_core.files import table_bytes
from eval_core.reports.page import campaign_report
from eval_core.store import Arrival, Person, Store
from tests.conftest import Clock
from tests.support.acts import open_desk
from tests.support.arriving import CODES, LETTER, PIDS, STUDY, agreed
from tests.support.building import Built
from tests.support.checking import everything, refusal
from tests.support.desk_clicks import judge, shown
from tests.support.golden import add_gold


@pytest.fixture
def built(campaign: Callable[..., Built], clock: Clock) -> Built:
    """Kari has finished, Ola has begun and withdrawn, and a visitor came by the poster."""
    made = campaign(per_annotator=2)
    add_gold(made, 6)
    change_rules(made.store, made.slug, {"letter": LETTER, "crowd": CODES, "gold_share": 0.5})
    for name, pid, count in (("Kari", PIDS[0], 2), ("Ola", PIDS[1], 1), ("Poster", None, 0)):
        session = agreed(made, name, pid)
        for _ in range(count):
            task = shown(made, session)
            clock.move(minutes=2)
            judge(made, session, task)
            open_desk(made.store, session, made.slug)
    withdraw_consent(made.store, made.sessions["Ola"], made.slug)
    return made


def test_what_the_table_says(built: Built) -> None:
    """One row a person in the order in which they came: ids, end, work, time and the code that they were shown."""
    kari, ola, poster = list_payments(built.store, built.slug)
    assert kari.parameters == {"PROLIFIC_PID": PIDS[0], "STUDY_ID": STUDY, "SESSION_ID": "of-Kari"}
    assert (kari.name, kari.ended, kari.judgments, kari.minutes, kari.code) == ("Kari", "completed", 2, 4, "DONE1")
    checks = {check.annotator: (check.gold_right, check.gold) for check in annotator_checks(built.store, built.slug)}
    assert [(one.gold_right, one.gold) for one in (kari, ola)] == [checks[name] for name in ("Kari", "Ola")]
    assert kari.gold + ola.gold > 0
    assert (ola.ended, ola.judgments, ola.code) == ("withdrawn", 1, "")
    assert ola.withdrawn_at is not None
    assert (poster.parameters, poster.source, poster.ended, poster.judgments) == ({}, "poster", None, 0)
    frame = payments_frame([kari, ola, poster])
    assert list(frame.columns) == [
        "annotator", "PROLIFIC_PID", "SESSION_ID", "STUDY_ID", "source", "came_at", "ended", "ended_at",
        "withdrawn_at", "judgments", "minutes", "gold_right", "gold", "code",
    ]  # fmt: skip
    assert frame["PROLIFIC_PID"].tolist()[:2] == list(PIDS[:2])


def test_an_empty_table_has_its_columns(campaign: Callable[..., Built]) -> None:
    """Where no one came there is nothing to pay, and the file says so."""
    built = campaign()
    assert payments_frame(list_payments(built.store, built.slug)).columns[0] == "annotator"


def test_no_cell_is_a_formula(built: Built) -> None:
    """Should a value get past the door that begins a formula, a spreadsheet does not run it."""
    with built.store.write() as db:
        planted = {"PROLIFIC_PID": "=cmd|' /C calc'!A0"}
        db.execute(update(Arrival).where(Arrival.platform_person == PIDS[0]).values(parameters=planted))
    content = table_bytes(payments_frame(list_payments(built.store, built.slug)), ".csv", spreadsheet_safe=True)
    assert b",=cmd" not in content
    assert b"=cmd" in content


@pytest.mark.parametrize("role", ["researcher", "annotator"])
def test_only_leads_see_it(built: Built, campaign: Callable[..., Built], role: str) -> None:
    """Researchers, annotators and leads of other campaigns are refused."""
    other = campaign(slug="other")
    assert refusal(lambda: list_payments(built.store, built.slug, built.enter("Rolf", role))) == "not_allowed"
    assert refusal(lambda: list_payments(built.store, built.slug, other.enter("Lise", "lead"))) == "not_allowed"


def leaving(built: Built, folder: Path) -> dict[str, str]:
    """Everything of the campaign that is exported, published, sent to annotators or logged, as text."""
    store, slug = built.store, built.slug
    packed = io.BytesIO()
    export_everything(store, slug, packed, named=True)
    with zipfile.ZipFile(packed) as archive:
        found = {f"archive {name}": archive.read(name).decode(errors="replace") for name in archive.namelist()}
    data_set = folder / f"set-{len(list(folder.iterdir()))}"
    write_dataset(store, slug, data_set, comments=True, times=True)
    for file in data_set.rglob("*"):
        if file.is_file():
            found[f"data set {file.name}"] = file.read_bytes().decode("latin-1")
    return found | {
        "judgments": export_judgments(store, slug).to_csv(),
        "report": campaign_report(store, slug),
        "log": repr(read_log(store, slug)),
        "pile": repr(open_pile(store, built.sessions["Poster"], slug)),
        "tables": repr({name: rows for name, rows in everything(store).items() if name != "arrival"}),
    }


def named_in(texts: dict[str, str]) -> set[str]:
    """Which of the texts hold a platform's name of a person, or what came with it."""
    return {where for where, text in texts.items() if any(word in text for word in (*PIDS, STUDY, "of-Kari"))}


@pytest.mark.slow
def test_platform_names_are_nowhere_else(built: Built, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """In no export, archive, data set, report, log, pile or other table; names planted there are found."""
    with caplog.at_level(logging.DEBUG):
        assert named_in(leaving(built, tmp_path)) == set()
    assert not any(pid in caplog.text for pid in PIDS)
    with built.store.write() as db:  # as if the open link had made the pseudonym of the platform's name
        db.execute(update(Person).where(Person.name == "Kari").values(name=f"p-{PIDS[0]}"))
    found = named_in(leaving(built, tmp_path))
    assert {"judgments", "tables"} <= found
    assert any(where.startswith("archive") for where in found)


def test_erasing_takes_the_platforms_name(built: Built, store: Store) -> None:
    """Nothing that the platform calls the person is left, and others' is."""
    with store.read() as db:
        assert find_person(db, "Kari")
    erase_by_name(store, "Kari")
    assert PIDS[0] not in repr(everything(store))
    assert "of-Kari" not in repr(everything(store))
    assert PIDS[1] in repr(everything(store))


def test_without_arrivals_nothing_is_counted(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """*People* asks for it at each drawing: hours and gold of a million judgments would take it 17 seconds."""
    create_campaign(built.store, "other")
    monkeypatch.setattr(payments, "campaign_hours", lambda *_: pytest.fail("hours were counted"))
    assert list_payments(built.store, "other") == ()
    with pytest.raises(pytest.fail.Exception):  # the planted one: somebody came here
        list_payments(built.store, built.slug)
