"""What is known of ratings before they are read: under which protocols, by whom, and that something changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.results.early_results import results_are_shown
from eval_core.campaigns.results.ratings import rating_state
from tests.support.acts import open_desk, record_ratings, undo_ratings
from tests.support.building import Built

Build = Callable[..., Built]
MARKS = {"adequacy": Score(3), "fluency": Score(4)}


def test_every_rating_and_undo_is_a_new_state(campaign: Build) -> None:
    """The number grows with each rating and with taking it back; before the first there is nothing to keep secret."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    kari, rita = built.enter("Kari"), built.enter("Rita", "researcher")
    before = rating_state(built.store, built.slug)
    assert (before.rates, before.protocols, before.kinds) == (True, (), frozenset())
    assert before.systems == tuple(sorted(built.systems))
    assert results_are_shown(built.store, built.slug, rita)
    sheet = open_desk(built.store, kari, built.slug).sheets[0]
    record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, MARKS)
    rated = rating_state(built.store, built.slug)
    assert rated.newest > before.newest
    assert (rated.protocols, rated.kinds) == (("adequacy_fluency",), {"human"})
    assert not results_are_shown(built.store, built.slug, rita)
    undo_ratings(built.store, kari, built.slug, sheet.assignment_id, 1)
    assert rating_state(built.store, built.slug).newest > rated.newest


def test_a_campaign_that_compares_may_have_ratings_too(campaign: Build, tmp_path: Path) -> None:
    """Ratings under another protocol are known by its key; the campaign's own protocol still compares."""
    built = campaign(prompts=1)
    path = tmp_path / "ratings.csv"
    path.write_text("prompt_id,system,annotator_id,adequacy,fluency\np0,alfa-modell,Per,3,4\n", encoding="utf-8")
    import_ratings(built.store, path, built.slug, protocol="adequacy_fluency")
    state = rating_state(built.store, built.slug)
    assert (state.rates, state.protocols, state.kinds) == (False, ("adequacy_fluency",), frozenset())
