"""Gold made of judged pairs: only settled ones, of every length, and not to be told from the rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import aliased

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.gold import GoldRow, list_gold, pick_response, plant_gold, withdraw_gold
from eval_core.campaigns.content.gold_recognition import recognise_gold
from eval_core.campaigns.content.gold_supply import unseen_by_person, usable_gold
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.quality.settled_pairs import add_settled, count_settled, pick_loser, plant_in_loser
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.work import begin_judging, pairs_left
from eval_core.planting.faults import plant
from eval_core.planting.recognition import TOLD
from eval_core.protocols.replies import Choice, NamedIssue
from eval_core.store import Comparison, Judgment, Prompt, Reason, Remark, Response, Store, System
from tests.support.checking import everything, leaks, problems, refusal

FIRST, SECOND = aliased(Response), aliased(Response)
PEOPLE = ("Kari", "Ola", "Siri")
SYSTEMS = ("alfa-modell", "bravo-modell", "charlie-modell")
# Sentences that a fault can be planted in, of several lengths.
SENTENCES = (
    "I dag vil jeg gå en lang tur i skogen bak huset.",
    "Hun liker ikke å vente, men det gjør heller ingen andre.",
    "Den gamle hytta har en ny dør.",
    "Når det regner, blir vi sittende inne og spille kort til langt på kveld.",
    "Neste uke skal klassen besøke et lite museum i Bergen.",
    "Kanskje flytter de.",
    "Fjellturen ble avlyst fordi tåka lå tykk over vidda hele formiddagen.",
    "Han pakket sekken, hentet bikkja og gikk uten å si noe.",
)


@pytest.fixture
def judged(store: Store, tmp_path: Path) -> Callable[..., Store]:
    """A campaign of texts of very different lengths, every pair judged by three people as `outcome` says."""

    def build(outcome: Callable[[str, str, str], str], prompts: int = 45) -> Store:
        create_campaign(store, "trial", title="Trial", overlap=3)
        draws = Random(7)
        texts = {
            (f"p{number}", name): " ".join(
                f"{draws.choice(SENTENCES)}" for _ in range(draws.choice((2, 3, 4, 5, 7, 9, 12)))
            )
            + f" Nummer {number} {name[0]}."
            for number in range(prompts)
            for name in SYSTEMS
        }
        rows = [
            {"prompt_id": key, "prompt": f"Skriv om {key}.", "written_standard": "nb", "system": name, "response": text}
            for (key, name), text in texts.items()
        ]
        path = tmp_path / "responses.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        import_responses(store, path, "trial")
        votes = [
            {
                "prompt_id": f"p{number}",
                "model_a": one,
                "model_b": other,
                "winner": outcome(person, f"p{number}", one),
                "annotator_id": person,
            }
            for number in range(prompts)
            for one, other in (SYSTEMS[:2], SYSTEMS[1:], SYSTEMS[::2])
            for person in PEOPLE
        ]
        path = tmp_path / "judgments.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in votes), encoding="utf-8")
        import_judgments(store, path, "trial")
        return store

    return build


def alike(person: str, key: str, system: str) -> str:
    """All agree, on either side by the prompt."""
    del person
    return "model_a" if (int(key[1:]) + len(system)) % 2 else "model_b"


def gold_of(store: Store) -> list[GoldRow]:
    return [row for row in list_gold(store, "trial") if not row.withdrawn]


def make_classic(store: Store, number: int) -> None:
    """Gold of one text twice, as a lead makes it before the start."""
    for _ in range(number):
        drafts = (pick_response(store, "trial", seed) for seed in count())
        draft = next(draft for draft in drafts if draft and draft.faults)
        fault = draft.faults[0]
        plant_gold(store, "trial", draft.response_id, plant(draft.text, [fault]), fault.issue, "")


def make_new(store: Store, agreed: int, planted: int) -> None:
    """Gold of pairs on which all agreed, and of pairs where a fault was planted in the response that lost."""
    assert add_settled(store, "trial", agreed) == agreed
    for _ in range(planted):
        drafts = (pick_loser(store, "trial", seed) for seed in count())
        draft = next(draft for draft in drafts if draft and draft.faults)
        assert draft.comparison_id is not None
        fault = draft.faults[0]
        plant_in_loser(store, "trial", draft.comparison_id, plant(draft.text, [fault]), fault.issue, "")


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_gold_of_settled_pairs_cannot_be_told(judged: Callable[..., Store]) -> None:
    """A blind classifier tells it at an AUC of 0.6 at most; one text twice (planted) it tells clearly, and by what."""
    store = judged(alike)
    make_classic(store, 20)
    classic = recognise_gold(store, "trial")
    assert classic.auc is not None
    assert classic.auc > 0.9
    assert (classic.gold, classic.verdict, classic.telling[0]) == (20, "clearly", "similarity")
    for row in gold_of(store):
        withdraw_gold(store, "trial", row.comparison_id)
    make_new(store, 30, 20)
    found = recognise_gold(store, "trial")
    assert (found.gold, found.regular) == (50, 135)
    assert found.auc is not None
    assert found.auc <= TOLD
    assert found.verdict == "hardly"


def test_only_settled_pairs_become_gold(judged: Callable[..., Store]) -> None:
    """A pair with one other voice, with ties, with an excluded voice or that is still open is none."""

    def outcome(person: str, key: str, system: str) -> str:
        if key == "p0":
            return "tie"
        if key == "p1":
            return "model_b" if person == "Ola" else "model_a"
        return alike(person, key, system)

    store = judged(outcome, 6)
    assert count_settled(store, "trial") == 12
    assert count_settled(store, "trial", 4) == 0
    assert count_settled(store, "trial", 1) == 12  # fewer than three never suffice
    with store.write() as db:
        db.execute(update(Comparison).where(Comparison.id == db.scalars(of_prompt("p2")).first()).values(overlap=4))
        withdrawn = db.get_one(Comparison, db.scalars(of_prompt("p3")).first())
        withdrawn.withdrawn_at = store.now()
    assert count_settled(store, "trial") == 10
    with store.read() as db:
        siri = find_person(db, "Siri").id
    exclude_person(store, "trial", siri, "careless")
    assert count_settled(store, "trial") == 0


def of_prompt(key: str) -> Select[int]:
    """Ids of the comparisons of a prompt."""
    return select(Comparison.id).join(Prompt, Prompt.id == Comparison.prompt_id).where(Prompt.key == key)


def give_reasons(store: Store, key: str) -> None:
    """Three reasons on every comparison of a prompt: most name grammar in the response that lost."""
    with store.write() as db:
        for row in db.scalars(select(Comparison).where(Comparison.id.in_(of_prompt(key)))):
            votes = db.scalars(select(Judgment).where(Judgment.comparison_id == row.id)).all()
            loser = row.second_response_id if votes[0].outcome == "first" else row.first_response_id
            for vote, issues in zip(votes, (["grammar"], ["grammar", "flow"], ["flow", "grammar"]), strict=True):
                remark = Remark(judgment_id=vote.id)
                db.add(remark)
                db.flush()
                for issue in issues:
                    start = len(issues) + 2
                    db.add(Reason(remark_id=remark.id, response_id=loser, issue=issue, start=start, end=start + 4))


def test_gold_of_pairs_says_who_won_and_why(judged: Callable[..., Store]) -> None:
    """The winner is the answer; category and marks are what most annotators named, where they named any."""
    store = judged(alike, 4)
    give_reasons(store, "p1")
    with store.read() as db:
        pairs = {
            frozenset(texts): outcome
            for *texts, outcome in db.execute(
                select(FIRST.text, SECOND.text, func.min(Judgment.outcome))
                .select_from(Comparison)
                .join(FIRST, FIRST.id == Comparison.first_response_id)
                .join(SECOND, SECOND.id == Comparison.second_response_id)
                .join(Judgment, Judgment.comparison_id == Comparison.id)
                .group_by(FIRST.text, SECOND.text)
            )
        }
        order = dict(db.execute(select(FIRST.text, System.name).join(System, System.id == FIRST.system_id)).all())
    before = everything(store)
    made = add_settled(store, "trial", 100)
    rows = gold_of(store)
    assert made == len(rows) > 4
    for row in rows:
        first, second = sorted((row.more_fluent, row.less_fluent), key=order.__getitem__)
        assert pairs[frozenset((first, second))] == ("first" if first == row.more_fluent else "second")
        named = ("grammar", ((3, 8),)) if row.prompt == "Skriv om p1." else (None, ())
        assert (row.issue, row.marks, row.explanation) == (*named, None)
    assert "Skriv om p1." in {row.prompt for row in rows}
    assert read_log(store, "trial")[0].action == "gold_settled"
    assert [one for one in leaks(list_gold(store, "trial"), SYSTEMS) if "names" in one] == []
    assert everything(store)["judgment"] == before["judgment"]
    assert problems(store, "trial") == []
    # Nothing is left to be made, and none of it is ranked.
    assert [add_settled(store, "trial", wanted) for wanted in (5, 0, -1)] == [0, 0, 0]
    assert len(read_votes(store, "trial")) == 4 * 3 * 3


def test_the_reasons_of_an_llm_judge_name_no_fault(judged: Callable[..., Store]) -> None:
    """What is wrong with the response that lost is what people said; a judge may name other issues."""
    store = judged(alike, 4)
    judging = begin_judging(store, "trial", "judge-model")
    both = (NamedIssue("A", "flow", ""), NamedIssue("B", "flow", ""))
    answers = [
        Answer(about=pair, criterion=None, request_hash=str(number), meaning=Choice("tie", "So.", both), text="{}")
        for number, pair in enumerate(pairs_left(store, judging))
    ]
    store_answers(store, judging, answers)
    assert add_settled(store, "trial", 100) > 4
    assert {row.issue for row in gold_of(store)} == {None}


def test_a_fault_goes_into_the_response_that_lost(judged: Callable[..., Store]) -> None:
    """The winner stays as it is, the changed words are marked, and what is no settled pair is refused."""
    store = judged(alike, 6)
    draft = next(one for seed in range(20) if (one := pick_loser(store, "trial", seed)) and one.faults)
    assert draft.comparison_id is not None
    assert draft.better is not None
    fault = draft.faults[0]
    faulty = plant(draft.text, [fault])
    for text, issue, code in (
        (draft.text, fault.issue, "gold_unchanged"),
        (draft.better, fault.issue, "gold_unchanged"),
        (" ", fault.issue, "no_text"),
        (faulty, "no such", "unknown_issue"),
    ):
        assert (
            refusal(lambda text=text, issue=issue: plant_in_loser(store, "trial", draft.comparison_id, text, issue, ""))
            == code
        )
    assert refusal(lambda: plant_in_loser(store, "trial", 10**6, faulty, fault.issue, "")) == "response_withdrawn"
    identity = plant_in_loser(store, "trial", draft.comparison_id, faulty, fault.issue, "Slik er det.")
    (row,) = gold_of(store)
    assert (row.comparison_id, row.more_fluent, row.less_fluent) == (identity, draft.better, faulty)
    assert row.explanation == "Slik er det."
    assert len(row.marks) == 1
    assert (
        refusal(lambda: plant_in_loser(store, "trial", draft.comparison_id, faulty, fault.issue, ""))
        == "response_withdrawn"
    )


def test_nobody_gets_gold_of_texts_they_have_judged(judged: Callable[..., Store]) -> None:
    """Those whose agreement made the gold know its texts; a newcomer gets it, also of prompts without an id (planted)."""
    store = judged(alike, 4)
    add_settled(store, "trial", 3)
    add_person(store, "Per", ["annotator"], ["trial"])
    with store.read() as db:
        campaign = find_campaign(db, "trial").id
        unseen = {
            name: len(
                db.scalars(
                    select(Comparison.id).where(*usable_gold(), *unseen_by_person()),
                    {"campaign": campaign, "person": find_person(db, name).id},
                ).all()
            )
            for name in ("Kari", "Per")
        }
        usable = len(db.scalars(select(Comparison.id).where(*usable_gold()), {"campaign": campaign}).all())
    assert unseen == {"Kari": 0, "Per": 3}
    assert usable == 3
