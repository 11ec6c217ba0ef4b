"""The list of disagreements: the most divided comparison first, with every judgment and reason, and no system's name."""

from __future__ import annotations

from collections.abc import Callable

from eval_core.campaigns.quality.disagreements import read_disagreements
from tests.support.building import Built
from tests.support.judging import judge_canonically
from tests.support.marks import mark_words


def test_the_most_divided_come_first_with_all_reasons(campaign: Callable[..., Built]) -> None:
    """Opposite choices before a tie and a choice; equal judgments are no disagreement; reasons belong to their text."""
    built = campaign(prompts=1, overlap=2)
    kari, ola = built.annotators(2)
    order: list[int] = []

    def by_kari(comparison: int) -> str:
        order.append(comparison)
        return "first"

    judge_canonically(built, kari, by_kari, ("grammar",))
    answers = dict(zip(sorted(order), ("first", "tie", "second"), strict=True))
    judge_canonically(built, ola, answers.__getitem__)
    assert mark_words(built)  # at several places: one issue all the same
    divided = read_disagreements(built.store, built.slug)
    assert (divided.total, divided.compared) == (2, 3)
    assert [identity.division for identity in divided.shown] == [1.0, 0.5]
    assert [identity.comparison_id for identity in divided.shown] == [sorted(order)[2], sorted(order)[1]]
    first, second = divided.shown[0].opinions
    assert (first.annotator, first.outcome, first.issues_first, first.issues_second) == (
        "trial-a",
        "first",
        ("grammar",),
        (),
    )
    assert (first.comment, second.outcome, second.issues_first, second.comment) == ("Hm.", "second", (), None)
    assert not any(system in str(divided) for system in built.systems)


def test_pages_and_emptiness(campaign: Callable[..., Built]) -> None:
    """Without two judgments there is nothing; a page holds as many as asked, and the pages hold each once."""
    built = campaign(prompts=3, overlap=2)
    assert read_disagreements(built.store, built.slug).shown == ()
    kari, ola = built.annotators(2)
    judge_canonically(built, kari, lambda _: "first")
    assert read_disagreements(built.store, built.slug).total == 0
    judge_canonically(built, ola, lambda _: "tie")
    pages = [read_disagreements(built.store, built.slug, limit=4, offset=offset).shown for offset in (0, 4, 8)]
    assert [len(page) for page in pages] == [4, 4, 1]
    assert len({one.comparison_id for page in pages for one in page}) == 9
