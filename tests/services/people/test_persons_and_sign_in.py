"""People, personal links and sessions."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from sqlalchemy import select, text

from eval_core.campaigns.access import authorise
from eval_core.campaigns.people import persons as people
from eval_core.campaigns.people.persons import add_person, renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import (
    choose_language,
    current_visitor,
    open_invitation,
    sign_in,
    sign_out,
)
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Link, SignIn, Store
from tests.support.building import Built
from tests.support.checking import everything


def refused(store: Store, session: str | None, slug: str, *roles: str) -> str | None:
    """The word with which permission is refused, None where it is granted."""
    try:
        with store.read() as db:
            authorise(db, session, slug, *roles)
    except RefusedError as refusal:
        return refusal.code
    return None


def test_secrets_are_stored_hashed(store: Store) -> None:
    """Neither a link's token nor a session id is stored in the database."""
    link = add_person(store, "Kari", ["annotator"])
    session = sign_in(store, link.token)
    text = repr(everything(store))
    assert session is not None
    assert len(link.token) >= 43
    assert len(session) >= 43
    assert link.token not in text
    assert session not in text
    with store.read() as db:
        assert len(db.scalars(select(Link.token_hash)).one()) == 64
        assert len(db.scalars(select(SignIn.session_hash)).one()) == 64


def test_looking_at_a_link_changes_nothing(store: Store, campaign: Callable[..., Built]) -> None:
    """A mail scanner's look shows name and campaign, opens no session and uses nothing up."""
    campaign()
    link = add_person(store, "Kari", ["annotator"], ["trial"])
    before = everything(store)
    for _ in range(3):
        invitation = open_invitation(store, link.token)
        assert invitation is not None
        assert (invitation.name, [place.title for place in invitation.places]) == ("Kari", ["Campaign trial"])
    assert open_invitation(store, "no-such-token") is None
    assert everything(store) == before
    assert sign_in(store, link.token) is not None


def test_one_link_opens_several_devices(store: Store, campaign: Callable[..., Built]) -> None:
    """Each sign-in gives a new session id, and all of them work; signing out closes one only."""
    campaign()
    link = add_person(store, "Kari", ["annotator"], ["trial"])
    sessions = [sign_in(store, link.token) for _ in range(3)]
    assert len({*sessions}) == 3
    assert [refused(store, session, "trial", "annotator") for session in sessions] == [None] * 3
    sign_out(store, sessions[0] or "")
    sign_out(store, "unknown")
    assert [refused(store, s, "trial", "annotator") for s in sessions] == ["signed_out", None, None]
    assert current_visitor(store, sessions[0]) is None
    assert current_visitor(store, None) is None


def test_renewing_kills_the_old_link_and_its_sessions(store: Store, campaign: Callable[..., Built]) -> None:
    """After renewing, the old token and every session it opened are dead, the new token works."""
    campaign()
    old = add_person(store, "Kari", ["annotator", "lead"], ["trial"])
    bystander = sign_in(store, add_person(store, "Ola", ["annotator"]).token)
    sessions = [sign_in(store, old.token) for _ in range(2)]
    new = renew_link(store, "Kari")
    assert (new.name, set(new.roles)) == ("Kari", {"annotator", "lead"})
    assert new.token != old.token
    assert sign_in(store, old.token) is None
    assert open_invitation(store, old.token) is None
    assert [refused(store, session, "trial", "annotator") for session in sessions] == ["signed_out"] * 2
    assert refused(store, sign_in(store, new.token), "trial", "annotator") is None
    assert refused(store, bystander, "trial", "annotator") is None


def test_revoking_closes_the_door(store: Store, campaign: Callable[..., Built]) -> None:
    """A revoked person cannot sign in and their sessions are dead; a renewed link lets them in again."""
    built = campaign()
    session = built.enter("Kari")
    revoke_link(store, "Kari")
    assert refused(store, session, "trial", "annotator") == "signed_out"
    assert [row.link for row in people.list_people(store)] == ["revoked"]
    assert sign_in(store, renew_link(store, "Kari").token) is not None
    assert [row.link for row in people.list_people(store)] == ["live"]
    with pytest.raises(ParvisError, match="no person 'Per'"):
        revoke_link(store, "Per")


def test_roles_are_held_per_campaign(store: Store, campaign: Callable[..., Built]) -> None:
    """A role in one campaign is none in another; a lead is a researcher too, and not an annotator."""
    campaign()
    campaign(slug="other")
    session = sign_in(store, add_person(store, "Kari", ["lead"], ["trial"]).token)
    assert refused(store, session, "trial", "lead") is None
    assert refused(store, session, "trial", "researcher") is None
    assert refused(store, session, "trial", "annotator") == "not_allowed"
    assert refused(store, session, "other", "lead") == "not_allowed"
    visitor = current_visitor(store, session)
    assert visitor is not None
    assert visitor.roles == {"trial": frozenset({"lead", "researcher"})}
    assert visitor.campaigns_as("researcher") == ["trial"]


