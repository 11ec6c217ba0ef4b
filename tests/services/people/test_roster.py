"""Who is in a campaign, what its lead may do about them, and what a lead of one campaign cannot do to another."""

from __future__ import annotations

from sqlalchemy import select, update

from eval_core.campaigns.access import Program, authorise
from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.people.invitations import add_people, preview_people
from eval_core.campaigns.people.memberships import change_place, give_new_link, take_link
from eval_core.campaigns.people.persons import add_person, add_simulated_annotator, revoke_link
from eval_core.campaigns.people.roster import Place, Reach, list_roster
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.quality.pauses import pause_person, resume_person
from eval_core.campaigns.talk.messages import send_message, sent_messages
from eval_core.protocols import load_guidelines
from eval_core.store import Assignment, Event, Exclusion, Membership, Qualification, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.checking import everything
from tests.support.golden import add_gold, settle
from tests.support.people import ANNOTATOR, LEAD, Build, id_of, refused, roles, row


def test_the_list_has_everyone_of_the_campaign(store: Store, campaign: Build, clock: Clock) -> None:
    """Roles here and everywhere, standard, link, first sign-in, last seen, judgments, exclusion and oneself."""
    built = campaign()
    campaign(slug="other")
    lise, kari = built.enter("Lise", "lead"), built.enter("Kari")
    add_person(store, "Ola", ["annotator"], ["trial"])
    add_person(store, "Everywhere", ["researcher"])
    add_person(store, "Elsewhere", ["annotator"], ["other"])
    revoke_link(store, "Ola")
    add_simulated_annotator(store, "Robot", "trial")
    task = open_desk(store, kari, "trial").task
    assert task is not None
    clock.move(days=1)
    record_judgment(store, kari, "trial", task.assignment_id, 0, "A")
    with store.write() as db:
        db.add(Exclusion(campaign_id=built.id, person_id=id_of(store, "Kari"), reason="x"))
        db.execute(update(Membership).where(Membership.person_id == id_of(store, "Kari")).values(written_standard="nb"))
    people = {person.name: person for person in list_roster(store, "trial", lise)}
    assert list(people) == ["Everywhere", "Kari", "Lise", "Ola", "Robot"]
    found = people["Kari"]
    assert (found.place, found.link, found.signed_in, found.done, found.excluded, found.last_seen) == (
        Place(("annotator",), "nb"),
        "live",
        True,
        1,
        True,
        clock.time,
    )
    assert [(person.link, person.signed_in) for person in people.values()] == [
        ("live", False),
        ("live", True),
        ("live", True),
        ("revoked", False),
        ("none", False),
    ]
    assert people["Everywhere"].everywhere == people["Everywhere"].roles == ("researcher",)
    assert [person.name for person in people.values() if person.is_you] == ["Lise"]
    assert [person.name for person in people.values() if person.in_reach] == ["Kari", "Lise", "Ola"]


def test_training_and_test_are_no_judgments(store: Store, campaign: Build) -> None:
    """What was judged before the work began is not counted among the judgments."""
    built = campaign()
    kari = built.enter("Kari")
    add_gold(built, 2)
    settle(built, training=1, test=1, pass_mark=0.0)
    from eval_core.campaigns.joining.guidelines import acknowledge_guidelines

    acknowledge_guidelines(store, kari, "trial", load_guidelines("en").version, "nb")
    for _ in range(5):
        task = open_desk(store, kari, "trial").task
        assert task is not None
        record_judgment(store, kari, "trial", task.assignment_id, 0, "A")
    with store.read() as db:
        kinds = list(db.scalars(select(Assignment.kind).where(Assignment.status == "done")))
        assert db.scalars(select(Qualification.passed)).one()
    assert sorted(kinds) == ["regular"] * 3 + ["test", "training"]
    assert row(store, "Kari").done == open_desk(store, kari, "trial").done == 3


def test_who_judges_and_may_know_the_systems(store: Store, campaign: Build) -> None:
    """An annotator with a role that sees names, or to whom results were shown, is marked; no one else is."""
    built = campaign()
    built.enter("Both", "annotator", "lead")
    built.enter("Lise", "lead")
    built.enter("Kari")
    built.enter("Was lead")
    with store.write() as db:
        shown = Event(campaign_id=built.id, person_id=id_of(store, "Was lead"), action="results_shown", about={})
        db.add(shown)
    found = {person.name: (person.names, person.judges_knowing) for person in list_roster(store, "trial")}
    assert found == {
        "Both": ("role", True),
        "Kari": (None, False),
        "Lise": ("role", False),
        "Was lead": ("shown", True),
    }


