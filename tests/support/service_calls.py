"""How services are called in a campaign where there is something to do: the scene, and calls of each kind."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.my_work.own_ratings import own_rating
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings, load_gold_ratings
from eval_core.errors import InputError, RefusedError
from eval_core.protocols import load_guidelines, load_protocol
from eval_core.store import Campaign, Link, Qualification
from tests.support.acts import open_desk, record_judgment, record_ratings
from tests.support.building import Built, comparisons
from tests.support.golden import add_gold, settle

ROWS = {
    "responses": {"prompt_id": "new", "prompt": "Ny", "system": "delta", "response": "Nytt svar."},
    "comparisons": {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"},
    "gold": {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."},
    "gold_ratings": {"response": "Ho gjekk heim.", "semantics": "3-4"},
    "ratings": {"prompt_id": "p0", "system": "alfa-modell", "annotator_id": "Per", "adequacy": 3, "fluency": 4},
    "judgments": {"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"},
}
MARKS = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}


@dataclass
class Scene:
    """What the actions need: a campaign, its annotator's judged and open assignments, and files to import."""

    built: Built
    folder: Path
    judged: int = 0
    task: int = 0
    question: int = 0
    trained: int = 0
    token: int = 0
    settled: int = 0
    job: int = 0

    @property
    def kari(self) -> int:
        with self.built.store.read() as db:
            return find_person(db, "Kari").id

    def file(self, kind: str) -> Path:
        path = self.folder / f"{kind}.jsonl"
        path.write_text(json.dumps(ROWS[kind]) + "\n", encoding="utf-8")
        return path


def service(name: str) -> Callable[..., Any]:
    """A service by its module below `eval_core` and its name."""
    module, _, function = name.rpartition(".")
    called: Callable[..., Any] = getattr(importlib.import_module(f"eval_core.{module}"), function)
    return called


def importing(kind: str, **named: object) -> Callable[..., object]:
    return lambda service, scene, who, slug: service(scene.built.store, scene.file(kind), slug, who=who, **named)


