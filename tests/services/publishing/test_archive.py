"""A whole campaign in one zip: what goes in, what comes out, and what is refused."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import Table, select

from eval_core.agreement import agreement
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.persons import list_people, renew_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.file import _READERS
from eval_core.campaigns.publishing.archive.manifest import (
    HERE_ONLY,
    MANIFEST,
    PASSING,
    SECRET,
    TABLES,
    belongs,
    file_of,
    owners,
)
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.progress import CampaignProgress, campaign_progress
from eval_core.errors import InputError, ParvisError
from eval_core.ranking import rank
from eval_core.store import Base, Membership, Store, head_revision
from tests.support.building import Built
from tests.support.checking import everything, problems
from tests.support.full_campaign import NAMES, furnish

Rows = dict[str, list[dict[str, Any]]]
# Names of columns that may hold what opens a door; tokens of a prompt are words, and hashes of texts open none.
SECRETIVE = r"(?<!prompt_)(?<!completion_)token|secret|session|password|(?<!letter_)(?<!protocol_)(?<!request_)hash"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with rows in every table, next to an unrelated one."""
    campaign(slug="other", prompts=2).enter("Stranger")
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    return made


def archived(built: Built, folder: Path, *, named: bool = False) -> Path:
    """The campaign's archive."""
    path = folder / f"{'named' if named else 'numbered'}.zip"
    with path.open("wb") as file:
        export_everything(built.store, built.slug, file, named=named)
    return path


def rows_of(path: Path) -> Rows:
    """What an archive holds, with ids counted from 1 in each table."""
    with zipfile.ZipFile(path) as archive:
        found = {table: [json.loads(line) for line in archive.read(file_of(table)).splitlines()] for table in TABLES}
    places = {table.name: {row["id"]: n for n, row in enumerate(rows, 1)} for table, rows in found.items()}
    for table, rows in found.items():
        for row in rows:
            row["id"] = places[table.name][row["id"]]
            for column, owner in owners(table).items():
                row[column] = row[column] and places[owner.name][row[column]]
            for key in places.keys() & row.get("about", {}).keys():
                ids = row["about"][key]
                row["about"][key] = (
                    [places[key][identity] for identity in ids] if isinstance(ids, list) else places[key][ids]
                )
    return {table.name: rows for table, rows in found.items()}


def repacked(path: Path, change: Callable[[dict[str, bytes]], None], *, honest: bool = True) -> Path:
    """The archive with its files changed; `honest`: with a manifest to match."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    if honest:
        manifest = json.loads(files[MANIFEST])
        manifest["files"] = {
            name: {
                "rows": body.count(b"\n"),
                "bytes": len(body),
                "sha256": hashlib.sha256(body).hexdigest(),
            }
            for name, body in files.items()
            if name != MANIFEST
        }
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return path


def edited(table: str, **values: Any) -> Callable[[dict[str, bytes]], None]:
    """Sets values in the last row of a table."""

    def change(files: dict[str, bytes]) -> None:
        lines = files[f"{table}.jsonl"].splitlines()
        lines[-1] = json.dumps(json.loads(lines[-1]) | values).encode()
        files[f"{table}.jsonl"] = b"\n".join(lines) + b"\n"

    return change


def told(store: Store, slug: str) -> dict[str, Any]:
    """What the screens say of a campaign."""
    votes = read_votes(store, slug)
    return {
        "ranking": rank(votes).as_dict(),
        "agreement": agreement(votes, resamples=50).as_dict(),
        "progress": _without_numbers(campaign_progress(store, slug)),
        "export": export_judgments(store, slug),
    }


def figures(ranking: dict[str, Any]) -> dict[str, float]:
    """Every number of a ranking's systems by its place."""
    numbers: dict[str, float] = {}
    for row in ranking["systems"]:
        numbers |= {f"{row['system']}/{key}": cell for key, cell in row.items() if isinstance(cell, int | float)}
    return numbers


