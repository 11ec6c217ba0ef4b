"""Importing responses, comparisons and gold: once each, all or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.content.import_report import SystemCoverage
from eval_core.campaigns.content.import_texts import gold_count, import_comparisons, import_gold, import_responses
from eval_core.errors import InputError, ParvisError
from eval_core.store import Campaign, Comparison, Prompt, Response, Store, System
from tests.support.building import Built, comparisons
from tests.support.checking import everything
from tests.support.import_files import Lines


@pytest.fixture
def empty(campaign: Callable[..., Built]) -> Built:
    """A campaign with nothing in it."""
    return campaign(prompts=0, systems=())


def answers(prompts: int = 4, systems: Sequence[str] = "abc") -> list[dict[str, Any]]:
    """Every system's response to every prompt."""
    return [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Oppgave {number}",
            "system": system,
            "response": f"Svar {number} {system}",
            "written_standard": ("nb", "nn")[number % 2],
            "category": "mail",
        }
        for number in range(prompts)
        for system in systems
    ]


def pairs(store: Store, slug: str) -> Counter[tuple[str, str]]:
    """How often each pair of systems is compared, first name first."""
    with store.read() as db:
        names = dict(db.execute(select(System.id, System.name)).all())
        owner = {row.id: names[row.system_id] for row in db.scalars(select(Response)) if row.system_id}
    return Counter(
        (owner[row.first_response_id], owner[row.second_response_id])
        for row in comparisons(store, slug)
        if row.first_response_id in owner
    )


def test_every_pair_of_systems_on_every_prompt(empty: Built, lines: Lines) -> None:
    """By default all pairs are made, in canonical orientation, whatever the order in the file."""
    report = import_responses(empty.store, lines(answers()[::-1]), "trial")
    assert (report.rows, report.prompts, report.systems, report.responses) == (12, 4, 3, 12)
    assert (report.comparisons, report.known, report.identical) == (12, 0, 0)
    assert pairs(empty.store, "trial") == {("a", "b"): 4, ("a", "c"): 4, ("b", "c"): 4}
    assert {row.overlap for row in comparisons(empty.store, "trial")} == {2}
    assert sorted(row.position for row in comparisons(empty.store, "trial")) == list(range(12))


def test_canonical_order_is_by_code_point(empty: Built, lines: Lines) -> None:
    """Capitals before small letters before å: the same on every database, whatever its collation."""
    import_responses(empty.store, lines(answers(1, ["å", "b", "B", "a-2", "a_1"])), "trial")
    order = ["B", "a-2", "a_1", "b", "å"]
    assert set(pairs(empty.store, "trial")) == {
        (one, two) for place, one in enumerate(order) for two in order[place + 1 :]
    }


def test_importing_twice_adds_nothing(empty: Built, lines: Lines) -> None:
    """The second time everything is known: the report has only known rows, and no table changes."""
    path = lines(answers())
    import_responses(empty.store, path, "trial")
    before = everything(empty.store)
    report = import_responses(empty.store, path, "trial")
    assert (report.changed, report.known, report.rows) == (False, 12, 12)
    assert everything(empty.store) == before


def test_more_prompts_and_systems_are_added_to_the_old_ones(empty: Built, lines: Lines) -> None:
    """A later file adds what is new and pairs it with what was there."""
    import_responses(empty.store, lines(answers(2, "ab")), "trial")
    report = import_responses(empty.store, lines(answers(3, "abc")), "trial")
    assert (report.prompts, report.systems, report.responses, report.known) == (1, 1, 5, 4)
    assert pairs(empty.store, "trial") == {("a", "b"): 3, ("a", "c"): 3, ("b", "c"): 3}


