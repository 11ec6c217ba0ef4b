"""Sign-ins end when no one uses them, and can be listed and ended by their person and by leads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, text

from eval_core.campaigns.access import authorise
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.desk.clicks import act
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.open_sign_ins import (
    end_own_sign_ins,
    end_sign_ins,
    own_sign_ins,
    person_sign_ins,
)
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, current_visitor, sign_in
from eval_core.campaigns.people.sign_ins.sign_in_use import note_use, write_uses
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Person, SignIn, Store
from eval_core.upkeep.counts import operating_figures
from tests.conftest import Clock
from tests.support.building import Built


def refused(store: Store, session: str | None, slug: str = "trial", *roles: str) -> str | None:
    """The word with which permission is refused, None where it is granted."""
    try:
        with store.read() as db:
            authorise(db, session, slug, *roles or ("annotator",))
    except RefusedError as refusal:
        return refusal.code
    return None


def person(store: Store, name: str) -> int:
    with store.read() as db:
        return db.scalars(select(Person.id).where(Person.name == name)).one()


def enter(
    store: Store, name: str, role: str = "annotator", campaigns: tuple[str, ...] = ("trial",), times: int = 1
) -> list[str]:
    """A new person's sessions."""
    token = add_person(store, name, [role], campaigns).token
    return [sign_in(store, token) or "" for _ in range(times)]