def test_every_table_is_in_or_secret(built: Built, tmp_path: Path) -> None:
    """A new table must be tied to a campaign or be a secret, and something of it must be in the archive of these tests."""
    assert {table.name for table in TABLES} | {*SECRET, *HERE_ONLY, *PASSING} == set(Base.metadata.tables)
    for table in TABLES:
        if table.name != "person":
            belongs(table, 1)
        for column in table.c:
            assert any(isinstance(column.type, kind) for kind, _ in _READERS), column
            assert not re.search(SECRETIVE, column.name), column
    assert [name for name, rows in rows_of(archived(built, tmp_path)).items() if not rows] == []


def test_an_untied_table_is_found() -> None:
    """A table that nothing ties to a campaign is an error of the programmer."""
    with pytest.raises(LookupError, match="no column says"):
        belongs(Table("lonely", type(Base.metadata)(), *()), 1)


@pytest.mark.both_databases
def _without_numbers(progress: CampaignProgress) -> CampaignProgress:
    """The progress without people's numbers, which are another database's own."""
    return replace(progress, people=tuple(replace(row, id=0) for row in progress.people))


def test_it_comes_back_as_it_was(built: Built, other_store: Store, tmp_path: Path) -> None:
    """With names, another database gets every row and shows the same ranking, agreement, progress and export."""
    path = archived(built, tmp_path, named=True)
    restored = import_everything(other_store, path)
    assert restored.slug == built.slug
    assert problems(other_store, built.slug) == problems(built.store, built.slug) == []
    then, now = told(built.store, built.slug), told(other_store, built.slug)
    pd.testing.assert_frame_equal(then.pop("export"), now.pop("export"))
    # In the order in which a database gives the rows, the last digit of a sum may differ.
    assert figures(now.pop("ranking")) == pytest.approx(figures(then.pop("ranking")), abs=1e-9)
    assert then == now
    again = archived(Built(other_store, built.slug, built.systems), tmp_path / "..", named=True)
    before, after = rows_of(path), rows_of(again)
    assert after["event"].pop()["deed"] == "campaign_restored"
    assert after == before


def test_it_comes_back_without_names(built: Built, other_store: Store, tmp_path: Path) -> None:
    """By default no one's name is in it, nor anything that opens a door, and the results stay the same."""
    path = archived(built, tmp_path)
    with zipfile.ZipFile(path) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert [name for name in NAMES if name in content] == []
    secrets = [str(cell) for table in SECRET for row in everything(built.store)[table] for cell in row]
    assert [cell for cell in secrets if len(cell) >= 15 and not cell.startswith("20") and cell in content] == []
    import_everything(other_store, path)
    then, now = told(built.store, built.slug), told(other_store, built.slug)
    for system, two in zip(then["ranking"]["systems"], now["ranking"]["systems"], strict=True):
        assert two == pytest.approx(system, abs=1e-9)
    assert [then["agreement"][name] == pytest.approx(now["agreement"][name]) for name in ("gwet_ac1",)] == [True]
    assert (then["progress"].done, then["progress"].total) == (now["progress"].done, now["progress"].total)
    names = {row.name for row in now["progress"].people}
    assert len(names) == len(then["progress"].people)
    assert all(re.fullmatch(r"trial-\d|Robot", name) for name in names)
    columns = ["prompt", "response_a", "choice", "decided_at", "issues_a", "comment", "revision"]
    pd.testing.assert_frame_equal(then["export"][columns], now["export"][columns])


def test_nobody_gets_in_by_an_archive(built: Built, other_store: Store, tmp_path: Path) -> None:
    """No one has a link afterwards, and roles held everywhere become roles in this campaign; a new link works."""
    import_everything(other_store, archived(built, tmp_path, named=True))
    assert {row.link for row in list_people(other_store)} == {"none"}
    with other_store.read() as db:
        assert db.scalars(select(Membership.id).where(Membership.campaign_id.is_(None))).all() == []
    assert {row.name: row.roles for row in list_people(other_store)}["Anne Overalt"] == {
        "trial": ("annotator", "researcher")
    }
    assert sign_in(other_store, renew_link(other_store, NAMES[0]).token)


