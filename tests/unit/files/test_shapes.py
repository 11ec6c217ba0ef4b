"""Tables of other shapes: rows keep their numbers, the lines add up, and what a person says wins over a guess."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.errors import InputError
from eval_core.files import Reading, meta_of, read_judgments, read_responses, read_table, receipt_of, to_votes_frame
from eval_core.files.receipt import Receipt, without
from eval_core.files.shapes.table import SHAPES
from tests.support.gallery import GALLERY, cases

BATTLE = {"model_a": "x", "model_b": "y", "winner": "model_a"}


def written(path: Path, document: Any) -> Path:
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path


def sums(receipt: Receipt, rows: pd.Index[Any]) -> bool:
    """Whether every line is counted once: those of the rows that are there, and those that are left out."""
    out = sum(one.lines for one in receipt.left_out)
    known = receipt.heading + receipt.blank + receipt.lines_of(np.unique(rows.to_numpy())) + out
    return known == receipt.lines


def test_records_of_a_list_are_numbered_and_each_fault_has_its_number(tmp_path: Path) -> None:
    """A list on one line: the second and the fourth element are no objects, and both are named."""
    with pytest.raises(InputError) as caught:
        read_table(written(tmp_path / "x.json", [BATTLE, 3, BATTLE, ["a"]]))
    assert [(fault.row, fault.code) for fault in caught.value.faults] == [(2, "not_an_object"), (4, "not_an_object")]
    table = read_table(written(tmp_path / "x.json", [BATTLE, {**BATTLE, "note": float("nan")}]))
    assert table.index.tolist() == [1, 2]
    assert table["note"].isna().all()
    assert (receipt_of(table).lines, receipt_of(table).records) == (2, 2)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('{"a": [{"x": 1}], "b": [{"x": 1}]}', "json_no_table"),
        ("3", "json_no_table"),
        ("[", "bad_json"),
        ("[]", "no_rows"),
        ('[{"a": Infinity}]', "bad_json"),
        ('[{"a": 1, "a": 2}]', "bad_json"),
        ("[" * 100_000, "too_deep"),
        ('[{"a": "\\ud800"}]', "not_utf8"),
        ('[{"a": "\\u0000"}]', "has_nul"),
        (json.dumps([{"a": json.loads("[" * 40 + "]" * 40)}]), "too_deep"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: str, code: str) -> None:
    """Each document that holds no table, or a text that no database takes, says what is wrong."""
    with pytest.raises(InputError) as caught:
        read_table(written(tmp_path / "x.json", content))
    assert caught.value.code == code


def test_columns_of_other_programs(tmp_path: Path) -> None:
    """Tables as pandas writes them in each of its orders are the same table."""
    frame = pd.DataFrame([BATTLE, {**BATTLE, "winner": "tie"}])
    whole = read_table(written(tmp_path / "records.json", frame.to_json(orient="records")))
    for orient in ("columns", "split", "table"):
        other = read_table(written(tmp_path / f"{orient}.json", frame.to_json(orient=orient)))
        assert other[list(BATTLE)].equals(whole[list(BATTLE)]), orient
    lists = read_table(written(tmp_path / "lists.json", frame.to_dict("list")))
    assert lists.equals(whole)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_every_shape_is_in_the_gallery(shape: Any) -> None:
    """For each shape there is a case whose table is recognised as it, and no other shape takes that table."""
    tables = [(case, read_table(Path(case.source))) for case in cases() if not case.reader and not case.refused
              and case.file.endswith((".json", ".jsonl", ".csv"))]  # fmt: skip
    found = [(case, table) for case, table in tables if shape.fits(table, case.read.replace("rank", "judgments"))]
    assert found
    for _, table in found:
        others = [other.name for other in SHAPES if any(other.fits(table, kind) for kind in other.kinds)]
        assert others == [shape.name]


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=12))
def test_the_lines_add_up_where_records_give_several_judgments(
    tmp_path_factory: pytest.TempPathFactory, tasks: list[tuple[int, bool]]
) -> None:
    """Tasks with no, one or several annotations, some cancelled: counted and left out are the file's lines."""
    said = [{"from_name": "pw", "type": "pairwise", "value": {"selected": "left"}}]
    records = [
        {
            "id": n,
            "data": {"model_a": "x", "model_b": "y"},
            "annotations": [{"completed_by": who, "was_cancelled": cancelled, "result": said} for who in range(many)],
        }
        for n, (many, cancelled) in enumerate(tasks)
    ]
    path = written(tmp_path_factory.mktemp("tasks") / "x.json", records)
    judged = [many for many, cancelled in tasks if not cancelled and many]
    if not judged:
        with pytest.raises(InputError) as caught:
            read_judgments(path)
        assert caught.value.code == "nothing_judged"
        return
    frame = read_judgments(path)
    assert len(frame) == sum(judged)
    receipt = receipt_of(frame)
    assert sums(receipt, frame.index)
    assert receipt.counted == len(judged)
    assert not sums(receipt.leaving("bad_row", [frame.index[0]]), frame.index)  # a line that is counted twice is seen