def test_roles_without_a_campaign_hold_everywhere(store: Store, campaign: Callable[..., Built]) -> None:
    """A person added without a campaign holds the roles in every campaign, in later ones too."""
    campaign()
    session = sign_in(store, add_person(store, "Kari", ["researcher", "annotator"]).token)
    campaign(slug="later")
    for slug in ("trial", "later"):
        assert refused(store, session, slug, "annotator") is None
        assert refused(store, session, slug, "lead") == "not_allowed"


def test_slugs_cannot_be_probed(store: Store, campaign: Callable[..., Built]) -> None:
    """An unknown campaign and a foreign one are refused with the same word and sentence."""
    built = campaign()
    campaign(slug="other")
    session = built.enter("Kari")
    messages = []
    for slug in ("other", "no-such-campaign"):
        with pytest.raises(RefusedError) as refusal, store.read() as db:
            authorise(db, session, slug, "annotator")
        messages.append((refusal.value.code, str(refusal.value)))
    assert messages[0] == messages[1]
    assert messages[0][0] == "not_allowed"


@pytest.mark.parametrize(
    ("name", "roles", "campaigns", "message"),
    [
        ("  ", ["annotator"], [], "1 to 80"),
        ("K" * 81, ["annotator"], [], "1 to 80"),
        ("Ka\nri", ["annotator"], [], "line breaks"),
        ("<b>", ["annotator"], [], "< >"),
        ("Kari", [], [], "a role must be"),
        ("Kari", ["owner"], [], "not 'owner'"),
        ("Kari", ["annotator"], ["nowhere"], "no campaign 'nowhere'"),
        ("Taken", ["annotator"], [], "already"),
    ],
)
def test_bad_people_are_refused(store: Store, name: str, roles: list[str], campaigns: list[str], message: str) -> None:
    """A malformed or taken name, an unknown role or campaign: one message, nothing half-done."""
    add_person(store, "Taken", ["lead"])
    before = everything(store)
    with pytest.raises(ParvisError, match=message):
        add_person(store, name, roles, campaigns)
    assert everything(store) == before


def test_doubled_roles_and_campaigns_count_once(store: Store, campaign: Callable[..., Built]) -> None:
    """Naming a role or a campaign twice is the same as naming it once."""
    campaign()
    add_person(store, "Kari", ["annotator", "annotator"], ["trial", "trial"])
    assert people.list_people(store)[0].roles == {"trial": ("annotator",)}


def test_simulated_annotators_cannot_sign_in(store: Store, campaign: Callable[..., Built]) -> None:
    """A simulated annotator has no link, and a link is renewed for humans only."""
    campaign()
    people.add_simulated_annotator(store, "Robot", "trial")
    assert [row.link for row in people.list_people(store)] == ["none"]
    with pytest.raises(ParvisError, match="not a human"):
        renew_link(store, "Robot")


def test_first_start_is_noticed(store: Store) -> None:
    """In an empty database nobody can sign in."""
    assert not people.has_people(store)
    add_person(store, "Kari", ["lead"])
    assert people.has_people(store)


def test_language_is_remembered(store: Store, campaign: Callable[..., Built]) -> None:
    """The chosen language comes back with the visitor; an unknown one and a stranger are refused."""
    session = campaign().enter("Kari")
    choose_language(store, session, "nn")
    visitor = current_visitor(store, session)
    assert visitor is not None
    assert visitor.language == "nn"
    for who, language, code in ((session, "sv", "unknown_language"), (None, "nb", "signed_out")):
        with pytest.raises(RefusedError) as refusal:
            choose_language(store, who, language)
        assert refusal.value.code == code


@pytest.mark.postgres
@pytest.mark.both_databases
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_no_session_slips_past_a_renewal(store: Store) -> None:
    """A sign-in waits for a renewal under way and then finds its link dead (PostgreSQL reads do not wait)."""
    link = add_person(store, "Kari", ["annotator"])
    with ThreadPoolExecutor(1) as pool:
        with store.write() as db:
            db.execute(text("UPDATE link SET revoked_at = now()"))
            signing = pool.submit(sign_in, store, link.token)
            wait([signing], timeout=0.3)
            assert not signing.done()
        assert signing.result(timeout=10) is None


def test_two_who_add_the_same_person_at_once(store: Store) -> None:
    """One of them succeeds, the others hear that there is one already: replicas that start at once do this."""

    def add(_number: int) -> str:
        try:
            return add_person(store, "lead", ["lead"]).token
        except ParvisError as error:
            return str(error)

    with ThreadPoolExecutor(6) as pool:
        said = list(pool.map(add, range(6)))
    assert sum("there is a person 'lead' already" in one for one in said) == 5
    assert len(everything(store)["person"]) == 1
