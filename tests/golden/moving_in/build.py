"""Makes the stored morning beside this file: run by the code of release 0.2.0, the last with a desk drawn by Streamlit.

    PYTHONPATH=CHECKOUT python build.py FOLDER

writes FOLDER/0005.sqlite.sql, a running campaign with people in the middle of their work, and FOLDER/0005.json, the
cookies of their browsers and what lay on their screens. Only invented data goes in.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from eval_core.campaigns.desk.assignments import Context
from eval_core.campaigns.desk.desk import open_desk
from eval_core.campaigns.desk.rating_desk import Mark, open_rating_desk

from eval_core.campaigns.desk.judgments import record_judgment, skip_comparison, undo_judgment
from eval_core.campaigns.desk.rating_sheets import record_ratings
from eval_core.campaigns.desk.reasons import explain_judgment
from eval_core.campaigns.rules import change_rules
from eval_core.protocols import load_protocol
from eval_core.store import Store, upgrade
from eval_core.store.migrate import current_revision
from tests.support.building import Built, build_campaign

CONTEXT = Context("side_by_side", "nb", False)


def lying(built: Built, who: str) -> dict[str, Any]:
    """What lies before somebody, as the screen of that release shows it."""
    task = open_desk(built.store, who, built.slug).task
    assert task is not None
    found = {"assignment": task.assignment_id, "revision": task.revision, "prompt": task.prompt}
    return found | {"texts": [task.response_a, task.response_b]}


def judge(built: Built, who: str, choice: str) -> int:
    """Judge what lies there; its assignment."""
    at = lying(built, who)
    record_judgment(built.store, who, built.slug, at["assignment"], at["revision"], choice, CONTEXT)
    return int(at["assignment"])


def compare(store: Store) -> tuple[Built, dict[str, Any]]:
    """Kari has a comparison before her, Ola was asked for reasons just now, Siri has undone a choice."""
    built = build_campaign(store, slug="running", prompts=8)
    change_rules(store, built.slug, {"reasons": "off", "gold_share": 0.0, "repeat_share": 0.0})
    kari, ola, siri = (built.enter(name) for name in ("Kari", "Ola", "Siri"))
    for choice in ("A", "tie"):
        judge(built, kari, choice)
    at = lying(built, kari)
    skip_comparison(store, kari, built.slug, at["assignment"], at["revision"], "unreadable")
    done = judge(built, siri, "B")
    undo_judgment(store, siri, built.slug, done, 1)
    change_rules(store, built.slug, {"reasons": "all"})
    first = judge(built, ola, "A")
    explain_judgment(store, ola, built.slug, first, 1, {"B": ["grammar"]}, None, "Her.")
    judge(built, ola, "B")  # why is asked, and not answered yet
    return built, {"Kari": lying(built, kari), "Ola": lying(built, ola), "Siri": lying(built, siri)}


def rate(store: Store) -> tuple[Built, dict[str, Any]]:
    """Rita has rated one response and has the next before her."""
    built = build_campaign(store, slug="rated", prompts=2, protocol="heval")
    rita = built.enter("Rita")
    sheet = open_rating_desk(store, rita, built.slug).sheets[0]
    marks = {one.key: Mark(3) for one in load_protocol("heval").rated}
    record_ratings(store, rita, built.slug, sheet.assignment_id, sheet.revision, marks, "nb")
    sheet = open_rating_desk(store, rita, built.slug).sheets[0]
    return built, {"Rita": {"assignment": sheet.assignment_id, "revision": sheet.revision, "texts": [sheet.response]}}


def main() -> None:
    out = Path(sys.argv[1])
    os.environ["PARVIS_DWELL_MS"] = "0"
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "old.db"
        store = Store(f"sqlite:///{file}")
        upgrade(store)
        people: dict[str, Any] = {}
        for built, screens in (compare(store), rate(store)):
            for who, screen in screens.items():
                people[who] = {"cookie": built.sessions[who], "campaign": built.slug, "screen": screen}
        schema = current_revision(store)
        store.dispose()
        with closing(sqlite3.connect(file)) as database:
            (out / f"{schema}.sqlite.sql").write_text("\n".join(database.iterdump()) + "\n")
        (out / f"{schema}.json").write_text(json.dumps(people, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
