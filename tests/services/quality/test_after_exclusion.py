"""After an exclusion nothing on Quality, in its verdict or among what needs attention is about the one left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.quality import annotators
from eval_core.campaigns.quality import figures as trust
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.campaigns.quality.figures import trust_figures
from eval_core.campaigns.watching.watch import watch
from eval_core.locales import use_language
from eval_core.reports.agreement_words import agreement_notes, agreement_verdict, ties_note
from eval_core.reports.annotators.habit_words import annotator_table
from eval_core.reports.annotators.trust_words import trust_verdict
from eval_core.reports.background.need_words import need_text
from eval_core.reports.effect_words import layout_sentence
from eval_core.store import Assignment, Comparison, Judgment, Person
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built

HASTY = "Kari"


def sentences(built: Built) -> Iterator[str]:
    """Every sentence of Quality, its verdict and *Needs attention*; the table row by row."""
    figures, _ = trust_figures(built.store, built.slug)
    yield trust_verdict(figures.agreement, figures.checks, figures.doubts)
    yield agreement_verdict(figures.agreement)
    yield ties_note(figures.agreement)
    yield from agreement_notes(figures.agreement)
    excluded = {check.annotator for check in figures.checks if not check.counts}
    for row in annotator_table(figures.checks, figures.habits, figures.doubts, excluded)[1]:
        if row[0] not in excluded:  # whose row says that they are left out
            yield " ".join(row)
    yield from (layout_sentence(layout, ranking) for layout, ranking in figures.by_layout.items())
    found = watch(built.store, built.slug)
    yield from (need_text(need, deadline=None, now=found.progress.at) for need in found.needs)


@pytest.fixture
def hasty(campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Built:
    """Two who agree, and one who takes A at once and misses eight of eight gold comparisons."""
    for figures in (annotators.FIGURES, trust.FIGURES):
        monkeypatch.setattr(figures, "patience", 60)
    use_language("en")
    built = campaign(prompts=20, overlap=3)
    for name in (HASTY, "Ola", "Eva"):
        who = built.enter(name)
        for turn in range(40):
            task = open_desk(built.store, who, built.slug).task
            assert task is not None
            clock.move(seconds=1 if name == HASTY else 60)
            choice = "A" if name == HASTY else ("A", "B", "tie")[turn % 3]
            record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
    with built.store.write() as db:
        comparisons = db.scalars(select(Comparison.id).order_by(Comparison.id).limit(8)).all()
        rows = select(Assignment.id).where(Assignment.comparison_id.in_(comparisons))
        hers = select(Person.id).where(Person.name == HASTY)
        db.execute(update(Comparison).where(Comparison.id.in_(comparisons)).values(kind="gold", gold_outcome="tie"))
        db.execute(update(Assignment).where(Assignment.id.in_(rows)).values(kind="gold"))
        gold = update(Judgment).where(Judgment.assignment_id.in_(rows))
        db.execute(gold.values(ranked=False, active_ms=50_000))
        db.execute(gold.where(Judgment.person_id.not_in(hers)).values(outcome="tie", choice="tie"))
        db.execute(update(Judgment).where(Judgment.person_id.in_(hers)).values(active_ms=1))
        others = update(Judgment).where(Judgment.person_id.not_in(hers))
        db.execute(others.values(active_ms=60_000))
        for place, outcome in enumerate(("first", "second", "tie")):
            db.execute(others.where(Judgment.ranked, Judgment.comparison_id % 3 == place).values(outcome=outcome))
    return built


def test_every_sentence_follows_an_exclusion_at_once(hasty: Built) -> None:
    """Before, the verdict, a row and several needs name her; after, nothing does; lifted, all is as before."""
    before = list(sentences(hasty))
    named = [text for text in before if HASTY in text]
    assert "Look at the judgments of Kari first" in named[0]
    assert len(named) >= 3
    with hasty.store.read() as db:
        kari = db.scalars(select(Person.id).where(Person.name == HASTY)).one()
    assert exclude_person(hasty.store, hasty.slug, kari, "too fast")
    after = list(sentences(hasty))
    assert [text for text in after if HASTY in text] == []
    assert agreement_verdict(trust_figures(hasty.store, hasty.slug)[0].agreement) not in before
    assert lift_exclusion(hasty.store, hasty.slug, kari)
    assert list(sentences(hasty)) == before


def test_the_walk_sees_a_sentence_that_stays_behind(hasty: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: figures of before the exclusion still name her."""
    stale = trust_figures(hasty.store, hasty.slug)
    with hasty.store.read() as db:
        kari = db.scalars(select(Person.id).where(Person.name == HASTY)).one()
    assert exclude_person(hasty.store, hasty.slug, kari, "too fast")
    monkeypatch.setitem(globals(), "trust_figures", lambda *_: stale)
    assert [text for text in sentences(hasty) if HASTY in text] != []
