"""Control responses: loaded, served among the others, counted where they should be and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from eval_core.campaigns.content.withdrawals import withdraw_response
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.supply.rating_gold import is_expected
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings, load_gold_ratings, withdraw_gold_rating
from eval_core.campaigns.quality.raters import rater_figures
from eval_core.campaigns.results.ratings import export_ratings, read_ratings_of
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.import_preview import gold_kind, rehearse_import, run_import
from eval_core.campaigns.setup.plan_review import advice
from eval_core.campaigns.watching.progress import campaign_counts, campaign_progress
from eval_core.errors import InputError, RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Store
from tests.support.acts import open_desk, record_ratings, skip_response, undo_ratings
from tests.support.building import Built
from tests.support.checking import everything

Make = Callable[..., Built]
CRITERIA = [one.key for one in load_protocol("adequacy_fluency").rated]


def loaded(built: Built, folder: Path, *rows: dict[str, Any]) -> tuple[int, int]:
    """Load control responses from a file of these rows."""
    path = folder / "controls.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return load_gold_ratings(built.store, built.slug, path)


def controls(count: int) -> list[dict[str, Any]]:
    return [{"response": f"Kontroll {number}.", "adequacy": "4-5", "fluency": 2} for number in range(count)]


def rate_all(built: Built, who: str, scores: Callable[[bool], tuple[int, int]]) -> list[bool]:
    """Rate everything; for each sheet, in order, whether it was a control response."""
    kinds = []
    while sheets := open_desk(built.store, who, built.slug).sheets:
        sheet = sheets[0]
        kinds.append(sheet.texts["A"].startswith("Kontroll"))
        given = dict(zip(CRITERIA, map(Score, scores(kinds[-1])), strict=True))
        record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, given)
    return kinds


@pytest.mark.both_databases
def test_two_leads_load_the_same_file_at_once(campaign: Make, tmp_path: Path) -> None:
    """One adds it, the other learns that all of it is known."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    path = tmp_path / "controls.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in controls(20)), encoding="utf-8")
    start = Barrier(2)

    def load(_tab: int) -> tuple[int, int]:
        start.wait()
        return load_gold_ratings(built.store, built.slug, path)

    with ThreadPoolExecutor(2) as tabs:
        assert sorted(tabs.map(load, range(2))) == [(0, 20), (20, 0)]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_they_are_gold_of_a_campaign_that_rates(campaign: Make, tmp_path: Path) -> None:
    """A file under any headings is looked at without storing, loaded, and known the second time; choices are kept."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    assert gold_kind(built.store, built.slug) == "controls"
    assert gold_kind(built.store, campaign(slug="pairs", prompts=1).slug) == "gold"
    path = tmp_path / "controls.csv"
    path.write_text("Svar,Flyt,Begrunnelse\nHo gjekk.,3-4,Fordi.\nHo gjekke.,1,\n", encoding="utf-8")
    columns = {"Flyt": "fluency"}
    before = everything(built.store)
    foreseen = rehearse_import(built.store, built.slug, "controls", path, columns=columns).report
    assert (foreseen.controls, foreseen.known, foreseen.changed) == (2, 0, True)
    assert everything(built.store) == before
    assert run_import(built.store, built.slug, "controls", path, columns=columns).controls == 2
    first, second = list_gold_ratings(built.store, built.slug)
    assert (first.expected, first.explanation) == ({"fluency": (3, 4)}, "Fordi.")
    assert (second.expected, second.explanation) == ({"fluency": (1, 1)}, None)
    again = run_import(built.store, built.slug, "controls", path)  # the campaign remembers the column
    assert (again.controls, again.known, again.changed) == (0, 2, False)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_they_are_in_the_archive_of_a_campaign(campaign: Make, other_store: Store, tmp_path: Path) -> None:
    """What is known of each comes back with the campaign, explanations and all."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    loaded(built, tmp_path, *[row | {"explanation": "Fordi."} for row in controls(3)])
    with (tmp_path / "all.zip").open("wb") as sink:
        export_everything(built.store, built.slug, sink)
    import_everything(other_store, tmp_path / "all.zip")
    known = [(row.text, row.expected, row.explanation) for row in list_gold_ratings(built.store, built.slug)]
    again = [(row.text, row.expected, row.explanation) for row in list_gold_ratings(other_store, built.slug)]
    assert again == known
    assert known[0] == ("Kontroll 0.", {"adequacy": (4, 5), "fluency": (2, 2)}, "Fordi.")


