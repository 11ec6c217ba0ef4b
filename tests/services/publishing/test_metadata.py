"""What came in goes out: columns of files that are none of ours, ids of prompts, and times with their offset."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from openpyxl import load_workbook
from sqlalchemy import func, select, update

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_comparisons, import_responses
from eval_core.campaigns.people.erasure import erase_by_name
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.publishing.metadata import free_name
from eval_core.campaigns.publishing.public_release import read_release
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.files import read_judgments, read_table, to_votes_frame, write_table
from eval_core.ranking import rank
from eval_core.store import Judgment, MailPlan, Store
from eval_core.web.desk_json import pile_document
from tests.support.acts import open_desk
from tests.support.building import Built, build_campaign
from tests.support.judging import judge

pytestmark = pytest.mark.both_databases

JUDGED = """Id;Nr.;round;vurderar_epost;model_a;model_b;winner;judge;question_id
k-1;007;A;ada@uni.no;fjell;fjord;model_a;Ada;81
k-2;8;B;bo@uni.no;fjord;fjell;tie (bothbad);Bo;81
k-3;;B;ada@uni.no;fjell;fjord;model_b;Ada;82
"""
NAMELESS = """model_a,model_b,winner,judge
fjell,fjord,model_a,Ada
fjell,fjord,model_a,Ada
fjord,fjell,model_a,Ada
"""
EXPORTS = pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet", "xlsx"])


def imported(built: Built, text: str, folder: Path, load: Callable[..., Any] = import_judgments) -> None:
    file = folder / "file.csv"
    file.write_text(text, encoding="utf-8")
    load(built.store, file, built.slug)


def again(frame: pd.DataFrame, store: Store, folder: Path, suffix: str) -> pd.DataFrame:
    """The export of a campaign that was loaded from this export, row by row as it was."""
    file = folder / f"export.{suffix}"
    write_table(frame, file)
    copy = build_campaign(store, slug="copy", prompts=0, systems=())
    assert import_judgments(store, file, copy.slug).judgments == len(frame)
    assert import_judgments(store, file, copy.slug).judgments == 0
    return export_judgments(store, copy.slug)


def plain(values: pd.Series[Any]) -> list[Any]:
    return [None if value is None or value != value else value for value in values]


@EXPORTS
def test_columns_of_judgments_come_out_again(
    campaign: Callable[..., Built], other_store: Store, tmp_path: Path, suffix: str
) -> None:
    """Under their own headings, to the letter; one that is called as ours with (file); the same after a round trip."""
    built = campaign(prompts=0, systems=())
    imported(built, JUDGED, tmp_path)
    frame = export_judgments(built.store, built.slug)
    assert list(frame.columns[-5:]) == ["Id", "Nr.", "round (file)", "vurderar_epost", "winner"]
    assert plain(frame["Nr."]) == ["007", "8", None]
    assert plain(frame["round (file)"]) == ["A", "B", "B"]
    assert plain(frame["winner"]) == [None, "tie (bothbad)", None]
    copy = again(frame, other_store, tmp_path, suffix)
    same = [name for name in frame if name not in ("kind", "category")]
    assert list(copy.columns) == list(frame.columns)
    assert {name: plain(copy[name]) for name in same} == {name: plain(frame[name]) for name in same}


def test_planted_a_heading_that_is_ours() -> None:
    """A heading never takes the place of a column of ours, nor of another heading."""
    assert free_name("Nr.", ["prompt"]) == "Nr."
    assert free_name("prompt", ["prompt"]) == "prompt (file)"
    assert free_name("prompt", ["prompt", "prompt (file)"]) == "prompt (file 2)"


def test_columns_of_responses_and_comparisons(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """What is the same of both responses is one column, else one for each side; the pair's own is the pair's."""
    built = campaign(prompts=0, systems=())
    rows = [
        {"prompt": f"Oppgave {n}", "system": s, "response": f"Svar {n} {s}.", "Id": n, "Nr.": 10 * n + place}
        for n in range(3)
        for place, s in enumerate(("fjell", "fjord"))
    ]
    file = tmp_path / "responses.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_responses(built.store, file, built.slug)
    pair = "prompt,response_a,response_b,model_a,model_b,Par\nSkriv.,Det eine.,Det andre.,fjell,fjord,p-9\n"
    imported(built, pair, tmp_path, import_comparisons)
    who = built.enter("Kari")
    desk = json.dumps(pile_document(open_desk(built.store, who, built.slug, ahead=9).pile), default=str)
    assert "Svar 1 fjell." in desk
    assert not any(word in desk for word in ("Nr.", '"Id"', "p-9", "Par"))
    judge(built, who)
    frame = export_judgments(built.store, built.slug)
    by_text = {row["response"]: row for row in rows}
    for row in frame.to_dict("records"):
        a, b = by_text.get(row["response_a"]), by_text.get(row["response_b"])
        assert row["Id"] == (a and a["Id"])
        assert (row["Nr._a"], row["Nr._b"]) == (a and a["Nr."], b and b["Nr."])
        assert row["Par"] == (None if a else "p-9")
    write_dataset(built.store, built.slug, tmp_path / "data")
    responses = pd.read_parquet(tmp_path / "data" / "responses.parquet").set_index("response")
    assert {text: responses.loc[text, "Nr."] for text in by_text} == {text: row["Nr."] for text, row in by_text.items()}
    judged = pd.read_parquet(tmp_path / "data" / "judgments.parquet")
    assert sorted(judged["Par"].dropna()) == ["p-9"]
    assert "`Nr._a`" not in (tmp_path / "data" / "README.md").read_text()


def test_nobody_is_told_by_a_column(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Addresses, and what is one thing for each annotator, stay in the house; they go when a person is erased."""
    built = campaign(prompts=0, systems=())
    extra = JUDGED.replace("vurderar_epost", "vurderar_epost;fullt_navn").replace("@uni.no", "@uni.no;N. N.")
    imported(built, extra.replace("ada@uni.no;N. N.", "ada@uni.no;Ada L."), tmp_path)
    told = {"vurderar_epost", "fullt_navn"}
    assert told <= set(export_judgments(built.store, built.slug))
    assert not told & set(export_judgments(built.store, built.slug, pseudonymous=True))
    move_campaign(built.store, built.slug, "closed")
    write_dataset(built.store, built.slug, tmp_path / "data")
    released = read_release(built.store, built.slug, texts=False).judgments
    for table in (pd.read_parquet(tmp_path / "data" / "judgments.parquet"), released):
        assert not told & set(table)
        assert {"Id", "Nr.", "round (file)"} <= set(table)
        assert "uni.no" not in table.to_csv()
    erase_by_name(built.store, "Ada")
    assert plain(export_judgments(built.store, built.slug)["Id"]) == [None, "k-2", None]


