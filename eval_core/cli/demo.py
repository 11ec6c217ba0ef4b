"""`parvis demo`: the demo campaign and its links."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.cli.output import progress_bar
from eval_core.cli.people import address

if TYPE_CHECKING:
    from eval_core.store import Store

# Its own file whatever PARVIS_DATABASE_URL says: invented people and judgments have no place among real ones.
DEMO_URL = "sqlite:///demo.db"


def demo() -> None:
    """Load the demo campaign into demo.db; renew and print one link per role (the old ones die)."""
    from eval_core.cli.database import writing

    base = checked_base_url()
    load_and_say(writing(DEMO_URL), base)


def load_and_say(store: Store, base_url: str) -> None:
    """Load the demo unless it is there, and print a new link for each role."""
    from eval_core.demo.load import demo_links, load_demo

    print("loading the demo campaign; the first time takes some seconds", file=sys.stderr, flush=True)
    with progress_bar("simulated annotators judge") as bar:
        loaded = load_demo(store, bar)
    if not loaded:
        print("it was there already", file=sys.stderr)
    for link in demo_links(store):
        print(f"{link.name}: {address(link, base_url)}", flush=True)