def test_where_its_name_is_taken(built: Built, tmp_path: Path) -> None:
    """A campaign of this short name is left alone, and so is everything else."""
    path = archived(built, tmp_path)
    before = everything(built.store)
    with pytest.raises(ParvisError, match="there is a campaign 'trial' already"):
        import_everything(built.store, path)
    assert everything(built.store) == before


@pytest.mark.parametrize("named", [True, False])
def test_compared_with_others(
    built: Built, other_store: Store, campaign: Callable[..., Built], tmp_path: Path, named: bool
) -> None:
    """In a database with people and campaigns, names are the same people, numbers are not, and the log reads right."""
    from tests.support.building import build_campaign

    there = build_campaign(other_store, slug="elsewhere")
    for name in (NAMES[0], "trial-1"):
        there.enter(name)
    before = {row.name for row in list_people(other_store)}
    import_everything(other_store, archived(built, tmp_path, named=named))
    people = {row.name: row.roles for row in list_people(other_store)}
    assert before <= people.keys()
    assert ("trial" in people[NAMES[0]]) == named
    assert "trial" not in people["trial-1"]
    about = {entry.action: entry.about for entry in read_log(other_store, "trial")}
    assert about["campaign_restored"] == {"file": f"{'named' if named else 'numbered'}.zip"}
    assert (about["person_excluded"]["person"] == NAMES[1]) == named
    assert rank(read_votes(other_store, "trial")).n_judgments == rank(read_votes(built.store, "trial")).n_judgments


WRONG: dict[str, tuple[Callable[[dict[str, bytes]], None], bool, str]] = {
    "a changed byte": (
        lambda files: files.update({"judgment.jsonl": files["judgment.jsonl"].replace(b'"B"', b'"A"')}),
        False,
        "not what the manifest says",
    ),
    "a row less": (
        lambda files: files.update({"event.jsonl": files["event.jsonl"].split(b"\n", 1)[1]}),
        False,
        "not what the manifest says",
    ),
    "a path": (lambda files: files.update({"../../evil.py": b""}), True, "does not hold '../../evil.py'"),
    "a secret table": (lambda files: files.update({"link.jsonl": b""}), True, "does not hold 'link.jsonl'"),
    "a bomb": (
        lambda files: files.update({"event.jsonl": files["event.jsonl"] + b" " * 90_000_000}),
        True,
        "unpacked, the file would be far larger",
    ),
    "a table less": (lambda files: files.pop("round.jsonl") and None, True, "not those of its manifest: 'round.jsonl'"),
    "an unlisted table": (
        lambda files: files.update({MANIFEST: files[MANIFEST].replace(b'"round.jsonl"', b'"rounds.jsonl"')}),
        False,
        "not those of its manifest",
    ),
    "no manifest": (lambda files: files.pop(MANIFEST) and None, False, "has no manifest.json"),
    "a newer schema": (
        lambda files: files.update({MANIFEST: files[MANIFEST].replace(f'"{head_revision()}"'.encode(), b'"0999"')}),
        False,
        "'0999'.*upgrade Parvis",
    ),
    "another format": (
        lambda files: files.update({MANIFEST: files[MANIFEST].replace(b"parvis-archive", b"cookbook")}),
        False,
        "format: Input should be 'parvis-archive'",
    ),
    "another campaign's name": (
        lambda files: files.update({MANIFEST: files[MANIFEST].replace(b'"trial"', b'"trail"')}),
        False,
        "does not hold the campaign",
    ),
    "a malformed name": (
        lambda files: files.update({MANIFEST: files[MANIFEST].replace(b'"trial"', b'"../x"')}),
        False,
        "cannot be a campaign's short name",
    ),
    "two campaigns": (
        lambda files: files.update(
            {
                "campaign.jsonl": files["campaign.jsonl"]
                + re.sub(rb'"id": \d+', b'"id": 999', files["campaign.jsonl"]).replace(b'"trial"', b'"second"')
            }
        ),
        True,
        "does not hold exactly one campaign",
    ),
    "an unknown column": (edited("reason", colour="red"), True, "row .*column 'colour' is unknown"),
    "a stranger": (edited("reason", response_id=999_999), True, "'response_id' names a row of 'response' that is not"),
    "a foreign type": (edited("judgment", revision="1"), True, "'revision': not a whole number"),
    "a number too large": (edited("judgment", active_ms=2**40), True, "'active_ms': not a whole number"),
    "a time without a zone": (edited("event", at="2026-03-02T09:00:00"), True, "'at': a time without a zone"),
    "marks that are no list": (edited("question", marks={"side": "A"}), True, "'marks': not a list"),
    "marks as a text": (edited("comparison", gold_marks="[[0, 5]]"), True, "'gold_marks': not a list"),
    "half a place": (edited("reason", start=3, end=None), True, "do not fit together"),
    "a mark of no issue": (edited("rating_mark", issue=None), True, "'issue' is missing"),
    "clicks of the desk": (lambda files: files.update({"desk_action.jsonl": b""}), True, "'desk_action.jsonl'"),
    "a missing value": (edited("event", deed=None), True, "'deed' is missing"),
    "a NUL": (edited("message", text="a\0b"), True, "NUL"),
    "half a character": (edited("message", text="\ud800"), True, "not valid UTF-8"),
    "a choice that is none": (edited("judgment", choice="C", outcome="first"), True, "do not fit together"),
    "one id twice": (edited("system", id=1), True, "ids do not ascend"),
    "wrong rules": (edited("campaign", settings={"gold_share": 7}), True, "do not fit this Parvis"),
    "an unknown protocol": (edited("campaign", protocol_key="cooking"), True, "no protocol 'cooking'"),
    "no JSON": (lambda files: files.update({"event.jsonl": b"[[[\n"}), True, "not a row of 'event'"),
    "a deep nest": (
        lambda files: files.update({"event.jsonl": b"[" * 100_000 + b"\n"}),
        True,
        "not a row of 'event'",
    ),
}


