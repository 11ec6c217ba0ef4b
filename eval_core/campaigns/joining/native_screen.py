"""The screen for native readers: twelve pairs of sentences for those who come by the open link. One try each.

Nothing says which answers were right. Those who pass judge the written standard in which they were screened.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.joining.arrival_ends import end_arrival
from eval_core.campaigns.locks import lock_person
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.screen_supply import approved_pairs, standards_of, still_needed
from eval_core.campaigns.timing import dwell
from eval_core.errors import RefusedError
from eval_core.protocols.native_screen import ScreenPair, draw_screen, load_pairs
from eval_core.store import Arrival, Membership, Prompt, ScreenApproval, ScreenTry, Store
from eval_core.store.engine import ask

_WAITS = 2  # of the shortest dwell: two sentences are read, and the page needs a moment to show them
_OWN = (ScreenTry.person_id == bindparam("person"), ScreenTry.campaign_id == bindparam("campaign"))
_GATE = (
    select(Arrival.id, ScreenTry.passed)
    .outerjoin(ScreenTry, (ScreenTry.person_id == Arrival.person_id) & (ScreenTry.campaign_id == Arrival.campaign_id))
    .where(Arrival.person_id == bindparam("person"), Arrival.campaign_id == bindparam("campaign"))
    .limit(1)
)


@dataclass(frozen=True)
class ScreenView:
    """What lies before someone who is screened.

    Attributes:
        standards: the written standards to choose from, before the first pair; empty after.
        number: of the pair that is shown, from 1; None before and after.
        total: how many pairs there are.
        texts: its two sentences, by side.
        passed: how it ended; None while it goes on.
    """

    standards: tuple[str, ...] = ()
    number: int | None = None
    total: int = 0
    texts: tuple[str, str] | None = None
    passed: bool | None = None


@dataclass(frozen=True)
class ScreenResults:
    """How many tries have ended, and how many of them were passed."""

    finished: int
    passed: int


def screen_gate(db: Session, grant: Grant) -> str | None:
    """'screen' for someone who has yet to pass it, 'screened_out' for one who did not; None for all others."""
    found = ask(db, _GATE, {"person": grant.person, "campaign": grant.campaign.id}).first()
    if found is None or found.passed:
        return None
    return "screen" if found.passed is None else "screened_out"


def read_screen(store: Store, who: Who, slug: str) -> ScreenView:
    """What lies before a person.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        return _view(db, grant, _try_of(db, grant))


def begin_screen(store: Store, who: Who, slug: str, standard: str) -> ScreenView:
    """Choose a written standard and draw the pairs, once: a second time gives what was drawn.

    Raises:
        RefusedError: 'no_screen' where there is none for the person, or not in this standard; 'signed_out',
            'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        trial = _try_of(db, grant)
        if trial is None:
            if screen_gate(db, grant) != "screen" or standard not in standards_of(db, grant.campaign):
                raise RefusedError("no_screen", "there is no such screen for this person")
            trial = _draw(db, store, grant, standard)
        return _view(db, grant, trial)


def answer_screen(store: Store, who: Who, slug: str, number: int, side: str) -> ScreenView:
    """Choose the sentence of one side; an answer to another pair than the one that is shown changes nothing.

    Args:
        number: of the pair that the person saw, from 1. side: 'A' or 'B'.

    Raises:
        RefusedError: 'too_fast' for the second press of a double tap, which meant the pair before;
            'no_screen' for one who has not begun, or a side that is none; 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        lock_person(db, grant)
        trial = _try_of(db, grant)
        if trial is None or side not in ("A", "B"):
            raise RefusedError("no_screen", "there is no such screen for this person")
        if trial.passed is None and number == len(trial.answers) + 1:
            if store.now() - _shown_at(trial) < _WAITS * dwell():
                raise RefusedError("too_fast", "the pair had just appeared; the answer was not counted")
            trial.answers = [*trial.answers, {"side": side, "at": store.now().isoformat()}]
            if len(trial.answers) == len(trial.items):
                _finish(db, store, grant, trial)
        return _view(db, grant, trial)


