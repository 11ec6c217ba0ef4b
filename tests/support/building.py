"""Small campaigns for the tests of services, made without any file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sqlalchemy import select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.comparisons import pair_of_responses
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Store

SYSTEMS = ("alfa-modell", "bravo-modell", "charlie-modell")


def text_of(prompt: str, system: str) -> str:
    """A response that does not give its system away."""
    return f"Dette er svar {hashlib.sha256(f'{prompt}/{system}'.encode()).hexdigest()[:12]}."


@dataclass
class Built:
    """A campaign that was built, and how to bring people into it."""

    store: Store
    slug: str
    systems: tuple[str, ...]
    sessions: dict[str, str] = field(default_factory=dict)

    def enter(self, name: str, *roles: str) -> str:
        """Add a person with these roles (annotator if none) in this campaign; their session id."""
        link = add_person(self.store, name, roles or ("annotator",), [self.slug])
        session = sign_in(self.store, link.token)
        assert session is not None
        self.sessions[name] = session
        return session

    def annotators(self, number: int) -> list[str]:
        """Session ids of so many new annotators."""
        return [self.enter(f"{self.slug}-{letter}") for letter in "abcdefghijkl"[:number]]

    @property
    def id(self) -> int:
        with self.store.read() as db:
            return find_campaign(db, self.slug).id


def build_campaign(
    store: Store,
    *,
    slug: str = "trial",
    prompts: int = 4,
    systems: Sequence[str] = SYSTEMS,
    overlap: int = 2,
    shared: int = 0,
    shared_overlap: int = 0,
    per_annotator: int | None = None,
    status: str = "open",
    identical: int = 0,
    protocol: str = "norwegian_fluency",
) -> Built:
    """Every pair of systems on every prompt, half of them Nynorsk; the first `identical` prompts get one text only.

    Under a rating protocol there are responses and no comparisons.
    """
    with store.write() as db:
        row = Campaign(
            slug=slug,
            title=f"Campaign {slug}",
            status=status,
            protocol_key=protocol,
            protocol_version="1",
            protocol_hash="0" * 64,
            overlap=overlap,
            shared=shared,
            shared_overlap=shared_overlap,
            per_annotator=per_annotator,
            settings={},
        )
        db.add(row)
        db.flush()
        loader = Loader(db, row, "built.jsonl")
        keys = [f"p{number}" for number in range(prompts)]
        loader.add_prompts(
            [
                (
                    number,
                    key,
                    {
                        "text": f"Oppgave {number}",
                        "external_id": key,
                        "written_standard": ("nb", "nn")[number % 2],
                        "category": ("mail", "news")[number // 2 % 2],
                    },
                )
                for number, key in enumerate(keys)
            ]
        )
        loader.add_systems(systems)
        loader.add_responses(
            [
                (
                    1,
                    loader.prompts[key],
                    loader.systems[name],
                    text_of(key, "" if number < identical else name),
                    None,
                )
                for number, key in enumerate(keys)
                for name in systems
            ],
            "response",
        )
        if load_protocol(protocol).kind == "rating":
            return Built(store, slug, tuple(systems))
        loader.add_comparisons(
            [pair_of_responses(loader, key, *pair) for key in keys for pair in combinations(sorted(systems), 2)]
        )
    return Built(store, slug, tuple(systems))


def comparisons(store: Store, slug: str) -> list[Comparison]:
    """The campaign's comparisons in serving order, detached."""
    with store.read() as db:
        campaign = find_campaign(db, slug)
        rows = db.scalars(
            select(Comparison).where(Comparison.campaign_id == campaign.id).order_by(Comparison.position)
        ).all()
        db.expunge_all()
        return list(rows)
