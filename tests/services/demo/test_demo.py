"""The demo campaign: complete, made through the services, marked as simulated, worth looking at, always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import SequenceMatcher
from pathlib import Path
from random import SystemRandom
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import func, select

from eval_core.agreement import agreement
from eval_core.campaigns.access import OPERATOR
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.quality.doubts import LEVEL
from eval_core.campaigns.quality.figures import TrustFigures, trust_figures
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.rules import read_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.campaigns.watching.watch import watch
from eval_core.demo import load as demo
from eval_core.demo import simulation
from eval_core.demo.load import FOLDER, SLUG, demo_links, load_demo
from eval_core.demo.simulation import read_simulation
from eval_core.files import read_gold, read_responses, table_bytes
from eval_core.planting.faults import marks_of
from eval_core.protocols import load_protocol
from eval_core.ranking import rank
from eval_core.ranking.habits import AnnotatorHabits, Habit
from eval_core.reports.annotators.trust_words import trust_verdict
from eval_core.store import Assignment, Comparison, Judgment, Person, Prompt, Reason, Store, upgrade
from eval_core.upkeep.integrity import check_database
from tests.conftest import Clock
from tests.support.acts import open_desk

HASTY = "Torgeir"
HABITS = ("discrimination", "side", "ties", "drift")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The demo in an SQLite file of its own, loaded just after midnight; tests only look at it."""
    clock = Clock()
    clock.time = clock.time.replace(hour=0, minute=5)
    return load(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.db'}", clock)


def load(url: str, clock: Clock) -> Store:
    """The demo in a database of its own."""
    store = Store(url, clock)
    upgrade(store)
    assert load_demo(store)
    return store


def csv_of(store: Store) -> bytes:
    """What `parvis export judgments` writes."""
    return table_bytes(export_judgments(store, SLUG), ".csv")


def work_of(store: Store) -> list[tuple[Any, ...]]:
    """All that was shown, in order, with the sides, the times and what was skipped."""
    columns = (
        Person.name,
        Assignment.sequence,
        Prompt.key,
        Assignment.kind,
        Assignment.status,
        Assignment.swapped,
        Assignment.asks_reasons,
        Assignment.skip_reason,
        Assignment.first_shown_at,
        Assignment.shown_at,
        Assignment.skipped_at,
    )
    with store.read() as db:
        rows = db.execute(
            select(*columns)
            .join(Person, Person.id == Assignment.person_id)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .where(Person.kind == "simulated")
        )
        return sorted(tuple(row) for row in rows)


def test_texts_are_as_many_as_promised() -> None:
    """At least 24 prompts, half of them in each written standard, answered by five systems; everyday genres."""
    frame = read_responses(FOLDER / "responses.jsonl")
    prompts = frame.drop_duplicates("prompt_id")
    assert len(prompts) >= 24
    assert Counter(prompts["written_standard"]) == {"nb": len(prompts) / 2, "nn": len(prompts) / 2}
    assert set(frame.groupby("prompt_id")["system"].nunique()) == {5}
    assert set(read_simulation(FOLDER / "simulation.toml").strengths) == set(frame["system"])
    assert prompts["category"].nunique() >= 10


def test_no_system_is_given_away_by_length() -> None:
    """The designed profiles differ in language, not in how long their texts are."""
    frame = read_responses(FOLDER / "responses.jsonl")
    words = frame["response"].str.split().str.len()
    means = words[words > 0].groupby(frame["system"]).mean()
    assert means.max() < 1.15 * means.min()


def test_gold_has_a_reason() -> None:
    """At least 20 gold comparisons, in both standards, each with an explanation and a category of the protocol."""
    frame = read_gold(FOLDER / "gold.jsonl")
    issues = {issue.key for issue in load_protocol("norwegian_fluency").issues}
    assert len(frame) >= 20
    assert Counter(frame["written_standard"])["nn"] == len(frame) / 2
    assert frame["explanation"].str.len().min() > 20
    assert set(frame["issue"]) <= issues


def test_gold_trains_to_ignore_what_does_not_count() -> None:
    """In each written standard a text wins that is shorter, wrong in its facts and plain; the explanation says so."""
    frame = read_gold(FOLDER / "gold.jsonl")
    said = {
        "nb": "Lengde, fakta og formatering skal du se bort fra",
        "nn": "Lengd, fakta og formatering skal du sjå bort",
    }
    for standard, words in said.items():
        rows = frame[(frame["written_standard"] == standard) & frame["explanation"].str.contains(words)]
        assert len(rows) >= 1
        for row in rows.itertuples():
            assert len(row.response_a) < len(row.response_b)
            assert "**" in row.response_b
            assert "**" not in row.response_a


def test_gold_marks_every_fault() -> None:
    """Each gold comparison has marks on whole words, and where words were changed, the marks are on these."""
    for row in read_gold(FOLDER / "gold.jsonl").itertuples():
        text = row.response_b
        assert row.marks
        for start, end in row.marks:
            assert text[start:end] == text[start:end].strip()
            assert not text[max(0, start - 1) : start].isalnum()
            assert not text[end : end + 1].isalnum()
        for start, end in marks_of(row.response_a, text) if _twins(row) else ():
            assert any(first < end and start < last for first, last in row.marks), text[start:end]


def _twins(row: Any) -> bool:
    """Whether the two texts differ in a few places only."""
    return SequenceMatcher(None, row.response_a, row.response_b, autojunk=False).ratio() > 0.9


def test_judgments_are_simulated_and_marked(loaded: Store) -> None:
    """The share that the design asks for is judged, by simulated annotators only, in the past; the rest waits."""
    found, design = campaign_progress(loaded, SLUG), read_simulation(FOLDER / "simulation.toml")
    with loaded.read() as db:
        kinds = set(db.scalars(select(Person.kind).join(Judgment, Judgment.person_id == Person.id)))
        made = db.scalar(
            select(func.count(Judgment.id)).where(Judgment.live, Judgment.ranked, Judgment.choice.is_not(None))
        )
        served = Counter(db.scalars(select(Assignment.kind).where(Assignment.status == "done")))
        reasons = db.scalar(select(func.count(Reason.id)))
        newest = db.scalar(select(func.max(Judgment.decided_at)))
        sides = Counter(db.scalars(select(Assignment.swapped)))
    assert kinds == {"simulated"}
    assert min(served["gold"], served["repeat"]) >= 10
    assert reasons is not None
    assert reasons > 50
    assert read_rules(loaded, SLUG).reasons == "off"
    assert made == found.done == round(design.share_done * found.total)
    assert found.left > 100
    assert newest is not None
    assert newest < loaded.now()
    assert abs(sides[True] - sides[False]) <= 2 * len(design.annotators)
    assert found.gold == len(read_gold(FOLDER / "gold.jsonl"))


@pytest.fixture(scope="module")
def figures(loaded: Store) -> TrustFigures:
    """What the Quality page shows of the demo."""
    return trust_figures(loaded, SLUG)[0]


def test_the_ranking_is_as_designed(loaded: Store) -> None:
    """The systems come in the order of their designed strengths; the near-native one leads for certain."""
    ranking = rank(read_votes(loaded, SLUG, who=OPERATOR))
    strengths = read_simulation(FOLDER / "simulation.toml").strengths
    assert [row.system for row in ranking.systems] == sorted(strengths, key=lambda system: -strengths[system])
    best = ranking.systems[0]
    assert best.system == "fjell"
    assert best.low is not None
    assert best.low > 0
    assert ranking.cluster == "both"


def test_natives_agree_as_natives_do(loaded: Store) -> None:
    """Krippendorff's α is around 0.5; it is higher without the annotator who stands out."""
    votes = read_votes(loaded, SLUG)
    everyone, others = (
        agreement(some, resamples=0).estimates.alpha_nominal for some in (votes, votes[votes["annotator"] != HASTY])
    )
    assert everyone is not None
    assert others is not None
    assert 0.45 <= everyone <= 0.55
    assert others > everyone + 0.05


def test_a_lead_finds_the_one_who_stands_out(loaded: Store, figures: TrustFigures) -> None:
    """Quality names only the hasty annotator; so does what needs the lead. Three gold answers say nothing."""
    verdict = trust_verdict(figures.agreement, figures.checks, figures.doubts)
    assert verdict == f"Look at the judgments of {HASTY} first: most were made faster than either text can be read."
    seconds = {checks.annotator: checks.seconds or 0 for checks in figures.checks}
    assert seconds.pop(HASTY) < min(seconds.values()) / 5
    needs = {need.code: need.person and need.person.name for need in watch(loaded, SLUG).needs}
    assert needs == {"too_fast": HASTY}


def test_nothing_else_stands_out(figures: TrustFigures) -> None:
    """No habit of anybody is significant but the hasty annotator's lack of discrimination, and no side is favoured."""
    assert significant(figures.habits) == {(HASTY, "discrimination")}
    effect = figures.by_layout["side_by_side"].position
    assert effect is not None
    assert effect.se is not None
    assert abs(effect.log_odds) < effect.se
    leaning = Habit(3.5, 0.0005, 0.0045)
    planted = [replace(row, side=leaning) if row.annotator == "Eirin" else row for row in figures.habits]
    assert significant(planted) == {(HASTY, "discrimination"), ("Eirin", "side")}


def significant(habits: Sequence[AnnotatorHabits]) -> set[tuple[str, str]]:
    """(annotator, habit) of every habit that is significant."""
    named = ((row.annotator, name, getattr(row, name)) for row in habits for name in HABITS)
    return {
        (who, name) for who, name, habit in named if habit and habit.p_adjusted is not None and habit.p_adjusted < LEVEL
    }


def test_loading_again_changes_nothing_but_the_links(loaded: Store) -> None:
    """A second loading adds nothing; new links kill the old ones; each opens the role it is for."""
    before = campaign_progress(loaded, SLUG).done
    old = {link.name: sign_in(loaded, link.token) for link in demo_links(loaded)}
    assert not load_demo(loaded)
    assert campaign_progress(loaded, SLUG).done == before
    new = demo_links(loaded)
    assert [link.roles for link in new] == [("lead",), ("annotator",), ("researcher",)]
    assert {current_visitor(loaded, session) for session in old.values()} == {None}
    session = sign_in(loaded, new[1].token)
    visitor = current_visitor(loaded, session)
    assert visitor is not None
    assert visitor.roles == {SLUG: frozenset({"annotator"})}
    # The annotator judges at once; someone new would be asked for consent first.
    assert open_desk(loaded, session, SLUG).stage == "work"
    stranger = sign_in(loaded, add_person(loaded, "Ny", ["annotator"], [SLUG]).token)
    assert open_desk(loaded, stranger, SLUG).reason == "consent"


@pytest.mark.slow
def test_two_loadings_are_equal_to_the_byte(loaded: Store, database: Callable[..., str]) -> None:
    """On either database, in which other ids are taken, at any time of the day, and interrupted for another day too."""
    clock = Clock()
    clock.time = clock.time.replace(hour=23, minute=50)
    store = Store(database(), clock)
    create_campaign(store, "other")
    add_person(store, "Kari", ["annotator"], ["other"])

    def killed(made: int, _wanted: int) -> None:
        if made == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_demo(store, killed)
    assert campaign_progress(store, SLUG).done == 100
    clock.move(days=1)
    assert load_demo(store)
    assert csv_of(store) == csv_of(loaded)
    assert work_of(store) == work_of(loaded)
    assert check_database(store).problems == ()
    store.dispose()


@pytest.mark.slow
def test_another_day_moves_the_times_by_whole_days(
    loaded: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else depends on the day. Without the seed it is other data: the comparison can tell."""
    design = read_simulation(FOLDER / "simulation.toml").model_copy(update={"share_done": 0.06})
    monkeypatch.setattr(demo, "read_simulation", lambda _path: design)
    clock = Clock()
    clock.move(days=30, hours=7)
    later = export_judgments(load(f"sqlite:///{tmp_path / 'later.db'}", clock), SLUG)
    for name in ("shown_at", "decided_at"):
        times = pd.to_datetime(later[name], format="ISO8601") - timedelta(days=30)
        later[name] = [moment.isoformat() for moment in times]
    first = export_judgments(loaded, SLUG).head(len(later))
    assert later.to_dict("records") == first.to_dict("records")
    monkeypatch.setattr(simulation, "Random", lambda *_seed: SystemRandom())
    unseeded = export_judgments(load(f"sqlite:///{tmp_path / 'unseeded.db'}", Clock()), SLUG)
    assert unseeded.to_dict("records")[:30] != first.to_dict("records")[:30]
