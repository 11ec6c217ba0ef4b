"""The parts that a campaign's judgments can be cut into."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select, update

from eval_core.campaigns.results.slices import judged_parts
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Comparison, Judgment, Person
from tests.support.building import Built
from tests.support.golden import add_gold, settle
from tests.support.judging import judge


def test_an_empty_campaign_has_no_parts(campaign: Callable[..., Built]) -> None:
    """What nobody judged is no part, whatever prompts there are."""
    built = campaign()
    parts = judged_parts(built.store, built.slug)
    assert (parts.written_standard, parts.category, parts.annotator, parts.round, parts.kind) == ((), (), (), (), ())
    assert parts.first is parts.last is None


def test_every_part_has_judgments(campaign: Callable[..., Built]) -> None:
    """Each value gives judgments to read, together all of them; gold gives none."""
    built = campaign()
    add_gold(built, 4)
    settle(built, gold_share=0.4)
    for name in ("Ola", "Kari"):
        judge(built, built.enter(name))
    with built.store.write() as db:
        later = select(Comparison.id).where(Comparison.campaign_id == built.id).order_by(Comparison.id).limit(3)
        db.execute(update(Comparison).where(Comparison.id.in_(db.scalars(later).all())).values(round=2))
    parts = judged_parts(built.store, built.slug)
    assert parts.annotator == ("Kari", "Ola")
    assert parts.round == (1, 2)
    assert parts.kind == ("human",)
    everything = len(read_votes(built.store, built.slug))
    for field in ("written_standard", "category", "annotator", "round", "kind"):
        sizes = [
            len(read_votes(built.store, built.slug, where=[f"{field}={value}"])) for value in getattr(parts, field)
        ]
        assert sum(sizes) == everything
        assert min(sizes) > 0
    with built.store.read() as db:
        times = db.scalars(select(Judgment.decided_at).where(Judgment.ranked, Judgment.live)).all()
    assert (parts.first, parts.last) == (min(times), max(times))


def test_judges_are_a_part_and_no_annotators(campaign: Callable[..., Built]) -> None:
    """An LLM judge's judgments are the kind 'judge'; neither its name nor what it alone judged cuts those of people."""
    built = campaign(overlap=1)
    judge(built, built.enter("Kari"), at_most=2)
    judge(built, built.enter("Robot"))
    with built.store.write() as db:
        db.execute(update(Person).where(Person.name == "Robot").values(kind="judge"))
    parts = judged_parts(built.store, built.slug)
    assert parts.kind == ("human", "judge")
    assert parts.annotator == ("Kari",)
    read = {kind: len(read_votes(built.store, built.slug, where=[f"kind={kind}"])) for kind in parts.kind}
    assert read == {"human": 2, "judge": 10}
