"""From draft to archive: what each status allows, and that two leads never contradict each other silently."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.gold import list_gold, withdraw_gold
from eval_core.campaigns.joining.guideline_editions import publish_guidelines, read_guideline_texts
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.campaigns.setup.adoption import adopt_study
from eval_core.campaigns.setup.lifecycle import MOVES, draft_campaign, duplicate_campaign, move_campaign, moves_from
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.campaigns.setup.question import Question
from eval_core.store import Store
from eval_core.upkeep.integrity import check_database
from tests.support.acts import open_desk
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.golden import add_gold


def status_of(built: Built) -> str:
    with built.store.read() as db:
        return find_campaign(db, built.slug).status


def test_pausing_and_resuming_stop_and_restart_the_work(campaign: Callable[..., Built]) -> None:
    """No one is given anything while the campaign is paused, closed or archived; the log names who did it."""
    built = campaign()
    kari, lead = built.enter("Kari"), built.enter("Lise", "lead")
    for action, status, works in (
        ("paused", "paused", False),
        ("resumed", "open", True),
        ("closed", "closed", False),
        ("reopened", "open", True),
        ("closed", "closed", False),
        ("archived", "archived", False),
    ):
        assert move_campaign(built.store, built.slug, action, lead)
        assert status_of(built) == status
        desk = open_desk(built.store, kari, built.slug)
        assert (desk.task is not None, desk.reason) == (works, None if works else status)
    log = read_log(built.store, built.slug)
    assert [entry.action for entry in reversed(log)] == [
        "paused",
        "resumed",
        "closed",
        "reopened",
        "closed",
        "archived",
    ]
    assert {entry.by for entry in log} == {"Lise"}


def test_a_draft_cannot_be_judged_and_starts_with_something_to_judge(
    store: Store, campaign: Callable[..., Built]
) -> None:
    """Starting an empty draft is refused."""
    slug = draft_campaign(store, "Språk i bruk: høst 2026")
    assert slug == "sprak-i-bruk-host-2026"
    assert refusal(lambda: move_campaign(store, slug, "started")) == "nothing_to_judge"
    built = campaign(status="draft")
    (kari,) = built.annotators(1)
    assert open_desk(store, kari, built.slug).reason == "draft"
    assert move_campaign(store, built.slug, "started")
    assert open_desk(store, kari, built.slug).task is not None


@pytest.mark.parametrize("action", MOVES)
def test_every_move_is_done_once(campaign: Callable[..., Built], action: str) -> None:
    """The second of two leads who do the same changes nothing; one who does something else is refused."""
    before, after = MOVES[action]
    built = campaign(status=before[0])
    assert action in moves_from(before[0])
    assert move_campaign(built.store, built.slug, action)
    assert not move_campaign(built.store, built.slug, action)
    assert len(read_log(built.store, built.slug)) == 1
    stale = next(other for other, (froms, to) in MOVES.items() if after not in froms and to != after)
    assert refusal(lambda: move_campaign(built.store, built.slug, stale)) == "stale_status"
    assert status_of(built) == after


def test_a_copy_has_the_plan_and_nothing_else(campaign: Callable[..., Built]) -> None:
    """Protocol, rules, letter and known headings are taken along; judgments, texts and, unless asked, people are not."""
    built = campaign(overlap=3, per_annotator=5)
    lead, kari = built.enter("Lise", "lead"), built.enter("Kari")
    letter = {"responsible": "Språkrådet", "contact": "post@example.no", "pay": "200 kr"}
    change_rules(built.store, built.slug, {"gold_share": 0.1, "letter": letter}, lead)
    with built.store.write() as db:
        find_campaign(db, built.slug).headings = {"responses": {"Oppgave": "prompt"}}
    slug = duplicate_campaign(built.store, built.slug, "Trial 2", who=lead)
    rules = read_rules(built.store, slug, lead)
    assert (rules.gold_share, rules.letter.pay, rules.letter.version) == (0.1, "200 kr", 1)
    assert refusal(lambda: open_desk(built.store, kari, slug)) == "not_allowed"
    with built.store.read() as db:
        copy = find_campaign(db, slug)
        assert (copy.status, copy.overlap, copy.per_annotator) == ("draft", 3, 5)
        assert copy.headings == {"responses": {"Oppgave": "prompt"}}
    crowded = duplicate_campaign(built.store, built.slug, "Trial 2", with_people=True, who=lead)
    assert crowded == "trial-2-2"
    assert open_desk(built.store, kari, crowded).reason == "draft"
    assert {entry.action for entry in read_log(built.store, slug, who=lead)} == {"duplicated"}


def test_the_question_of_the_study_comes_along(campaign: Callable[..., Built]) -> None:
    """A copy is planned from the same question; the copy of a campaign without one has none."""
    built = campaign()
    bare = duplicate_campaign(built.store, built.slug, "Bare")
    adopt_study(built.store, built.slug, Question(per_prompt=1, annotators=7), None)
    planned = duplicate_campaign(built.store, built.slug, "Planned")
    assert read_plan_review(built.store, bare).question is None
    assert read_plan_review(built.store, planned).question == Question(per_prompt=1, annotators=7)


def test_gold_and_guidelines_come_along(campaign: Callable[..., Built]) -> None:
    """A copy with gold has each gold comparison with its answer, issue and explanation, but not a withdrawn one.

    The campaign's own guidelines are the copy's first edition. No one's judgments come along.
    """
    built = campaign()
    lead = built.enter("Lise", "lead")
    add_gold(built, 4)
    add_gold(built, 1, start=4, gold="tie")
    gone = list_gold(built.store, built.slug, lead)[0]
    withdraw_gold(built.store, built.slug, gone.comparison_id, who=lead)
    publish_guidelines(built.store, built.slug, {"nb": "# Slik\n\nLes begge."}, 0, lead)
    publish_guidelines(built.store, built.slug, {"nb": "# Slik\n\nLes begge to ganger."}, 1, lead)
    bare = duplicate_campaign(built.store, built.slug, "Bare", who=lead)
    assert list_gold(built.store, bare, lead) == []
    slug = duplicate_campaign(built.store, built.slug, "Full", with_gold=True, who=lead)

    def answers(slug: str) -> list[tuple[object, ...]]:
        rows = [row for row in list_gold(built.store, slug, lead) if not row.withdrawn]
        return sorted(
            (row.prompt, row.more_fluent, row.less_fluent, row.is_tie, row.issue, row.explanation) for row in rows
        )

    assert answers(slug) == answers(built.slug)
    assert len(answers(slug)) == 4
    texts = read_guideline_texts(built.store, slug, lead)
    assert (texts.edition, texts.texts["nb"]) == (1, "# Slik\n\nLes begge to ganger.")
    assert check_database(built.store).problems == ()


def test_only_leads_draft_and_they_lead_what_they_draft(store: Store, campaign: Callable[..., Built]) -> None:
    """Annotators and researchers are refused; a lead of one campaign leads the new one too, and no third."""
    built, other = campaign(), campaign(slug="other")
    for name, role in (("Kari", "annotator"), ("Rita", "researcher")):
        who = built.enter(name, role)
        assert refusal(lambda who=who: draft_campaign(store, "New", who=who)) == "not_allowed"  # type: ignore[misc]
    assert refusal(lambda: draft_campaign(store, "New", who=None)) == "signed_out"
    lead = built.enter("Lise", "lead")
    slug = draft_campaign(store, "New", who=lead)
    visitor = current_visitor(store, lead)
    assert visitor is not None
    assert set(visitor.campaigns_as("lead")) == {built.slug, slug}
    assert other.slug not in visitor.roles
    everywhere = sign_in(store, add_person(store, "Eva", ["lead"]).token)
    draft_campaign(store, "Newer", who=everywhere)
    eva = current_visitor(store, everywhere)
    assert eva is not None
    assert "newer" in eva.campaigns_as("lead")


@pytest.mark.parametrize(
    ("title", "word"),
    [("  ", "no_title"), ("x" * 121, "title_too_long"), ("a\0b", "bad_title")],
    ids=["empty", "too long", "NUL"],
)
def test_titles_are_checked(store: Store, title: str, word: str) -> None:
    """An empty or endless title, and one that cannot be stored, is refused."""
    assert refusal(lambda: draft_campaign(store, title)) == word


def test_titles_without_a_letter_get_an_address_all_the_same(store: Store) -> None:
    """A title in another script, or of signs only, and a title that is taken."""
    assert [draft_campaign(store, title) for title in ("日本", "!?", "Ærø å", "Ærø å")] == [
        "campaign",
        "campaign-2",
        "aero-a",
        "aero-a-2",
    ]
