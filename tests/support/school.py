"""Campaigns with training and a test, and newcomers who sit them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.protocols import load_guidelines
from tests.support.acts import Desk, open_desk
from tests.support.building import Built
from tests.support.desk_clicks import judge
from tests.support.golden import add_gold, answer, settle

TESTS = {"training": 2, "test": 5, "pass_mark": 0.8}


def build_school(campaign: Callable[..., Built], gold: int = 20, **rules: Any) -> tuple[Built, str]:
    """A campaign with so much gold and such rules, and the session of a newcomer who has read the guidelines."""
    built = campaign()
    add_gold(built, gold)
    settle(built, **(rules or TESTS))
    return built, newcomer(built, "Kari")


def newcomer(built: Built, name: str) -> str:
    session = built.enter(name)
    acknowledge_guidelines(built.store, session, built.slug, load_guidelines("en").version, "nb")
    return session


def opened(built: Built, session: str) -> Desk:
    return open_desk(built.store, session, built.slug)


def sit(built: Built, session: str, *answers: bool) -> list[Desk]:
    """Answers what comes up rightly or wrongly; the desks before each answer."""
    collected = []
    for right in answers:
        desk = opened(built, session)
        assert desk.task is not None
        judge(built, session, desk.task, answer(built, desk.task, right=right))
        collected.append(desk)
    return collected
