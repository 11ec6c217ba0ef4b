"""Who is in a campaign, what its lead may do about them, and what a lead of one campaign cannot do to another."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import OPERATOR, Program, Trusted, authorise, find_person
from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.inviting import MOST_LINES, Invited, PastedLine, add_people, preview_people
from eval_core.campaigns.judging import record_judgment
from eval_core.campaigns.membership import change_place, give_new_link, take_link
from eval_core.campaigns.messages import send_message, sent_messages
from eval_core.campaigns.people import add_person, add_simulated_annotator, current_visitor, revoke_link, sign_in
from eval_core.campaigns.programs import create_token
from eval_core.campaigns.roster import PersonHere, Place, Reach, list_roster
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Event, Exclusion, Link, Membership, Person, Qualification, Store
from tests.conftest import Clock
from tests.services.building import Built
from tests.services.checking import everything
from tests.services.golden import add_gold, settle

Build = Callable[..., Built]
ANNOTATOR, LEAD = Place(("annotator",)), Place(("lead",))


def row(store: Store, name: str, slug: str = "trial", who: str | Trusted = OPERATOR) -> PersonHere:
    """One person of the list."""
    return next(one for one in list_roster(store, slug, who) if one.name == name)


def id_of(store: Store, name: str) -> int:
    with store.read() as db:
        return find_person(db, name).id


def refused(deed: Callable[..., object], *args: object, **named: object) -> str | None:
    """The word with which a deed is refused, None where it is done."""
    try:
        deed(*args, **named)
    except RefusedError as refusal:
        return refusal.code
    return None


def roles(session: str | None, store: Store) -> dict[str, frozenset[str]]:
    """What a session may do, campaign by campaign."""
    visitor = current_visitor(store, session)
    return visitor.roles if visitor else {}


def deeds(store: Store, slug: str = "trial") -> list[tuple[str, str | None]]:
    """The log, oldest first: the deeds, and whom they concern."""
    return [(one.deed, one.about.get("person")) for one in reversed(read_log(store, slug))]


def test_the_list_says_who_is_here(store: Store, campaign: Build, clock: Clock) -> None:
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
    people = {one.name: one for one in list_roster(store, "trial", lise)}
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
    assert [(one.link, one.signed_in) for one in people.values()] == [
        ("live", False),
        ("live", True),
        ("live", True),
        ("revoked", False),
        ("none", False),
    ]
    assert people["Everywhere"].everywhere == people["Everywhere"].roles == ("researcher",)
    assert [one.name for one in people.values() if one.is_you] == ["Lise"]
    assert [one.name for one in people.values() if one.in_reach] == ["Kari", "Lise", "Ola"]


def test_training_and_test_are_no_judgments(store: Store, campaign: Build) -> None:
    """What was judged before the work began is not counted among the judgments."""
    built = campaign()
    kari = built.enter("Kari")
    add_gold(built, 2)
    settle(built, training=1, test=1, pass_mark=0.0)
    from eval_core.campaigns.guidance import acknowledge_guidelines, version_in_force
    from eval_core.store import Campaign

    acknowledge_guidelines(store, kari, "trial", version_in_force(Campaign(clarifications=0)), "nb")
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
    """An annotator with a role that sees names, or to whom results were shown, is marked; nobody else is."""
    built = campaign()
    built.enter("Both", "annotator", "lead")
    built.enter("Lise", "lead")
    built.enter("Kari")
    built.enter("Was lead")
    with store.write() as db:
        shown = Event(campaign_id=built.id, person_id=id_of(store, "Was lead"), deed="results_shown", about={})
        db.add(shown)
    found = {one.name: (one.names, one.judges_knowing) for one in list_roster(store, "trial")}
    assert found == {
        "Both": ("role", True),
        "Kari": (None, False),
        "Lise": ("role", False),
        "Was lead": ("shown", True),
    }


def test_many_are_added_by_paste(store: Store, campaign: Build) -> None:
    """One name a line, roles and standard in any order and language; each new link signs in as that person, here."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    pasted = "Kari\n\n  Ola , nn\nPer\tnb\tvurderer\nEva; Forsker\nGro, lead, annotator, nynorsk"
    lines = preview_people(store, "trial", pasted, lise)
    assert [
        (line.number, line.name, line.place.roles, line.place.written_standard, line.problem) for line in lines
    ] == [
        (1, "Kari", ("annotator",), None, None),
        (3, "Ola", ("annotator",), "nn", None),
        (4, "Per", ("annotator",), "nb", None),
        (5, "Eva", ("researcher",), None, None),
        (6, "Gro", ("lead", "annotator"), "nn", None),
    ]
    made = add_people(store, "trial", pasted, [], lise)
    for line, invited in zip(lines, made, strict=True):
        assert invited.token is not None
        session = sign_in(store, invited.token)
        visitor = current_visitor(store, session)
        assert visitor is not None
        assert (visitor.name, set(visitor.roles)) == (line.name, {"trial"})
        assert row(store, line.name).place == line.place
        assert invited.token not in repr(everything(store))
    assert deeds(store) == [("person_added", name) for name in ("Kari", "Ola", "Per", "Eva", "Gro")]


