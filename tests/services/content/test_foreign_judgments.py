"""Judgments as other tools write them, in a campaign: turns, counts, times, addresses, and words with a meaning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.files import Reading, to_votes_frame
from eval_core.files import read_judgments as read_file
from eval_core.store import Judgment, Person
from tests.support.building import Built
from tests.support.import_files import Lines

BATTLE = {"model_a": "x", "model_b": "y", "winner": "model_a"}


@pytest.fixture
def empty(campaign: Callable[..., Built]) -> Built:
    """A campaign with nothing in it."""
    return campaign(prompts=0, systems=())


def test_turns_and_counts_come_out_as_in_the_file(empty: Built, lines: Lines) -> None:
    """What `rank FILE` counts is what the campaign counts, after an export too; importing again adds nothing."""
    turns = [{**BATTLE, "question_id": 81, "judge": "j", "turn": turn, "winner": word}
             for turn, word in ((1, "model_a"), (2, "model_b"))]  # fmt: skip
    counted = [{**BATTLE, "question_id": 82, "turn": 1, "count": 3}]
    path = lines([{**row, "count": 1} for row in turns] + counted)
    report = import_judgments(empty.store, path, empty.slug)
    assert report.judgments == 5
    assert import_judgments(empty.store, path, empty.slug).judgments == 0
    votes = read_votes(empty.store, empty.slug)
    assert len(votes) == len(to_votes_frame(read_file(path))) == 5
    table = export_judgments(empty.store, empty.slug)
    assert sorted(table["prompt_id"].unique()) == ["81", "81#2", "82"]


def test_an_address_has_one_pseudonym_in_every_import(empty: Built, lines: Lines) -> None:
    """No address is stored, in metadata neither; a person who has one as a name from before keeps it."""
    rows = [{**BATTLE, "question_id": number, "email": who, "backup": who}
            for number, who in enumerate(("kari@x.no", "ola@x.no"))]  # fmt: skip
    with empty.store.write() as db:
        db.add(Person(name="ola@x.no", kind="human"))
    import_judgments(empty.store, lines(rows), empty.slug)
    import_judgments(empty.store, lines([{**rows[0], "question_id": 9}], "more.jsonl"), empty.slug)
    with empty.store.read() as db:
        names = sorted(db.scalars(select(Person.name)))
        metas = [meta for meta in db.scalars(select(Judgment.meta)) if meta]
    hidden = [name for name in names if name.startswith("person-")]
    assert len(hidden) == 1
    assert "ola@x.no" in names
    assert "kari@x.no" not in str(names) + str(metas)


def test_the_first_in_time_counts(empty: Built, lines: Lines) -> None:
    """Of two judgments of a comparison by one person, whatever their order in the file; the time is kept."""
    rows = [{**BATTLE, "question_id": 1, "user": "u", "winner": word, "end_time": f"2026-11-28T{hour}:00:00Z"}
            for word, hour in (("model_b", "12"), ("model_a", "09"))]  # fmt: skip
    import_judgments(empty.store, lines(rows), empty.slug)
    assert read_votes(empty.store, empty.slug)["outcome"].tolist() == ["first"]
    with empty.store.read() as db:
        assert sorted(moment.hour for moment in db.scalars(select(Judgment.decided_at))) == [9, 12]


def test_words_are_remembered_for_the_campaign(empty: Built, lines: Lines) -> None:
    """What a word means is asked once."""
    path: Path = lines([{**BATTLE, "winner": "venstre best"}])
    with pytest.raises(InputError):
        import_judgments(empty.store, path, empty.slug)
    import_judgments(empty.store, path, empty.slug, reading=Reading(values={("winner", "venstre best"): "a"}))
    later = lines([{**BATTLE, "question_id": 2, "winner": "Venstre best"}], "later.jsonl")
    assert import_judgments(empty.store, later, empty.slug).judgments == 1


def test_criteria_are_not_mixed(empty: Built, lines: Lines) -> None:
    """A file with several criteria changes nothing until one is named."""
    rows = [{**BATTLE, "question_id": 1, "criterion": key} for key in ("språk", "innhold")]
    with pytest.raises(InputError) as caught:
        import_judgments(empty.store, lines(rows), empty.slug)
    assert caught.value.code == "several_criteria"
    report = import_judgments(empty.store, lines(rows), empty.slug, reading=Reading(criterion="språk"))
    assert report.judgments == 1