@pytest.mark.parametrize(("row", "field", "column"), [(7, "response", "response"), (4, "prompt", "prompt")])
def test_a_changed_text_names_its_row_and_changes_nothing(
    empty: Built, lines: Lines, row: int, field: str, column: str
) -> None:
    """A known prompt or response with another text is refused with file, row and column; nothing half-done."""
    import_responses(empty.store, lines(answers()), "trial")
    before = everything(empty.store)
    rows = answers(6)
    for place, entry in enumerate(rows):
        if place >= row - 1 and entry["prompt_id"] == rows[row - 1]["prompt_id"]:
            entry[field] += " og mer"
    with pytest.raises(InputError) as problem:
        import_responses(empty.store, lines(rows, "changed.jsonl"), "trial")
    assert (problem.value.row, problem.value.column) == (row, column)
    assert "changed.jsonl" in str(problem.value.file)
    assert everything(empty.store) == before


def test_a_file_that_contradicts_itself_is_refused(empty: Built, lines: Lines) -> None:
    """Two texts of one system for one prompt within a file: the second row is named, nothing stays."""
    before = everything(empty.store)
    with pytest.raises(InputError) as problem:
        import_responses(empty.store, lines([*answers(), {**answers()[0], "response": "Et annet"}]), "trial")
    assert problem.value.row == 13
    assert everything(empty.store) == before


def test_two_campaigns_do_not_mix(campaign: Callable[..., Built], lines: Lines) -> None:
    """The same prompts and systems with other texts live side by side in another campaign."""
    one, two = campaign(slug="one", prompts=0, systems=()), campaign(slug="two", prompts=0, systems=())
    import_responses(one.store, lines(answers()), "one")
    report = import_responses(
        two.store, lines([{**row, "response": row["response"] + "!"} for row in answers()]), "two"
    )
    assert (report.prompts, report.responses, report.comparisons, report.known) == (4, 12, 12, 0)
    assert len(comparisons(one.store, "one")) == len(comparisons(two.store, "two")) == 12
    with one.store.read() as db:
        for table, number in ((Comparison, 12), (Response, 12), (System, 3), (Prompt, 4)):
            assert Counter(db.scalars(select(table.campaign_id))) == {one.id: number, two.id: number}


def test_unknown_campaigns_are_named(store: Store, lines: Lines) -> None:
    """Importing into an unknown campaign names the known ones."""
    with pytest.raises(ParvisError, match="no campaign 'trial'"):
        import_responses(store, lines(answers()), "trial")


@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_a_sample_is_balanced(empty: Built, lines: Lines, wanted: int) -> None:
    """So many comparisons on each prompt, all pairs and all systems equally often (to within one)."""
    systems = "abcdef"
    import_responses(empty.store, lines(answers(30, systems)), "trial", comparisons_per_prompt=wanted)
    per_prompt = Counter(row.prompt_id for row in comparisons(empty.store, "trial"))
    assert set(per_prompt.values()) == {wanted}
    assert len(per_prompt) == 30
    sampled = pairs(empty.store, "trial")
    assert len(sampled) == 15
    assert max(sampled.values()) - min(sampled.values()) <= 1
    uses = Counter(system for pair, count in sampled.items() for system in pair for _ in range(count))
    assert max(uses.values()) - min(uses.values()) <= 2


def test_a_sample_tops_up_and_comes_once(empty: Built, lines: Lines) -> None:
    """Asking again for as many adds none; asking for more adds the difference, still balanced."""
    path = lines(answers(20, "abcd"))
    import_responses(empty.store, path, "trial", comparisons_per_prompt=2)
    assert import_responses(empty.store, path, "trial", comparisons_per_prompt=2).comparisons == 0
    assert import_responses(empty.store, path, "trial", comparisons_per_prompt=3).comparisons == 20
    sampled = pairs(empty.store, "trial")
    assert sum(sampled.values()) == 60
    assert max(sampled.values()) - min(sampled.values()) <= 1


def test_more_comparisons_than_there_are_pairs(empty: Built, lines: Lines) -> None:
    """A sample larger than what is possible is everything; less than one is refused."""
    import_responses(empty.store, lines(answers(3, "abc")), "trial", comparisons_per_prompt=99)
    assert pairs(empty.store, "trial") == {("a", "b"): 3, ("a", "c"): 3, ("b", "c"): 3}
    with pytest.raises(InputError, match="at least 1"):
        import_responses(empty.store, lines(answers()), "trial", comparisons_per_prompt=0)


