"""Permission is checked where the action is done: in every service, for every kind of caller."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import eval_core
from eval_core.campaigns.jobs.job_list import list_jobs
from eval_core.campaigns.jobs.job_queue import queue_job
from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.errors import RefusedError
from eval_core.store import Round, Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.permissions import (
    ANNOTATOR,
    ANYBODY,
    LEAD,
    OF_THE_PERSON,
    SERVICES,
    STAFF,
)
from tests.support.service_calls import Scene, fail_test, reading, service, settle_pair, train
from tests.support.snapshots import Snapshots

# Speaks of the person alone, in no campaign; see test_people.
SERVICE_PACKAGES = (
    "eval_core.campaigns.",
    "eval_core.judges.",
    "eval_core.upkeep.",
    "eval_core.demo.",
    "eval_core.jobs.",
)
CALLERS = ("nobody", "empty", "made up", "wrong role", "other campaign", "revoked", "signed out", "unknown campaign")


@pytest.fixture
def scene(store: Store, campaign: Callable[..., Built], tmp_path: Path, snapshots: Snapshots) -> Scene:
    """A campaign whose annotator Kari has judged one comparison and holds another."""
    first = snapshots.scene("permission", store, lambda: build_scene(campaign, tmp_path))
    built = replace(first.built, store=store, sessions=dict(first.built.sessions))
    return replace(first, built=built, folder=tmp_path)


def build_scene(campaign: Callable[..., Built], tmp_path: Path) -> Scene:
    """The scene in an empty database."""
    built = campaign()
    campaign(slug="other", prompts=1)
    kari = built.enter("Kari")
    scene = Scene(built, tmp_path)
    scene.trained = train(built, kari)
    built.enter("Failed")
    fail_test(built, "Failed")
    with built.store.write() as db:
        db.add(Round(campaign_id=built.id, number=2))
    service("campaigns.content.import_texts.import_gold")(built.store, scene.file("gold"), built.slug)
    for name in ("judged", "task"):
        task = open_desk(built.store, kari, built.slug).task
        assert task is not None
        setattr(scene, name, task.assignment_id)
        if name == "judged":
            record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    scene.question = service("campaigns.talk.questions.ask_question")(
        built.store, kari, built.slug, scene.task, "Hva skjer?"
    )
    service("campaigns.people.api_tokens.create_token")(built.store, built.slug, "first")
    scene.token = service("campaigns.people.api_tokens.list_tokens")(built.store, built.slug)[0].token_id
    # From here on there is a letter, and Kari has agreed to it.
    facts = dict.fromkeys(("responsible", "contact", "pay"), "x")
    service("campaigns.rules.change_rules")(built.store, built.slug, {"letter": facts})
    service("campaigns.joining.consent.give_consent")(built.store, kari, built.slug, "1.1.1", "nb")
    scene.settled = settle_pair(scene)
    with built.store.write() as db:
        queue_job(db, "judge_run", "one", built.store.now(), campaign_id=built.id)
    scene.job = list_jobs(built.store, built.slug)[0].id
    return scene


def caller(scene: Scene, kind: str, roles: set[str]) -> tuple[str | None, str, str]:
    """Session, campaign and the word with which this caller must be refused."""
    store, slug = scene.built.store, scene.built.slug
    if kind in ("nobody", "empty", "made up"):
        return {"nobody": None, "empty": "", "made up": "x" * 43}[kind], slug, "signed_out"
    if kind == "wrong role":
        return scene.built.enter("Wrong", *sorted(ANYBODY - roles)), slug, "not_allowed"
    if kind == "other campaign":
        return sign_in(store, add_person(store, "Elsewhere", sorted(roles), ["other"]).token), slug, "not_allowed"
    if kind == "unknown campaign":
        return scene.built.enter("Right", *sorted(roles)), "nowhere", "not_allowed"
    name = "Kari" if roles == ANNOTATOR else f"Was in, {kind}"
    session = scene.built.sessions.get(name) or scene.built.enter(name, *sorted(roles))
    if kind == "revoked":
        revoke_link(store, name)
    else:
        service("campaigns.people.sign_ins.sign_in.sign_out")(store, session)
    return session, slug, "signed_out"


@pytest.mark.parametrize("roles", [LEAD, STAFF, ANNOTATOR, ANYBODY], ids=lambda roles: "-".join(sorted(roles)))
def test_those_who_may_not_are_refused_and_nothing_is_stored(scene: Scene, roles: set[str]) -> None:
    """No one, a stranger, a wrong role, another campaign's person, a revoked and a closed session: refused."""
    concerned = {name: call for name, (allowed, call) in SERVICES.items() if allowed == roles}
    assert concerned
    for kind in CALLERS:
        if kind == "wrong role" and roles == ANYBODY:
            continue  # there is none
        who, slug, word = caller(scene, kind, roles)
        before = everything(scene.built.store)
        for name, call in concerned.items():
            with pytest.raises(RefusedError) as refusal:
                call(service(name), scene, who, slug)
            assert (name, kind, refusal.value.code) == (name, kind, word)
        assert everything(scene.built.store) == before, kind


# Those that only read can be asked one after the other; the others each need a campaign that nothing was done to.
ASKED = [name for name, (_, call) in SERVICES.items() if call is not reading]


@pytest.mark.parametrize("name", [*ASKED, None], ids=[*ASKED, "reading"])
def test_those_who_may_are_served(scene: Scene, name: str | None) -> None:
    """Each of the roles that a service names suffices alone: the refusals above are about permission."""
    entered: dict[str, str] = {"annotator": scene.built.sessions["Kari"]}
    for one in [name] if name else sorted(SERVICES.keys() - set(ASKED)):
        roles, call = SERVICES[one]
        for role in roles:
            who = entered.get(role) or entered.setdefault(role, scene.built.enter(f"a {role}", role))
            call(service(one), scene, who, scene.built.slug)


def public_services() -> dict[str, Callable[..., object]]:
    """Every public function of the services' modules that is asked by someone (`who`) of a store."""
    by_name = {}
    for module in pkgutil.walk_packages(eval_core.__path__, "eval_core."):
        if not module.name.startswith(SERVICE_PACKAGES):
            continue
        code = importlib.import_module(module.name)
        for name, function in inspect.getmembers(code, inspect.isfunction):
            takes = inspect.signature(function).parameters
            if function.__module__ == code.__name__ and not name.startswith("_") and {"store", "who"} <= set(takes):
                by_name[f"{module.name.removeprefix('eval_core.')}.{name}"] = function
    return by_name


def test_every_service_is_for_roles_that_are_tried() -> None:
    """No service has another set of roles than those of the refusals above."""
    assert all(allowed in (LEAD, STAFF, ANNOTATOR, ANYBODY) for allowed, _ in SERVICES.values())


def test_every_service_is_in_the_table() -> None:
    """A new service that takes `who` fails here until the table above has it."""
    assert set(public_services()) == set(SERVICES) | OF_THE_PERSON


def test_a_service_that_forgot_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted service outside the table is seen by the test above."""
    from eval_core.campaigns.results import votes

    def forgotten(store: object, who: object) -> None:
        """Does nothing."""

    forgotten.__module__ = votes.__name__
    monkeypatch.setattr(votes, "forgotten", forgotten, raising=False)
    assert set(public_services()) - set(SERVICES) - OF_THE_PERSON == {"campaigns.results.votes.forgotten"}
