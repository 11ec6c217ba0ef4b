"""A judge that is asked about some of a protocol's criteria only."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.results.judges_rating import rating_judge_reports
from eval_core.cli import main
from eval_core.errors import InputError
from eval_core.jobs.judge_work import JudgeRun, ask_for_judge
from eval_core.judges.outlook import judge_outlook
from eval_core.judges.work import begin_judging, count_left
from eval_core.reports.rating_judge_words import rating_judge_details
from eval_core.store import Person, Rating, Store
from tests.judges.conftest import MODEL, judge, replies
from tests.judges.stub import Stub
from tests.support.building import Built, build_campaign

Build = Callable[..., Built]
Start = Callable[..., Stub]
NINE = 9
SOME = ("coherence", "fluency")


def rated(store: Store) -> set[str]:
    """The criteria that have a rating."""
    with store.read() as db:
        return set(db.scalars(select(Rating.criterion)))


def test_only_these_are_asked_for_and_the_rest_can_follow(to_judge: Build, stub: Start) -> None:
    """Two of nine: so many requests are foreseen and made, about these alone; the rest is asked later, none twice."""
    built, endpoint = to_judge("gptscore_ko", prompts=2), stub("gptscore_ko")
    responses = 2 * 3
    foreseen = judge_outlook(built.store, built.slug, MODEL, MODEL, only=SOME)
    assert (foreseen.items, foreseen.requests) == (2 * responses, 2 * responses)
    judging, tally = judge(built, endpoint, only=SOME)
    assert judging.asked == ("fluency", "coherence")  # as the protocol orders them
    assert (tally.total, tally.done, endpoint.requests) == (12, 12, 12)
    assert {reply.criterion for reply in replies(built.store)} == rated(built.store) == set(SOME)
    assert count_left(built.store, judging) == 0
    _, rest = judge(built, endpoint)
    assert rest.done == (NINE - 2) * responses
    assert len(rated(built.store)) == NINE
    assert set(endpoint.prompts.values()) == {1}


@pytest.mark.parametrize(
    ("protocol", "only", "why"),
    [
        (
            "gptscore_ko",
            ("fluency", "flunecy"),
            "'flunecy'; it asks about: factuality, consistency, relevance, fluency",
        ),
        ("gptscore_ko", ("Fluency",), "no criterion 'Fluency'"),
        ("heval", ("tense",), "single criteria under 'heval'"),
        ("adequacy_fluency", ("fluency",), "single criteria"),
        ("norwegian_fluency", ("fluency",), "single criteria"),
    ],
)
def test_what_cannot_be_asked_alone_is_refused(
    protocol: str, only: tuple[str, ...], why: str, to_judge: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown criterion is named with those that there are, also where the run would be in the background."""
    built = to_judge(protocol, prompts=1)
    for ask in (
        lambda: begin_judging(built.store, built.slug, MODEL, only=only),
        lambda: judge_outlook(built.store, built.slug, MODEL, MODEL, only=only),
        lambda: ask_for_judge(built.store, built.slug, JudgeRun(MODEL, criteria=only)),
    ):
        monkeypatch.setenv("PARVIS_JUDGE_URL", "http://127.0.0.1:9/v1")
        with pytest.raises(InputError) as refused:
            ask()
        assert why in refused.value.message
    assert replies(built.store) == []


def test_the_command_asks_and_says_which(
    migrated_sqlite: Path,
    tmp_path: Path,
    stub: Start,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`--criteria` of run, dry run and report: counts follow, and the report names what was asked."""
    path = tmp_path / "parvis.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    built = build_campaign(Store(f"sqlite:///{path}"), slug="korean", protocol="gptscore_ko", prompts=2)
    built.store.dispose()
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{path}")
    endpoint = stub("gptscore_ko")

    def done(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parvis", "judge", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    asked = ("run", "--campaign", "korean", "--base-url", endpoint.url, "--model", MODEL)
    code, out, _ = done(*asked, "--criteria", "fluency, coherence", "--dry-run", "--format", "json")
    assert (code, json.loads(out)["requests"], endpoint.requests) == (0, 12, 0)
    code, _, err = done(*asked, "--criteria", "fluency,grammar")
    assert (code, endpoint.requests) == (2, 0)
    assert "'grammar'" in err
    assert "multidimensional_quality" in err
    assert done(*asked, "--criteria", " , ")[0] == 2
    code, out, err = done(*asked, "--criteria", "fluency,coherence,fluency", "--format", "json")
    assert (code, err.partition("database:")[0]) == (0, "")
    assert (json.loads(out)["criteria"], json.loads(out)["done"], endpoint.requests) == (
        ["fluency", "coherence"],
        12,
        12,
    )
    report = ("report", "--campaign", "korean")
    _, out, _ = done(*report, "--format", "json")
    assert json.loads(out)["judges"][0]["asked"] == ["fluency", "coherence"]
    _, out, _ = done(*report)
    assert "criteria: fluency, coherence only" in out
    assert done(*asked)[0] == 0
    _, out, _ = done(*report)
    assert "only; every score" not in out


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_people_are_scored_on_what_the_judge_was_asked(to_judge: Build, stub: Start) -> None:
    """People gave 5 for two criteria and 1 for the others: where the judge rated the two, nothing else counts."""
    built, endpoint = to_judge("gptscore_ko", prompts=2), stub("gptscore_ko")
    judging, _ = judge(built, endpoint, only=SOME)
    judge(built, endpoint, name="ola")
    with built.store.write() as db:
        everyone = db.scalars(select(Rating)).all()
        for rating in everyone:
            rating.value = 5 if rating.criterion in SOME else 1
    with built.store.write() as db:
        db.query(Person).filter(Person.name == "ola").update({"kind": "human"})
    (report,) = rating_judge_reports(built.store, built.slug)
    assert judging.only == SOME
    assert (report.partial, list(report.criteria)) == (True, ["fluency", "coherence"])
    assert report.score.comparison.bias.value == 0  # 5 next to 5, not to the mean of all nine
    assert "It rated some of the criteria only" in rating_judge_details(report)