def test_a_lead_does_not_get_into_another_campaign(store: Store, campaign: Build) -> None:
    """The planted attack: bring in another campaign's lead, then take their link, by every way there is."""
    built, other = campaign(), campaign(slug="other")
    lise, per = built.enter("Lise", "lead"), other.enter("Per", "lead")
    add_people(store, "trial", "Per, annotator", ["Per"], lise)
    person = row(store, "Per", "trial", lise)
    assert not person.in_reach
    before = everything(store)
    for action in (give_new_link, take_link):
        assert refused(action, store, "trial", person.person_id, person.link_id, lise) == "out_of_reach"
        assert refused(action, store, "other", person.person_id, person.link_id, lise) == "not_allowed"
    assert everything(store) == before
    assert "other" in roles(per, store)
    # Without the check the very same call would succeed: the command line may.
    assert give_new_link(store, "trial", person.person_id, person.link_id).token


def test_the_link_is_the_leads_again_when_all_roles_are(store: Store, campaign: Build) -> None:
    """A lead of every campaign in which a person holds a role may renew the person's link."""
    built, other = campaign(), campaign(slug="other")
    lise = built.enter("Lise", "lead")
    kari = id_of(store, "Kari") if other.enter("Kari") else 0
    add_people(store, "trial", "Kari", ["Kari"], lise)
    assert not row(store, "Kari", "trial", lise).in_reach
    add_people(store, "other", "Lise, lead", ["Lise"])
    person = row(store, "Kari", "trial", lise)
    assert person.in_reach
    new = give_new_link(store, "trial", kari, person.link_id, lise)
    assert set(roles(sign_in(store, new.token), store)) == {"trial", "other"}


def test_roles_held_everywhere_are_out_of_a_leads_reach(store: Store, campaign: Build) -> None:
    """Neither renewed, revoked nor demoted by the lead of one campaign; by one who leads everywhere, all three."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    boss = sign_in(store, add_person(store, "Boss", ["lead"]).token)
    add_person(store, "Chief", ["researcher"])
    chief = id_of(store, "Chief")
    add_people(store, "trial", "Chief, annotator", ["Chief"], lise)
    person = row(store, "Chief", "trial", lise)
    before = everything(store)
    assert refused(give_new_link, store, "trial", chief, person.link_id, lise) == "out_of_reach"
    assert refused(take_link, store, "trial", chief, person.link_id, lise) == "out_of_reach"
    assert refused(change_place, store, "trial", chief, ANNOTATOR, Place(), lise) == "held_everywhere"
    assert everything(store) == before
    assert boss is not None
    assert row(store, "Chief", "trial", boss).in_reach
    assert change_place(store, "trial", chief, ANNOTATOR, Place(), boss)
    assert take_link(store, "trial", chief, person.link_id, boss)


def test_a_reach_of_everything_and_of_nothing() -> None:
    """A lead of all campaigns reaches roles held everywhere; a lead of one campaign only roles in that one."""
    assert Reach(None).holds([None, 1])
    assert Reach(frozenset({1})).holds([1])
    assert not Reach(frozenset({1})).holds([None])
    assert not Reach(frozenset({1})).holds([1, 2])


def test_strangers_are_not_touched(store: Store, campaign: Build) -> None:
    """A person without a role in the campaign is unknown there."""
    built, other = campaign(), campaign(slug="other")
    lise = built.enter("Lise", "lead")
    other.enter("Per")
    per = id_of(store, "Per")
    before = everything(store)
    assert refused(change_place, store, "trial", per, Place(), LEAD, lise) == "unknown_person"
    assert refused(give_new_link, store, "trial", per, None, lise) == "unknown_person"
    assert refused(take_link, store, "trial", 999, None, lise) == "unknown_person"
    assert everything(store) == before


def test_a_program_has_nothing_to_do_with_people(store: Store, campaign: Build) -> None:
    """A token that loads responses neither lists, adds, changes nor writes to anybody."""
    built = campaign()
    built.enter("Kari")
    who = Program(create_token(store, "trial", "training loop").token)
    with store.read() as db:
        authorise(db, who, "trial", "lead")  # as far as other actions go, it may
    person, link = id_of(store, "Kari"), row(store, "Kari").link_id
    before = everything(store)
    for action, *args in (
        (list_roster,),
        (preview_people, "Ola"),
        (add_people, "Ola", []),
        (change_place, person, ANNOTATOR, LEAD),
        (give_new_link, person, link),
        (take_link, person, link),
        (send_message, person, "Hei"),
        (sent_messages,),
    ):
        assert refused(action, store, "trial", *args, who=who) == "not_allowed", action
    assert everything(store) == before


def test_who_is_paused_is_known_until_the_pause_ends(campaign: Build) -> None:
    """A pause in another campaign is none here."""
    built = campaign()
    campaign(slug="other")
    lise, _ = built.enter("Lise", "lead"), built.enter("Kari")
    kari = id_of(built.store, "Kari")
    add_person(built.store, "Unni", ["annotator"], ["trial", "other"])
    pause_person(built.store, "other", id_of(built.store, "Unni"))

    def paused() -> list[str]:
        return [person.name for person in list_roster(built.store, "trial", lise) if person.paused]

    assert paused() == []
    pause_person(built.store, "trial", kari)
    assert paused() == ["Kari"]
    resume_person(built.store, "trial", kari)
    assert paused() == []
