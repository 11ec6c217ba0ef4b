"""Before anything is stored: the preview of an import, its cost, and the stopping rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.withdrawals import withdraw_comparison
from eval_core.campaigns.rules import Rules, change_rules
from eval_core.campaigns.setup.cost import (
    SECONDS_FOR_REASONS,
    SECONDS_TO_CHOOSE,
    WORDS_PER_MINUTE,
    cost_of,
    cost_within,
)
from eval_core.campaigns.setup.import_preview import rehearse_import, run_import
from eval_core.campaigns.watching.stopping_rule import read_stopping
from eval_core.errors import InputError
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, comparisons
from tests.support.checking import everything

Make = Callable[..., Built]
KINDS = {
    "responses": {"prompt_id": "new", "prompt": "Ny", "system": "alfa-modell", "response": "Nytt svar."},
    "comparisons": {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"},
    "gold": {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."},
    "judgments": {"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"},
}


def written(folder: Path, kind: str, *rows: dict[str, str]) -> Path:
    path = folder / f"{kind}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows or [KINDS[kind]]), encoding="utf-8")
    return path


def test_a_rehearsal_reports_like_the_import_and_leaves_no_trace(campaign: Make, tmp_path: Path) -> None:
    """For each kind of file the report is that of the import that follows, and nothing was stored before it."""
    built = campaign()
    lead = built.enter("Lise", "lead")
    for kind in ("responses", "comparisons", "gold", "judgments"):
        file, before = written(tmp_path, kind), everything(built.store)
        rehearsal = rehearse_import(built.store, built.slug, kind, file, who=lead)
        assert everything(built.store) == before
        assert rehearsal.report == run_import(built.store, built.slug, kind, file, who=lead)
        assert rehearsal.report.changed
        assert rehearsal.after.comparisons - rehearsal.before.comparisons == rehearsal.report.comparisons


def test_ratings_are_rehearsed_and_a_sheet_costs_reading_and_choosing(campaign: Make, tmp_path: Path) -> None:
    """A rehearsal of ratings stores nothing; responses cost hours by their words and the protocol's criteria."""
    built = campaign(protocol="adequacy_fluency", overlap=3)
    row = {"prompt_id": "p", "prompt": "Ny", "system": "a", "response": "x", "annotator_id": "Per", "adequacy": "5"}
    file, before = written(tmp_path, "ratings", row | {"fluency": "4"}), everything(built.store)
    rehearsal = rehearse_import(built.store, built.slug, "ratings", file)
    assert everything(built.store) == before
    assert (rehearsal.report.ratings, rehearsal.report.responses) == (2, 1)
    assert (rehearsal.before.comparisons, rehearsal.before.judgments, rehearsal.before.words) == (12, 36, 6.0)
    assert rehearsal.before.seconds == pytest.approx(6 * 60 / WORDS_PER_MINUTE + 2 * SECONDS_TO_CHOOSE)
    assert rehearsal.before.hours == pytest.approx(36 * rehearsal.before.seconds / 3600)
    assert run_import(built.store, built.slug, "ratings", file) == rehearsal.report


def test_a_faulty_file_is_named_in_a_rehearsal(campaign: Make, tmp_path: Path) -> None:
    """The fault has the row and the column that the import would name, and nothing is stored."""
    built = campaign()
    before = everything(built.store)
    file = written(
        tmp_path, "responses", KINDS["responses"], KINDS["responses"] | {"prompt": "En annen", "system": "b"}
    )
    with pytest.raises(InputError) as fault:
        rehearse_import(built.store, built.slug, "responses", file)
    assert (fault.value.row, fault.value.column) == (2, "prompt")
    assert everything(built.store) == before


def test_the_cost_counts_what_is_judged(campaign: Make) -> None:
    """Words of a prompt and two responses, each comparison as often as its overlap; what is withdrawn costs nothing."""
    built = campaign(overlap=3)
    with built.store.read() as db:
        row = find_campaign(db, built.slug)
        cost = cost_within(built.store, db, row, Rules(), 0)
    # "Oppgave 0" has 2 words and "Dette er svar 0123456789ab." 4.
    assert (cost.comparisons, cost.judgments, cost.words, cost.extra) == (12, 36, 10.0, 0)
    assert cost.seconds == pytest.approx(3 + SECONDS_TO_CHOOSE)
    assert cost.hours == pytest.approx(36 * cost.seconds / 3600)
    withdraw_comparison(built.store, built.slug, comparisons(built.store, built.slug)[0].id)
    with built.store.read() as db:
        assert cost_within(built.store, db, find_campaign(db, built.slug), Rules(), 0).judgments == 33


def test_checks_and_reasons_cost_time() -> None:
    """Gold and repeats are a share of all that is judged, training and test come for each annotator, reasons take time."""
    rules = Rules(gold_share=0.1, repeat_share=0.1, training=2, test=3, reasons="all")
    cost = cost_of(50, 81, 0, rules, annotators=4)
    assert cost.extra == 19 + 20
    assert cost.seconds == SECONDS_TO_CHOOSE + SECONDS_FOR_REASONS


def test_the_stopping_rule_is_reached_at_its_target(campaign: Make) -> None:
    """Without a rule nothing; a number counts judgments; a width waits until every system has an interval."""
    built = campaign(prompts=2, overlap=2)
    assert read_stopping(built.store, built.slug) is None
    change_rules(built.store, built.slug, {"stop": "width", "stop_width": 10.0})
    stopping = read_stopping(built.store, built.slug)
    assert stopping is not None
    assert (stopping.rule, stopping.now, stopping.reached) == ("width", None, False)
    for number, who in enumerate(built.annotators(2)):
        made = 0
        while (task := open_desk(built.store, who, built.slug).task) is not None:
            choice = "ABB"[made % 3] if number else "BAB"[made % 3]
            record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
            made += 1
    change_rules(built.store, built.slug, {"stop": "judgments", "stop_judgments": 13})
    stopping = read_stopping(built.store, built.slug)
    assert stopping is not None
    assert (stopping.now, stopping.target, stopping.reached) == (12, 13, False)
    change_rules(built.store, built.slug, {"stop_judgments": 12})
    stopping = read_stopping(built.store, built.slug)
    assert stopping is not None
    assert stopping.reached
