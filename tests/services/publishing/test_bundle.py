"""A folder for a paper: its numbers are those of the report, can be computed again to the digit, and name no one."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from sqlalchemy import select, update

from eval_core.campaigns.publishing.released_judgments import CONTROL_COLUMNS, JUDGMENT_COLUMNS, released_judgments
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.cli.votes import votes_of
from eval_core.errors import InputError, RefusedError
from eval_core.locales import LANGUAGES, use_language
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.reports.bundle.folder import bundle_zip, write_bundle
from eval_core.reports.bundle.recomputation import differences, main
from eval_core.store import Campaign, Exclusion, Person, Prompt, Remark, Response
from tests.support.building import Built
from tests.support.full_campaign import NAMES, furnish

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with something in every table."""
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    return made


def texts_of(folder: Path) -> str:
    """All that a folder says: its text files, and the tables as text."""
    parts = [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in {".tex", ".md", ".json", ".bib"}]
    parts += [path.read_text("utf-8") for path in folder.rglob("*.svg")]
    return "\n".join([*parts, *(pd.read_parquet(path).to_csv() for path in folder.glob("*.parquet"))])


def secrets_of(built: Built) -> list[str]:
    """What no one may read in a bundle: names, texts of prompts and responses, comments, reasons for leaving out."""
    with built.store.read() as db:
        names = db.scalars(select(Person.name).where(Person.kind == "human")).all()
        texts = [text for column in (Prompt.text, Response.text) for text in db.scalars(select(column))]
        comments = db.scalars(select(Remark.comment).where(Remark.comment.is_not(None))).all()
        return [*names, *filter(None, texts), *filter(None, comments), *db.scalars(select(Exclusion.reason))]


@dataclass(frozen=True)
class Blank:
    """A figure that takes no time."""

    def pdf(self) -> bytes:
        return b"%PDF"

    def svg(self) -> bytes:
        return b"<svg/>"


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are left blank: to paint them takes longer than all the rest."""
    monkeypatch.setattr("eval_core.figures.painted.paint", lambda model, width: Blank())


@pytest.mark.slow
def test_the_folder_is_whole(built: Built, tmp_path: Path) -> None:
    """Every part of it is there, and a main document that shows each table and figure."""
    written = write_bundle(built.store, built.slug, tmp_path / "results")
    files = set(written.files)
    assert files == {str(path.relative_to(tmp_path / "results")) for path in (tmp_path / "results").rglob("*.*")}
    assert files >= {"README.md", "main.tex", "numbers.json", "judgments.parquet", "controls.parquet", "compute.py"}
    assert files >= {"references.bib"} | {f"{name}-{of}.tex" for name in ("methods", "robustness") for of in LANGUAGES}
    main = (tmp_path / "results" / "main.tex").read_text("utf-8")
    tables = [name for name in files if name.startswith("tables/")]
    figures = [name for name in files if name.startswith("figures/")]
    assert len(tables) >= 5
    assert {Path(name).suffix for name in figures} == {".pdf", ".svg"}
    for name in tables:
        assert rf"\input{{{name.removesuffix('.tex')}}}" in main
    for name in figures:
        assert f"{{{name.rpartition('.')[0]}}}" in main
    assert {name.rpartition(".")[0].rpartition("-")[2] for name in figures} == {"one", "two"}


def test_it_says_what_the_report_says(built: Built, unpainted: None, tmp_path: Path) -> None:
    """Each part's ranking is that of the campaign's judgments, and of the Parquet file as anybody may rank it."""
    written = write_bundle(built.store, built.slug, tmp_path / "results")
    numbers = json.loads((tmp_path / "results" / "numbers.json").read_text("utf-8"))
    assert written.parts == tuple(numbers["choices"]["parts"])
    for part in written.parts:
        standard = None if part == "all" else part
        board = read_leaderboard(built.store, built.slug, Choices(written_standard=standard))
        condition = [] if standard is None else [f"written_standard={standard}"]
        from_file = votes_of(tmp_path / "results" / "judgments.parquet", None, condition)
        published = numbers["results"]["parts"][part]["ranking"]
        for votes in (board.votes, from_file):
            again = json.loads(json.dumps(rank(votes).as_dict()))
            assert differences(published["systems"], again["systems"])[2] == []
            assert differences(published["pairs"], again["pairs"])[2] == []


@pytest.mark.slow
def test_each_number_is_computed_again(
    built: Built, unpainted: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same to the digit. A changed number and a changed judgment are found."""
    folder = tmp_path / "results"
    write_bundle(built.store, built.slug, folder)
    assert main(folder) == 0
    said = capsys.readouterr().out
    number = int(said.split()[0])
    assert number > 100
    assert f"all the same, {number} of them to the last digit" in said

    numbers = (folder / "numbers.json").read_text("utf-8")
    document = json.loads(numbers)
    part = next(iter(document["results"]["parts"].values()))
    part["ranking"]["systems"][0]["strength"] += 0.001
    (folder / "numbers.json").write_text(json.dumps(document), encoding="utf-8")
    assert main(folder) == 1
    assert "ranking/systems/0/strength" in capsys.readouterr().out

    (folder / "numbers.json").write_text(numbers, encoding="utf-8")
    judgments = pd.read_parquet(folder / "judgments.parquet")
    judgments.loc[judgments["counts"].idxmax(), "counts"] = False
    judgments.to_parquet(folder / "judgments.parquet")
    assert main(folder) == 1


