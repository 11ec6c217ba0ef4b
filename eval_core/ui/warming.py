"""Does at start-up what the first visitor would otherwise wait for."""

from __future__ import annotations

import gc
from importlib import import_module

from sqlalchemy import select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.quality.figures import trust_figures
from eval_core.campaigns.results.ledger import ledger
from eval_core.campaigns.watching.progress import burn_up
from eval_core.store import Campaign, Store, upgrade


def prepare(store: Store) -> None:
    """Import what most visits need, and migrate the database."""
    for name in ("plotly.graph_objects", "scipy.optimize"):
        import_module(name)
    upgrade(store)
    # These modules stay loaded: a garbage collection that went through them would delay everybody by some 0.1 s.
    gc.collect()
    gc.freeze()


def warm_campaigns(store: Store) -> None:
    """Fill this process's memory of every open or paused campaign: judgments, burn-up, and figures of Quality."""
    with store.read() as db:
        slugs = db.scalars(select(Campaign.slug).where(Campaign.status.in_(("open", "paused")))).all()
    for slug in slugs:
        with store.read() as db:
            ledger(store, db, find_campaign(db, slug))
        burn_up(store, slug)
        trust_figures(store, slug)