@pytest.mark.both_databases
def test_a_sign_in_that_no_one_uses_ends(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """After 90 days without use the cookie opens nothing: no page, no service, no click; the link still does."""
    campaign()
    token = add_person(store, "Kari", ["annotator"], ["trial"]).token
    session = sign_in(store, token) or ""
    clock.move(hours=90 * 24 - 1)
    assert refused(store, session) is None
    assert operating_figures(store).sign_ins == 1
    clock.move(hours=1)
    assert refused(store, session) == "signed_out"
    assert current_visitor(store, session) is None
    for service in (lambda: choose_language(store, session, "nn"), lambda: act(store, session, "trial", [], None)):
        with pytest.raises(RefusedError) as refusal:
            service()
        assert refusal.value.code == "signed_out"
    assert operating_figures(store).sign_ins == 0
    assert refused(store, sign_in(store, token)) is None


def test_only_use_counts(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """However old a sign-in is, it goes on while it is used: planted as a use in the far future."""
    campaign()
    (session,) = enter(store, "Kari")
    with store.write() as db:
        db.execute(text("UPDATE sign_in SET used_at = '9999-01-01 00:00:00+00:00'"))
    clock.move(hours=5 * 365 * 24)
    assert refused(store, session) is None


@pytest.mark.both_databases
def test_use_keeps_a_sign_in_open(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """Pages and clicks count as use: written by the server's chores, twice a day at most, and by no page itself."""
    campaign()
    used, unused = enter(store, "Kari", times=2)
    for _ in range(4):
        clock.move(hours=60 * 24)
        assert current_visitor(store, used) is not None
        assert write_uses(store) == 1
        assert write_uses(store) == 0
        clock.move(hours=11)
        note_use(store, used)
        assert write_uses(store) == 0
    assert refused(store, used) is None
    assert refused(store, unused) == "signed_out"
    note_use(store, unused)
    clock.move(hours=-24 * 365)  # a clock set back writes nothing older
    note_use(store, used)
    assert write_uses(store) in (0, 1)
    clock.move(hours=24 * 365)
    assert refused(store, used) is None


def test_use_after_the_end_opens_nothing_again(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """A page that is refused notes no use, so that a sign-in that has ended stays so."""
    campaign()
    (session,) = enter(store, "Kari")
    clock.move(hours=91 * 24)
    assert current_visitor(store, session) is None
    assert write_uses(store) == 0
    assert refused(store, session) == "signed_out"


@pytest.mark.parametrize(("days", "live"), [("1", False), ("3650", True)])
def test_the_setting(
    store: Store,
    campaign: Callable[..., Built],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    days: str,
    live: bool,
) -> None:
    """PARVIS_SIGN_IN_DAYS says how long."""
    campaign()
    (session,) = enter(store, "Kari")
    clock.move(hours=100 * 24)
    monkeypatch.setenv("PARVIS_SIGN_IN_DAYS", days)
    assert (refused(store, session) is None) is live


@pytest.mark.parametrize("wrong", ["0", "3651", "ninety", "-1", "1.5"])
def test_a_wrong_setting_is_named(
    store: Store, campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    """Neither open for ever nor closed at once."""
    campaign()
    (session,) = enter(store, "Kari")
    monkeypatch.setenv("PARVIS_SIGN_IN_DAYS", wrong)
    with pytest.raises(ParvisError, match="PARVIS_SIGN_IN_DAYS must be a whole number of days from 1 to 3650"):
        refused(store, session)


def test_people_see_and_end_their_own(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """Their own browser first, then the one used last; others' numbers end nothing; ended ones are listed no more."""
    campaign()
    token = add_person(store, "Kari", ["annotator"], ["trial"]).token
    sessions = []
    for _ in range(3):
        clock.move(hours=1)
        sessions.append(sign_in(store, token) or "")
    (other,) = enter(store, "Ola")
    listed = own_sign_ins(store, sessions[0])
    assert [one.here for one in listed] == [True, False, False]
    assert listed[1].used_at > listed[2].used_at > listed[0].used_at
    assert [one.since for one in listed] == [one.used_at for one in listed]
    (theirs,) = own_sign_ins(store, other)
    assert end_own_sign_ins(store, sessions[0], [theirs.id, 999]) == 0
    assert end_own_sign_ins(store, sessions[0], [listed[1].id, theirs.id]) == 1
    assert end_own_sign_ins(store, sessions[0], [listed[1].id]) == 0
    assert [refused(store, one) for one in (*sessions, other)] == [None, None, "signed_out", None]
    assert [one.id for one in own_sign_ins(store, sessions[0])] == [listed[0].id, listed[2].id]
    with pytest.raises(RefusedError) as refusal:
        own_sign_ins(store, sessions[2])
    assert refusal.value.code == "signed_out"


@pytest.mark.both_databases
def test_leads_see_and_end_those_of_their_people(store: Store, campaign: Callable[..., Built], clock: Clock) -> None:
    """One browser is signed out, the other and the link go on; it is in the log; a sign-in that has ended is not."""
    campaign()
    first, second = enter(store, "Kari", times=2)
    (lead,) = enter(store, "Lise", "lead")
    kari = person(store, "Kari")
    listed = person_sign_ins(store, "trial", kari, lead)
    assert [one.here for one in listed] == [False, False]
    assert end_sign_ins(store, "trial", kari, [listed[0].id], lead) == 1
    assert end_sign_ins(store, "trial", kari, [listed[0].id], lead) == 0
    assert [refused(store, one) for one in (first, second)] == [None, "signed_out"]
    actions = [entry.action for entry in read_log(store, "trial", who=lead)]
    assert actions.count("sign_ins_ended") == 1
    clock.move(hours=91 * 24)
    assert person_sign_ins(store, "trial", kari) == []
    with store.read() as db:
        assert len(db.scalars(select(SignIn.id)).all()) == 3


@pytest.mark.parametrize("service", [person_sign_ins, lambda s, slug, p, who: end_sign_ins(s, slug, p, [1], who)])
def test_leads_reach_no_sign_in_that_opens_more(
    store: Store, campaign: Callable[..., Built], service: Callable[..., object]
) -> None:
    """As with the link: not of people elsewhere, not their own by this way, not a program's, not a stranger's."""
    campaign()
    campaign(slug="other")
    (lead,) = enter(store, "Lise", "lead")
    enter(store, "Kari", campaigns=("trial", "other"))
    enter(store, "Per", campaigns=("other",))
    for name, word in (("Kari", "out_of_reach"), ("Lise", "yourself"), ("Per", "unknown_person")):
        with pytest.raises(RefusedError) as refusal:
            service(store, "trial", person(store, name), lead)
        assert refusal.value.code == word