@pytest.mark.slow
def test_the_script_needs_nothing_else(built: Built, unpainted: None, tmp_path: Path) -> None:
    """As its readers run it: in the folder, in another process, without a database."""
    folder = tmp_path / "results"
    write_bundle(built.store, built.slug, folder)
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PARVIS_DATABASE_URL": "sqlite:////nowhere/at/all.db"}
    command = [sys.executable, "compute.py"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    number = done.stdout.split()[0]
    assert f"all the same, {number} of them to the last digit" in done.stdout


@pytest.mark.slow
def test_nobody_is_named(built: Built, tmp_path: Path) -> None:
    """No name, text, comment or reason is in any file; one that is planted is found. Programs keep their names."""
    folder = tmp_path / "results"
    write_bundle(built.store, built.slug, folder)
    hidden = secrets_of(built)
    assert len(hidden) > 20
    said = texts_of(folder)
    assert [secret for secret in hidden if secret in said] == []
    judgments = pd.read_parquet(folder / "judgments.parquet")
    assert tuple(judgments) == JUDGMENT_COLUMNS
    assert tuple(pd.read_parquet(folder / "controls.parquet")) == CONTROL_COLUMNS
    people = judgments.loc[judgments["annotator_kind"] == "human", "annotator_id"]
    assert people.str.fullmatch(r"annotator-[0-9a-f]{8}").all()
    assert judgments["prompt_id"].str.fullmatch(r"prompt-\d+").all()
    (folder / "README.md").write_text(f"by {NAMES[0]}", encoding="utf-8")
    assert [secret for secret in hidden if secret in texts_of(folder)] == [NAMES[0]]


def test_pseudonyms_and_order_are_new_each_time(built: Built) -> None:
    """Two bundles cannot be joined by who judged, or in which order."""
    one, two = (released_judgments(built.store, built.slug).judgments for _ in range(2))
    assert set(one["annotator_id"]).isdisjoint(set(two["annotator_id"]) - {"Robot"})
    assert list(one["model_a"] + one["model_b"]) != list(two["model_a"] + two["model_b"])


def test_those_left_out_are_marked(built: Built) -> None:
    """Judgments of someone excluded are there, do not count, and come after those that do."""
    before = released_judgments(built.store, built.slug)
    with built.store.write() as db:
        person = db.scalars(select(Person.id).where(Person.name == NAMES[0])).one()
        db.add(Exclusion(campaign_id=built.id, person_id=person, reason="Too fast to be true"))
    after = released_judgments(built.store, built.slug)
    assert len(before.judgments) == len(after.judgments)
    assert after.judgments["excluded"].sum() > before.judgments["excluded"].sum()
    assert not (after.judgments["excluded"] & after.judgments["counts"]).any()
    assert after.judgments["counts"].is_monotonic_decreasing
    votes = read_leaderboard(built.store, built.slug).votes
    assert after.judgments["counts"].sum() == len(votes)


def test_what_is_refused(built: Built, unpainted: None, campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A filled folder, a campaign without judgments, and one whose responses are rated; nothing is left behind."""
    folder = tmp_path / "taken"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError) as taken:
        write_bundle(built.store, built.slug, folder)
    assert taken.value.code == "name_taken"
    (folder / "mine.txt").unlink()
    assert write_bundle(built.store, built.slug, folder).files, "an empty folder may be filled"
    shutil.rmtree(folder)
    empty = campaign(slug="empty", prompts=2)
    with pytest.raises(InputError):
        write_bundle(empty.store, empty.slug, folder)
    with built.store.write() as db:
        db.execute(update(Campaign).where(Campaign.id == built.id).values(protocol_key="heval"))
    with pytest.raises(InputError) as rated:
        write_bundle(built.store, built.slug, folder)
    assert rated.value.code == "bundle_of_ratings"
    assert not folder.exists()
    assert not [path for path in tmp_path.iterdir() if "taken" in path.name]


@pytest.mark.slow
def test_a_zip_for_researchers(built: Built, unpainted: None) -> None:
    """The same files in a zip, in the reader's language; annotators may not have it."""
    use_language("nb")
    researcher, annotator = built.enter("Rolf", "researcher"), built.enter("Anna")
    with zipfile.ZipFile(io.BytesIO(bundle_zip(built.store, built.slug, who=researcher))) as packed:
        assert "trial-results/tables/people.tex" in packed.namelist()
        assert "Hvem som vurderte" in packed.read("trial-results/tables/people.tex").decode()
        assert "judgments by" in packed.read("trial-results/methods-en.tex").decode()
    with pytest.raises(RefusedError):
        bundle_zip(built.store, built.slug, who=annotator)
