"""A trial: a lead judges five comparisons, or rates five responses, as an annotator would; nothing of it is kept.

The letter, the rules and five real tasks are copied into a small database of their own, in a folder that is removed
again. The same desk works on that database, so what is done there cannot reach the campaign.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise, hash_secret
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import rules_of
from eval_core.errors import RefusedError
from eval_core.store import (
    Base,
    Campaign,
    Clarification,
    Comparison,
    GuidelineEdition,
    Link,
    Membership,
    Person,
    Prompt,
    Qualification,
    Response,
    SignIn,
    Store,
    System,
)
from eval_core.store.schema.content import lacks_text

TASKS = 5
_MARK = "~"  # no campaign's short name begins with it
_LONGEST = timedelta(hours=3)
_MOST = 20  # trials of one process: the oldest ends when another begins
_TEXTS: tuple[type[Base], ...] = (Campaign, System, Prompt, Response, Comparison, Clarification, GuidelineEdition)


@dataclass(frozen=True)
class Trial:
    """A trial that goes on; `slug` names it at the desk, `of` is the campaign that it tries."""

    slug: str
    of: str
    store: Store
    began: datetime
    _folder: TemporaryDirectory[str]

    def end(self) -> None:
        """Throw everything away."""
        self.store.dispose()
        self._folder.cleanup()


_open: OrderedDict[str, Trial] = OrderedDict()
_turn = Lock()


def begin_trial(store: Store, slug: str, who: Who = OPERATOR) -> Trial:
    """Begin a trial of a campaign, in whatever state that is. For leads. Nothing in `store` changes.

    Raises:
        RefusedError: 'nothing_to_judge', 'signed_out' or 'not_allowed'.
    """
    token = secrets.token_urlsafe(16)
    with store.read() as db:
        grant = authorise(db, who, slug, "lead")
        rows = _copied(db, grant.campaign, Random(token))  # noqa: S311 - which five, not secrecy
    tasks = len(rows[Comparison] or rows[Response])
    rows[Campaign][0] |= _changed(rows[Campaign][0], _MARK + token, tasks)
    folder = TemporaryDirectory(prefix="parvis-trial-")
    trial = Trial(_MARK + token, slug, _filled(Path(folder.name), store, rows, who), store.now(), folder)
    with _turn:
        _open[trial.slug] = trial
        old = [one for one in _open.values() if one.began < store.now() - _LONGEST]
        ended = {one.slug: one for one in (*old, *list(_open.values())[:-_MOST])}
        for name in ended:
            del _open[name]
    for one in ended.values():
        one.end()
    return trial


def trial_called(slug: str) -> Trial | None:
    """The trial of this name; None for a campaign, or a trial that has ended."""
    return _open.get(slug) if slug.startswith(_MARK) else None


def trial_desk(store: Store, slug: str, who: Who = OPERATOR) -> Store:
    """The database behind the desk of this name: of a trial its own, else `store`. A trial is for the campaign's leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed', also if the trial has ended.
    """
    if not slug.startswith(_MARK):
        return store
    trial = trial_called(slug)
    if trial is None:
        raise RefusedError("not_allowed", "this trial has ended")
    with store.read() as db:
        authorise(db, who, trial.of, "lead")
    return trial.store


def end_trial(slug: str) -> None:
    """Throw a trial away; one that has ended already is no error."""
    with _turn:
        trial = _open.pop(slug, None)
    if trial:
        trial.end()


Rows = dict[type[Base], list[dict[str, Any]]]


def _copied(db: Session, campaign: Campaign, chance: Random) -> Rows:
    """The rows of the trial, as they are."""
    comparisons: list[Comparison] = []
    if rates_responses(campaign):
        responses = _some_responses(db, campaign, chance)
    else:
        comparisons = _some_comparisons(db, campaign, chance)
        shown = {one for row in comparisons for one in (row.first_response_id, row.second_response_id)}
        responses = list(db.scalars(select(Response).where(Response.id.in_(shown))))
    if not responses:
        raise RefusedError("nothing_to_judge", "there is nothing to judge yet")
    prompts = db.scalars(select(Prompt).where(Prompt.id.in_({row.prompt_id for row in responses})))
    systems = db.scalars(select(System).where(System.id.in_({row.system_id for row in responses})))
    added = db.scalars(select(Clarification).where(Clarification.campaign_id == campaign.id))
    editions = db.scalars(select(GuidelineEdition).where(GuidelineEdition.campaign_id == campaign.id))
    found: dict[type[Base], list[Any]] = {
        Campaign: [campaign],
        System: list(systems),
        Prompt: list(prompts),
        Response: responses,
        Comparison: comparisons,
        Clarification: list(added),
        GuidelineEdition: list(editions),
    }
    rows = {table: [_row(one) for one in some] for table, some in found.items()}
    for row in rows[System]:
        row["name"] = str(row["id"])
    for row in rows[Comparison]:
        row |= {"overlap": 1, "done": 0, "shared": False}
    for row in rows[Clarification]:
        row["question_id"] = None
    for row in rows[Clarification] + rows[GuidelineEdition]:
        row["published_by"] = None
    return rows


def _some_comparisons(db: Session, campaign: Campaign, chance: Random) -> list[Comparison]:
    ids = db.scalars(
        select(Comparison.id).where(
            Comparison.campaign_id == campaign.id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
            ~lacks_text(),
        )
    ).all()
    chosen = chance.sample(ids, min(TASKS, len(ids)))
    return list(db.scalars(select(Comparison).where(Comparison.id.in_(chosen))))


def _some_responses(db: Session, campaign: Campaign, chance: Random) -> list[Response]:
    """Responses to rate: those that are shown next to each other come together."""
    here = (Response.campaign_id == campaign.id, Response.withdrawn_at.is_(None), Response.system_id.is_not(None))
    ids = db.execute(select(Response.id, Response.prompt_id).where(*here, Response.text != "")).all()
    by_prompt: dict[int, list[int]] = {}
    for row in ids:
        by_prompt.setdefault(row.prompt_id, []).append(row.id)
    beside, chosen = rules_of(campaign).responses_beside, list[int]()
    while by_prompt and len(chosen) < TASKS:
        for prompt in chance.sample(sorted(by_prompt), len(by_prompt)):
            some = by_prompt[prompt]
            chosen += [some.pop(chance.randrange(len(some))) for _ in range(min(beside, len(some)))]
        by_prompt = {prompt: some for prompt, some in by_prompt.items() if some}
    return list(db.scalars(select(Response).where(Response.id.in_(chosen[:TASKS]))))


def _row(one: Base) -> dict[str, Any]:
    return {column.key: getattr(one, column.key) for column in type(one).__mapper__.column_attrs}


def _changed(campaign: dict[str, Any], slug: str, tasks: int) -> dict[str, Any]:
    """What differs in the trial's campaign: it is open, and ends after its tasks, which nothing comes between."""
    # A test that is passed already: anyone who is new reads the guidelines before it.
    plain = {"training": 0, "test": 1, "gold_share": 0.0, "repeat_share": 0.0, "pair_policy": "balanced"}
    return {
        "slug": slug,
        "status": "open",
        "is_demo": False,
        "overlap": 1,
        "shared": 0,
        "shared_overlap": 0,
        "per_annotator": tasks,
        "deadline": None,
        "settings": campaign["settings"] | plain,
    }


def _filled(folder: Path, real: Store, rows: Rows, who: Who) -> Store:
    """The trial's database, with one annotator, who has the session of the lead."""
    store = Store(f"sqlite:///{folder / 'trial.db'}", clock=real.now, chance=real.chance)
    Base.metadata.create_all(store.writer)
    here = rows[Campaign][0]["id"]
    with store.write() as db:
        for table in _TEXTS:
            if rows[table]:
                db.execute(insert(table), rows[table])
        db.add(Person(id=1, name="trial"))
        db.flush()
        link = Link(person_id=1, token_hash=secrets.token_hex(32))
        passed = Qualification(person_id=1, campaign_id=here, attempt=1, passed=True, finished_at=real.now())
        db.add_all([link, passed, Membership(person_id=1, campaign_id=here, role="annotator")])
        db.flush()
        session = hash_secret(who) if isinstance(who, str) else secrets.token_hex(32)
        db.add(SignIn(person_id=1, link_id=link.id, session_hash=session, used_at=real.now()))
    return store