@pytest.mark.parametrize(
    ("line", "problem", "word"),
    [
        ("<b>", "bad_name", ""),
        ("K" * 81, "bad_name", ""),
        (", nb", "bad_name", ""),
        ("Hansen, Kari", "unknown_word", "Kari"),
        ("Kari, nb, nn", "two_standards", ""),
        ("Kari, lead, nb", "standard_without_annotator", ""),
        ("Ola", "twice", ""),
        ("Robot, lead", "not_human", ""),
        ("Siri, nb", "other_standard", ""),
    ],
)
def test_a_bad_line_adds_nobody(store: Store, campaign: Build, line: str, problem: str, word: str) -> None:
    """The preview says what is wrong in which line, the others are fine, and the whole list is refused."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    built.enter("Siri")
    add_simulated_annotator(store, "Robot", "trial")
    pasted = f"Ola\n{line}\nEva"
    lines = preview_people(store, "trial", pasted, lise)
    assert [(one.number, one.problem, one.word) for one in lines if one.problem] == [
        *([(1, "twice", "")] if problem == "twice" else []),
        (2, problem, word),
    ]
    before = everything(store)
    known = [one.name for one in lines if one.standing != "new"]
    assert refused(add_people, store, "trial", pasted, known, lise) == "bad_lines"
    assert everything(store) == before


def test_lists_have_an_end(store: Store, campaign: Build) -> None:
    """An empty list and one without end are refused with a word."""
    campaign()
    assert refused(add_people, store, "trial", " \n ", []) == "nobody"
    assert preview_people(store, "trial", " \n ") == []
    for much in ("\n".join(f"P{number}" for number in range(MOST_LINES + 1)), "x" * 30_000):
        assert refused(preview_people, store, "trial", much) == "too_many"
        assert refused(add_people, store, "trial", much, []) == "too_many"


def test_a_list_added_twice_adds_nobody_twice(store: Store, campaign: Build) -> None:
    """The second click finds other people than the preview did; a new preview says that nothing is left to do."""
    campaign()
    add_people(store, "trial", "Kari\nOla", [])
    before = everything(store)
    assert refused(add_people, store, "trial", "Kari\nOla", []) == "stale_people"
    assert [line.standing for line in preview_people(store, "trial", "Kari\nOla")] == ["unchanged"] * 2
    assert add_people(store, "trial", "Kari\nOla", ["Kari", "Ola"]) == []
    assert everything(store) == before
    assert [line.standing for line in preview_people(store, "trial", "Kari, lead")] == ["here"]


def test_a_known_name_gets_a_role_and_no_link(store: Store, campaign: Build) -> None:
    """Somebody of another campaign gets the role under the link that they have; the lead is shown none."""
    built, other = campaign(), campaign(slug="other")
    lise, per = built.enter("Lise", "lead"), other.enter("Per")
    (line,) = preview_people(store, "trial", "Per", lise)
    assert (line.standing, line.problem) == ("known", None)
    assert refused(add_people, store, "trial", "Per", [], lise) == "stale_people"
    (invited,) = add_people(store, "trial", "Per", ["Per"], lise)
    assert invited == Invited(id_of(store, "Per"), "Per", ANNOTATOR, None)
    assert set(roles(per, store)) == {"trial", "other"}


def test_a_lead_does_not_get_into_another_campaign(store: Store, campaign: Build) -> None:
    """The planted attack: bring in another campaign's lead, then take their link, by every way there is."""
    built, other = campaign(), campaign(slug="other")
    lise, per = built.enter("Lise", "lead"), other.enter("Per", "lead")
    add_people(store, "trial", "Per, annotator", ["Per"], lise)
    found = row(store, "Per", "trial", lise)
    assert not found.in_reach
    before = everything(store)
    for deed in (give_new_link, take_link):
        assert refused(deed, store, "trial", found.person_id, found.link_id, lise) == "out_of_reach"
        assert refused(deed, store, "other", found.person_id, found.link_id, lise) == "not_allowed"
    assert everything(store) == before
    assert "other" in roles(per, store)
    # Without the check the very same call would succeed: the command line may.
    assert give_new_link(store, "trial", found.person_id, found.link_id).token


