"""A rating campaign from draft to report: it starts with responses alone, and its report says that they are rated."""

from __future__ import annotations

from collections.abc import Callable

from eval_core.campaigns.lifecycle import move_campaign
from eval_core.reports.page import campaign_report
from tests.services.building import Built
from tests.services.checking import refusal


def test_it_starts_with_responses_alone(campaign: Callable[..., Built]) -> None:
    """Without comparisons a rating campaign starts; without responses it does not."""
    built = campaign(protocol="heval", prompts=1, status="draft")
    assert move_campaign(built.store, built.slug, "started")
    empty = campaign(protocol="heval", prompts=0, status="draft", slug="empty")
    assert refusal(lambda: move_campaign(empty.store, empty.slug, "started")) == "nothing_to_judge"


def test_its_report_says_that_responses_are_rated(campaign: Callable[..., Built]) -> None:
    """Neither an empty ranking nor counts of comparisons, but that there are no ratings yet, and which command."""
    built = campaign(protocol="heval", prompts=1)
    found = campaign_report(built.store, built.slug)
    assert "There is nothing to score yet" in found
    assert f"parvis ratings --campaign {built.slug}" in found
    assert not [words for words in ("nothing to rank", "parvis rank ", "Judgments", "Annotators") if words in found]
