"""What a lead decides: stored where it makes sense, refused by name where not, and spoken of where it does not fit."""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from eval_core.campaigns.audit import Change, changed, read_log
from eval_core.campaigns.joining.consent import give_consent, read_letter, withdraw_consent
from eval_core.campaigns.publishing.release_facts import change_release_facts, read_release_facts
from eval_core.campaigns.rules import RuleError, Rules, change_rules, read_rules
from eval_core.campaigns.setup.plan_review import Advice, advice, read_plan_review
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Comparison
from tests.support.building import Built
from tests.support.golden import add_gold

Make = Callable[..., Built]
LETTER = {"responsible": "Universitetet", "contact": "lise@example.org", "pay": "250 kroner i timen"}


def settings(built: Built) -> dict[str, Any]:
    """What is stored of the rules."""
    with built.store.read() as db:
        return db.scalars(select(Campaign.settings).where(Campaign.slug == built.slug)).one()


def change(built: Built, **changes: Any) -> Rules:
    return change_rules(built.store, built.slug, changes)


def advised(built: Built) -> list[Advice]:
    return advice(built.store, built.slug)


def about_letter(built: Built) -> list[Advice]:
    """Only the letter's rules."""
    return [advice_ for advice_ in advised(built) if advice_.code in ("no_letter", "letter_changed")]


