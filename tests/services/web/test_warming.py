"""What is read at start-up: the campaigns under way, and only those."""

from __future__ import annotations

from collections.abc import Callable

from eval_core.campaigns.results import ledger
from eval_core.ui.warming import warm_campaigns
from tests.support.building import Built


def test_campaigns_under_way_are_read(campaign: Callable[..., Built]) -> None:
    """Open and paused ones are kept from then on; drafts and closed ones wait for somebody who asks."""
    some = {status: campaign(slug=status, status=status) for status in ("draft", "open", "paused", "closed")}
    warm_campaigns(some["open"].store)
    assert set(ledger._READINGS.campaigns(some["open"].store)) == {some["open"].id, some["paused"].id}
