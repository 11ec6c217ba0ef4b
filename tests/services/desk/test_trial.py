"""The trial: the annotator's way to the end of five real tasks, without a trace in the campaign."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.desk import trial as trials
from eval_core.campaigns.desk.clicks import act, open_desk
from eval_core.campaigns.desk.trial import Trial, begin_trial, end_trial, trial_called, trial_desk
from eval_core.campaigns.joining.consent import give_consent
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.people.persons import revoke_link
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from tests.support.acts import action
from tests.support.building import SYSTEMS, Built
from tests.support.checking import everything


@pytest.fixture
def draft(campaign: Callable[..., Built]) -> Built:
    """A draft with a letter, training, a test and gold, none of which are loaded."""
    built = campaign(status="draft")
    letter = {"responsible": "Us", "contact": "us@example.org", "pay": "None"}
    change_rules(built.store, built.slug, {"letter": letter, "training": 2, "test": 4, "gold_share": 0.2})
    return built


def enter(trial: Trial, lead: str) -> None:
    """Agree to the letter and read the guidelines."""
    assert open_desk(trial.store, lead, trial.slug).instead == "consent"
    give_consent(trial.store, lead, trial.slug, "1.1.1", "nb")
    assert open_desk(trial.store, lead, trial.slug).instead == "guidelines"
    version = read_guidelines(trial.store, lead, trial.slug, "nb").version
    acknowledge_guidelines(trial.store, lead, trial.slug, version, "nb")


def test_a_trial_leaves_no_trace(draft: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letter, guidelines, five comparisons with an undo and a skip: the campaign's database is as before."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    lead = draft.enter("Lise", "lead")
    before = everything(draft.store)
    trial = begin_trial(draft.store, draft.slug, lead)
    enter(trial, lead)
    pile = open_desk(trial.store, lead, trial.slug)
    seen = set()
    for turn in range(20):
        if pile.instead:
            break
        sheet = pile.sheets[0]
        seen.add(sheet.prompt)
        kind = "skip" if turn == 1 else "choose"
        more = {"reason": "other"} if turn == 1 else {"choice": "A"}
        (answer,), pile = act(trial.store, lead, trial.slug, [action(kind, sheet.assignment_id, **more)])
        assert answer.result == "recorded"
        if turn == 0:
            (answer,), pile = act(trial.store, lead, trial.slug, [action("undo", sheet.assignment_id, 1)])
            assert answer.result == "recorded"
            (answer,), pile = act(trial.store, lead, trial.slug, [action("choose", sheet.assignment_id, 2, choice="B")])
            assert answer.result == "recorded"
    assert (pile.instead, pile.done, pile.quota) == ("finished", 4, 5)
    assert everything(draft.store) == before
    end_trial(trial.slug)
    assert trial_called(trial.slug) is None
    assert everything(draft.store) == before


def test_a_trial_names_no_system(draft: Built) -> None:
    """Its database holds no name of a system, and five of the campaign's comparisons with their texts."""
    trial = begin_trial(draft.store, draft.slug)
    rows = everything(trial.store)
    assert len(rows["comparison"]) == 5
    assert not [name for name in SYSTEMS if name in str(rows)]
    end_trial(trial.slug)


@pytest.mark.parametrize("beside", [1, 3])
def test_responses_are_rated_on_trial(campaign: Callable[..., Built], beside: int) -> None:
    """Under a rating protocol there are five responses, next to each other where the rules say so."""
    built = campaign(status="draft", protocol="heval")
    change_rules(built.store, built.slug, {"responses_beside": beside})
    lead = built.enter("Lise", "lead")
    before = everything(built.store)
    trial = begin_trial(built.store, built.slug, lead)
    version = read_guidelines(trial.store, lead, trial.slug, "nb").version
    acknowledge_guidelines(trial.store, lead, trial.slug, version, "nb")
    pile = open_desk(trial.store, lead, trial.slug, ahead=0)
    # Of five, three lie next to each other and the other two.
    assert len(pile.sheets) in ((1,) if beside == 1 else (2, 3))
    assert (pile.quota, pile.instead) == (5, None)
    assert everything(built.store) == before
    end_trial(trial.slug)


def test_a_trial_is_for_the_leads_of_its_campaign(draft: Built, campaign: Callable[..., Built]) -> None:
    """No annotator, no lead of another campaign, and no one who was signed out uses it; a campaign is no trial."""
    lead, kari = draft.enter("Lise", "lead"), draft.enter("Kari")
    stranger = campaign(slug="other").enter("Nina", "lead")
    trial = begin_trial(draft.store, draft.slug, lead)
    assert trial_desk(draft.store, trial.slug, lead) is trial.store
    assert trial_desk(draft.store, draft.slug, kari) is draft.store
    for who in (kari, stranger, None):
        with pytest.raises(RefusedError):
            trial_desk(draft.store, trial.slug, who)
    revoke_link(draft.store, "Lise")
    with pytest.raises(RefusedError) as refused:
        trial_desk(draft.store, trial.slug, lead)
    assert refused.value.code == "signed_out"
    end_trial(trial.slug)


def test_an_empty_campaign_has_nothing_to_try(campaign: Callable[..., Built]) -> None:
    built = campaign(prompts=0, systems=(), status="draft")
    with pytest.raises(RefusedError) as refused:
        begin_trial(built.store, built.slug)
    assert refused.value.code == "nothing_to_judge"


def test_old_trials_end(draft: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process keeps so many trials and no more; what ends leaves no file."""
    monkeypatch.setattr(trials, "_MOST", 2)
    begun = [begin_trial(draft.store, draft.slug) for _ in range(3)]
    assert [trial_called(one.slug) is not None for one in begun] == [False, True, True]
    folders = [Path(str(one.store.url.database)).parent for one in begun]
    assert [folder.exists() for folder in folders] == [False, True, True]
    for one in begun:
        end_trial(one.slug)