def test_against_one_system(empty: Built, lines: Lines) -> None:
    """Only pairs with the named system are made; an unknown name is refused and nothing stays."""
    before = everything(empty.store)
    with pytest.raises(InputError, match="no system 'z'"):
        import_responses(empty.store, lines(answers()), "trial", against=["z"])
    assert everything(empty.store) == before
    import_responses(empty.store, lines(answers()), "trial", against=["b"])
    assert pairs(empty.store, "trial") == {("a", "b"): 4, ("b", "c"): 4}


def test_coverage_counts_what_is_missing_empty_and_identical(empty: Built, lines: Lines) -> None:
    """Each system's missing, empty (white space too) and identical responses are counted and not compared."""
    rows = answers(4, "abc")
    rows[0]["response"] = rows[1]["response"] + " \n"  # a = b on p0, but for white space
    rows[4]["response"] = " \t\n"  # b is empty on p1
    rows[8]["response"] = ""  # c is empty on p2
    del rows[9]  # a is missing on p3
    report = import_responses(empty.store, lines(rows), "trial")
    assert report.coverage == [
        SystemCoverage("a", responses=3, missing=1, empty=0, identical=1),
        SystemCoverage("b", responses=3, missing=0, empty=1, identical=1),
        SystemCoverage("c", responses=3, missing=0, empty=1, identical=0),
    ]
    assert report.identical == 1
    assert report.comparisons == 3 + 1 + 1 + 1
    assert [row.identical for row in comparisons(empty.store, "trial")].count(True) == 1