def test_a_record_counts_as_long_as_one_of_its_judgments_does() -> None:
    """Of a record's two judgments one is left out: the record is counted. Without both it is not."""
    frame = pd.DataFrame({"v": [1, 2, 3]}, index=pd.Index([1, 1, 2], name="row"))
    frame.attrs["receipt"] = Receipt(lines=2, records=2)
    half = without(frame, [True, False, False], "repeated")
    assert receipt_of(half).counted == 2
    assert receipt_of(without(half, [True, False], "repeated")).left_out[0].rows == (1,)


def test_a_fault_in_one_of_several_judgments_names_the_row(tmp_path: Path) -> None:
    """A record with two judgments, one of them with a word that means nothing: the message has row and word."""
    tasks = [{"id": 1, "fields": {"model_a": "x", "model_b": "y"},
              "responses": {"best": [{"value": "A", "user_id": "1"}, {"value": "hm", "user_id": "2"}]}}]  # fmt: skip
    with pytest.raises(InputError) as caught:
        read_judgments(written(tmp_path / "x.json", tasks))
    assert caught.value.row == 1
    assert len(caught.value.faults) == 1


def test_what_a_person_says_of_a_heading_wins(tmp_path: Path) -> None:
    """A heading that a shape would take apart is given: the table is as it is, and the message is about that."""
    path = GALLERY / "alpaca_eval_annotations.json"
    assert len(read_judgments(path)) == 5
    with pytest.raises(InputError, match="winner|judgments"):
        read_judgments(path, reading=Reading(columns={"generator_1": "model_a"}))
    table = "prompt,lama,furu,ekstra\nA,svar 1,svar 2,og\nB,svar 3,svar 4,men\n"
    path = written(tmp_path / "wide.csv", table)
    assert sorted(read_responses(path)["system"].unique()) == ["ekstra", "furu", "lama"]
    frame = read_responses(path, Reading(columns={"ekstra": ""}))
    assert sorted(frame["system"].unique()) == ["furu", "lama"]
    assert meta_of(frame).tolist() == [{"ekstra": "og"}] * 2 + [{"ekstra": "men"}] * 2


@pytest.mark.parametrize(
    "table",
    [
        "prompt,hvem,svaret\nA,lama,tekst 1\nA,furu,tekst 2\nB,lama,tekst 3\nB,furu,tekst 4\n",  # a row a system
        "prompt,lama\nA,tekst 1\nB,tekst 2\n",  # one column of texts
        "prompt,lengde,poeng\nA,12,3\nB,14,4\n",  # numbers
        "prompt,svar a,svar b\nA,tekst 1,tekst 2\nB,tekst 3,tekst 4\n",  # two responses without their systems
    ],
)
def test_what_may_be_something_else_is_no_column_a_system(tmp_path: Path, table: str) -> None:
    """Where the columns may be something else than systems, the file is refused as before."""
    with pytest.raises(InputError) as caught:
        read_responses(written(tmp_path / "x.csv", table))
    assert caught.value.code == "responses_column_missing"


def test_names_of_columns_without_what_all_begin_with(tmp_path: Path) -> None:
    """*Svar: lama* and *Svar: furu* are the systems lama and furu."""
    path = written(tmp_path / "x.csv", "oppgave;Svar: lama;Svar: furu\nA;én;to\nB;tre;fire\n")
    frame = read_responses(path)
    assert frame["system"].tolist() == ["lama", "furu"] * 2
    assert frame.index.tolist() == [2, 2, 3, 3]


