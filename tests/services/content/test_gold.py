"""A lead's gold comparisons: planted in real responses, withdrawn and restored, and compared with the campaign."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.gold import Draft, list_gold, pick_response, plant_gold, resemblance, withdraw_gold
from eval_core.campaigns.content.gold_resemblance import count_words
from eval_core.campaigns.content.import_texts import import_comparisons, import_gold, import_responses
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.errors import InputError, RefusedError
from eval_core.planting.faults import plant
from eval_core.store import Comparison, Prompt, Response, Store
from tests.support.checking import everything, leaks

SYSTEMS = ("alfa-modell", "bravo-modell", "charlie-modell")
# Sentences of one length, each with something that a fault can be planted in.
NB = "I dag vil jeg gå {n} turer, men jeg vet ikke hva hun mener om det."
NN = "I dag vil eg gå {n} turar, men eg veit ikkje kva ho meiner om det."
Lines = Callable[..., Path]


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    """Writes rows as a JSON Lines file."""

    def write(rows: list[dict[str, Any]]) -> Path:
        path = tmp_path / f"rows{len(list(tmp_path.iterdir()))}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


def responses(standard: str, category: str, count: int = 4, body: str = "") -> list[dict[str, Any]]:
    """So many prompts with a response of each system; every text is another one."""
    body = body or {"nb": NB, "nn": NN}[standard]
    return [
        {
            "prompt_id": f"{standard}-{category}-{number}",
            "prompt": f"Skriv om tur {number}.",
            "written_standard": standard,
            "category": category,
            "system": name,
            "response": body.format(n=f"{number}{place}"),
        }
        for number in range(count)
        for place, name in enumerate(SYSTEMS)
    ]


def gold(standard: str = "nb", category: str = "chat", body: str = "", number: int = 0) -> dict[str, Any]:
    """A gold comparison as a file gives it."""
    body = body or {"nb": NB, "nn": NN}[standard]
    return {
        "prompt": f"Kontroll {number}",
        "written_standard": standard,
        "category": category,
        "more_fluent": body.format(n=f"9{number}"),
        "less_fluent": body.format(n=f"9{number}").replace("vil", "ville"),
        "issue": "grammar",
    }


@pytest.fixture
def trial(store: Store, lines: Lines) -> Store:
    """A store with the campaign 'trial': Bokmål chat and Nynorsk letters."""
    create_campaign(store, "trial", title="Trial", overlap=1)
    import_responses(store, lines([*responses("nb", "chat"), *responses("nn", "letter")]), "trial")
    return store


def planted(store: Store, draft: Draft | None = None, text: str | None = None) -> tuple[Draft, int]:
    """A gold comparison with the first fault of a draft."""
    draft = draft or pick_response(store, "trial", 0)
    assert draft is not None
    fault = draft.faults[0]
    faulty = plant(draft.text, [fault]) if text is None else text
    return draft, plant_gold(store, "trial", draft.response_id, faulty, fault.issue, fault.explanation["nb"])


def test_a_fault_in_a_real_response_becomes_gold(trial: Store) -> None:
    """The unchanged text is the answer; issue, explanation, written standard and category come along."""
    draft, identity = planted(trial)
    (row,) = list_gold(trial, "trial")
    assert (row.comparison_id, row.more_fluent, row.withdrawn, row.is_tie) == (identity, draft.text, False, False)
    assert row.less_fluent == plant(draft.text, [draft.faults[0]])
    assert (row.prompt, row.written_standard, row.category) == (draft.prompt, draft.written_standard, draft.category)
    assert (row.issue, row.explanation) == (draft.faults[0].issue, draft.faults[0].explanation["nb"])
    assert row.words == count_words(draft.text)
    # The words that the fault changed are marked.
    ((start, end),) = row.marks
    assert row.less_fluent[start:end] in f"{draft.faults[0].after} {row.less_fluent}"
    assert row.less_fluent[start:end] not in row.more_fluent


def test_marks_come_with_a_file(trial: Store, lines: Lines) -> None:
    """Marks of a file are stored for the less fluent text, whichever of the two comes first; without them there are none."""
    rows = [
        gold("nb", "chat") | {"marks": [[6, 11]]},
        gold("nb", "chat", number=1) | {"more_fluent": "Å jeg går.", "less_fluent": "Ø jeg gå.", "marks": "[[6, 8]]"},
        gold("nb", "chat", number=2),
    ]
    import_gold(trial, lines(rows), "trial")
    stored = {row.prompt: row.marks for row in list_gold(trial, "trial")}
    assert stored == {"Kontroll 0": ((6, 11),), "Kontroll 1": ((6, 8),), "Kontroll 2": ()}
    before = everything(trial)
    with pytest.raises(InputError, match="worse text"):
        import_gold(trial, lines([gold("nb", number=3) | {"marks": [[6, 9999]]}]), "trial")
    assert everything(trial) == before


def test_a_planted_response_is_not_deblinded(trial: Store) -> None:
    """Neither draft nor gold names a system, the stored texts have none, and the real response is untouched."""
    with trial.read() as db:
        before = sorted(db.execute(select(Response.id, Response.system_id, Response.text)).all())
    draft, identity = planted(trial)
    told = [one for one in leaks([draft, list_gold(trial, "trial")], SYSTEMS) if "names" in one]
    assert told == []
    with trial.read() as db:
        assert sorted(db.execute(select(Response.id, Response.system_id, Response.text)).all())[: len(before)] == before
        row = db.get_one(Comparison, identity)
        own = db.scalars(select(Response).where(Response.id.in_((row.first_response_id, row.second_response_id)))).all()
        assert [one.system_id for one in own] == [None, None]
        assert draft.response_id not in (row.first_response_id, row.second_response_id)
        assert db.get_one(Prompt, row.prompt_id).kind == "gold"
    assert [one for one in leaks(draft, [draft.text]) if "names" in one]  # what it does hold is found


def test_planted_gold_is_the_same_as_imported_gold(trial: Store, lines: Lines) -> None:
    """A file with the same two texts adds nothing, and one that turns the answer round is refused."""
    draft, _ = planted(trial)
    (row,) = list_gold(trial, "trial")
    pair = {"prompt": draft.prompt, "more_fluent": row.more_fluent, "less_fluent": row.less_fluent}
    report = import_gold(trial, lines([pair]), "trial")
    assert (report.gold, report.known) == (0, 1)
    with pytest.raises(InputError):
        import_gold(trial, lines([{**pair, "more_fluent": row.less_fluent, "less_fluent": row.more_fluent}]), "trial")


def test_planted_gold_never_enters_the_ranking(trial: Store) -> None:
    """It is no regular comparison: votes and the open comparisons of the campaign stay as they were."""
    before = len(read_votes(trial, "trial"))
    with trial.read() as db:
        regular = db.scalar(select(func.count()).where(Comparison.kind == "regular"))
    planted(trial)
    assert len(read_votes(trial, "trial")) == before
    with trial.read() as db:
        assert db.scalar(select(func.count()).where(Comparison.kind == "regular")) == regular


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"faulty": " \n"}, "no_text"),
        ({"faulty": "\x00"}, "no_text"),
        ({"faulty": None}, "gold_unchanged"),
        ({"issue": "no such issue"}, "unknown_issue"),
        ({"explanation": "x" * 2001}, "too_long"),
        ({"response_id": 10**6}, "response_withdrawn"),
    ],
)
def test_useless_gold_is_refused(trial: Store, changes: dict[str, Any], code: str) -> None:
    """An empty or unchanged text, an unknown category or response and an endless explanation store nothing."""
    draft = pick_response(trial, "trial", 0)
    assert draft is not None
    wanted = {"response_id": draft.response_id, "faulty": "Annen tekst.", "issue": "grammar", "explanation": ""}
    wanted |= {name: draft.text + " " if value is None else value for name, value in changes.items()}
    before = everything(trial)
    with pytest.raises(RefusedError) as refusal:
        plant_gold(trial, "trial", *wanted.values())
    assert refusal.value.code == code
    assert everything(trial) == before


def test_gold_texts_and_withdrawn_responses_are_no_source(trial: Store) -> None:
    """A withdrawn response, another campaign's one and a gold text are refused; so is the same fault twice."""
    draft, identity = planted(trial)
    before = everything(trial)
    with pytest.raises(RefusedError, match="already"):
        planted(trial, draft)
    with trial.read() as db:
        golden = db.get_one(Comparison, identity).first_response_id
    create_campaign(trial, "other", title="Other")
    with pytest.raises(RefusedError, match="cannot be used"):
        plant_gold(trial, "trial", golden, "Annen tekst.", "grammar", "")
    with pytest.raises(RefusedError, match="cannot be used"):
        plant_gold(trial, "other", draft.response_id, "Annen tekst.", "grammar", "")
    with trial.write() as db:
        db.execute(update(Response).where(Response.id == draft.response_id).values(withdrawn_at=trial.now()))
    with pytest.raises(RefusedError, match="cannot be used"):
        planted(trial, draft, "Annen tekst.")
    assert len(everything(trial)["comparison"]) == len(before["comparison"])