def test_a_bad_archive_is_refused(built: Built, other_store: Store, tmp_path: Path) -> None:
    """An archive that was damaged, forged or is of another Parvis changes nothing, and the message tells why."""
    whole = archived(built, tmp_path).read_bytes()
    before = everything(other_store)
    for number, (what, (change, honest, word)) in enumerate(WRONG.items()):
        path = tmp_path / f"{number}.zip"
        path.write_bytes(whole)
        repacked(path, change, honest=honest)
        with pytest.raises(ParvisError) as refusal:
            import_everything(other_store, path)
        assert re.search(f"(?s){word}", str(refusal.value)), what
    assert everything(other_store) == before


def test_what_is_no_zip_is_refused(other_store: Store, tmp_path: Path) -> None:
    """A text, half an archive, a folder and a missing file are no archives; an entry given twice is refused."""
    path = tmp_path / "x.zip"
    for content in (b"hello", b"PK\x03\x04half"):
        path.write_bytes(content)
        with pytest.raises(InputError, match="not a readable zip"):
            import_everything(other_store, path)
    for place in (tmp_path, tmp_path / "nowhere.zip"):
        with pytest.raises(InputError, match="not a readable zip"):
            import_everything(other_store, place)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(MANIFEST, "{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(MANIFEST, "{}")
    with pytest.raises(InputError, match="holds a file twice"):
        import_everything(other_store, path)


def test_it_reports_its_progress(built: Built, other_store: Store, tmp_path: Path) -> None:
    """Both ways end with all of what there is."""
    seen: list[tuple[int, int]] = []
    export_everything(built.store, built.slug, io.BytesIO(), progress=lambda *step: seen.append(step))
    assert seen[-1][0] == seen[-1][1] > 0
    import_everything(other_store, archived(built, tmp_path), progress=lambda *step: seen.append(step))
    assert seen[-1][0] == seen[-1][1]