@EXPORTS
def test_every_row_has_a_prompt_id(
    campaign: Callable[..., Built], other_store: Store, tmp_path: Path, suffix: str
) -> None:
    """A key where the file gave none: importing it again adds nothing, and an unknown prompt stays unknown."""
    built = campaign(prompts=0, systems=())
    imported(built, NAMELESS, tmp_path)
    imported(built, "prompt,model_a,model_b,winner,judge\nSkriv om havet.,fjell,fjord,tie,Bo\n", tmp_path)
    frame = export_judgments(built.store, built.slug)
    assert frame["prompt_id"].notna().all()
    assert frame["prompt_id"].nunique() == 2
    file = tmp_path / f"own.{suffix}"
    write_table(frame, file)
    report = import_judgments(built.store, file, built.slug)
    assert (report.judgments, report.prompts) == (0, 0)
    copy = again(frame, other_store, tmp_path, suffix)
    assert plain(copy["prompt_id"]) == plain(frame["prompt_id"])
    here, there = (len(read_votes(store, slug)) for store, slug in ((built.store, built.slug), (other_store, "copy")))
    assert here == there == len(to_votes_frame(read_judgments(file))) == 4
    move_campaign(built.store, built.slug, "closed")
    write_dataset(built.store, built.slug, tmp_path / "data")
    released = read_release(built.store, built.slug).judgments
    write_table(released, tmp_path / "released.parquet")
    for published in (tmp_path / "data" / "judgments.parquet", tmp_path / "released.parquet"):
        assert pd.read_parquet(published)["prompt_id"].notna().all()
        votes = to_votes_frame(read_judgments(published))
        assert rank(votes).systems == rank(read_votes(built.store, built.slug)).systems


def test_times_carry_their_offset(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """In every format, in a workbook behind a time that stays one; the data card says the campaign's zone."""
    built = campaign(prompts=2)
    judge(built, built.enter("Kari"))
    frame = export_judgments(built.store, built.slug)
    assert frame["decided_at"].str.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00").all()
    write_table(frame, tmp_path / "judgments.xlsx")
    sheet = load_workbook(tmp_path / "judgments.xlsx").worksheets[0]
    place = [cell.value for cell in sheet[1]].index("decided_at") + 1
    cell = sheet.cell(2, place)
    assert (cell.is_date, cell.number_format) == (True, 'yyyy-mm-dd hh:mm:ss"+00:00"')
    read = read_table(tmp_path / "judgments.xlsx")["decided_at"]
    assert [pd.Timestamp(text) for text in read] == [pd.Timestamp(text).floor("s") for text in frame["decided_at"]]
    assert read.str.endswith("+00:00").all()
    with built.store.write() as db:
        db.add(MailPlan(campaign_id=built.id, time_zone="Atlantic/Azores"))
    for name, times in (("with", True), ("without", False)):
        write_dataset(built.store, built.slug, tmp_path / name, times=times)
        said = "campaign's time zone is Atlantic/Azores" in (tmp_path / name / "README.md").read_text()
        assert said == times


def test_a_campaign_of_before(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Judgments that were imported before they kept anything are exported as they were."""
    built = campaign(prompts=0, systems=())
    imported(built, JUDGED, tmp_path)
    with built.store.write() as db:
        db.execute(update(Judgment).values(meta=None))
        assert db.scalar(select(func.count()).where(Judgment.meta.is_(None))) == 3
    assert list(export_judgments(built.store, built.slug))[-1] == "comment"