def test_every_seed_offers_another_response(trial: Store) -> None:
    """Seeds walk through all responses that suit before one comes again, and a gold text comes no more."""
    drafts = [pick_response(trial, "trial", seed) for seed in range(24)]
    assert len({draft.response_id for draft in drafts if draft}) == 24
    assert drafts[0] == pick_response(trial, "trial", 24)
    used, _ = planted(trial)
    assert used.text not in {draft.text for seed in range(24) if (draft := pick_response(trial, "trial", seed))}


def test_responses_with_few_open_comparisons_come_first(trial: Store) -> None:
    """Where two comparisons of a response are complete, it is offered before those with all of them open."""
    with trial.write() as db:
        done = db.scalars(select(Comparison).order_by(Comparison.id)).first()
        assert done is not None
        done.done = done.overlap
        pair = {done.first_response_id, done.second_response_id}
    first, second, third = (pick_response(trial, "trial", seed) for seed in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert {first.response_id, second.response_id} == pair
    assert [draft.open_comparisons for draft in (first, second, third)] == [1, 1, 2]


def test_odd_responses_are_not_offered(trial: Store, lines: Lines) -> None:
    """Far too short, empty, withdrawn, or in another written standard than was asked for: none of them comes."""
    odd = [
        *responses("nb", "short", 1, "Kort {n}."),
        *responses("nn", "mixed", 1, NB.replace("turer", "mil")),
    ]
    odd[0]["response"] = ""
    import_responses(trial, lines(odd), "trial")
    with trial.write() as db:
        gone = db.scalars(select(Response).where(Response.text == NB.format(n="00"))).one()
        gone.withdrawn_at = trial.now()
    offered = {draft.text for seed in range(40) if (draft := pick_response(trial, "trial", seed))}
    assert len(offered) == 23
    assert not [text for text in offered if "Kort" in text or "mil" in text or text == NB.format(n="00")]


def test_a_campaign_without_responses_offers_none(store: Store) -> None:
    """Before any responses there is nothing to plant in, to list or to compare."""
    create_campaign(store, "trial", title="Trial")
    assert pick_response(store, "trial", 0) is None
    assert list_gold(store, "trial") == []
    compared = resemblance(store, "trial")
    assert (compared.campaign.texts, compared.gold.texts, compared.differences) == (0, 0, ())


def test_a_withdrawal_can_be_reversed(trial: Store) -> None:
    """A withdrawn gold comparison keeps its time when withdrawn again, and is unchanged once it is restored."""
    _, identity = planted(trial)
    before = everything(trial)
    withdraw_gold(trial, "trial", identity)
    assert [row.withdrawn for row in list_gold(trial, "trial")] == [True]
    again = everything(trial)
    withdraw_gold(trial, "trial", identity)
    assert everything(trial) == again != before
    withdraw_gold(trial, "trial", identity, withdrawn=False)
    after = everything(trial)
    assert [row.action for row in read_log(trial, "trial")][:2] == ["gold_restored", "gold_withdrawn"]
    assert {**after, "event": before["event"]} == before


def test_only_the_campaign_s_own_gold_is_withdrawn(trial: Store) -> None:
    """A regular comparison, an unknown one and another campaign's gold are refused."""
    _, identity = planted(trial)
    create_campaign(trial, "other", title="Other")
    with trial.read() as db:
        regular = db.scalars(select(Comparison.id).where(Comparison.kind == "regular")).first()
    assert regular is not None
    before = everything(trial)
    for slug, comparison in (("trial", regular), ("trial", 10**6), ("other", identity)):
        with pytest.raises(RefusedError) as refusal:
            withdraw_gold(trial, slug, comparison)
        assert refusal.value.code == "gold_unknown"
    assert everything(trial) == before


ALIKE = [gold("nb", "chat"), gold("nn", "letter")]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ALIKE, []),
        ([gold("nb", "chat", "Kort {n} vil jeg."), gold("nn", "letter", "Kort {n} vil eg.")], ["shorter"]),
        ([gold("nb", "chat", NB + NB + NB), gold("nn", "letter", NN + NN)], ["longer"]),
        ([gold("nb", "chat"), gold("nb", "letter", number=1)], ["written standard nn, which 50%"]),
        ([gold("nb", "chat"), gold("nn", "chat")], ["category 'letter', to which 50%"]),
        ([gold("nb"), {**gold("nn"), "category": ""}, {**gold("nn", number=2), "category": ""}], []),
    ],
)
def test_an_import_reports_where_gold_differs(
    trial: Store, lines: Lines, rows: list[dict[str, Any]], said: list[str]
) -> None:
    """Gold like the campaign passes in silence; shorter, longer, or without a standard or category is noted."""
    notes = import_gold(trial, lines(rows), "trial").notes
    assert len(notes) == len(said)
    assert all(words in note for words, note in zip(said, notes, strict=True))


