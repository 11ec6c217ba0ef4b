"""Files as people have them come into a campaign: columns that are remembered, all faults, what is said before."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_report import remembered_columns
from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.setup.import_preview import rehearse_import, run_import
from eval_core.errors import InputError
from eval_core.files import Reading, template
from tests.support.building import Built
from tests.support.checking import everything

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
NB = "Jeg vet ikke hva hun mener, men vi kommer hjem igjen før klokka seks."


@pytest.fixture
def empty(campaign: Callable[..., Built]) -> Built:
    """A campaign with nothing in it."""
    return campaign(prompts=0, systems=())


def book(path: Path, *rows: tuple[object, ...]) -> Path:
    """A workbook with these rows."""
    workbook, sink = Workbook(), io.BytesIO()
    for row in rows:
        workbook.active.append(row)
    workbook.save(sink)
    path.write_bytes(sink.getvalue())
    return path


def test_columns_are_chosen_once_and_remembered_for_the_kind(empty: Built, tmp_path: Path) -> None:
    """A rehearsal remembers nothing; the import does, and the next file with these headings needs no choice."""
    lead = empty.enter("Lise", "lead")
    first = book(tmp_path / "a.xlsx", ("Hva de ble bedt om", "Bot", "Tekst", "Svar"), ("Skriv.", "fjell", "x", "Hei."))
    with pytest.raises(InputError, match="'Tekst', 'Svar'"):
        import_responses(empty.store, first, empty.slug, who=lead)
    columns = {"Hva de ble bedt om": "prompt", "Bot": "system", "Svar": "response", "Tekst": ""}
    rehearse_import(empty.store, empty.slug, "responses", first, reading=Reading(columns=columns), who=lead)
    assert remembered_columns(empty.store, empty.slug, "responses", lead) == {}
    report = run_import(empty.store, empty.slug, "responses", first, reading=Reading(columns=columns), who=lead)
    assert report.receipt.source.columns == {key: value for key, value in columns.items() if value}
    assert remembered_columns(empty.store, empty.slug, "responses", lead) == columns
    assert remembered_columns(empty.store, empty.slug, "gold", lead) == {}
    second = book(tmp_path / "b.xlsx", ("Bot", "Svar", "Hva de ble bedt om"), ("fjord", "Hallo.", "Skriv."))
    assert import_responses(empty.store, second, empty.slug, who=lead).comparisons == 1
    # A choice made later wins over one that is remembered.
    third = book(tmp_path / "c.xlsx", ("Bot", "Svar", "Tekst", "prompt"), ("elv", "note", "Hei hei.", "Skriv."))
    later = {"Svar": "", "Tekst": "response"}
    assert import_responses(empty.store, third, empty.slug, reading=Reading(columns=later), who=lead).responses == 1
    assert remembered_columns(empty.store, empty.slug, "responses", lead) == columns | later


def test_an_exact_heading_wins_over_what_is_remembered(empty: Built, tmp_path: Path) -> None:
    """A choice for one file does not take another's own columns away; a choice for this one does."""
    lead = empty.enter("Lise", "lead")
    header, row = ("prompt", "Bot", "response", "system"), ("Skriv.", "fjell", "Hei.", "versjon 2")
    chosen = {"Bot": "system", "system": ""}
    import_responses(
        empty.store, book(tmp_path / "a.xlsx", header, row), empty.slug, reading=Reading(columns=chosen), who=lead
    )
    assert remembered_columns(empty.store, empty.slug, "responses", lead) == chosen
    exact = book(tmp_path / "b.xlsx", header, ("Skriv.", "merknad", "Hallo.", "fjord"))
    report = import_responses(empty.store, exact, empty.slug, who=lead)
    assert {one.system for one in report.coverage} == {"fjell", "fjord"}
    given = import_responses(empty.store, exact, empty.slug, reading=Reading(columns={"Bot": "system"}), who=lead)
    assert {one.system for one in given.coverage} == {"fjell", "fjord", "merknad"}
    with pytest.raises(InputError, match=r"b\.xlsx, row 1, column 'Modell'.*'prompt', 'Bot', 'response', 'system'"):
        import_responses(empty.store, exact, empty.slug, reading=Reading(columns={"Modell": "system"}), who=lead)


def test_what_contradicts_the_campaign_is_told_row_by_row(empty: Built, tmp_path: Path) -> None:
    """Every changed text of a file is a fault under the file's own heading, and nothing is stored."""
    rows = [(f"p{number}", f"Oppgave {number}", "a", f"Svar {number}", "nb") for number in range(4)]
    header = ("prompt_id", "Oppgave", "Modell", "Svar", "Målform")
    import_responses(empty.store, book(tmp_path / "a.xlsx", header, *rows), empty.slug)
    before = everything(empty.store)
    changed = [
        rows[0],
        ("p1", "En annen", *rows[1][2:]),
        (*rows[2][:3], "Et annet svar", "nn"),
        (*rows[3][:3], "Nytt", "nb"),
    ]
    with pytest.raises(InputError) as caught:
        import_responses(empty.store, book(tmp_path / "b.xlsx", header, *changed), empty.slug)
    assert [(fault.row, fault.column, fault.code) for fault in caught.value.faults] == [
        (3, "Oppgave", "other_prompt"),
        (4, "Målform", "other_standard"),
        (4, "Svar", "other_response"),
        (5, "Svar", "other_response"),
    ]
    assert caught.value.faults[2].excerpt == "Et annet svar"
    assert everything(empty.store) == before


def test_what_keeps_a_campaign_from_comparing_is_said(empty: Built, tmp_path: Path) -> None:
    """One system, then two that share no prompt, then none of it: said in the rehearsal and in the import."""
    header = ("prompt", "system", "response", "written_standard")

    def codes(*rows: tuple[object, ...]) -> list[str]:
        path = book(tmp_path / "a.xlsx", header, *rows)
        said = rehearse_import(empty.store, empty.slug, "responses", path).report.findings
        assert import_responses(empty.store, path, empty.slug).findings == said
        return [finding.code for finding in said]

    assert codes(("p", "a", NB, "nn")) == ["one_system", "other_standard"]
    assert codes(("q", "b", "Hei.", "nb")) == ["no_comparison"]
    assert codes(("q", "a", "Hei.", "nb")) == []


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_templates_are_loaded_as_they_are(empty: Built, tmp_path: Path, suffix: str) -> None:
    """The example rows of a template make a comparison, two gold comparisons, and two judgments."""
    for kind, load, counts in (
        ("responses", import_responses, {"comparisons": 1}),
        ("gold", import_gold, {"gold": 2}),
        ("judgments", import_judgments, {"judgments": 2}),
    ):
        path = tmp_path / f"{kind}{suffix}"
        path.write_bytes(template(kind, suffix))
        report = load(empty.store, path, empty.slug)
        assert counts.items() <= report.counts.items()
