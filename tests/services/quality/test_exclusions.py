"""Excluding a person: the judgments stay, count for nothing, and count again once the exclusion is lifted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.publishing.report_facts import campaign_facts
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion, list_exclusions, people_who_judged
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.store import Comparison, Judgment
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.judging import judge


def person(built: Built, name: str) -> int:
    with built.store.read() as db:
        return find_person(db, name).id


def done(built: Built) -> int:
    """The judgments that the comparisons count."""
    with built.store.read() as db:
        return db.scalar(select(func.sum(Comparison.done)).where(Comparison.campaign_id == built.id)) or 0


def test_an_excluded_person_counts_for_nothing_and_nothing_is_lost(campaign: Callable[..., Built]) -> None:
    """Ranking and report leave the judgments out and say so; the table keeps them; lifting brings all back."""
    built = campaign(prompts=3, overlap=2)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    lead = built.enter("Lise", "lead")
    judge(built, kari)
    judge(built, ola)
    before = read_leaderboard(built.store, built.slug)
    assert exclude_person(built.store, built.slug, person(built, "Ola"), " Clicked without reading ", who=lead)
    assert not exclude_person(built.store, built.slug, person(built, "Ola"), "Again")
    leaderboard = read_leaderboard(built.store, built.slug)
    assert (len(leaderboard.votes), set(leaderboard.votes["annotator"]), leaderboard.excluded) == (9, {"Kari"}, 1)
    assert leaderboard.fingerprint != before.fingerprint
    facts = campaign_facts(built.store, built.slug)
    assert (facts.judgments, facts.annotators, facts.excluded) == (9, 1, (("Ola", "Clicked without reading"),))
    with built.store.read() as db:
        assert db.scalar(select(func.count()).where(Judgment.campaign_id == built.id)) == 18
    (row,) = list_exclusions(built.store, built.slug)
    assert (row.name, row.reason, row.judgments, row.by, row.lifted_at) == (
        "Ola",
        "Clicked without reading",
        9,
        "Lise",
        None,
    )
    assert set(people_who_judged(built.store, built.slug).values()) == {"Kari", "Ola"}
    assert lift_exclusion(built.store, built.slug, row.person_id, lead)
    assert not lift_exclusion(built.store, built.slug, row.person_id, lead)
    assert read_leaderboard(built.store, built.slug).fingerprint == before.fingerprint
    log = read_log(built.store, built.slug)
    assert [(entry.action, entry.by, entry.about["person"]) for entry in log] == [
        ("exclusion_lifted", "Lise", "Ola"),
        ("person_excluded", "Lise", "Ola"),
    ]
    assert log[1].about["reason"] == "Clicked without reading"


def test_an_excluded_person_has_nothing_more_to_do(campaign: Callable[..., Built]) -> None:
    """Their open work goes to others, their clicks are refused, and their screen tells that they are done."""
    built = campaign(prompts=2, overlap=1)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari, at_most=2)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    with built.store.read() as db:
        last = db.scalar(select(func.max(Judgment.assignment_id)).where(Judgment.campaign_id == built.id)) or 0
    exclude_person(built.store, built.slug, person(built, "Kari"), "Asked to stop")
    assert refusal(lambda: record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")) == "excluded"
    assert refusal(lambda: undo_judgment(built.store, kari, built.slug, last, 1)) == "excluded"
    desk = open_desk(built.store, kari, built.slug)
    assert (desk.task, desk.reason, desk.undoable) == (None, "finished", None)
    assert open_desk(built.store, kari, built.slug).task is None
    assert judge(built, ola) == 4
    lift_exclusion(built.store, built.slug, person(built, "Kari"))
    assert open_desk(built.store, kari, built.slug).reason == "finished"


def test_what_is_put_back_is_judged_by_others(campaign: Callable[..., Built]) -> None:
    """The comparisons are open again, also to a person who holds one of them; after lifting both count."""
    built = campaign(prompts=2, overlap=1)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    assert judge(built, kari) == 6
    assert open_desk(built.store, ola, built.slug).task is None
    exclude_person(built.store, built.slug, person(built, "Kari"), "Wrong written standard", put_back=True)
    assert (done(built), campaign_progress(built.store, built.slug).done) == (0, 0)
    assert judge(built, ola) == 6
    assert (done(built), len(read_votes(built.store, built.slug))) == (6, 6)
    lift_exclusion(built.store, built.slug, person(built, "Kari"))
    assert (done(built), len(read_votes(built.store, built.slug))) == (12, 12)


@pytest.mark.parametrize("kind", ["judge", "human"])
def test_what_is_put_back_is_as_much_as_was_done(campaign: Callable[..., Built], tmp_path: Path, kind: str) -> None:
    """An LLM judge's judgments never were done, and one who judged a comparison twice in a file had done two."""
    built = campaign(prompts=0)
    rows = [f"gran,furu,{winner},Robot,{kind}\n" for winner in ("model_a", "tie")]
    path = tmp_path / "judged.csv"
    path.write_text("model_a,model_b,winner,annotator_id,annotator_kind\n" + "".join(rows))
    import_judgments(built.store, path, built.slug)
    before = done(built)
    assert before == (0 if kind == "judge" else 2)
    assert exclude_person(built.store, built.slug, person(built, "Robot"), "Not asked for", put_back=True)
    assert done(built) == 0
    assert lift_exclusion(built.store, built.slug, person(built, "Robot"))
    assert done(built) == before


def test_an_exclusion_holds_in_its_campaign_only(campaign: Callable[..., Built]) -> None:
    """Another campaign's judgments of the same person count."""
    built, other = campaign(), campaign(slug="other")
    kari = built.enter("Kari")
    stranger = other.enter("Stranger")
    judge(built, kari, at_most=1)
    judge(other, stranger, at_most=1)
    who = person(built, "Stranger")
    assert refusal(lambda: exclude_person(built.store, built.slug, who, "Not ours")) == "unknown_person"
    assert refusal(lambda: exclude_person(built.store, built.slug, 10**6, "Nobody")) == "unknown_person"
    exclude_person(other.store, other.slug, who, "Ours")
    assert (len(read_votes(built.store, built.slug)), len(read_votes(other.store, other.slug))) == (1, 0)


@pytest.mark.parametrize(("reason", "word"), [(" \n", "no_text"), ("x" * 501, "too_long")], ids=["none", "too long"])
def test_a_reason_is_needed(campaign: Callable[..., Built], reason: str, word: str) -> None:
    """Nobody is excluded without a reason."""
    built = campaign()
    built.enter("Kari")
    assert refusal(lambda: exclude_person(built.store, built.slug, person(built, "Kari"), reason)) == word