def test_gold_without_prompts_is_warned_about(store: Store, lines: Lines) -> None:
    """Loudly, with or without responses to compare with; a single one among many, or a prompt of its own, passes."""
    create_campaign(store, "trial", title="Trial")
    bare = [{**gold("nb", number=number), "prompt": ""} for number in range(3)]
    report = import_gold(store, lines(bare[:2]), "trial")
    assert [difference.kind for difference in report.differences] == ["no_prompt"]
    assert report.notes[0].startswith("WARNING: 100% of the gold comparisons have no prompt")
    import_responses(store, lines(responses("nb", "chat")), "trial")
    assert "no_prompt" in {difference.kind for difference in resemblance(store, "trial").differences}
    assert import_gold(store, lines(bare[2:]), "trial").notes[0].startswith("WARNING")
    named = [gold("nb", number=number) for number in range(30)]
    assert import_gold(store, lines(named), "trial").notes == []
    assert resemblance(store, "trial").gold.without_prompt == 3 / 33


def test_gold_in_a_foreign_written_standard_is_noted(store: Store, lines: Lines) -> None:
    """For a campaign in Bokmål only, gold in Nynorsk is reported."""
    create_campaign(store, "trial", title="Trial")
    import_responses(store, lines(responses("nb", "chat")), "trial")
    (note,) = import_gold(store, lines([gold("nb"), gold("nn")]), "trial").notes
    assert "there is gold in the written standard nn" in note


