"""What opening each of a lead's pages costs at 200,000 comparisons and 1,000,000 judgments, on SQLite."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from sqlalchemy import func, insert, select, text
from sqlalchemy.orm import Session

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person, renew_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.store import Assignment, Comparison, Judgment, Person, Question, Response, Store, upgrade
from eval_core.ui.warming import warm_campaigns
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.machine import load
from tests.benchmarks.seat import Seat

SLUG, EMPTY, LEAD = "big", "empty", "Lead"
PAGES = ("progress", "inbox", "quality", "people", "setup")
TARGET_SECONDS = 1.0
OVERLAP, ANNOTATORS, DAYS = 6, 200, 40
_EACH = timedelta(seconds=12)  # between one judgment and the next of a sitting
_BATCH = 50_000
Row = dict[str, Any]


def build(file: Path, prompts: int = 20_000, made: int = 1_000_000) -> Path:
    """A campaign of ten comparisons a prompt and so many judgments, written in bulk; a file that is there is kept."""
    if file.exists():
        return file
    half_done = file.with_suffix(".building")
    half_done.unlink(missing_ok=True)
    store = Store(f"sqlite:///{half_done}")
    upgrade(store)
    with tempfile.TemporaryDirectory() as folder:
        responses = Path(folder) / "responses.jsonl"
        write_responses(responses, prompts)
        create_campaign(store, SLUG, overlap=OVERLAP)
        import_responses(store, responses, SLUG)
    create_campaign(store, EMPTY)
    add_person(store, LEAD, ["lead"], [SLUG, EMPTY])
    for number in range(ANNOTATORS):
        add_person(store, f"annotator {number:03}", ["annotator"], [SLUG])
    with store.write() as db:
        db.connection().exec_driver_sql("PRAGMA foreign_keys=OFF")
        _judge(db, store, made)
        db.execute(
            text(
                "UPDATE comparison SET done = (SELECT count(*) FROM assignment WHERE assignment.comparison_id = comparison.id AND status = 'done')"
            )
        )
    store.dispose()
    return half_done.rename(file)


def _judge(db: Session, store: Store, made: int) -> None:
    """Each comparison is judged by as many people in a row as it takes, each at their own hours of the day."""
    campaign = find_campaign(db, SLUG)
    people = list(db.scalars(select(Person.id).where(Person.name != LEAD).order_by(Person.id)))
    system = dict(db.execute(select(Response.id, Response.system_id)).all())
    found = db.execute(
        select(Comparison.id, Comparison.prompt_id, Comparison.first_response_id, Comparison.second_response_id)
        .where(Comparison.campaign_id == campaign.id)
        .order_by(Comparison.position)
    )
    comparisons = [(one, prompt, system[first], system[second]) for one, prompt, first, second in found]
    begin = (store.now() - timedelta(days=DAYS)).replace(minute=0, second=0, microsecond=0)
    shared = {"campaign_id": campaign.id}
    judged = {
        **shared,
        "revision": 1,
        "text_view": "plain",
        "language": "nb",
        "prompt_opened": False,
        "protocol_version": campaign.protocol_version,
        "protocol_hash": campaign.protocol_hash,
        "guideline_version": "1.0.0",
    }
    for start in range(0, made, _BATCH):
        rows = [_one(number, people, comparisons, begin, made) for number in range(start, min(start + _BATCH, made))]
        db.execute(insert(Assignment), [shared | assignment for assignment, _ in rows])
        db.execute(insert(Judgment), [judged | judgment for _, judgment in rows if judgment])
    asked = [
        {**shared, "person_id": person, "assignment_id": 1 + place, "text": "Teller tegnsetting?"}
        for place, person in enumerate(people)
    ]
    db.execute(insert(Question), asked)


def _one(number: int, people: list[int], comparisons: list[Any], begin: datetime, made: int) -> tuple[Row, Row | None]:
    """An assignment and its judgment (None: skipped); in order of time, so that ids rise with it as they do in life."""
    turn, index = divmod(number, len(people))
    day, place = divmod(turn, -(-made // (len(people) * DAYS)))
    # Each time round by other people, so that no one meets a comparison twice.
    comparison, prompt, first, second = comparisons[(number + number // len(comparisons) * 37) % len(comparisons)]
    draw = np.random.default_rng(number).random(3)
    swapped, choice = bool(draw[0] < 0.5), ("A", "B", "tie")[int(np.searchsorted((0.42, 0.8), draw[1]))]
    shown = begin + timedelta(days=day, hours=index % 8) + place * _EACH
    active = 1_000 + int(20_000 * draw[2] ** 2)
    decided = shown + timedelta(milliseconds=active)
    skipped = number % 500 == 499
    assignment: Row = {
        "id": number + 1,
        "comparison_id": comparison,
        "person_id": people[index],
        "status": "skipped" if skipped else "done",
        "sequence": turn + 1,
        "swapped": swapped,
        "shown_at": shown,
        "first_shown_at": shown,
        "skip_reason": "other" if skipped else None,
        "skipped_at": decided if skipped else None,
        "created_at": shown,
    }
    if skipped:
        return assignment, None
    canonical = "tie" if choice == "tie" else ("first" if (choice == "A") != swapped else "second")
    return assignment, {
        "assignment_id": number + 1,
        "choice": choice,
        "outcome": canonical,
        "swapped": swapped,
        "comparison_id": comparison,
        "prompt_id": prompt,
        "first_system_id": first,
        "second_system_id": second,
        "person_id": people[index],
        "shown_at": shown,
        "decided_at": decided,
        "active_ms": active,
        "layout": ("side_by_side", "stacked")[index % 2],
        "created_at": decided,
    }


def measure(file: Path | None = None) -> Row:
    """Seconds until each page stands whole, without a browser: at first in a process, and after one more judgment.

    Args:
        file: a database that was built before, or where to keep it; one that is thrown away where None.
    """
    at_start = load()
    with tempfile.TemporaryDirectory() as folder:
        database = build(file or Path(folder) / "leads.db")
        with Store(f"sqlite:///{database}").read() as db:
            comparisons = db.scalar(select(func.count()).select_from(Comparison))
            judgments = db.scalar(select(func.count()).select_from(Judgment))
        rows = [_opened(database, page) for page in PAGES]
    return {
        "load": [at_start, load()],
        "comparisons": comparisons,
        "judgments": judgments,
        "annotators": ANNOTATORS,
        "pages": rows,
    }


def _opened(database: Path, page: str) -> Row:
    """A page in a process of its own, so that nothing was read before."""
    command = [sys.executable, "-m", "tests.benchmarks.lead_pages", str(database), page]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    return dict(json.loads(answer))


def open_pages(database: Path, page: str) -> Row:
    """Open one page as the lead: cold, again within the same seconds, and after one more judgment."""
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    from eval_core.ui import session
    from eval_core.ui.lead import progress_data as watching
    from eval_core.ui.registry import page_file

    os.environ["PARVIS_DWELL_MS"] = "0"
    store = Store(f"sqlite:///{database}")
    lead = sign_in(store, renew_link(store, LEAD).token)
    warm_campaigns(store)  # as the server does when it starts
    router = str(Path(session.__file__).with_name("router.py"))

    def opened() -> float:
        test = AppTest.from_file(router, default_timeout=600)
        begin = time.perf_counter()
        test.switch_page(str(page_file(page))).run()
        spent = time.perf_counter() - begin
        assert not test.exception, test.exception
        return round(spent, 3)

    with (
        patch.object(session, "Store", lambda: store),
        patch.object(session, "_cookies", lambda: {session.COOKIE: lead}),
    ):
        # What a server has imported before anybody comes.
        warm = AppTest.from_file(router, default_timeout=600)
        warm.query_params["campaign"] = EMPTY
        warm.switch_page(str(page_file(page))).run()
        row: Row = {"page": page, "first": opened(), "again": opened()}
        annotator = Seat(store, add_person(store, f"newcomer, {page}", ["annotator"], [SLUG]).token, SLUG)
        annotator.open()
        annotator.choose("A")
        # What is kept for some seconds is over.
        watching.look_again()
        row["after_a_judgment"] = opened()
    store.dispose()
    st.cache_data.clear()
    return row


def text_of(found: Row) -> str:
    """How it was measured."""
    return (
        f"A campaign of {found['comparisons']:,} comparisons, {found['judgments']:,} judgments and "
        f"{found['annotators']} annotators on SQLite. Seconds until the page's script has run through, without a "
        "browser (Streamlit's AppTest): at first in a new process, again within the same seconds, and after one more "
        f"judgment. The aim is under {TARGET_SECONDS:g} s. Machine load average: {' to '.join(map(str, found['load']))}."
    )


def report_section(found: Row) -> str:
    """The part of docs/benchmarks.md."""
    lines = [
        "## A lead's pages on a large campaign",
        "",
        text_of(found),
        "",
        "| page | first | again | after one more judgment |",
        "| --- | ---: | ---: | ---: |",
        *(
            f"| {row['page']} | {row['first']:.2f} | {row['again']:.2f} | {row['after_a_judgment']:.2f} |"
            for row in found["pages"]
        ),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(json.dumps(open_pages(Path(sys.argv[1]), sys.argv[2])))