def test_pairs_stay_within_a_person_and_a_criterion(tmp_path: Path) -> None:
    """Two people and two criteria: only ratings by one person on one criterion are compared."""
    rows = [f"1,{who},{what},{system},{value}" for who in "kl" for what in ("flyt", "innhold")
            for system, value in (("x", 2), ("y", 5))]  # fmt: skip
    path = written(tmp_path / "x.csv", "prompt_id,annotator,aspect,system,rating\n" + "\n".join(rows) + "\n")
    with pytest.raises(InputError) as caught:
        read_judgments(path, reading=Reading(pairs_from="ratings"))
    assert caught.value.code == "ranked_twice"
    reading = Reading(pairs_from="ratings", columns={"aspect": "criterion"})
    votes = to_votes_frame(read_judgments(path, reading=Reading(pairs_from="ratings", columns=reading.columns)))
    assert set(votes["outcome"]) == {"second"}
    assert set(votes["first"]) == {"x"}


def test_the_best_rank_is_the_lowest_and_the_best_rating_the_highest(tmp_path: Path) -> None:
    """The same numbers as ranks and as ratings give opposite winners."""
    for what, winner in (("ranks", "a"), ("ratings", "b")):
        path = written(tmp_path / "x.csv", "prompt,x,y\nA,1,2\n")
        assert read_judgments(path, reading=Reading(pairs_from=what))["outcome"].tolist() == [winner]  # type: ignore[arg-type]


def test_dates_among_ids_are_noticed_and_other_ids_are_not(tmp_path: Path) -> None:
    """Ids that Excel has changed, in Norwegian and English, and ids that only look a little like it."""
    for ids, noticed in ((["1-1", "02.jan"], True), (["Jan-02", "x"], True), (["1,23E+15", "7"], True),
                         (["2026-02-01", "a"], True), (["p-1", "mars-3", "12.5", "may be"], False)):  # fmt: skip
        rows = [{"question_id": one, **BATTLE} for one in ids]
        path = tmp_path / "x.csv"
        pd.DataFrame(rows).to_csv(path, index=False)
        codes = [one.code for one in receipt_of(read_judgments(path)).assumed]
        assert codes == (["dates_in_ids"] if noticed else []), ids


def samples(folder: Path, system: str, asked: str, digest: str = "d", text: Any = "Hei.") -> None:
    """A run of lm-eval with one sample."""
    folder.mkdir()
    written(folder / "results_2026-05-01T10-00-00.1.json", {"model_name": system, "config": {}})
    sample = {"doc_id": 0, "arguments": [[asked, {}]], "filtered_resps": [text], "doc_hash": digest}
    written(folder / "samples_t_2026-05-01T10-00-00.1.jsonl", json.dumps(sample) + "\n")


def test_one_document_is_one_prompt_whatever_stands_around_it(tmp_path: Path) -> None:
    """Two systems with templates of their own: one prompt, and the receipt says so; another document is none."""
    samples(tmp_path / "a", "x", "<s>Skriv.</s>")
    samples(tmp_path / "b", "y", "[INST]Skriv.[/INST]")
    frame = read_responses(Path(f"lm-eval:{tmp_path}"))
    assert frame["prompt"].nunique() == 1
    assert [one.code for one in receipt_of(frame).assumed] == ["prompts_differ"]
    samples(tmp_path / "c", "z", "Skriv.", "another")
    assert read_responses(Path(f"lm-eval:{tmp_path}"))["prompt"].nunique() == 2


@pytest.mark.parametrize(
    ("name", "code"),
    [("lm-eval:nowhere", "no_logs"), ("inspect:empty", "no_logs"), ("inspect:cut.eval", "unreadable_log")],
)
def test_logs_that_are_not_there_or_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str
) -> None:
    """A folder without logs, and an archive that ends in the middle."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    content = (GALLERY / "inspect_log.eval").read_bytes()
    (tmp_path / "cut.eval").write_bytes(content[:60] + b"\0" * 400 + content[460:])
    with pytest.raises(InputError) as caught:
        read_responses(Path(name))
    assert caught.value.code == code


def test_a_log_packed_as_archives_usually_are(tmp_path: Path) -> None:
    """An older log, packed by deflation, reads as the newer one."""
    log = json.loads((GALLERY / "inspect_log.json").read_text(encoding="utf-8"))
    with zipfile.ZipFile(tmp_path / "x.eval", "w", zipfile.ZIP_DEFLATED) as archive:
        for sample in log.pop("samples"):
            archive.writestr(f"samples/{sample['id']}_epoch_{sample['epoch']}.json", json.dumps(sample))
        archive.writestr("header.json", json.dumps(log))
    packed, plain = (
        read_responses(Path(f"inspect:{path}")) for path in (tmp_path / "x.eval", GALLERY / "inspect_log.json")
    )
    assert packed["response"].tolist() == plain["response"].tolist()
    assert receipt_of(packed).left_out[0].reason == "other_epoch"
