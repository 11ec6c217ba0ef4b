"""Taking a loaded file out again: the campaign is as if without it, and nothing that anyone answered is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.content.loaded_files import LoadedFiles, list_files
from eval_core.campaigns.desk.clicks import act
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.setup.file_removal import take_out_file
from eval_core.campaigns.setup.plan import change_plan
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Prompt, Store
from eval_core.upkeep.integrity import check_database
from tests.support.acts import action, open_desk, skip_comparison
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import everything

GOLD = [{"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise.", "written_standard": "nb"}]


def rows(prompts: range, systems: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"prompt_id": f"p{number}", "prompt": f"Oppgave {number}", "system": name, "response": f"Svar {number} {name}"}
        | more
        for number in prompts
        for name in systems
    ]


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    return campaign(prompts=0, systems=(), overlap=1)


@pytest.fixture
def load(built: Built, tmp_path: Path) -> Callable[..., None]:
    def load(name: str, content: Sequence[Mapping[str, Any]]) -> None:
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        (import_gold if content == GOLD else import_responses)(built.store, path, built.slug)

    return load


def files(built: Built) -> LoadedFiles:
    return list_files(built.store, built.slug)


def take_out(built: Built, name: str) -> None:
    (found,) = [file.id for file in files(built).files if file.name == name]
    take_out_file(built.store, built.slug, found)


def content(built: Built) -> dict[str, Any]:
    """All rows of the database but the log and the sequence of ids."""
    return {name: found for name, found in everything(built.store).items() if name != "event"}


def test_after_the_last_file_all_is_as_before(built: Built, load: Callable[..., None]) -> None:
    """Texts, comparisons, places, and what the file gave to earlier rows: nothing of it is left but the log."""
    load("first.jsonl", rows(range(4), "ab"))
    before = content(built)
    load("second.jsonl", rows(range(2, 6), "bc", written_standard="nn"))
    assert content(built) != before
    take_out(built, "second.jsonl")
    assert content(built) == before
    newest = read_log(built.store, built.slug)[0]
    assert (newest.action, newest.about["file"], newest.about["responses"]) == ("file_taken_out", "second.jsonl", 6)
    load("second.jsonl", rows(range(2, 6), "bc", written_standard="nn"))
    assert len(files(built).files) == 2


def test_what_came_later_is_laid_out_again(built: Built, load: Callable[..., None]) -> None:
    """Without the first file, the second has the places, the shared set and the overlap of a campaign of its own."""
    change_plan(built.store, built.slug, {"shared": 3, "shared_overlap": 4})
    load("first.jsonl", rows(range(4), "ab"))
    load("second.jsonl", rows(range(10, 14), "cd"))
    take_out(built, "first.jsonl")
    left = comparisons(built.store, built.slug)
    assert [row.position for row in left] == [0, 1, 2, 3]
    assert [row.shared for row in left] == [True, True, True, False]
    assert [row.overlap for row in left] == [4, 4, 4, 1]


def test_a_file_goes_after_those_that_share_its_rows(built: Built, load: Callable[..., None]) -> None:
    """A file with the same prompts, systems or texts needs the first; gold of its own texts does not."""
    load("first.jsonl", rows(range(2), "ab"))
    load("gold.jsonl", GOLD)
    load("second.jsonl", rows(range(1, 3), "cd"))
    load("third.jsonl", rows(range(2, 3), "ce"))
    needed = {file.name: file.needed_by for file in files(built).files}
    assert needed == {
        "first.jsonl": ("second.jsonl",),
        "gold.jsonl": (),
        "second.jsonl": ("third.jsonl",),
        "third.jsonl": (),
    }
    before = everything(built.store)
    for name in ("first.jsonl", "second.jsonl"):
        with pytest.raises(RefusedError) as refused:
            take_out(built, name)
        assert refused.value.code == "file_in_use"
    assert everything(built.store) == before
    for name in ("gold.jsonl", "third.jsonl", "second.jsonl", "first.jsonl"):
        take_out(built, name)
    assert not comparisons(built.store, built.slug)


def test_a_file_that_relies_on_what_another_completed_goes_first(built: Built, load: Callable[..., None]) -> None:
    """The second gives the written standard of a prompt; a third that says the same one needs it."""
    load("first.jsonl", rows(range(1), "ab"))
    load("second.jsonl", rows(range(1), "a", written_standard="nn"))
    load("third.jsonl", rows(range(1), "c", written_standard="nn"))
    assert {file.name: file.needed_by for file in files(built).files}["second.jsonl"] == ("third.jsonl",)


@pytest.mark.parametrize("trace", ["judged", "skipped"])
def test_nothing_goes_once_something_was_answered(built: Built, load: Callable[..., None], trace: str) -> None:
    """One judgment or one skip, undone or not, fixes every file."""
    load("first.jsonl", rows(range(4), "ab"))
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    if trace == "judged":
        act(built.store, kari, built.slug, [action("choose", task.assignment_id, choice="A")])
        act(built.store, kari, built.slug, [action("undo", task.assignment_id, 1)])
    else:
        skip_comparison(built.store, kari, built.slug, task.assignment_id, 0, "other", "")
    before = everything(built.store)
    assert files(built).fixed
    with pytest.raises(RefusedError) as refused:
        take_out(built, "first.jsonl")
    assert refused.value.code == "work_began"
    assert everything(built.store) == before


def test_who_holds_a_text_of_it_gets_another(built: Built, load: Callable[..., None]) -> None:
    """Leases of the file end with it. A choice on the texts before is refused, though the number is given again."""
    load("first.jsonl", rows(range(4), "ab"))
    kari = built.enter("Kari")
    held = open_desk(built.store, kari, built.slug).sheets[0]
    take_out(built, "first.jsonl")
    choice = action("choose", held.assignment_id, choice="A") | {"made": held.made}
    (answer,), pile = act(built.store, kari, built.slug, [choice])
    assert (answer.result, answer.word, pile.instead) == ("refused", "not_allowed", "empty")
    load("better.jsonl", rows(range(4), "cd"))
    (now, *_rest) = open_desk(built.store, kari, built.slug).sheets
    stale = choice | {"id": "again", "assignment": now.assignment_id}
    (answer,), pile = act(built.store, kari, built.slug, [stale])
    assert (answer.result, answer.word) == ("refused", "stale")
    fresh = stale | {"id": "seen", "made": now.made}
    (answer,), _pile = act(built.store, kari, built.slug, [fresh])
    assert answer.result == "recorded"


@pytest.mark.slow
@pytest.mark.both_databases
def test_leads_act_at_once(built: Built, load: Callable[..., None], tmp_path: Path) -> None:
    """One takes a file out, one loads another, one changes the plan: each waits for the others, and all get through."""
    load("first.jsonl", rows(range(60), "ab"))
    (first,) = files(built).files
    start = Barrier(3)

    def take() -> None:
        start.wait()
        with suppress(RefusedError):  # the other file was quicker, and shares its rows
            take_out_file(built.store, built.slug, first.id)

    def add() -> None:
        start.wait()
        load("second.jsonl", rows(range(30, 90), "bcd"))

    def plan() -> None:
        start.wait()
        change_plan(built.store, built.slug, {"overlap": 2})

    with ThreadPoolExecutor(3) as leads:
        for done in [leads.submit(one) for one in (take, add, plan)]:
            done.result()
    assert "second.jsonl" in {file.name for file in files(built).files}
    assert {row.overlap for row in comparisons(built.store, built.slug)} == {2}
    assert not check_database(built.store).problems


def test_an_unknown_file_and_one_of_another_campaign_are_refused(
    built: Built, load: Callable[..., None], campaign: Callable[..., Built]
) -> None:
    """A file is known by its campaign: a lead of one takes nothing out of another."""
    load("first.jsonl", rows(range(2), "ab"))
    other = campaign(slug="other", prompts=1)
    for slug, number in ((other.slug, files(built).files[0].id), (built.slug, 99)):
        with pytest.raises(RefusedError) as refused:
            take_out_file(built.store, slug, number)
        assert refused.value.code == "file_unknown"


def test_a_restored_campaign_knows_its_files(
    built: Built, load: Callable[..., None], other_store: Store, tmp_path: Path
) -> None:
    """Under new ids a file takes out the same rows, and what it completed; what needs it is known too."""
    load("first.jsonl", rows(range(4), "ab"))
    load("second.jsonl", rows(range(2, 6), "bc", written_standard="nn"))
    archive = tmp_path / "archive.zip"
    with archive.open("wb") as sink:
        export_everything(built.store, built.slug, sink)
    store = other_store
    build_campaign(store, slug="before")  # so that ids differ
    import_everything(store, archive)
    newest, oldest = list_files(store, built.slug).files
    assert (newest.needed_by, oldest.needed_by) == ((), ("second.jsonl",))
    take_out_file(store, built.slug, newest.id)
    with store.read() as db:
        prompts = db.execute(
            select(Prompt.key, Prompt.written_standard).join(Campaign).where(Campaign.slug == built.slug)
        )
        assert sorted(map(tuple, prompts)) == [(f"p{number}", None) for number in range(4)]
