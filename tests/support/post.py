"""A campaign that may send mail, and the mailbox where all of it ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sqlalchemy import select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan
from eval_core.campaigns.mail.outbox import ask_for_mails
from eval_core.campaigns.people.mail_addresses import change_address
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import Runner
from eval_core.store import Mail, MailAddress, Store
from tests.support.building import Built
from tests.support.mailbox import Mailbox

BASE = "https://parvis.example.org"
LINK = re.compile(rf"^{re.escape(BASE)}/join/([^\s?]+)\S*$", re.MULTILINE)
SETTINGS = {"PARVIS_MAIL_FROM": "Parvis <parvis@example.org>", "PARVIS_BASE_URL": BASE}


@dataclass
class Post:
    """The campaign, its lead's session, the people by name, and the mailbox."""

    built: Built
    box: Mailbox
    lead: str = ""
    people: dict[str, int] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        return self.built.store

    def send(self) -> int:
        """Let a runner do what is due; how many jobs there were."""
        runner, number = Runner(self.store, KINDS), 0
        while runner.run_one():
            number += 1
        return number

    def ask(self, kind: str, *names: str) -> tuple[int, list[tuple[str, str]]]:
        """Press the lead's button: how many mails are queued, and who gets none."""
        people = [self.people[name] for name in names]
        asked = ask_for_mails(self.store, self.built.slug, kind, people, "nb", self.lead)
        return asked.queued, list(asked.left_out)

    def mails(self) -> list[tuple[str, str, str | None]]:
        """Kind, state and answer of every mail, the oldest first."""
        with self.store.read() as db:
            return [tuple(row) for row in db.execute(select(Mail.kind, Mail.state, Mail.answer).order_by(Mail.id))]

    def link(self, number: int = -1) -> str:
        """The token of the link in a mail; the newest by default."""
        (token,) = LINK.findall(self.box.text(number))
        return str(token)

    def join(self, name: str, *roles: str) -> int:
        """Add a person with an address."""
        self.built.enter(name, *roles)
        with self.store.read() as db:
            self.people[name] = find_person(db, name).id
        change_address(self.store, self.built.slug, self.people[name], f"{name.lower()}@example.org")
        return self.people[name]

    def stop_key(self, name: str) -> str:
        """The key of the address that stops a person's mail."""
        with self.store.read() as db:
            address = select(MailAddress.stop_key).where(MailAddress.person_id == self.people[name])
            return db.scalars(address).one()


def open_post(built: Built, box: Mailbox) -> Post:
    """Switch mail on, with the lead Lise and the annotator Kari, who have an address each."""
    made = Post(built, box)
    made.join("Lise", "lead")
    made.lead = built.sessions["Lise"]
    made.join("Kari")
    everything = Allowed(sending=True, reminders=True, summaries=True)
    change_mail_plan(built.store, built.slug, everything, made.lead, time_zone="Europe/Oslo")
    return made
