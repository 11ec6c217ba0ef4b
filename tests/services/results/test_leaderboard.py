"""What the ranking page reads: the slice, the common prompts, and a key that follows every change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.quality.exclusions import exclude_person, people_who_judged
from eval_core.campaigns.results.leaderboard import latest_change, read_leaderboard
from eval_core.campaigns.talk.messages import send_message
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


def test_the_common_prompts_come_first(store: Store, campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Where a system lacks prompts, the default holds only those that every system of the slice answered."""
    built = campaign(prompts=4, overlap=1)
    row = {"prompt_id": "p0", "prompt": "Oppgave 0", "written_standard": "nb", "category": "mail"}
    row |= {"system": "delta-modell", "response": "Et nytt svar."}
    file = tmp_path / "more.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    import_responses(store, file, built.slug)
    judge(built, built.annotators(1)[0])

    leaderboard = read_leaderboard(store, built.slug)
    assert (leaderboard.prompts, leaderboard.common, leaderboard.common_only, leaderboard.partial) == (4, 1, True, True)
    assert len(leaderboard.votes) == 6
    every = read_leaderboard(store, built.slug, common_only=False)
    assert (every.common_only, every.partial, len(every.votes)) == (False, True, 15)
    # The Nynorsk prompts were answered by the same three systems throughout.
    nynorsk = read_leaderboard(store, built.slug, written_standard="nn")
    assert (nynorsk.prompts, nynorsk.common, nynorsk.partial, len(nynorsk.votes)) == (2, 2, False, 6)
    assert len(read_leaderboard(store, built.slug, written_standard="nb", category="news").votes) == 3


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
