"""What a platform calls people, and how they got a pseudonym, is in nothing that leaves: table by table, file by file."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.dataset import dataset_zip
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.campaigns.watching.payments import list_payments, payments_frame
from eval_core.cli import exports
from eval_core.files.writer import table_bytes
from eval_core.reports.bundle.folder import bundle_zip
from eval_core.reports.site.publication import site_zip
from eval_core.store import Arrival
from eval_core.ui.parts.downloads import table_files
from eval_core.web.every_route import every_route
from eval_core.web.programs.operations import OPERATIONS
from tests.support.arriving import CODES, LETTER, PIDS, STUDY, agreed
from tests.support.building import Built
from tests.support.judging import judge
from tests.support.site_reading import naming, texts_of

NAMES = ("Blid rev 1000", "Klok ugle 2000")
OF_THE_PLATFORM = (*PIDS[:2], STUDY, "of-Blid", "of-Klok")


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign that two participants of a platform have judged; its results are public."""
    made = campaign(prompts=6)
    change_rules(made.store, made.slug, {"letter": LETTER, "open_link": True, "crowd": CODES})
    for name, pid in zip(NAMES, PIDS, strict=False):
        judge(made, agreed(made, name, pid), at_most=9, comment="Greitt nok.")
    move_campaign(made.store, made.slug, "closed")
    change_rules(made.store, made.slug, {"public_results": "full"})
    return made


def zipped(pack: Callable[[io.BytesIO], object] | bytes, folder: Path) -> dict[str, str]:
    """The text of every file of a zip, by its name."""
    if callable(pack):
        packed = io.BytesIO()
        pack(packed)
        pack = packed.getvalue()
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        archive.extractall(folder)
    return {f"{folder.name}/{name}": text for name, text in texts_of(folder).items()}


def answers(built: Built) -> dict[str, str]:
    """What programs and strangers get at every address of a GET."""
    client = TestClient(Starlette(routes=every_route(built.store, "")))
    token = create_token(built.store, built.slug, "reader").token
    found = {
        path: client.get(path).text
        for path in (f"/results/{built.slug}/", f"/results/{built.slug}/results.json", f"/take-part/{built.slug}")
    }
    client.headers["Authorization"] = f"Bearer {token}"
    for one in OPERATIONS:
        if one.method == "GET":
            path = "/api/v1" + one.path.format(slug=built.slug)
            answer = client.get(path)
            assert answer.status_code == 200, (path, answer.text)
            found[path] = answer.text
    return found


def test_nothing_that_leaves_has_them(built: Built, tmp_path: Path) -> None:
    """Exports, data set, archive with and without names, site, paper's bundle, public pages, every answer to programs,
    and the log; the planted violation is the table for payment, which does have them."""
    store, slug = built.store, built.slug
    nameless = {
        "judgments.csv": table_bytes(export_judgments(store, slug, pseudonymous=True), ".csv").decode(),
        **zipped(dataset_zip(store, slug, comments=True, times=True), tmp_path / "dataset"),
        **zipped(site_zip(store, slug), tmp_path / "site"),
        **zipped(bundle_zip(store, slug), tmp_path / "bundle"),
        **zipped(lambda file: export_everything(store, slug, file), tmp_path / "archive"),
    }
    served = answers(built)
    named = {
        "judgments.csv": table_bytes(export_judgments(store, slug), ".csv").decode(),
        "log": repr(read_log(store, slug)),
        **zipped(lambda file: export_everything(store, slug, file, named=True), tmp_path / "named"),
    }
    assert naming(nameless | served | named, OF_THE_PLATFORM) == []
    progress = f"/api/v1/campaigns/{slug}/progress"  # which says whom a lead may remind
    assert {name for name, _word in naming(nameless | served, NAMES)} == {progress}
    paid = {"payments.csv": table_bytes(payments_frame(list_payments(store, slug)), ".csv").decode()}
    assert {word for _name, word in naming(paid, (*OF_THE_PLATFORM, *NAMES))} == {*OF_THE_PLATFORM, *NAMES}


def test_no_way_to_the_table_leaves_a_formula(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of an address that a spreadsheet would compute stay text in what the command and the page write."""
    with built.store.write() as db:
        for arrival in db.scalars(select(Arrival)):
            arrival.source, arrival.parameters = "-2-3", {"PROLIFIC_PID": "=cmd()", "STUDY_ID": "+1"}
    monkeypatch.setattr(exports, "reading", lambda: built.store)
    exports.payments(built.slug, tmp_path / "payments.csv")
    frame = payments_frame(list_payments(built.store, built.slug))
    offered = {label: make for label, _end, _kind, make in table_files(lambda: frame)}
    for written in ((tmp_path / "payments.csv").read_text(), offered["CSV"]().decode()):
        rows = list(csv.DictReader(io.StringIO(written)))
        cells = {(row["PROLIFIC_PID"], row["STUDY_ID"], row["source"]) for row in rows}
        assert cells == {("'=cmd()", "'+1", "'-2-3")}
