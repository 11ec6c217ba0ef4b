"""Nothing untrue is published: every sentence of card, report, verdict and Quality has its ground.

A table names what each sentence rests on. In a campaign where that is missing the sentence must not appear, and a
sentence that the table does not know fails, so that no one adds one without thinking of its ground.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.results import early_results
from eval_core.locales import use_language
from eval_core.reports.annotators import trust_words
from eval_core.reports.page import campaign_report
from eval_core.store import Assignment, Campaign, Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.golden import add_gold, answer, kind_of, settle
from tests.support.grounds import (
    EVERYTHING,
    GROUNDS,
    ground_of,
    grounds_of_line,
    lines_of,
    messages,
    unfounded,
    ungrounded,
)
from tests.support.judging import judge_canonically
from tests.support.page_text import words

Open = Callable[..., AppTest]


def build(store: Store, *annotators: str, gold: int = 0, choices: str = "AB", **options: int) -> Built:
    """A campaign that these people have judged, who answer gold rightly; elsewhere chance has no part in who wins.

    Args:
        choices: A for the first response of a comparison in canonical order, B for the other, t for a tie.
    """
    built = build_campaign(store, prompts=6, overlap=max(1, len(annotators)), **options)
    if gold:
        add_gold(built, gold)
        settle(built, gold_share=0.5)
    for turn, name in enumerate(annotators):
        who = built.enter(name)
        while (task := open_desk(store, who, built.slug).task) is not None:
            if kind_of(built, task) == "gold":
                chosen = answer(built, task)
            else:
                with store.read() as db:
                    row = db.get_one(Assignment, task.assignment_id)
                    wanted, swapped = choices[(row.comparison_id + turn) % len(choices)], row.swapped
                chosen = "tie" if wanted == "t" else "AB"[(wanted == "A") == swapped]
            record_judgment(store, who, built.slug, task.assignment_id, task.revision, chosen)
    return built


def imported(store: Store, folder: Path, **columns: str) -> Built:
    """Judgments of a file that says nothing of guidelines."""
    built = build_campaign(store, prompts=0)
    file = folder / "judgments.jsonl"
    rows = [
        {
            "model_a": "a",
            "model_b": "b",
            "winner": ("model_a", "model_b", "model_a")[n % 3],
            "prompt": f"p{n}",
            **columns,
        }
        for n in range(12)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    import_judgments(store, file, built.slug)
    return built


def demo(store: Store) -> Built:
    built = build(store, "Kari", "Ola")
    with store.write() as db:
        db.get_one(Campaign, built.id).is_demo = True
    return built


# Missing in every campaign below, and in all but those of one kind.
NEVER = {"programs chosen", "somebody left out"}
HERE = {"judged elsewhere", "a demo", "judges' judgments"}
# Campaigns, and what is missing in each.
SCENES: dict[str, tuple[Callable[[Store, Path], Built], set[str]]] = {
    "nothing judged": (
        lambda store, _: build(store),
        {"a judgment", "a decided pair", "two annotators on a comparison", "a check", "a doubt", "people",
         "a known version", "a closed campaign", "simulated annotators", "only ties", "known annotators",
         "judged here", "judged once", "a look", *HERE},
    ),
    "one annotator": (
        lambda store, _: build(store, "Kari"),
        {"two annotators on a comparison", "a check", "a doubt", "a decided pair", "a closed campaign", *HERE},
    ),
    "unchecked": (
        lambda store, _: build(store, "Kari", "Ola", choices="AABtB"),
        {"a check", "a doubt", "a decided pair", "a closed campaign", "simulated annotators",
         "judged once", *HERE},
    ),
    "checked": (
        lambda store, _: build(store, "Kari", "Ola", "Per", gold=6, choices="AABABBBAAABtA"),
        {"a closed campaign", "simulated annotators", "only ties", "judged once",
         "no gold or repeats", *HERE},
    ),
    "imported": (
        imported,
        {"a known version", "two annotators on a comparison", "a check", "a doubt", "prompts with a standard",
         "known annotators", "few annotators", "judged here", "a demo", "judges' judgments"},
    ),
    "judges only": (
        lambda store, folder: imported(store, folder, annotator_id="gpt", annotator_kind="judge"),
        {"people", "a known version", "two annotators on a comparison", "a check", "a doubt", "few annotators",
         "judged here", "a demo"},
    ),
    "read-only": (lambda store, _: build(store, "Kari", "Ola"), {"a complete log", "a check", "a doubt", "a look", *HERE}),
    "demo": (lambda store, _: demo(store), {"a complete log", "a check", "a doubt", "a look", "judges' judgments"}),
}  # fmt: skip


def published(
    built: Built, open_page: Open, folder: Path, freeze: Callable[[], None] = lambda: None
) -> tuple[str, list[str]]:
    """The words of Quality, Ranking and the report, and the lines of card and report, made after `freeze`."""
    lise = built.enter("Lise", "lead", "researcher")
    pages = "\n".join(unescape(words(open_page(page, lise))) for page in ("quality", "ranking"))
    freeze()
    write_dataset(built.store, built.slug, folder / "set")
    card = (folder / "set" / "README.md").read_text(encoding="utf-8")
    report = campaign_report(built.store, built.slug)
    return f"{unescape(re.sub('<[^>]*>', ' ', report))}\n{pages}", list(lines_of(card, report))


def read_only(store: Store) -> None:
    """The database refuses to be written from now on."""
    store.dispose()
    event.listen(store.writer, "connect", lambda raw, _record: raw.execute("PRAGMA query_only = ON"))


def test_every_sentence_has_a_ground() -> None:
    """Each sentence of the modules is in the table once, and the table has no other."""
    assert [message for message in messages() if ground_of(message) is None] == []
    starts = [start for starts in GROUNDS.values() for start in starts]
    assert [start for start in starts if not any(message.startswith(start) for message in messages())] == []
    assert len(starts) == len(set(starts))


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ("The annotators' care was not checked, by gold comparisons or by repeats.", "no gold or repeats"),
        ("Of 3 answers to gold comparisons, 100% were right.", "a check"),
        ("Judgments by one annotator are alike: standard errors are clustered by annotator [1].", "known annotators"),
        ("The protocol was norwegian_fluency, version 1.0.", "judged here"),
    ],
)
def test_a_sentence_of_the_report_is_seen(said: str, ground: str) -> None:
    """With its numbers filled in and its source cited; where its ground is there, nothing is wrong with it."""
    assert len(unfounded(f"Before it. {said} After it.", {ground})) == 1
    assert unfounded(said, EVERYTHING - {ground}) == []


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_said_without_its_ground(scene: str, store: Store, open_page: Open, tmp_path: Path) -> None:
    """Where a ground is missing no sentence that rests on it appears, and every line of card and report is known."""
    make, missing = SCENES[scene]
    missing = missing | NEVER
    assert missing <= EVERYTHING
    use_language("en")  # a page drawn before, in another, must not matter
    freeze = partial(read_only, store) if scene == "read-only" else lambda: None
    text, lines = published(make(store, tmp_path), open_page, tmp_path, freeze)
    assert unfounded(text, missing) == []
    assert [line for line in lines if not grounds_of_line(line)] == []
    assert ungrounded(lines, missing) == []


@pytest.mark.slow
def test_the_walk_sees_a_sentence_without_ground(
    store: Store, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted faults: praise without a check, a log that cannot be complete, and a sentence of no ground."""
    monkeypatch.setattr(trust_words, "checked", lambda _checks: True)
    monkeypatch.setattr(early_results, "can_log", lambda _store: True)
    monkeypatch.setattr("eval_core.campaigns.publishing.dataset.can_log", lambda _store: True)
    built, missing = build_campaign(store, prompts=6), SCENES["read-only"][1]
    for name in ("Kari", "Ola"):
        judge_canonically(built, built.enter(name), lambda comparison: ("first", "second", "tie")[comparison % 3])
    text, lines = published(built, open_page, tmp_path)
    assert any(message.startswith("There is no sign of a problem") for message in unfounded(text, missing))
    assert [line[:24] for line in ungrounded(lines, missing)] == ["- Looks at results so far"[:24]]
    assert not grounds_of_line("- The annotators are experts")
