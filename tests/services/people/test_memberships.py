"""Roles, written standards and links of people in a campaign, and who may change them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from sqlalchemy import select

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.memberships import change_place, give_new_link, take_link
from eval_core.campaigns.people.persons import add_simulated_annotator
from eval_core.campaigns.people.roster import Place, list_roster
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.store import Assignment, Link, Membership, Person, Store
from tests.support.acts import open_desk, record_judgment
from tests.support.checking import everything
from tests.support.people import ANNOTATOR, LEAD, Build, actions, id_of, refused, roles, row


def test_roles_and_standard_are_changed(store: Store, campaign: Build) -> None:
    """A change holds at once, twice is once, and what another lead changed meanwhile is not overwritten."""
    built = campaign()
    lise, kari = built.enter("Lise", "lead"), built.enter("Kari")
    person = id_of(store, "Kari")
    wanted = Place(("researcher", "annotator", "annotator"), "nn")
    assert change_place(store, "trial", person, ANNOTATOR, wanted, lise)
    assert row(store, "Kari").place == Place(("researcher", "annotator"), "nn")
    assert roles(kari, store) == {"trial": frozenset({"annotator", "researcher"})}
    before = everything(store)
    assert not change_place(store, "trial", person, ANNOTATOR, wanted, lise)
    assert refused(change_place, store, "trial", person, ANNOTATOR, LEAD, lise) == "stale_person"
    assert refused(change_place, store, "trial", person, ANNOTATOR, Place(("owner",)), lise) == "unknown_role"
    assert (
        refused(change_place, store, "trial", person, ANNOTATOR, Place(("annotator",), "sv"), lise)
        == "unknown_standard"
    )
    assert refused(change_place, store, "trial", person, ANNOTATOR, Place(("lead",), "nb"), lise) == (
        "standard_without_annotator"
    )
    assert everything(store) == before
    assert actions(store) == [("person_changed", "Kari")]
    assert read_log(store, "trial")[0].about == {
        "person": "Kari",
        "changes": {"roles": [["annotator"], ["researcher", "annotator"]], "written_standard": [None, "nn"]},
    }


def test_a_removed_person_is_out_and_their_judgments_stay(store: Store, campaign: Build) -> None:
    """Without a role the desk is closed, the open comparison is released, and the judgments still count."""
    built = campaign()
    lise, kari = built.enter("Lise", "lead"), built.enter("Kari")
    for _ in range(2):
        task = open_desk(store, kari, "trial").task
        assert task is not None
        if not row(store, "Kari").done:
            record_judgment(store, kari, "trial", task.assignment_id, 0, "A")
    assert change_place(store, "trial", id_of(store, "Kari"), ANNOTATOR, Place(), lise)
    assert refused(open_desk, store, kari, "trial") == "not_allowed"
    assert [person.name for person in list_roster(store, "trial")] == ["Lise"]
    with store.read() as db:
        assert sorted(db.scalars(select(Assignment.status))) == ["done", "released"]


def test_only_humans_lead(store: Store, campaign: Build) -> None:
    """A simulated annotator gets neither a role that leads nor a link."""
    campaign()
    person = add_simulated_annotator(store, "Robot", "trial")
    assert refused(change_place, store, "trial", person, ANNOTATOR, LEAD) == "not_human"
    assert refused(give_new_link, store, "trial", person, None) == "not_human"
    assert not row(store, "Robot").in_reach


@pytest.mark.both_databases
def test_no_lead_locks_themselves_out(store: Store, campaign: Build) -> None:
    """Neither one's own role nor one's own link; and the last lead stays in any case."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    person, link = id_of(store, "Lise"), row(store, "Lise").link_id
    assert refused(change_place, store, "trial", person, LEAD, ANNOTATOR, lise) == "last_lead"
    assert refused(change_place, store, "trial", person, LEAD, ANNOTATOR) == "last_lead"
    built.enter("Eva", "lead")
    before = everything(store)
    assert refused(change_place, store, "trial", person, LEAD, ANNOTATOR, lise) == "yourself"
    assert refused(give_new_link, store, "trial", person, link, lise) == "yourself"
    assert refused(take_link, store, "trial", person, link, lise) == "yourself"
    assert everything(store) == before
    # A role besides is no harm, and another lead may take the first away.
    assert change_place(store, "trial", person, LEAD, Place(("annotator", "lead")), lise)
    assert change_place(store, "trial", person, Place(("annotator", "lead")), ANNOTATOR, built.sessions["Eva"])
    assert refused(list_roster, store, "trial", lise) == "not_allowed"