def test_the_shared_set_is_drawn_from_every_stratum(campaign: Callable[..., Built], lines: Lines) -> None:
    """Of 40 comparisons in two standards and two categories, a shared set of 8 takes 2 of each, and comes first."""
    built = campaign(prompts=0, systems=(), overlap=1, shared=8, shared_overlap=5)
    rows = [{**row, "category": ("mail", "news")[int(row["prompt_id"][1:]) // 2 % 2]} for row in answers(40, "ab")]
    import_responses(built.store, lines(rows), "trial")
    listed = comparisons(built.store, "trial")
    assert [(row.shared, row.overlap) for row in listed] == [(True, 5)] * 8 + [(False, 1)] * 32
    with built.store.read() as db:
        strata = {row.id: (row.written_standard, row.category) for row in db.scalars(select(Prompt))}
    assert set(Counter(strata[row.prompt_id] for row in listed if row.shared).values()) == {2}
    assert import_responses(built.store, lines(answers(44, "ab")[80:]), "trial").comparisons == 4
    assert sum(row.shared for row in comparisons(built.store, "trial")) == 8


def test_a_prompt_comes_back_late(empty: Built, lines: Lines) -> None:
    """In serving order a prompt's comparisons are spread: each run of ten has ten prompts."""
    import_responses(empty.store, lines(answers(10, "abc")), "trial")
    prompts = [row.prompt_id for row in comparisons(empty.store, "trial")]
    assert [len(set(prompts[start : start + 10])) for start in (0, 10, 20)] == [10, 10, 10]


def test_ready_made_comparisons(empty: Built, lines: Lines) -> None:
    """Pairs from a file are stored once in canonical order, however the file turned them, gold ones apart."""
    row = {"prompt": "P", "response_a": "én", "response_b": "to", "model_a": "b", "model_b": "a"}
    turned = {"prompt": "P", "response_a": "to", "response_b": "én", "model_a": "a", "model_b": "b"}
    gold = {"prompt": "Q", "response_a": "x", "response_b": "y", "model_a": "d", "model_b": "c", "gold": "A"}
    path = lines([row, turned, gold])
    report = import_comparisons(empty.store, path, "trial")
    assert (report.comparisons, report.gold) == (1, 1)
    assert pairs(empty.store, "trial") == {("a", "b"): 1, ("c", "d"): 1}
    found = {row.kind: row.gold_outcome for row in comparisons(empty.store, "trial")}
    assert found == {"regular": None, "gold": "second"}  # A was d, canonically the second
    before = everything(empty.store)
    assert not import_comparisons(empty.store, path, "trial").changed
    assert everything(empty.store) == before


def test_a_known_comparison_gets_no_other_answer(empty: Built, lines: Lines) -> None:
    """A gold answer for a comparison that is in the campaign without it, or with another, is refused by row."""
    plain = {"prompt": "P", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"}
    gold = {"prompt": "Q", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b", "gold": "A"}
    import_comparisons(empty.store, lines([plain, gold]), "trial")
    before = everything(empty.store)
    for changed in ({**plain, "gold": "B"}, {**gold, "gold": "tie"}):
        with pytest.raises(InputError, match="does not change") as problem:
            import_comparisons(empty.store, lines([changed]), "trial")
        assert (problem.value.row, problem.value.column) == (1, "gold")
        assert everything(empty.store) == before


def test_a_system_compared_with_itself_is_refused(empty: Built, lines: Lines) -> None:
    """The row is named and nothing is stored."""
    before = everything(empty.store)
    good = {"prompt": "P", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"}
    with pytest.raises(InputError) as problem:
        import_comparisons(empty.store, lines([good, {**good, "model_b": "a"}]), "trial")
    assert (problem.value.row, problem.value.column) == (2, "model_b")
    assert everything(empty.store) == before


def test_gold_pairs_come_once_with_their_reason(empty: Built, lines: Lines) -> None:
    """Gold texts without systems keep which one is better, whichever sorts first, with issue and explanation."""
    rows = [
        {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise.", "issue": "verb", "explanation": "Presens."},
        {"more_fluent": "Vi er her.", "less_fluent": "Er her vi.", "issue": "order"},
    ]
    report = import_gold(empty.store, lines(rows), "trial")
    assert (report.gold, report.known) == (2, 0)
    assert gold_count(empty.store, "trial") == 2
    with empty.store.read() as db:
        texts = dict(db.execute(select(Response.id, Response.text)).all())
    for row in comparisons(empty.store, "trial"):
        better = row.first_response_id if row.gold_outcome == "first" else row.second_response_id
        assert texts[better] in ("Jeg spiser.", "Vi er her.")
        assert row.gold_issue in ("verb", "order")
    before = everything(empty.store)
    assert import_gold(empty.store, lines(rows), "trial").known == 2
    assert everything(empty.store) == before


def test_progress_is_reported(empty: Built, lines: Lines) -> None:
    """An import reports its progress, up to its total."""
    collected: list[tuple[int, int]] = []
    import_responses(empty.store, lines(answers()), "trial", progress=lambda done, of: collected.append((done, of)))
    assert collected[-1] == (12, 12)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ('{"prompt": "P", "system": "a"}\n', "response"),
        ('{"prompt": "P", "system": "a", "response": "x", "written_standard": "sv"}\n', "nb .*nn"),
        ('{"prompt": "P", "system": " ", "response": "x"}\n', "blank"),
        ('{"prompt": "P", "system": "a", "response": "x\\u0000y"}\n', "(?i)nul"),
        ('{"prompt": "P", "system": "a", "response": "x\\ud800y"}\n', "(?i)surrogate|unicode"),
        ('{"prompt": "P", "system": "a", "response": \n', "row 1"),
    ],
)
def test_bad_files_change_nothing(empty: Built, tmp_path: Path, text: str, message: str) -> None:
    """An empty or broken file, a missing column, a wrong standard or an unstorable text: one clear error."""
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    before = everything(empty.store)
    with pytest.raises(InputError, match=message):
        import_responses(empty.store, path, "trial")
    assert everything(empty.store) == before


def test_html_and_odd_texts_are_kept_as_they_are(empty: Built, lines: Lines) -> None:
    """Mark-up, script, emoji and odd white space come back to the letter."""
    odd = "<script>alert('x')</script>  <b>é</b>\r\n\u00a0\U0001f600\u2028’«»"
    import_responses(empty.store, lines([{**answers(1)[0], "response": odd}]), "trial")
    with empty.store.read() as db:
        assert db.scalars(select(Response.text)).one() == odd


def test_texts_that_turn_out_identical_are_no_longer_shown(empty: Built, lines: Lines) -> None:
    """Where the texts come after the comparison, identical ones are marked when they are known."""
    rows = answers(1, "ab")
    import_responses(empty.store, lines(rows), "trial")
    with empty.store.write() as db:
        db.execute(update(Response).values(text=None))
    rows[1]["response"] = rows[0]["response"]
    import_responses(empty.store, lines(rows), "trial")
    assert [row.identical for row in comparisons(empty.store, "trial")] == [True]


def test_a_new_batch_after_judging_is_a_new_round(campaign: Callable[..., Built], lines: Lines) -> None:
    """Comparisons added once judging has begun carry the next round's number, those before it the first."""
    from tests.support.desk_clicks import judge, shown

    built = campaign(prompts=0, systems=())
    import_responses(built.store, lines(answers(2, "ab")), "trial")
    import_responses(built.store, lines(answers(3, "ab")), "trial")
    session = built.enter("Kari")
    judge(built, session, shown(built, session))
    import_responses(built.store, lines(answers(5, "ab")), "trial")
    assert Counter(row.round for row in comparisons(built.store, "trial")) == {1: 3, 2: 2}
    with built.store.read() as db:
        assert db.scalars(select(Campaign.slug)).all() == ["trial"]


def test_real_summaries(empty: Built, shared_data: Path) -> None:
    """The NorSumm file gives 255 responses and, twice, the same comparisons."""
    path = shared_data / "norsumm" / "responses.jsonl"
    report = import_responses(empty.store, path, "trial")
    assert (report.rows, report.prompts, report.responses) == (255, 60, 255)
    assert sum(line.responses + line.missing + line.empty for line in report.coverage) == 60 * report.systems
    assert report.comparisons == len(comparisons(empty.store, "trial"))
    assert not import_responses(empty.store, path, "trial").changed


def test_gold_may_not_contradict_itself(empty: Built, lines: Lines) -> None:
    """Two answers to one pair in a file, and a pair of texts turned round later, are refused by row."""
    row = {"prompt": "P", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b", "gold": "A"}
    pair = {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."}
    turned = {"more_fluent": "Jeg spise.", "less_fluent": "Jeg spiser."}
    import_gold(empty.store, lines([pair]), "trial")
    before = everything(empty.store)
    for importer, rows, number in (
        (import_comparisons, [row, {**row, "gold": "B"}], 2),
        (import_gold, [turned], 1),
        (import_gold, [{"more_fluent": "Ja.", "less_fluent": "Jo."}, {"more_fluent": "Jo.", "less_fluent": "Ja."}], 2),
    ):
        with pytest.raises(InputError, match="does not change") as problem:
            importer(empty.store, lines(rows), "trial")
        assert problem.value.row == number
        assert everything(empty.store) == before


def test_a_written_standard_is_filled_in_and_never_changed(empty: Built, lines: Lines) -> None:
    """A standard that comes late is stored; another one for the same prompt is refused by row and column."""
    row = {"prompt_id": "p", "prompt": "P", "system": "a", "response": "Svar."}
    import_responses(empty.store, lines([row]), "trial")
    import_responses(empty.store, lines([{**row, "written_standard": "nn"}]), "trial")
    with empty.store.read() as db:
        assert db.scalars(select(Prompt.written_standard)).all() == ["nn"]
    with pytest.raises(InputError, match="asks for nn") as problem:
        import_responses(empty.store, lines([row, {**row, "system": "b", "written_standard": "nb"}]), "trial")
    assert (problem.value.row, problem.value.column) == (2, "written_standard")
