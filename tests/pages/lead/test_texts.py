"""The step Texts: columns are matched on the screen, all faults are listed, and a file can be taken out again."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.audit import read_log
from eval_core.files import TEMPLATES, template
from eval_core.store import Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.page_text import words

Open = Callable[..., AppTest]
STRANGE = pd.DataFrame(
    [
        {"Hva": f"Oppgave {n}", "Hvem": who, "Kva": f"Svar {n} {who}", "Notat": "<b>x</b>"}
        for n in range(2)
        for who in ("alfa", "bravo")
    ]
)


@pytest.fixture
def built(store: Store) -> Built:
    """A draft without texts."""
    return build_campaign(store, prompts=0, systems=(), status="draft")


@pytest.fixture
def page(built: Built, open_page: Open) -> AppTest:
    return open_page("setup", built.enter("Lise", "lead"))


def workbook(frame: pd.DataFrame) -> bytes:
    sink = io.BytesIO()
    frame.to_excel(sink, index=False)
    return sink.getvalue()


def choose(page: AppTest, content: bytes, name: str) -> AppTest:
    return page.file_uploader[0].set_value((name, content, "application/octet-stream")).run()


def match(page: AppTest, ours: str, heading: str, kind: str = "responses") -> AppTest:
    return page.selectbox(key=f"setup_column_trial_{kind}_{ours}").set_value(heading).run()


def keys(page: AppTest) -> set[str | None]:
    return {button.key for button in page.button}


def test_columns_of_other_names_are_matched_and_remembered(page: AppTest, built: Built) -> None:
    """A workbook with strange headings: the lead says what is what, and a second file needs no choice any more."""
    said = words(choose(page, workbook(STRANGE), "svar.xlsx"))
    assert "Choose which columns of the file are “prompt”, “system”, “response”." in said
    assert "setup_load" not in keys(page)
    for ours, heading in (("prompt", "Hva"), ("system", "Hvem"), ("response", "Kva")):
        match(page, ours, heading)
    said = words(page)
    assert "Loading the file adds: 2 prompts, 2 systems, 4 responses, 2 comparisons." in said
    assert "Kept as metadata of each row: “Notat”." in said
    assert "<b>x" not in said
    said = words(page.button(key="setup_load").click().run())
    assert "Loaded svar.xlsx: 2 prompts, 2 systems, 4 responses, 2 comparisons." in said
    more = STRANGE.assign(Hvem=STRANGE["Hvem"] + "-2")
    assert "Loading the file adds: 2 systems, 4 responses" in words(choose(page, workbook(more), "fler.xlsx"))
    # A choice that is taken back leaves the column missing again.
    assert "Choose which columns of the file are “response”." in words(match(page, "response", ""))
    assert "setup_load" not in keys(page)


def test_all_faults_are_listed_and_can_be_downloaded(
    page: AppTest, built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A semicolon file in Windows' own letters with two faults: what it was taken for, both faults, and their file."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: made.setdefault(name, data))
    before = everything(built.store)
    lines = ["oppgave;modell;svar;målform", "Spør;a;Blåbær;nb", "Spør;b;;klingonsk", ";c;Ja;nb"]
    said = words(choose(page, "\r\n".join(lines).encode("cp1252"), "svar fra Kåre.csv"))
    assert "3 rows · separated by semicolons · encoding Windows-1252" in said
    assert "The file has 2 faults. Nothing is loaded." in said
    assert "<td>målform</td>" in said
    assert "<td>oppgave</td><td>A prompt must not be blank</td>" in said
    assert "setup_load" not in keys(page)
    listed = pd.read_csv(io.BytesIO(made["faults.csv"]()))
    assert listed["row"].tolist() == [3, 4]
    assert listed["value"].iloc[0] == "klingonsk"
    assert pd.read_excel(io.BytesIO(made["faults.xlsx"]()))["row"].tolist() == [3, 4]
    assert everything(built.store) == before


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["responses", "comparisons", "gold"])
def test_a_template_can_be_loaded_as_it_is(page: AppTest, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The template of each kind that is offered needs no choice and has no fault."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: made.setdefault(name, data))
    page.radio(key="setup_kind").set_value(kind).run()
    assert made[f"{kind}.csv"]() == template(kind, ".csv")
    choose(page, made[f"{kind}.csv"](), f"{kind}.csv")
    assert "setup_load" in keys(page)
    assert TEMPLATES[kind][0].name in words(page)


def test_a_loaded_file_is_listed_and_taken_out(page: AppTest, built: Built, open_page: Open) -> None:
    """The list says what, how much and by whom; one question, and all is as before but for the log."""
    before = {name: rows for name, rows in everything(built.store).items() if name != "event"}
    content = template("responses", ".csv")
    choose(page, content, "<i>mine</i>.csv")
    said = words(page.button(key="setup_load").click().run())
    assert "Responses · 2 rows · 1" in said
    assert "by Lise" in said
    assert "&lt;i&gt;mine&lt;" in said or "i&gt;.csv" in said
    page.button(key="take_out_1").click().run()
    assert "The file is taken out, with all that it added." in words(page)
    assert {name: rows for name, rows in everything(built.store).items() if name != "event"} == before
    assert [entry.action for entry in read_log(built.store, built.slug)] == ["file_taken_out", "responses_imported"]
    # A second tab still shows the button: it is refused.
    choose(page, content, "again.csv")
    page.button(key="setup_load").click().run()
    other = open_page("setup", built.sessions["Lise"])
    other.radio(key="setup_step_en").set_value("data").run()
    page.button(key="take_out_1").click().run()
    other.button(key="take_out_1").click().run()
    assert "this file has already been taken out" in words(other)


@pytest.mark.slow
def test_a_file_stays_once_judging_has_begun(page: AppTest, built: Built) -> None:
    """After the first judgment the list has no way out, and says why."""
    rows = [{"prompt": "P", "system": name, "response": f"Svar {name}"} for name in "ab"]
    choose(page, pd.DataFrame(rows).to_csv(index=False).encode(), "svar.csv")
    page.button(key="setup_load").click().run()
    assert "take_out_1" in keys(page)
    page.radio(key="setup_step_en").set_value("course").run()
    page.button(key="move_started").click().run()
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    said = words(page.radio(key="setup_step_en").set_value("data").run())
    assert "Judging has begun, so files stay." in said
    assert "take_out_1" not in keys(page)


def test_a_file_of_another_kind_is_refused_in_words(page: AppTest) -> None:
    """A photo and a sheet of Numbers can be chosen: the verdict says which endings are read, and nothing can be loaded."""
    for name in ("bilde.png", "stemmer.numbers", "uten"):
        said = words(choose(page, b"x", name))
        assert "The file name must end in .csv, .tsv, .txt, .xlsx, .json, .jsonl or .parquet" in said
        assert "Nothing is loaded." in said
        assert "setup_load" not in keys(page)


def test_a_list_of_battles_and_a_column_a_system_get_in(page: AppTest) -> None:
    """Neither needs a choice: a JSON list of judgments, and a sheet with a column for each system."""
    table = {"Oppgave": ["Skriv.", "Tell."], "lama-7b": ["Hei.", "Én."], "furu-13b": ["Hallo.", "To."]}
    said = words(choose(page, workbook(pd.DataFrame(table)), "svar.xlsx"))
    assert "Loading the file adds: 2 prompts, 2 systems, 4 responses, 2 comparisons." in said
    page.radio(key="setup_kind").set_value("judgments").run()
    battles = [{"question_id": str(n), "model_a": "x", "model_b": "y", "winner": "tie", "tstamp": n} for n in range(3)]
    said = words(choose(page, json.dumps(battles).encode(), "battles.json"))
    assert "3 judgments" in said
    assert "setup_load" in keys(page)


def test_a_sheet_is_chosen_and_ranks_become_pairs(page: AppTest) -> None:
    """A workbook with notes first and ranks on its second sheet: both are a choice on the page."""
    ranks = {"prompt_id": [1, 1, 2, 2], "system": ["x", "y"] * 2, "rank": [1, 2, 2, 1]}
    sink = io.BytesIO()
    with pd.ExcelWriter(sink) as book:
        pd.DataFrame({"Notater": ["Dette er til oss selv."]}).to_excel(book, sheet_name="Notater", index=False)
        pd.DataFrame(ranks).to_excel(book, sheet_name="Plass", index=False)
    page.radio(key="setup_kind").set_value("judgments").run()
    choose(page, sink.getvalue(), "plass.xlsx")
    assert "setup_load" not in keys(page)
    sheet = next(box for box in page.selectbox if str(box.key).startswith("setup_sheet_"))
    said = words(sheet.set_value("Plass").run())
    assert "These are ranks of single systems" in said
    pairs = next(radio for radio in page.radio if str(radio.key).startswith("setup_pairs_"))
    said = words(pairs.set_value("ranks").run())
    assert "2 judgments" in said
    assert "setup_load" in keys(page)