def test_links_are_renewed_and_revoked(store: Store, campaign: Build) -> None:
    """The old link and its sessions die, a double click makes one new link, and a stale click changes nothing."""
    built = campaign()
    lise, kari = built.enter("Lise", "lead"), built.enter("Kari")
    person, old = id_of(store, "Kari"), row(store, "Kari").link_id
    new = give_new_link(store, "trial", person, old, lise)
    assert roles(kari, store) == {}
    assert refused(give_new_link, store, "trial", person, old, lise) == "stale_link"
    assert refused(take_link, store, "trial", person, old, lise) == "stale_link"
    session = sign_in(store, new.token)
    assert roles(session, store) == {"trial": frozenset({"annotator"})}
    assert take_link(store, "trial", person, row(store, "Kari").link_id, lise)
    assert not take_link(store, "trial", person, row(store, "Kari").link_id, lise)
    assert (roles(session, store), sign_in(store, new.token)) == ({}, None)
    again = give_new_link(store, "trial", person, None, lise)
    assert sign_in(store, again.token)
    assert actions(store) == [("link_renewed", "Kari"), ("link_revoked", "Kari"), ("link_renewed", "Kari")]
    text = repr(everything(store))
    assert new.token not in text
    assert again.token not in text


@pytest.mark.postgres
@pytest.mark.both_databases
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_two_leads_cannot_put_each_other_out(store: Store, campaign: Build) -> None:
    """The second waits for the first, is checked again, and is refused: a lead is left (PostgreSQL)."""
    built = campaign()
    sessions = {name: built.enter(name, "lead") for name in ("Lise", "Eva")}
    ids = {name: id_of(store, name) for name in sessions}
    with ThreadPoolExecutor(2) as pool:
        made = [
            pool.submit(refused, change_place, store, "trial", ids[whom], LEAD, Place(), sessions[by])
            for by, whom in (("Lise", "Eva"), ("Eva", "Lise"))
        ]
        words = [item.result(timeout=20) for item in made]
    assert sorted(words, key=str) == [None, "not_allowed"]
    assert len(list_roster(store, "trial")) == 1


@pytest.mark.postgres
@pytest.mark.both_databases
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_renewal_waits_for_a_role_elsewhere(store: Store, campaign: Build) -> None:
    """While another campaign's lead brings a person in, the first lead's renewal waits and is refused (PostgreSQL)."""
    built, other = campaign(), campaign(slug="other")
    lise = built.enter("Lise", "lead")
    built.enter("Kari")
    person, link = id_of(store, "Kari"), row(store, "Kari").link_id
    with ThreadPoolExecutor(1) as pool:
        with store.write() as db:
            db.execute(select(Person.id).where(Person.id == person).with_for_update(key_share=True))
            db.add(Membership(person_id=person, campaign_id=other.id, role="lead"))
            db.flush()
            renewing = pool.submit(refused, give_new_link, store, "trial", person, link, lise)
            wait([renewing], timeout=0.3)
            assert not renewing.done()
        assert renewing.result(timeout=20) == "out_of_reach"
    with store.read() as db:
        assert db.scalars(select(Link.id).where(Link.person_id == person, Link.revoked_at.is_(None))).one() == link
