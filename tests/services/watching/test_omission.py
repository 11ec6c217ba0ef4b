"""What leaving an annotator out would do is what it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.omission import read_omission
from eval_core.campaigns.watching.progress import campaign_counts
from tests.support.building import Built
from tests.support.judging import judge, judge_canonically


@pytest.fixture
def judged(campaign: Callable[..., Built]) -> tuple[Built, int, str]:
    """Ola has judged all, Kari half; Ola's number and a lead's session."""
    built = campaign(prompts=3, overlap=2)
    judge_canonically(built, built.enter("Ola"), lambda comparison: ("first", "second", "tie")[comparison % 3])
    judge(built, built.enter("Kari"), at_most=4)
    with built.store.read() as db:
        return built, find_person(db, "Ola").id, built.enter("Lise", "lead")


@pytest.mark.parametrize("put_back", [True, False])
def test_what_is_foretold_happens(judged: tuple[Built, int, str], put_back: bool) -> None:
    """The judgments lost, and the judgments that others make again where they judge instead."""
    built, ola, lead = judged
    before, found = campaign_counts(built.store, built.slug), read_omission(built.store, built.slug, ola, lead)
    assert (found.judgments, found.of, found.again, found.comparisons) == (9, 13, 9, 9)
    exclude_person(built.store, built.slug, ola, "Too fast", put_back=put_back)
    after = campaign_counts(built.store, built.slug)
    assert before.done - after.done == (found.again if put_back else 0)
    assert len(read_votes(built.store, built.slug)) == found.of - found.judgments