def leading(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as leads and researchers make it: store and campaign, what `of` finds in the scene, and who asks."""
    return lambda service, scene, who, slug: service(scene.built.store, slug, *of(scene), who=who, **named)


def judging(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as annotators make it: store, who asks and campaign, then what `of` finds in the scene."""
    return lambda service, scene, who, slug: service(scene.built.store, who, slug, *of(scene), **named)


def rating(more: Callable[[int], tuple[Any, ...]]) -> Callable[..., object]:
    """A call as raters make it. Kari, who may, gets a response to rate where there is none yet."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, who, slug, *more(0))
        except RefusedError as refusal:
            if refusal.code == "signed_out" or who != scene.built.sessions["Kari"]:
                raise
        with scene.built.store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
        store, kari = scene.built.store, scene.built.sessions["Kari"]
        acknowledge_guidelines(store, kari, slug, read_guidelines(store, kari, slug, "en").version, "en")
        (sheet,) = open_desk(store, kari, slug).sheets
        if service in (revise_ratings, own_rating):
            record_ratings(store, kari, slug, sheet.assignment_id, 0, MARKS)
        return service(scene.built.store, who, slug, *more(sheet.assignment_id))

    return call


def in_ratings(*more: object, **named: object) -> Callable[..., object]:
    """A call as leads and researchers make it. For who may, the campaign becomes one of ratings."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, slug, *more, who=who, **named)
        except InputError:
            with scene.built.store.write() as db:
                db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
            return service(scene.built.store, slug, *more, who=who, **named)

    return call


def controls(of: Callable[[Scene, int], tuple[Any, ...]]) -> Callable[..., object]:
    """A call about control responses. For who may, the campaign becomes one of ratings, with one of them."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, slug, *of(scene, 0), who=who)
        except (InputError, RefusedError) as refusal:
            if isinstance(refusal, RefusedError) and refusal.code != "unknown_response":
                raise
        with scene.built.store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
        load_gold_ratings(scene.built.store, slug, scene.file("gold_ratings"))
        (known,) = list_gold_ratings(scene.built.store, slug)
        return service(scene.built.store, slug, *of(scene, known.response_id), who=who)

    return call


def importing_controls(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
    """A call that imports control responses, whose file comes before the campaign."""

    def turned(store: object, slug: str, path: Path, who: object) -> object:
        return service(store, path, slug, who=who)

    return controls(lambda scene, _: (scene.file("gold_ratings"),))(turned, scene, who, slug)


reading = leading()


def some_gold(scene: Scene) -> int:
    """A gold comparison of the campaign."""
    found: int = service("campaigns.content.gold.list_gold")(scene.built.store, scene.built.slug)[0].comparison_id
    return found


def settle_pair(scene: Scene) -> int:
    """A comparison on which three people agreed."""
    pair = {"model_a": "alfa-modell", "model_b": "bravo-modell", "winner": "model_a", "prompt_id": "agreed"}
    texts = {"prompt": "Avgjort", "response_a": "Slik er det.", "response_b": "Sånn var det."}
    path = scene.folder / "settled.jsonl"
    rows = [pair | texts | {"annotator_id": name} for name in ("Per", "Pål", "Espen")]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    service("campaigns.content.import_judgments.import_judgments")(scene.built.store, path, scene.built.slug)
    return comparisons(scene.built.store, scene.built.slug)[-1].id


def unless(code: str, call: Callable[..., object]) -> Callable[..., None]:
    """A call that is refused with this code to those who may make it, since the server lacks what it needs."""

    def called(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
        try:
            call(service, scene, who, slug)
        except RefusedError as refusal:
            if refusal.code != code:
                raise

    return called


def some_reading(scene: Scene, who: object, slug: str) -> int:
    """The caller's own reading of the guidelines; for those who may not read them, any number."""
    try:
        found: int = service("campaigns.joining.guidelines.open_guidelines")(scene.built.store, who, slug, "nn")
    except RefusedError:
        return 1
    return found


def live_link(scene: Scene) -> int | None:
    """Kari's live link, by its id."""
    with scene.built.store.read() as db:
        return db.scalar(select(Link.id).where(Link.person_id == scene.kari, Link.revoked_at.is_(None)))


def scene_response(scene: Scene) -> int:
    """A real response of the campaign."""
    return comparisons(scene.built.store, scene.built.slug)[0].first_response_id


def without_judge(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for the verdicts of a judge in a campaign without one: refused for that, by those who may ask."""
    with suppress(InputError):
        service(scene.built.store, slug, "Robot", who=who)


def take_out(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for a file that no one has loaded: refused for that, by those who may ask."""
    try:
        service(scene.built.store, slug, 99, who=who)
    except RefusedError as refusal:
        if refusal.code != "file_unknown":
            raise


def in_a_trial(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for the desk of a trial of the campaign, which a lead has begun."""
    begin = importlib.import_module("eval_core.campaigns.desk.trial").begin_trial
    trial = begin(scene.built.store, scene.built.slug)
    service(scene.built.store, trial.slug if slug == scene.built.slug else "~unknown", who=who)


def train(built: Built, session: str) -> int:
    """Someone's judged training comparison."""
    add_gold(built, 1)
    settle(built, training=1)
    acknowledge = service("campaigns.joining.guidelines.acknowledge_guidelines")
    acknowledge(built.store, session, built.slug, load_guidelines("en").version, "nb")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
    settle(built)
    return task.assignment_id


def fail_test(built: Built, name: str) -> None:
    """Someone who failed, and may be granted another try."""
    with built.store.write() as db:
        row = Qualification(person_id=find_person(db, name).id, campaign_id=built.id, attempt=1, asked=1, correct=0)
        row.passed, row.finished_at = False, built.store.now()
        db.add(row)