def test_responses_after_the_gold_are_compared_too(store: Store, lines: Lines) -> None:
    """Gold alone has nothing to be compared with; responses that come later and differ from it are noted."""
    create_campaign(store, "trial", title="Trial")
    assert import_gold(store, lines([gold("nb", body="Kort {n} vil jeg.")]), "trial").notes == []
    assert len(import_responses(store, lines(responses("nb", "chat")), "trial").notes) == 1
    pair = {"prompt": "Q", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b", "gold": "A"}
    assert any("shorter" in note for note in import_comparisons(store, lines([pair]), "trial").notes)


def test_withdrawn_gold_counts_no_more(trial: Store, lines: Lines) -> None:
    """Taking the odd gold comparison out of use ends the difference it made."""
    import_gold(trial, lines([*ALIKE, gold("nb", "chat", NB * 9, 1), gold("nb", "chat", NB * 9, 2)]), "trial")
    import_gold(trial, lines([gold("nb", "chat", NB * 9, 3)]), "trial")
    assert [difference.kind for difference in resemblance(trial, "trial").differences] == ["longer"]
    for row in list_gold(trial, "trial"):
        if row.words > 100:
            withdraw_gold(trial, "trial", row.comparison_id)
    compared = resemblance(trial, "trial")
    assert compared.differences == ()
    assert (compared.gold.texts, compared.gold.median) == (4, 16)
    assert compared.campaign.standards == {"nb": 0.5, "nn": 0.5}
