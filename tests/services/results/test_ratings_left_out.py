"""Exclusions and withdrawals hold for ratings as for judgments: they stay, do not count, and the results mention them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.withdrawals import withdraw_response
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion, list_exclusions
from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import LeftOut
from eval_core.campaigns.results.scores import RatingResults, rating_results
from eval_core.campaigns.watching.progress import campaign_counts
from eval_core.errors import InputError
from eval_core.store import Response
from tests.support.acts import open_desk, record_ratings, undo_ratings
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.people import id_of

MARKS = {"adequacy": Score(3), "fluency": Score(4)}


def rate(built: Built, who: str, at_most: int = 99) -> int:
    """Rate what comes; how many responses that was."""
    for made in range(at_most):
        sheets = open_desk(built.store, who, built.slug).sheets
        if not sheets:
            return made
        record_ratings(built.store, who, built.slug, sheets[0].assignment_id, sheets[0].revision, MARKS)
    return at_most


def results(built: Built, *where: str) -> RatingResults:
    return rating_results(built.store, built.slug, where=where)


def done(built: Built) -> int:
    return campaign_counts(built.store, built.slug).done


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """Four prompts with three responses each, every one to be rated once."""
    return campaign(protocol="adequacy_fluency", prompts=4, overlap=1)


def test_an_excluded_rater_counts_for_nothing_and_comes_back(built: Built) -> None:
    """Scores, annotators and fingerprint change and say how many are left out; lifting brings the very same back."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    assert (rate(built, kari, 5), rate(built, ola)) == (5, 7)
    before, change = results(built), latest_change(built.store, built.slug)
    exclude_person(built.store, built.slug, id_of(built.store, "Ola"), "Clicked without reading")
    computed = results(built)
    assert (len(computed.scores), computed.scores.annotators, computed.left_out) == (5, ("Kari",), LeftOut(1, 0))
    assert computed.fingerprint != before.fingerprint
    assert latest_change(built.store, built.slug) > change
    (row,) = list_exclusions(built.store, built.slug)
    assert (row.judgments, row.ratings) == (0, 7)
    lift_exclusion(built.store, built.slug, id_of(built.store, "Ola"))
    assert results(built).as_dict() == before.as_dict()


def test_an_excluded_rater_has_nothing_more_to_do(built: Built) -> None:
    """Their open responses go to others at once, and their ratings and undos are refused."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    rate(built, kari, 3)
    desk = open_desk(built.store, kari, built.slug)
    (sheet,) = desk.sheets
    assert desk.undoable is not None
    exclude_person(built.store, built.slug, id_of(built.store, "Kari"), "Asked to stop")
    assert open_desk(built.store, kari, built.slug).reason == "finished"
    for action in (
        lambda: record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, MARKS),
        lambda: undo_ratings(built.store, kari, built.slug, *desk.undoable),
    ):
        assert refusal(action) == "excluded"
    assert rate(built, ola) == 9  # twelve without the three that were rated: none waits for Kari


def test_what_is_put_back_is_rated_by_others(built: Built) -> None:
    """Where others are to rate instead, the excluded person's sheets count as not made, until the exclusion is lifted;
    else they stay made."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    assert (rate(built, kari), done(built), rate(built, ola)) == (12, 12, 0)
    exclude_person(built.store, built.slug, id_of(built.store, "Kari"), "Another language")
    assert (done(built), rate(built, ola)) == (12, 0)
    lift_exclusion(built.store, built.slug, id_of(built.store, "Kari"))
    exclude_person(built.store, built.slug, id_of(built.store, "Kari"), "Another language", put_back=True)
    assert (done(built), rate(built, ola), done(built)) == (0, 12, 12)
    assert results(built).scores.annotators == ("Ola",)
    lift_exclusion(built.store, built.slug, id_of(built.store, "Kari"))
    assert (len(results(built).scores), done(built)) == (24, 12)


def test_a_withdrawn_response_is_left_out_and_listed(built: Built) -> None:
    """Its ratings leave the scores of its slice, and return when it is restored."""
    rate(built, built.enter("Kari"))
    before = results(built)
    with built.store.read() as db:
        response = db.scalars(select(Response.id).order_by(Response.id)).first() or 0
    withdraw_response(built.store, built.slug, response)
    assert (len(results(built).scores), results(built).left_out) == (11, LeftOut(0, 1))
    bokmaal, nynorsk = results(built, "written_standard=nb"), results(built, "written_standard=nn")
    assert (len(bokmaal.scores), bokmaal.left_out.withdrawn) == (5, 1)
    assert (len(nynorsk.scores), nynorsk.left_out.withdrawn) == (6, 0)
    assert len(results(built, "category=mail", "category=news").scores) == 11
    withdraw_response(built.store, built.slug, response, withdrawn=False)
    assert results(built).fingerprint == before.fingerprint
    with pytest.raises(InputError, match="field among"):
        results(built, "colour=blue")
