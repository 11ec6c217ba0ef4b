"""A judge next to people: the report's figures are those of the judgments."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.results.judges_compared import judge_reports
from eval_core.errors import InputError
from tests.support.building import Built

Build = Callable[..., Built]
PEOPLE = ("Kari", "Ola", "Siri")
SYSTEMS = ("a", "b", "c", "d")


@pytest.fixture
def judged(campaign: Build, tmp_path: Path) -> Built:
    """Sixty comparisons of four systems; three people and Robot know the truth four times of five, Parrot likes length."""
    built = campaign(prompts=0)
    chance, rows = np.random.default_rng(2), []
    for number in range(60):
        one, two = sorted(chance.choice(SYSTEMS, 2, replace=False))
        truth = "model_a" if one < two else "model_b"
        texts = {
            "response_a": "kort " * int(chance.integers(1, 9)),
            "response_b": "lang " * int(chance.integers(10, 20)),
        }
        for name in (*PEOPLE, "Robot", "Parrot"):
            winner = truth if chance.random() < 0.8 else str(chance.choice(["model_b", "tie"]))
            kind = "human" if name in PEOPLE else "judge"
            rows.append(
                {
                    "prompt_id": f"p{number}",
                    "prompt": f"Oppgave {number}",
                    "model_a": one,
                    "model_b": two,
                    "winner": "model_b" if name == "Parrot" else winner,
                    "annotator_id": name,
                    "annotator_kind": kind,
                    **texts,
                }
            )
    path = tmp_path / "judged.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    import_judgments(built.store, path, built.slug)
    return built


def test_a_good_judge_and_one_that_likes_length(judged: Built) -> None:
    """Robot could replace people, Parrot could not; Parrot always takes the longer text and never a tie."""
    parrot, robot = judge_reports(judged.store, judged.slug)
    assert (parrot.judge, robot.judge) == ("Parrot", "Robot")
    assert (robot.judgments, robot.common) == (60, 60)
    assert (robot.test.passes, parrot.test.passes) == (True, False)
    assert (parrot.longer, parrot.tie_rate) == (1.0, 0.0)
    assert robot.longer is not None
    assert robot.longer < 0.4
    assert sum(map(sum, robot.confusion)) == 180
    assert sum(parrot.confusion[0]) == 0
    assert (robot.judge_agreement.exact.low or 0) > 0.5 > (parrot.judge_agreement.exact.high or 1)
    assert {name for pair in robot.with_people for name in (pair.annotator, pair.other)} == {*PEOPLE, "Robot"}
    assert robot.ranking.systems == 4
    assert robot.ranking.kendall is not None
    assert robot.ranking.kendall > 0.6
    assert (robot.consistent, robot.asked_twice) == (0, 0)


def test_agreement_and_alpha_have_intervals(judged: Built) -> None:
    """Pooled over people, agreement is that of the pairs weighed by their comparisons, with intervals around it."""
    parrot, robot = judge_reports(judged.store, judged.slug)
    for person in (parrot, robot):
        pairs = [(pair.n, pair.estimates.percent_agreement or 0) for pair in person.with_people]
        weighed = sum(n * share for n, share in pairs) / sum(n for n, _ in pairs)
        assert person.judge_agreement.exact.value == pytest.approx(weighed)
        document = person.as_dict()
        assert document["judge_agreement"] == person.judge_agreement.exact.value
        for name in ("judge_agreement", "people_agreement", "judge_alpha", "people_alpha"):
            low, high = document["ci"][name]
            assert low < document[name] < high
        assert person.judge_without_ties.low is not None
        assert document["judge_without_ties"] == person.judge_without_ties.value
        sides = np.array(person.confusion)[[0, 2]][:, [0, 2]]
        assert person.judge_without_ties.value == pytest.approx(np.trace(sides) / sides.sum())
    assert parrot.people_without_ties == robot.people_without_ties
    assert (robot.people_without_ties.value or 0) > (robot.people_agreement.exact.value or 1)
    assert parrot.people_agreement == robot.people_agreement
    assert (parrot.judge_agreement.alpha_ordinal.high or 1) < (robot.judge_agreement.alpha_ordinal.low or 0)


def test_one_of_them(judged: Built) -> None:
    """A judge by name; an unknown one is refused by name."""
    (robot,) = judge_reports(judged.store, judged.slug, judges=["Robot"], epsilon=0.1)
    assert robot.test.epsilon == 0.1
    with pytest.raises(InputError, match="no judge 'Nobody'.*Parrot, Robot"):
        judge_reports(judged.store, judged.slug, judges=["Nobody"])


def test_without_a_judge_there_is_no_report(campaign: Build) -> None:
    """People alone are no judges."""
    built = campaign(prompts=1)
    assert judge_reports(built.store, built.slug) == ()