def test_they_come_among_the_others_and_only_quality_counts_them(campaign: Make, tmp_path: Path) -> None:
    """Kari is right on each and Ola on none: the lead reads so, and no count, score or export has them."""
    built = campaign(protocol="adequacy_fluency", prompts=10)
    assert loaded(built, tmp_path, *controls(12)) == (12, 0)
    assert [one.code for one in advice(built.store, built.slug)][-1] == "controls_unused"
    kari, ola = built.annotators(2)
    assert not any(rate_all(built, kari, lambda _: (4, 3)))
    change_rules(built.store, built.slug, {"gold_share": 0.5})
    per = built.enter("Per")
    served = rate_all(built, ola, lambda control: (1, 5) if control else (4, 3))
    assert 0 < sum(served) <= 12
    assert len(served) - sum(served) == 30
    assert campaign_counts(built.store, built.slug).done == 60
    assert {row.done for row in campaign_progress(built.store, built.slug).people} == {0, 30}
    assert len(read_ratings_of(built.store, built.slug)[1]) == 2 * 60 == len(export_ratings(built.store, built.slug)[1])
    figures = rater_figures(built.store, built.slug)[0]
    checks = {check.annotator: check for check in figures.checks}
    (told,) = [check for check in checks.values() if check.controls]
    assert (told.controls_right, told.controls, told.sheets) == (0, sum(served), 30)
    if told.controls >= 5:
        assert "controls" in {reason.code for doubt in figures.doubts for reason in doubt.reasons}
    counted = [one.count for one in list_gold_ratings(built.store, built.slug)]
    assert (sum(one.n for one in counted), sum(one.right for one in counted)) == (sum(served), 0)
    assert not open_desk(built.store, per, built.slug).sheets, "control responses alone are no work"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_one_is_kept_skipped_undone_and_withdrawn_like_any_other(campaign: Make, tmp_path: Path) -> None:
    """A sheet stays until it is rated; undone it comes back, whoever else has had it; withdrawn it comes no more."""
    built = campaign(protocol="adequacy_fluency", prompts=4, overlap=1)
    loaded(built, tmp_path, *controls(40))
    change_rules(built.store, built.slug, {"gold_share": 0.5})
    for name in ("Kari", "Ola"):
        who, found = built.enter(name), None
        for _ in range(12):
            (sheet, *_) = open_desk(built.store, who, built.slug).sheets
            given = dict.fromkeys(CRITERIA, Score(4))
            record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, given)
            if sheet.texts["A"].startswith("Kontroll"):
                found = sheet
                break
        assert found is not None
        undo_ratings(built.store, who, built.slug, found.assignment_id, 1)
        again = open_desk(built.store, who, built.slug).sheets[0]
        assert (again.assignment_id, again.revision) == (found.assignment_id, 2)
        skip_response(built.store, who, built.slug, again.assignment_id, 2, "unreadable")
    used = list_gold_ratings(built.store, built.slug)
    assert withdraw_response(built.store, built.slug, used[0].response_id), "as a lead does in the inbox"
    assert list_gold_ratings(built.store, built.slug)[0].withdrawn
    for one in used[1:]:
        assert withdraw_gold_rating(built.store, built.slug, one.response_id)
        assert not withdraw_gold_rating(built.store, built.slug, one.response_id)
    siri = built.enter("Siri")
    assert not any(rate_all(built, siri, lambda _: (4, 3)))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_file_is_loaded_once_and_whole(campaign: Make, tmp_path: Path) -> None:
    """Known texts add nothing; another expectation, or any fault, changes nothing and is named by row and column."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    full = {"response": "Hun gikk hjem.", "prompt": "She went home.", "explanation": "Alt er med.", "adequacy": "5"}
    assert loaded(built, tmp_path, full, full) == (1, 1)
    (known,) = list_gold_ratings(built.store, built.slug)
    assert (known.text, known.expected, known.explanation) == ("Hun gikk hjem.", {"adequacy": (5, 5)}, "Alt er med.")
    before = everything(built.store)
    new = {"response": "Ny.", "adequacy": "1 til 2"}
    for row, code, column in (
        (full | {"adequacy": "4"}, "other_gold_scores", "response"),
        ({"response": "x", "adequacy": "0-5"}, "bad_expected", "adequacy"),
        ({"response": "x", "adequacy": "5-3"}, "bad_expected", "adequacy"),
        ({"response": "x", "adequacy": "god"}, "bad_expected", "adequacy"),
        ({"response": "x", "adequacy": ""}, "nothing_expected", "adequacy"),
        ({"response": " ", "adequacy": "3"}, "blank_text", "response"),
    ):
        with pytest.raises(InputError) as fault:
            loaded(built, tmp_path, new, row)
        assert (fault.value.code, fault.value.row, fault.value.column) == (code, 2, column)
    for row, code in (
        ({"adequacy": "3"}, "gold_ratings_column_missing"),
        ({"response": "x"}, "gold_ratings_without_criteria"),
    ):
        with pytest.raises(InputError) as fault:
            loaded(built, tmp_path, row)
        assert fault.value.code == code
    assert everything(built.store) == before
    with pytest.raises(RefusedError, match="no control response"):
        withdraw_gold_rating(built.store, built.slug, 1)


def test_every_expectation_must_be_met() -> None:
    """Within the range, ends included; "not applicable" and a missing criterion are not; others do not matter."""
    scores = {"a": [3, 4], "b": [2, 2]}
    assert is_expected(scores, {"a": 3, "b": 2, "c": 0})
    assert is_expected({}, {"a": 1})
    for given in ({"a": 2, "b": 2}, {"a": 5, "b": 2}, {"a": None, "b": 2}, {"a": 4}):
        assert not is_expected(scores, given)
