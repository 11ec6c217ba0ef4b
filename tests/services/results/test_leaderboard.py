"""What the ranking page reads: the slice, the common prompts, and a key that follows every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.quality.exclusions import exclude_person, people_who_judged
from eval_core.campaigns.results.leaderboard import latest_change, read_leaderboard
from eval_core.campaigns.talk.messages import send_message
from eval_core.errors import InputError
from eval_core.ranking.choices import Choices, Extent
from eval_core.store import Store
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.judging import judge


def import_more(built: Built, folder: Path) -> None:
    """Another prompt's response: no judgment, but another set of common prompts."""
    row = {"prompt_id": "late", "prompt": "En oppgave til", "system": "alfa-modell", "response": "Et svar."}
    file = folder / "more.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    import_responses(built.store, file, built.slug)


def add_checkpoint(built: Built, folder: Path) -> None:
    """One response of a system that no one has judged."""
    row = {"prompt_id": "p0", "prompt": "Oppgave 0", "written_standard": "nb", "category": "mail"}
    row |= {"system": "delta-modell", "response": "Et nytt svar."}
    file = folder / "checkpoint.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    import_responses(built.store, file, built.slug)


def test_a_system_without_judgments_empties_no_board(
    store: Store, campaign: Callable[..., Built], tmp_path: Path
) -> None:
    """One response of a new checkpoint drops no judgment, under whatever choice; the board names the checkpoint."""
    built = campaign(prompts=4, overlap=1)
    judge(built, built.annotators(1)[0])
    before = {common: read_leaderboard(store, built.slug, Choices(common_prompts=common)) for common in (False, True)}
    assert {len(board.votes) for board in before.values()} == {12}
    add_checkpoint(built, tmp_path)
    for common, board in before.items():
        now = read_leaderboard(store, built.slug, Choices(common_prompts=common))
        assert (now.fingerprint, now.extent.common, now.extent.partial) == (board.fingerprint, 4, False)
        assert (board.extent.unjudged, now.extent.unjudged) == ((), ("delta-modell",))


def test_common_prompts_are_a_choice(store: Store, campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Where a judged system lacks prompts, all count, and on request only those that every judged system answered."""
    built = campaign(prompts=4, overlap=1)
    add_checkpoint(built, tmp_path)
    judge(built, built.annotators(1)[0])
    every = read_leaderboard(store, built.slug)
    assert (every.extent, len(every.votes)) == (Extent(4, 4, 1), 15)
    assert every.extent.partial
    common = read_leaderboard(store, built.slug, Choices(common_prompts=True))
    assert (common.extent, len(common.votes)) == (Extent(4, 4, 1), 6)
    # The Nynorsk prompts were answered by the same three systems throughout.
    nynorsk = read_leaderboard(store, built.slug, Choices(written_standard="nn"))
    assert (nynorsk.extent, len(nynorsk.votes)) == (Extent(3, 2, 2, ("delta-modell",)), 6)
    news = Choices(written_standard="nb", category="news")
    assert len(read_leaderboard(store, built.slug, news).votes) == 3
    with pytest.raises(InputError, match="no judgments to rank"):
        read_leaderboard(store, built.slug, Choices(common_prompts=True, where=("annotator=Nobody",)))


def test_the_key_follows_every_change(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A judgment and its undo each give a new key; the fingerprint distinguishes votes."""
    built = campaign(prompts=2, overlap=1, identical=1)
    kari = built.annotators(1)[0]
    keys, prints = [latest_change(built.store, built.slug)], [read_leaderboard(built.store, built.slug).fingerprint]
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    for act in (record_judgment, undo_judgment):
        seen = (0, "tie") if act is record_judgment else (1,)
        act(built.store, kari, built.slug, task.assignment_id, *seen)
        keys.append(latest_change(built.store, built.slug))
        prints.append(read_leaderboard(built.store, built.slug).fingerprint)
    assert keys == sorted(set(keys))
    import_more(built, tmp_path)
    assert latest_change(built.store, built.slug) > keys[-1]
    # Events that change no figure recompute nothing.
    before = latest_change(built.store, built.slug)
    kari = next(iter(people_who_judged(built.store, built.slug)))
    send_message(built.store, built.slug, kari, "Hei!")
    assert latest_change(built.store, built.slug) == before
    exclude_person(built.store, built.slug, kari, "Guessed")
    assert latest_change(built.store, built.slug) > before
    assert prints[0] == prints[2] != prints[1]
    assert read_leaderboard(built.store, built.slug).identical == 3
