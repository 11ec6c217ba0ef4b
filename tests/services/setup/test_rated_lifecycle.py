"""A rating campaign from draft to report: it starts with responses alone, and its report is about ratings."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

from sqlalchemy import select

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.content.withdrawals import withdraw_response
from eval_core.campaigns.joining.consent import give_consent, letter_version, read_letter, withdraw_consent
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings, load_gold_ratings, withdraw_gold_rating
from eval_core.campaigns.results.scores import rating_results
from eval_core.campaigns.rules import Letter, Rules, change_rules, read_rules
from eval_core.campaigns.setup.lifecycle import duplicate_campaign, move_campaign
from eval_core.campaigns.setup.plan import change_plan, read_plan
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.protocols import load_protocol
from eval_core.reports.page import campaign_report
from eval_core.store import Prompt, RatingAssignment, Response, System
from tests.support.acts import open_desk, skip_response
from tests.support.building import Built
from tests.support.checking import refusal


def test_it_starts_with_responses_alone(campaign: Callable[..., Built]) -> None:
    """Without comparisons a rating campaign starts; without responses it does not."""
    built = campaign(protocol="heval", prompts=1, status="draft")
    assert move_campaign(built.store, built.slug, "started")
    empty = campaign(protocol="heval", prompts=0, status="draft", slug="empty")
    assert refusal(lambda: move_campaign(empty.store, empty.slug, "started")) == "nothing_to_judge"


def test_its_report_is_about_ratings(campaign: Callable[..., Built]) -> None:
    """Neither an empty ranking nor counts of comparisons, but that there are no ratings yet, and which command."""
    built = campaign(protocol="heval", prompts=1)
    facts = campaign_report(built.store, built.slug)
    assert "There is nothing to score yet" in facts
    assert f"parvis ratings --campaign {built.slug}" in facts
    assert not [words for words in ("nothing to rank", "parvis rank ", "Judgments", "Ranking") if words in facts]
    assert {"Responses rated": "0", "Ratings": "0", "Annotators": "0", "Rated (UTC)": "–"}.items() <= cells(
        facts
    ).items()


RATED = """prompt_id,system,annotator_id,annotator_kind,adequacy,fluency
p0,alfa-modell,Kari,,4,5
p1,alfa-modell,Kari,,3,3
p0,bravo-modell,Kari,,1,2
p0,alfa-modell,Robot,simulated,4,4
p0,alfa-modell,Ola,,1,1
p0,alfa-modell,eksempel-modell,judge,2,2
p1,bravo-modell,eksempel-modell,judge,2,2
"""


def test_its_report_counts_the_ratings_behind_the_scores(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Ratings, responses, people, and what is left out, by hand; neither an excluded rater's nor a judge's are among
    the people's, and a report of judges counts theirs."""
    built = campaign(protocol="adequacy_fluency", prompts=2)
    path = tmp_path / "ratings.csv"
    path.write_text(RATED, encoding="utf-8")
    import_ratings(built.store, path, built.slug)
    with built.store.read() as db:
        ola = find_person(db, "Ola").id
        bravo = db.scalars(
            select(Response.id).join(System).join(Prompt).where(System.name == "bravo-modell", Prompt.key == "p0")
        ).one()
    exclude_person(built.store, built.slug, ola, "Guessed")
    withdraw_response(built.store, built.slug, bravo)
    per = built.enter("Per")
    (sheet,) = open_desk(built.store, per, built.slug).sheets
    skip_response(built.store, per, built.slug, sheet.assignment_id, 0, "unreadable")
    counted = cells(campaign_report(built.store, built.slug))
    assert (
        counted.items()
        >= {
            "Responses rated": "2",
            "Ratings": "6",
            "Annotators": "2",
            "Simulated annotators": "1",
            "Prompts": "2",
            "Annotators per response wanted": "2",
            "Left out: withdrawn responses": "1",
            "Left out: ratings of Ola": "Guessed",
            "Skipped": "1",
        }.items()
    )
    assert counted["Fingerprint of the data"] == rating_results(built.store, built.slug).fingerprint
    by_judge = cells(campaign_report(built.store, built.slug, kind="judge"))
    assert (by_judge["Ratings"], by_judge["Responses rated"], by_judge["Annotators"]) == ("4", "2", "1")