def test_the_link_is_the_leads_again_when_all_roles_are(store: Store, campaign: Build) -> None:
    """Who leads every campaign in which a person holds a role may renew the link, whatever it opens."""
    built, other = campaign(), campaign(slug="other")
    lise = built.enter("Lise", "lead")
    kari = id_of(store, "Kari") if other.enter("Kari") else 0
    add_people(store, "trial", "Kari", ["Kari"], lise)
    assert not row(store, "Kari", "trial", lise).in_reach
    add_people(store, "other", "Lise, lead", ["Lise"])
    found = row(store, "Kari", "trial", lise)
    assert found.in_reach
    new = give_new_link(store, "trial", kari, found.link_id, lise)
    assert set(roles(sign_in(store, new.token), store)) == {"trial", "other"}


def test_roles_held_everywhere_are_out_of_a_leads_reach(store: Store, campaign: Build) -> None:
    """Neither renewed, revoked nor demoted by the lead of one campaign; by one who leads everywhere, all three."""
    built = campaign()
    lise = built.enter("Lise", "lead")
    boss = sign_in(store, add_person(store, "Boss", ["lead"]).token)
    add_person(store, "Chief", ["researcher"])
    chief = id_of(store, "Chief")
    add_people(store, "trial", "Chief, annotator", ["Chief"], lise)
    found = row(store, "Chief", "trial", lise)
    before = everything(store)
    assert refused(give_new_link, store, "trial", chief, found.link_id, lise) == "out_of_reach"
    assert refused(take_link, store, "trial", chief, found.link_id, lise) == "out_of_reach"
    assert refused(change_place, store, "trial", chief, ANNOTATOR, Place(), lise) == "held_everywhere"
    assert everything(store) == before
    assert boss is not None
    assert row(store, "Chief", "trial", boss).in_reach
    assert change_place(store, "trial", chief, ANNOTATOR, Place(), boss)
    assert take_link(store, "trial", chief, found.link_id, boss)


def test_a_reach_of_everything_and_of_nothing() -> None:
    """Who leads everywhere reaches roles held everywhere; who leads one campaign reaches roles in that one alone."""
    assert Reach(None).holds([None, 1])
    assert Reach(frozenset({1})).holds([1])
    assert not Reach(frozenset({1})).holds([None])
    assert not Reach(frozenset({1})).holds([1, 2])


def test_strangers_are_not_touched(store: Store, campaign: Build) -> None:
    """Somebody without a role in the campaign is unknown there, whoever they are."""
    built, other = campaign(), campaign(slug="other")
    lise = built.enter("Lise", "lead")
    other.enter("Per")
    per = id_of(store, "Per")
    before = everything(store)
    assert refused(change_place, store, "trial", per, Place(), LEAD, lise) == "unknown_person"
    assert refused(give_new_link, store, "trial", per, None, lise) == "unknown_person"
    assert refused(take_link, store, "trial", 999, None, lise) == "unknown_person"
    assert everything(store) == before


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
    assert deeds(store) == [("person_changed", "Kari")]
    assert read_log(store, "trial")[0].about == {
        "person": "Kari",
        "roles": ["researcher", "annotator"],
        "roles_before": ["annotator"],
        "written_standard": "nn",
    }