def list_screen_pairs(store: Store, slug: str, who: Who = OPERATOR) -> list[tuple[ScreenPair, bool]]:
    """All pairs of the campaign's written standards, each with whether it is approved. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        known, wanted = set(approved_pairs(db, campaign)), standards_of(db, campaign)
        return [(pair, pair in known) for pair in load_pairs() if pair.standard in wanted]


def approve_pair(store: Store, slug: str, key: str, who: Who = OPERATOR, *, approve: bool = True) -> None:
    """Approve a pair as it reads now, or take the approval back. For leads.

    Raises:
        RefusedError: 'no_such_pair'; 'screen_in_use' where too few would be left for a screen that is switched on;
            'signed_out' or 'not_allowed'.
    """
    pair = next((one for one in load_pairs() if one.key == key), None)
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        if pair is None:
            raise RefusedError("no_such_pair", "there is no such pair")
        db.refresh(grant.campaign, with_for_update={"key_share": True})
        mine = (ScreenApproval.campaign_id == grant.campaign.id, ScreenApproval.pair == key)
        db.execute(delete(ScreenApproval).where(*mine))
        if approve:
            db.add(
                ScreenApproval(
                    campaign_id=grant.campaign.id,
                    pair=key,
                    fingerprint=pair.fingerprint,
                    approved_by=grant.person_id,
                    approved_at=store.now(),
                )
            )
        elif rules_of(grant.campaign).native_screen and still_needed(db, grant.campaign):
            raise RefusedError("screen_in_use", "too few pairs would be left for the screen")
        note(db, grant, "screen_pair_approved" if approve else "screen_pair_left_out", pair=key)


def screen_results(store: Store, slug: str, who: Who = OPERATOR) -> ScreenResults:
    """How the tries of a campaign ended. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        ended = select(ScreenTry.passed, func.count()).where(
            ScreenTry.campaign_id == campaign.id, ScreenTry.passed.is_not(None)
        )
        counts = {bool(passed): count for passed, count in db.execute(ended.group_by(ScreenTry.passed))}
        return ScreenResults(sum(counts.values()), counts.get(True, 0))


def _try_of(db: Session, grant: Grant) -> ScreenTry | None:
    return db.scalar(select(ScreenTry).where(*_OWN), {"person": grant.person, "campaign": grant.campaign.id})


def _view(db: Session, grant: Grant, trial: ScreenTry | None) -> ScreenView:
    if trial is None:
        return ScreenView(standards=standards_of(db, grant.campaign))
    if trial.passed is not None:
        return ScreenView(total=len(trial.items), passed=trial.passed)
    item = trial.items[len(trial.answers)]
    return ScreenView(number=len(trial.answers) + 1, total=len(trial.items), texts=(item["A"], item["B"]))


def _shown_at(trial: ScreenTry) -> datetime:
    """When the pair that is shown came up, by the server's clock."""
    return datetime.fromisoformat(trial.answers[-1]["at"]) if trial.answers else trial.started_at


def _draw(db: Session, store: Store, grant: Grant, standard: str) -> ScreenTry:
    pairs = [pair for pair in approved_pairs(db, grant.campaign) if pair.standard == standard]
    if still_needed(db, grant.campaign).get(standard):
        raise RefusedError("no_screen", "too few pairs are approved")
    items = []
    for pair, right in draw_screen(pairs, random.Random(secrets.randbits(64))):  # noqa: S311  # seeded by the system
        a, b = (pair.right, pair.wrong) if right == "A" else (pair.wrong, pair.right)
        items.append({"pair": pair.key, "A": a, "B": b, "right": right})
    trial = ScreenTry(
        person_id=grant.person,
        campaign_id=grant.campaign.id,
        written_standard=standard,
        items=items,
        answers=[],
        started_at=store.now(),
    )
    db.add(trial)
    db.flush()
    return trial


def _finish(db: Session, store: Store, grant: Grant, trial: ScreenTry) -> None:
    hits = sum(item["right"] == given["side"] for item, given in zip(trial.items, trial.answers, strict=True))
    trial.correct, trial.finished_at = hits, store.now()
    trial.passed = hits >= rules_of(grant.campaign).native_screen_right
    if not trial.passed:
        end_arrival(db, grant.person, grant.campaign.id, "screened_out", store.now())
        return
    named = select(Prompt.id).where(Prompt.campaign_id == grant.campaign.id, Prompt.written_standard.is_not(None))
    if db.scalar(named.limit(1)) is not None:
        db.execute(
            update(Membership)
            .where(
                Membership.person_id == grant.person,
                Membership.campaign_id == grant.campaign.id,
                Membership.role == "annotator",
            )
            .values(written_standard=trial.written_standard)
        )