def test_a_copy_is_rated_as_its_original(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Protocol, plan and rules of rating are taken along: with responses of its own, the copy's desk is the same."""
    built = campaign(protocol="heval", prompts=1, overlap=3, per_annotator=5)
    change_rules(built.store, built.slug, {"responses_beside": 3, "revisable": False, "budget_hours": 20})
    kari = built.enter("Kari")
    slug = duplicate_campaign(built.store, built.slug, "Trial 2", with_people=True)
    assert read_rules(built.store, slug) == read_rules(built.store, built.slug)
    protocol = load_protocol("heval")
    with built.store.read() as db:
        copy = find_campaign(db, slug)
        assert (copy.protocol_key, copy.overlap, copy.per_annotator) == ("heval", 3, 5)
        assert (copy.protocol_version, copy.protocol_hash) == (str(protocol.version), protocol.content_hash)
        assert db.scalars(select(Response.id).where(Response.campaign_id == copy.id)).all() == []
    assert refusal(lambda: move_campaign(built.store, slug, "started")) == "nothing_to_judge"
    path = tmp_path / "responses.csv"
    path.write_text("prompt_id,prompt,system,response\n" + "".join(f"q,Q,{one},Svar {one}\n" for one in "abcd"))
    import_responses(built.store, path, slug)
    assert move_campaign(built.store, slug, "started")
    desk = open_desk(built.store, kari, slug)
    assert (desk.protocol, len(desk.sheets), desk.quota) == ("heval", 3, 5)


def test_control_responses_come_along(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Where wanted, with what is known of each, but not a withdrawn one; loading their file again adds nothing."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    path = tmp_path / "controls.csv"
    path.write_text("prompt,response,written_standard,fluency\nSi hei,Hei,nb,4-5\nSi hei,Hie,nn,1\n,Borte,,1\n")
    load_gold_ratings(built.store, built.slug, path)
    withdraw_gold_rating(built.store, built.slug, list_gold_ratings(built.store, built.slug)[-1].response_id)
    assert list_gold_ratings(built.store, duplicate_campaign(built.store, built.slug, "Bare")) == []
    slug = duplicate_campaign(built.store, built.slug, "Full", with_gold=True)
    assert [(row.prompt, row.text, row.expected) for row in list_gold_ratings(built.store, slug)] == [
        ("Si hei", "Hei", {"fluency": (4, 5)}),
        ("Si hei", "Hie", {"fluency": (1, 1)}),
    ]
    assert load_gold_ratings(built.store, slug, path) == (1, 2)  # the withdrawn one was left behind
    assert read_plan_review(built.store, slug).controls == 3


LETTER = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner i timen"}


def test_its_letter_speaks_of_ratings(campaign: Callable[..., Built]) -> None:
    """Raters agree to a letter of its own; those who agreed before, under the same number, are not asked again,
    and withdrawing releases the open responses."""
    built = campaign(protocol="heval", prompts=1, overlap=1)
    change_rules(built.store, built.slug, {"letter": LETTER})
    kari, ola = built.enter("Kari"), built.enter("Ola")
    letter = read_letter(built.store, kari, built.slug, "en")
    assert "How you rate each answer" in letter.text
    assert "comparison" not in letter.text
    assert letter.version == "1.1.1" == letter_version(Rules(letter=Letter(**LETTER, version=1)))
    assert open_desk(built.store, kari, built.slug).reason == "consent"
    for person in (kari, ola):
        assert give_consent(built.store, person, built.slug, "1.1.1", "en")
        acknowledge_guidelines(
            built.store, person, built.slug, read_guidelines(built.store, person, built.slug, "en").version, "en"
        )
    held = open_desk(built.store, kari, built.slug).sheets
    assert len(held) == 1
    withdraw_consent(built.store, kari, built.slug)
    with built.store.read() as db:
        status = db.scalar(select(RatingAssignment.status).where(RatingAssignment.id == held[0].assignment_id))
    assert status == "released"
    assert open_desk(built.store, kari, built.slug).reason == "consent"


def test_a_letter_for_rating_is_agreed_to_again(campaign: Callable[..., Built]) -> None:
    """Before anything is judged a campaign may come to rate: its other letter has the next version. Another protocol
    of the same kind changes no letter."""
    built = campaign(prompts=1)
    change_rules(built.store, built.slug, {"letter": LETTER})
    kari = built.enter("Kari")
    give_consent(built.store, kari, built.slug, "1.1.1", "en")
    change_plan(built.store, built.slug, {"protocol": "heval"})
    assert open_desk(built.store, kari, built.slug).reason == "consent"
    assert read_letter(built.store, kari, built.slug, "en").version == "1.1.2"
    change_plan(built.store, built.slug, {"protocol": "adequacy_fluency"})
    assert read_letter(built.store, kari, built.slug, "en").version == "1.1.2"


def test_ratings_fix_the_protocol(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """What was rated under a protocol stays under it; ratings under another one than the campaign's fix nothing."""
    built = campaign(protocol="adequacy_fluency", prompts=1)
    path = tmp_path / "ratings.csv"
    path.write_text(RATED, encoding="utf-8")
    import_ratings(built.store, path, built.slug)
    assert refusal(lambda: change_plan(built.store, built.slug, {"protocol": "heval"})) == "frozen"
    assert read_plan(built.store, built.slug).protocol == "adequacy_fluency"
    other = campaign(slug="other", prompts=1)
    import_ratings(other.store, path, other.slug, protocol="adequacy_fluency")
    assert change_plan(other.store, other.slug, {"protocol": "heval"}).protocol == "heval"


def cells(report: str) -> dict[str, str]:
    """The report's table of facts."""
    matches = re.findall(r'<th scope="row">([^<]*)</th><td>([^<]*)</td>', report)
    return {unescape(name): unescape(value) for name, value in matches}
