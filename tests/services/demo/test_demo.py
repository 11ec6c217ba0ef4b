"""The demo campaign: complete, made through the services, marked as simulated, and worth looking at."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR
from eval_core.campaigns.desk.desk import open_desk
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_in import current_visitor, sign_in
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.rules import read_rules
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.demo import load as demo
from eval_core.demo.load import FOLDER, SLUG, demo_links, load_demo
from eval_core.demo.simulation import read_simulation
from eval_core.files import read_gold, read_responses
from eval_core.protocols import load_protocol
from eval_core.ranking import rank
from eval_core.store import Assignment, Judgment, Person, Reason, Store


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The demo in an SQLite file of its own; tests only look at it."""
    from eval_core.store import upgrade

    store = Store(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.db'}")
    upgrade(store)
    assert load_demo(store)
    return store


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


def test_the_ranking_is_worth_looking_at(loaded: Store) -> None:
    """The near-native system leads, and its interval lies above zero."""
    ranking = rank(read_votes(loaded, SLUG, who=OPERATOR))
    best = ranking.systems[0]
    assert best.system == "fjell"
    assert best.low is not None
    assert best.low > 0
    assert ranking.cluster == "both"


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
    # The annotator judges at once; somebody new would be asked for consent first.
    assert open_desk(loaded, session, SLUG).stage == "work"
    stranger = sign_in(loaded, add_person(loaded, "Ny", ["annotator"], [SLUG]).token)
    assert open_desk(loaded, stranger, SLUG).reason == "consent"


def test_an_interrupted_loading_is_finished(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed loading left out is made up for by the next one, on either database."""

    def killed(made: int, _wanted: int) -> None:
        if made == 12:
            raise KeyboardInterrupt

    design = read_simulation(FOLDER / "simulation.toml").model_copy(update={"share_done": 0.06})
    monkeypatch.setattr(demo, "read_simulation", lambda _path: design)
    with pytest.raises(KeyboardInterrupt):
        load_demo(store, killed)
    assert campaign_progress(store, SLUG).done == 12
    assert load_demo(store)
    found = campaign_progress(store, SLUG)
    assert found.done == round(0.06 * found.total)