def test_rules_are_stored_and_the_rest_keeps_its_default(campaign: Make) -> None:
    """What is set is read again; nothing else is stored, so that it follows the defaults."""
    built = campaign()
    assert read_rules(built.store, built.slug) == Rules()
    change(built, gold_share=0.05, reasons="share")
    change(built, training=5, revisable=False)
    assert read_rules(built.store, built.slug) == Rules(gold_share=0.05, reasons="share", training=5, revisable=False)
    assert settings(built) == {"gold_share": 0.05, "reasons": "share", "training": 5, "revisable": False}
    change(built, training=0)
    assert "training" not in settings(built)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"gold_share": 0.51}, "gold_share"),
        ({"gold_share": -0.01}, "gold_share"),
        ({"repeat_share": math.nan}, "repeat_share"),
        ({"reasons_share": math.inf}, "reasons_share"),
        ({"reasons": "often"}, "reasons"),
        ({"pair_policy": "greedy"}, "pair_policy"),
        ({"training": 51}, "training"),
        ({"test": 2.5}, "test"),
        ({"pass_mark": 1.01}, "pass_mark"),
        ({"revisable": None}, "revisable"),
        ({"colour": "red"}, "colour"),
        ({"letter": {"pay": "x" * 2001}}, "letter.pay"),
        ({"letter": {"pay": "x\0y"}}, "letter.pay"),
        ({"letter": {"pay": "x\ud800"}}, "letter.pay"),
        ({"letter": {"pay": "\x1b[31m"}}, "letter.pay"),
        ({"letter": {"colour": "red"}}, "letter.colour"),
        ({"letter": "Hei"}, "letter"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(campaign: Make, changes: dict[str, Any], rule: str) -> None:
    """A wrong value, also next to a right one, changes nothing, and the refusal names the rule."""
    built = campaign()
    change(built, training=3)
    with pytest.raises(RuleError) as refused:
        change(built, **{"test": 4, **changes})
    assert refused.value.rule == rule
    assert settings(built) == {"training": 3}


def test_a_changed_letter_gets_the_next_version_and_the_same_one_does_not(campaign: Make) -> None:
    """Only a change that can be read counts; the version is no one's to set."""
    built = campaign()
    assert change(built, letter=LETTER).letter.version == 1
    assert change(built, letter={"pay": f"  {LETTER['pay']}\n", "version": 9}).letter.version == 1
    assert change(built, training=3).letter.version == 1
    assert change(built, letter={"pay": "300 kroner"}).letter.version == 2
    assert read_rules(built.store, built.slug).letter.contact == LETTER["contact"]


def test_two_leads_at_one_moment_lose_nothing(campaign: Make) -> None:
    """Each of many rules saved at the same time by someone else is there in the end."""
    built = campaign()
    wanted: list[dict[str, Any]] = [{"training": 5}, {"test": 8}, {"gold_share": 0.05}, {"revisable": False}]
    together, failed = Barrier(len(wanted)), []

    def save(changes: dict[str, Any]) -> None:
        together.wait()
        try:
            change(built, **changes)
        except Exception as error:  # whatever it is, the test shows it
            failed.append(error)

    threads = [Thread(target=save, args=(one,)) for one in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert settings(built) == {"training": 5, "test": 8, "gold_share": 0.05, "revisable": False}


@given(st.integers(0, 50), st.integers(0, 100))
def test_right_to_pass_is_the_least_that_reaches_the_mark(test: int, percent: int) -> None:
    """So many right answers reach the mark and one less does not, in whole numbers."""
    needed = Rules(test=test, pass_mark=percent / 100).right_to_pass
    assert 100 * needed >= percent * test
    assert 100 * (needed - 1) < percent * test


def test_without_a_letter_the_lead_gets_advice(campaign: Make) -> None:
    """A letter needs its three essential parts; blank ones do not count."""
    built = campaign()
    assert advised(built) == [Advice("no_letter")]
    change(built, letter={**LETTER, "pay": "  "})
    assert advised(built) == [Advice("no_letter")]
    change(built, letter=LETTER)
    assert advised(built) == []


def test_a_changed_letter_counts_those_who_will_be_asked_again(campaign: Make) -> None:
    """Each person counts once, until they agree to the new letter or withdraw."""
    built = campaign()
    store, slug = built.store, built.slug
    people = built.annotators(3)

    def agree(who: str) -> None:
        give_consent(store, who, slug, read_letter(store, who, slug, "nb").version, "nb")

    change(built, letter=LETTER)
    for who in people[:2]:
        agree(who)
    assert about_letter(built) == []
    change(built, letter={"pay": "300 kroner"})
    agree(people[2])
    assert about_letter(built) == [Advice("letter_changed", have=2)]
    change(built, letter={"pay": "400 kroner"})
    assert about_letter(built) == [Advice("letter_changed", have=3)]
    agree(people[2])
    withdraw_consent(store, people[0], slug)
    assert about_letter(built) == [Advice("letter_changed", have=1)]


@pytest.mark.parametrize(
    ("gold", "rules", "expected"),
    [
        (0, {}, []),
        (3, {}, [Advice("gold_unused", have=3)]),
        (2, {"training": 1, "test": 2}, [Advice("gold_short", 3, 2)]),
        (3, {"training": 1, "test": 2}, [Advice("gold_short_second", 5, 3)]),
        (5, {"training": 1, "test": 2}, []),
        (5, {"training": 1, "test": 2, "gold_share": 0.1}, [Advice("gold_short_stream", 6, 5)]),
        (6, {"training": 1, "test": 2, "gold_share": 0.1}, []),
        (0, {"gold_share": 0.1}, [Advice("gold_short_stream", 3, 0)]),
        (0, {"repeat_share": 0.1}, []),
    ],
)
def test_gold_must_suffice(campaign: Make, gold: int, rules: dict[str, Any], expected: list[Advice]) -> None:
    """Training, test, a second try and the stream of 30 comparisons take gold comparisons that were not seen before."""
    built = campaign(per_annotator=30)
    change(built, letter=LETTER, **rules)
    if gold:
        add_gold(built, gold, written_standard=None)
    assert advised(built) == expected


def test_gold_must_suffice_in_each_written_standard(campaign: Make) -> None:
    """Enough in all is too little for someone with Nynorsk only; gold without a standard helps everyone."""
    built = campaign()
    change(built, letter=LETTER, training=2, test=2)
    add_gold(built, 6)
    add_gold(built, 3, start=6, written_standard="nn")
    assert advised(built) == [Advice("gold_short_standard", 4, 3, "nn")]
    assert read_plan_review(built.store, built.slug).gold_by_standard == {"nb": 6, "nn": 3}
    add_gold(built, 1, start=9, written_standard=None)
    assert advised(built) == []
    assert read_plan_review(built.store, built.slug).gold_by_standard == {"nb": 7, "nn": 4}


def test_gold_that_cannot_be_shown_does_not_count(campaign: Make) -> None:
    """A withdrawn, an identical and a regular comparison are no gold to count on."""
    built = campaign()
    add_gold(built, 4, written_standard=None)
    change(built, letter=LETTER, training=4)
    assert advised(built) == []
    with built.store.write() as db:
        first, second, *_ = db.scalars(select(Comparison.id).where(Comparison.kind == "gold"))
        db.execute(update(Comparison).where(Comparison.id == first).values(withdrawn_at=built.store.now()))
        db.execute(update(Comparison).where(Comparison.id == second).values(identical=True))
    assert advised(built) == [Advice("gold_short", 4, 2)]
    assert read_plan_review(built.store, built.slug).gold == 2


@pytest.mark.parametrize(("quota", "late"), [(None, False), (20, True), (21, False)])
def test_repeats_need_room(campaign: Make, quota: int | None, late: bool) -> None:
    """The first repeat can be the 21st comparison: a smaller quota has none."""
    built = campaign(per_annotator=quota)
    change(built, letter=LETTER, repeat_share=0.05)
    assert advised(built) == ([Advice("repeats_too_late", 21, quota)] if late else [])


def test_the_plan_shows_what_the_rules_rest_on(campaign: Make) -> None:
    """Rules, size, gold, the guidelines in force and whether judging has begun, of this campaign alone."""
    built, other = campaign(per_annotator=7), campaign(slug="other", prompts=1)
    add_gold(other, 2)
    change(other, training=2)
    plan = read_plan_review(built.store, built.slug)
    assert (plan.title, plan.rules, plan.plan.overlap, plan.plan.per_annotator) == (
        "Campaign trial",
        Rules(),
        2,
        7,
    )
    assert (plan.status, len(plan.systems), plan.prompts, plan.responses) == ("open", 3, 4, 12)
    assert (plan.gold, plan.clarifications, plan.judged, plan.advice) == (0, 0, False, (Advice("no_letter"),))
    assert plan.guidelines[0].isdigit()


def test_a_stale_rule_is_refused_and_a_change_is_logged(campaign: Make) -> None:
    """What another lead set meanwhile is not set back; the log names the rules; the campaign's facts stay."""
    built = campaign()
    change_release_facts(built.store, built.slug, {"licence": "cc0-1.0"})
    seen = {"gold_share": 0.0, "letter.pay": ""}
    change_rules(built.store, built.slug, {"gold_share": 0.1})
    with pytest.raises(RefusedError) as refused:
        change_rules(built.store, built.slug, {"gold_share": 0.2}, seen=seen)
    assert refused.value.code == "changed_meanwhile"
    rules = change_rules(built.store, built.slug, {"gold_share": 0.1, "letter": {"pay": "200 kr"}}, seen=seen)
    assert (rules.gold_share, rules.letter.pay) == (0.1, "200 kr")
    assert read_log(built.store, built.slug)[0].changes == {"letter.pay": Change("", "200 kr")}
    assert read_release_facts(built.store, built.slug).licence == "cc0-1.0"


def test_annotators_who_share_too_little(campaign: Make) -> None:
    """Overlap spread over many annotators leaves each two of them little in common; a shared set mends it."""
    built = campaign(prompts=10, overlap=2)  # 30 comparisons
    built.annotators(2)
    assert "few_shared" not in {advice_.code for advice_ in advised(built)}
    for name in ("Siri", "Per", "Eva"):
        built.enter(name)
    assert Advice("few_shared", 20, 3) in advised(built)  # 30 × 2 × 1 / (5 × 4)
    with built.store.write() as db:
        db.execute(update(Comparison).where(Comparison.campaign_id == built.id).values(overlap=5))
    assert "few_shared" not in {advice_.code for advice_ in advised(built)}


def test_the_log_of_changed_facts_names_no_system(campaign: Make) -> None:
    """How texts were made names the systems: the log says that it changed, and keeps no value; other facts have theirs."""
    built = campaign()
    system = built.systems[0]
    change_release_facts(built.store, built.slug, {"licence": "cc0-1.0", "decoding": {system: "temperature 0.7"}})
    (entry,) = read_log(built.store, built.slug)
    assert entry.changes == {"licence": Change("", "cc0-1.0")}
    assert entry.about["facts"] == ["decoding"]
    assert system not in str(entry.about)
    assert system in str(changed({}, {"decoding": {system: "temperature 0.7"}})), "the planted violation"
