"""A crowd platform's submissions: who returned theirs has withdrawn, there as here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.joining.arrival_ends import end_arrival
from eval_core.campaigns.joining.consent import has_withdrawn, withdraw_within
from eval_core.errors import InputError
from eval_core.files import read_table
from eval_core.files.headings import plain_word
from eval_core.locales import natural
from eval_core.store import Arrival, Campaign, Person, Store

RETURNED, TIMED_OUT = "RETURNED", "TIMED OUT"
# Headings as `plain_word` has them; Prolific's export says "Participant id" and "Status".
_PERSON = ("participantid", "participant", "prolificpid", "prolificid", "workerid", "deltaker", "deltakar")
_STATUS = ("status", "submissionstatus")


@dataclass(frozen=True)
class Submission:
    """One row: the platform's name for a person, and the status of one submission of theirs, such as 'RETURNED'."""

    person: str
    status: str


@dataclass(frozen=True)
class SubmissionsView:
    """What a table of submissions says about the people of a campaign; names as here, sorted.

    Attributes:
        returned: have returned their submission and not withdrawn here yet: these will be withdrawn.
        withdrawn: have returned it, and are withdrawn here already.
        mixed: have returned one submission and have another: a lead decides.
        timed_out: ran out of time there: a lead decides.
        others: all others of the table who are here.
        unknown: how many people of the table never came here.
    """

    returned: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()
    timed_out: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    unknown: int = 0


def read_submissions(path: Path) -> tuple[Submission, ...]:
    """Read the people and the statuses of a platform's table; its other columns are not kept.

    Raises:
        InputError: as `read_table`; 'submissions_column_missing' without a column for the person or the status.
    """
    table = read_table(path)
    person, status = _column(table, _PERSON, path, "Participant id"), _column(table, _STATUS, path, "Status")
    rows = zip(table[person], table[status], strict=True)
    return tuple(
        Submission(str(who).strip(), plain_status(str(what)))
        for who, what in rows
        if not pd.isna(who) and not pd.isna(what) and str(who).strip()
    )


def plain_status(text: str) -> str:
    """A status in capitals with single blanks: 'Timed-Out' and 'TIMED_OUT' are 'TIMED OUT'."""
    return " ".join(text.replace("-", " ").replace("_", " ").upper().split())


def preview_submissions(
    store: Store, slug: str, submissions: Iterable[Submission], who: Who = OPERATOR
) -> SubmissionsView:
    """What `withdraw_returned` would do with a table. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "lead")
        standing, unknown = _standing(db, grant, submissions)
        named: dict[str, list[str]] = defaultdict(list)
        for person, is_in in standing:
            named[is_in].append(person.name)
        return SubmissionsView(
            **{key: tuple(sorted(names, key=natural)) for key, names in named.items()}, unknown=unknown
        )


def withdraw_returned(
    store: Store, slug: str, submissions: Iterable[Submission], who: Who = OPERATOR
) -> tuple[str, ...]:
    """Withdraw the consent of all who returned their submission, as if they had done it here. For leads.

    Returns:
        The names of those who are withdrawn now; nothing is changed for anyone else, and a second time for no one.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        names = []
        for person, standing in _standing(db, grant, submissions)[0]:
            if standing != "returned":
                continue
            of_person = Grant(person.id, grant.campaign)
            withdraw_within(db, of_person, store.now())
            end_arrival(
                db, person.id, grant.campaign.id, "withdrawn", store.now()
            )  # without a letter there is no consent to withdraw
            note(db, grant, "person_withdrawn", person=person.id)
            names.append(person.name)
        return tuple(sorted(names, key=natural))


def _standing(db: Session, grant: Grant, submissions: Iterable[Submission]) -> tuple[list[tuple[Person, str]], int]:
    """Each person of the table who is here, with the field of `SubmissionsView`; and how many are not."""
    statuses: dict[str, set[str]] = defaultdict(set)
    for submission in submissions:
        statuses[submission.person].add(submission.status)
    here = _people(db, grant.campaign)
    standing = []
    for known, of_person in statuses.items():
        if known in here:
            person, ended = here[known]
            out = ended == "withdrawn" or has_withdrawn(db, Grant(person.id, grant.campaign))
            standing.append((person, _field(of_person, out=out)))
    standing.sort(key=lambda row: row[0].id)  # locked in one order everywhere
    return standing, sum(known not in here for known in statuses)


def _people(db: Session, campaign: Campaign) -> dict[str, tuple[Person, str | None]]:
    rows = db.execute(
        select(Arrival.platform_person, Person, Arrival.ended)
        .join(Person, Person.id == Arrival.person_id)
        .where(Arrival.campaign_id == campaign.id, Arrival.platform_person.is_not(None))
        .order_by(Person.id)
    )
    return {known: (person, ended) for known, person, ended in rows if known is not None}


def _field(statuses: set[str], *, out: bool) -> str:
    if statuses == {RETURNED}:
        return "withdrawn" if out else "returned"
    if RETURNED in statuses:
        return "mixed"
    return "timed_out" if statuses == {TIMED_OUT} else "others"


def _column(table: pd.DataFrame, words: tuple[str, ...], path: Path, usual: str) -> str:
    headings = {plain_word(str(heading)): str(heading) for heading in table.columns}
    found = next((headings[word] for word in words if word in headings), None)
    if found is None:
        columns = ", ".join(map(str, table.columns))
        raise InputError("submissions_column_missing", columns=columns, column=usual, file=path)
    return found
