"""Every table of the gallery is read as its TOML file says, by the library and by the command line."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eval_core.campaigns.setup.import_preview import run_import
from eval_core.cli.tables import OPTIONS, existing_table, reading_of
from eval_core.cli.votes import votes_of
from eval_core.errors import InputError
from eval_core.files import Reading, Receipt, read_judgments, receipt_of
from eval_core.ranking import rank
from eval_core.store import Store
from tests.support.gallery import GALLERY, KINDS, Case, cases
from tests.support.running import COMMANDS, Run

CASES = cases()
IDS = [f"{case.topic}-{case.reader}{case.file}-{case.read}-{' '.join(case.options)}".rstrip("-") for case in CASES]
ADDED = {"responses": "response", "systems": "system", "prompts": "prompt", "comparisons": "comparison",
         "judgments": "judgment", "ratings": "rating", "gold": "gold comparison"}  # fmt: skip


@pytest.fixture
def campaign(done: Run, migrated_sqlite: Path, tmp_path: Path) -> Store:
    """An empty campaign 'trial' in the database of the working directory."""
    shutil.copy(migrated_sqlite, tmp_path / "parvis.db")
    return Store(f"sqlite:///{tmp_path / 'parvis.db'}")


def chosen(case: Case) -> dict[str, Any]:
    """The case's options, as its command understands them."""
    group = case.read if case.read == "rank" else f"import {case.read}"
    campaign = [] if case.read == "rank" else ["--campaign", "trial"]
    params: dict[str, Any] = COMMANDS[group].make_context(group, [case.source, *campaign, *case.options]).params
    return params


def reading(case: Case) -> Reading:
    """How the case's options say that the file is to be read."""
    params = chosen(case)
    return reading_of(**{name: params[name] for name in OPTIONS if name in params})


def outcome(case: Case, store: Store) -> tuple[dict[str, Any], Receipt]:
    """What the library makes of a case, in the words of its TOML file, and the receipt."""
    if case.read == "rank":
        judgments = read_judgments(Path(case.source), reading=reading(case), categories=True)
        ranking = rank(votes_of(Path(case.source), None, chosen(case)["where"], how=reading(case)))
        ordered = sorted(ranking.systems, key=lambda row: (row.rank, -row.strength))
        counts = {"judgments": ranking.n_judgments, "ties": ranking.n_ties}
        receipt = receipt_of(judgments)
        rows = receipt.lines_of(np.unique(judgments.index.to_numpy()))
        # Where rows are paired, a row may be in a judgment under the number of another.
        assert rows == receipt.lines_counted or (rows < receipt.lines_counted and "pairs_made" in case.assumed)
        found = {"systems": tuple(row.system for row in ordered), "counts": counts, "findings": ()}
        return found, receipt
    report = run_import(store, "trial", case.read, existing_table(case.source), reading=reading(case))  # type: ignore[arg-type]  # KINDS
    counts = {name: int(getattr(report, name)) for name in case.counts}
    odd = tuple(finding.code for finding in report.findings if finding.code in case.findings)
    return {"systems": (), "counts": counts, "findings": odd}, report.receipt


def wrong(case: Case, store: Store) -> list[str]:
    """What the library does other than the case says."""
    try:
        found, receipt = outcome(case, store)
    except InputError as error:
        codes = [fault.code for fault in error.faults]
        return [] if case.refused in codes else [f"refused: {error} ({codes})"]
    if case.refused:
        return [f"read, where '{case.refused}' was due: {found}"]
    lines = Path(case.source).read_bytes().splitlines() if case.file.endswith((".csv", ".tsv", ".jsonl")) else []
    differ = ["lines"] if lines and receipt.source.form != "json" and receipt.lines != len(lines) else []
    found["assumed"] = tuple(one.code for one in receipt.assumed if one.code in case.assumed)
    wanted = {"counts": dict(case.counts), "assumed": case.assumed, "findings": case.findings}
    if case.systems:
        wanted["systems"] = case.systems
    found["counts"] = {name: found["counts"][name] for name in case.counts}
    differ += [f"{name}: {found[name]}, not {value}" for name, value in wanted.items() if found[name] != value]
    return differ


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_by_the_library(case: Case, done: Run, campaign: Store) -> None:
    """The library gives what is right, and the lines of the file add up."""
    done("campaign", "create", "trial", "--title", "Prøve", "--protocol", case.protocol)
    assert not wrong(case, campaign)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_by_the_command_line(case: Case, parvis: Run, done: Run, campaign: Store) -> None:
    """The command gives the same, or exits with 2 and a message."""
    if case.read == "rank":
        ran = parvis("rank", case.source, *case.options, "--format", "json")
    else:
        done("campaign", "create", "trial", "--title", "Prøve", "--protocol", case.protocol)
        ran = parvis("import", case.read, case.source, "--campaign", "trial", *case.options)
    if case.refused:
        assert len(ran.complaint) > len("parvis: ")
        return
    assert ran.code == 0, ran.err
    if case.read == "rank":
        ordered = sorted(ran.json["systems"], key=lambda row: (row["rank"], -row["strength"]))
        assert [row["system"] for row in ordered] == list(case.systems) or not case.systems
        said = {"judgments": ran.json["n_judgments"], "ties": ran.json["n_ties"]}
        assert {name: said[name] for name in case.counts} == case.counts
        return
    for name, number in case.counts.items():
        if name in ADDED and number:
            assert f"{number} {ADDED[name]}" in ran.out, ran.out


def test_a_wrong_case_is_noticed(done: Run, campaign: Store) -> None:
    """A case that says something else than what Parvis does is caught, whatever it is about."""
    done("campaign", "create", "trial", "--title", "Prøve")
    case = next(case for case in CASES if case.file == "battles.jsonl")
    assert not wrong(case, campaign)
    for planted in (
        replace(case, systems=tuple(reversed(case.systems))),
        replace(case, counts={"judgments": 5}),
        replace(case, refused="bad_value"),
        replace(case, assumed=("nothing_such",)),
    ):
        assert wrong(planted, campaign)


def test_every_table_has_a_case() -> None:
    """No table lies in the gallery unread, and each case names a kind that there is."""
    tables = {path.name for path in GALLERY.iterdir() if path.suffix != ".toml"}
    assert {case.file.split("/")[0] for case in CASES} == tables
    assert {case.read for case in CASES} <= set(KINDS)
    assert all(case.what.endswith((".", "!")) for case in CASES)