def test_a_removed_person_is_out_and_their_judgments_stay(store: Store, campaign: Build) -> None:
    """Without a role the desk is closed, what lay there goes back, and the judgments count on."""
    built = campaign()
    lise, kari = built.enter("Lise", "lead"), built.enter("Kari")
    for _ in range(2):
        task = open_desk(store, kari, "trial").task
        assert task is not None
        if not row(store, "Kari").done:
            record_judgment(store, kari, "trial", task.assignment_id, 0, "A")
    assert change_place(store, "trial", id_of(store, "Kari"), ANNOTATOR, Place(), lise)
    assert refused(open_desk, store, kari, "trial") == "not_allowed"
    assert [one.name for one in list_roster(store, "trial")] == ["Lise"]
    with store.read() as db:
        assert sorted(db.scalars(select(Assignment.status))) == ["done", "released"]


def test_only_humans_lead(store: Store, campaign: Build) -> None:
    """A simulated annotator gets neither a role that leads nor a link."""
    campaign()
    person = add_simulated_annotator(store, "Robot", "trial")
    assert refused(change_place, store, "trial", person, ANNOTATOR, LEAD) == "not_human"
    assert refused(give_new_link, store, "trial", person, None) == "not_human"
    assert not row(store, "Robot").in_reach


def test_no_lead_locks_themselves_out(store: Store, campaign: Build) -> None:
    """Neither one's own role nor one's own link; and the last lead stays, whoever asks."""
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
    assert deeds(store) == [("link_renewed", "Kari"), ("link_revoked", "Kari"), ("link_renewed", "Kari")]
    kept = repr(everything(store))
    assert new.token not in kept
    assert again.token not in kept


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_two_leads_cannot_put_each_other_out(store: Store, campaign: Build) -> None:
    """The second waits for the first, is asked for permission anew, and is refused: a lead is left (PostgreSQL)."""
    built = campaign()
    sessions = {name: built.enter(name, "lead") for name in ("Lise", "Eva")}
    ids = {name: id_of(store, name) for name in sessions}
    with ThreadPoolExecutor(2) as pool:
        made = [
            pool.submit(refused, change_place, store, "trial", ids[whom], LEAD, Place(), sessions[by])
            for by, whom in (("Lise", "Eva"), ("Eva", "Lise"))
        ]
        words = [one.result(timeout=20) for one in made]
    assert sorted(words, key=str) == [None, "not_allowed"]
    assert len(list_roster(store, "trial")) == 1


@pytest.mark.postgres
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


def test_a_line_of_the_preview_is_data(store: Store, campaign: Build) -> None:
    """The preview changes nothing, and says of everybody what is there."""
    built = campaign()
    built.enter("Kari")
    before = everything(store)
    assert preview_people(store, "trial", "Kari\nNy") == [
        PastedLine(1, "Kari", ANNOTATOR, "unchanged"),
        PastedLine(2, "Ny", ANNOTATOR, "new"),
    ]
    assert everything(store) == before


def test_a_program_has_nothing_to_do_with_people(store: Store, campaign: Build) -> None:
    """A token that loads responses neither lists, adds, changes nor writes to anybody."""
    built = campaign()
    built.enter("Kari")
    who = Program(create_token(store, "trial", "training loop").token)
    with store.read() as db:
        authorise(db, who, "trial", "lead")  # as far as other deeds go, it may
    person, link = id_of(store, "Kari"), row(store, "Kari").link_id
    before = everything(store)
    for deed, *args in (
        (list_roster,),
        (preview_people, "Ola"),
        (add_people, "Ola", []),
        (change_place, person, ANNOTATOR, LEAD),
        (give_new_link, person, link),
        (take_link, person, link),
        (send_message, person, "Hei"),
        (sent_messages,),
    ):
        assert refused(deed, store, "trial", *args, who=who) == "not_allowed", deed
    assert everything(store) == before
