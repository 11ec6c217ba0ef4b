"""The classical examples of the literature, as published; tables and sources are in tests/golden."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from eval_core.ranking import Ranking, rank, rank_counts
from eval_core.ranking.fit import fit_model
from eval_core.ranking.likelihood import information, local
from eval_core.ranking.newton import gauge
from eval_core.ranking.options import Options
from eval_core.ranking.votes import count, encode_counts

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "rankings.toml"


def golden(name: str) -> dict[str, Any]:
    """A published example."""
    example: dict[str, Any] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))[name]
    return example


def counts(example: dict[str, Any]) -> pd.DataFrame:
    """Its counts, one row for each pair and outcome."""
    table = pd.DataFrame(example["counts"], columns=["one", "other", "first", "second", "tie"])
    long = table.melt(["one", "other"], var_name="outcome", value_name="n")
    return long.rename(columns={"one": "first", "other": "second"})


def strengths(ranking: Ranking) -> dict[str, float]:
    return {row.system: row.strength for row in ranking.systems}


def test_davidsons_puddings() -> None:
    """Davidson's own example gives his shares of strength and his ν, to what his iteration had settled."""
    example = golden("pudding")
    ranking = rank_counts(counts(example))
    weights = {name: np.exp(value) for name, value in strengths(ranking).items()}
    shares = {name: weight / sum(weights.values()) for name, weight in weights.items()}
    assert ranking.n_judgments == 745
    assert shares == pytest.approx(example["share"], abs=3e-5)
    assert ranking.tie is not None
    assert ranking.tie.nu == pytest.approx(example["nu"], abs=3e-5)


@pytest.mark.parametrize("model", ["davidson", "bradley-terry"])
@pytest.mark.parametrize("home", [False, True])
def test_agrestis_baseball(model: str, home: bool) -> None:
    """The teams' strengths and the advantage of playing at home are the published ones; no tie, no difference."""
    example = golden("baseball")
    published = example["with_home_advantage" if home else "without_home_advantage"]
    reference = example["reference"]
    ranking = rank_counts(counts(example), model=model, position_effect=home, reference=reference)
    assert strengths(ranking) == pytest.approx({**published["strength"], reference: 0.0}, abs=5e-5)
    if home:
        assert ranking.position is not None
        assert ranking.position.log_odds == pytest.approx(published["home"], abs=5e-5)


@pytest.mark.parametrize("home", [False, True])
def test_agrestis_baseball_has_the_published_information(home: bool) -> None:
    """The inverse of our information matrix has the published standard errors (the sandwich has its own)."""
    example = golden("baseball")
    published = example["with_home_advantage" if home else "without_home_advantage"]
    votes, times = encode_counts(counts(example))
    cells = count(votes, times)
    fitted = fit_model(len(votes.systems), cells, Options("bradley-terry", "newton", home, None, 0.95, 0, 0))
    info = information(fitted.layout, fitted.cells, local(fitted.layout, fitted.cells, fitted.beta))
    covariance = np.linalg.inv(info + gauge(fitted.layout, fitted.classes))
    base = votes.systems.index(example["reference"])
    for name, error in published["se"].items():
        contrast = np.zeros(fitted.layout.length)
        contrast[[votes.systems.index(name), base]] = 1, -1
        assert np.sqrt(contrast @ covariance @ contrast) == pytest.approx(error, abs=6e-5)
    if home:
        assert np.sqrt(covariance[-1, -1]) == pytest.approx(published["home_se"], abs=6e-5)


def test_citations_of_journals() -> None:
    """Four journals of statistics have the published strengths in citations."""
    example = golden("citations")
    ranking = rank_counts(counts(example), model="bradley-terry", reference=example["reference"])
    assert strengths(ranking) == pytest.approx({**example["strength"], example["reference"]: 0.0}, abs=5e-6)
    engine = rank_counts(counts(example), model="bradley-terry", reference=example["reference"], engine="choix")
    assert strengths(engine) == pytest.approx(strengths(ranking), abs=1e-6)


def test_average_win_rates_of_three_systems() -> None:
    """The Fluent Alignment paper: 67.5, 91.8 and 87.5 %, ties as half, average to 79.7, 60.0 and 10.3."""
    rows: list[tuple[str, str, str, str]] = []
    for first, second, percent, ties in (("a", "b", 67.5, 100), ("a", "c", 91.8, 20), ("b", "c", 87.5, 40)):
        wins = round(10 * percent - ties / 2)
        outcomes = ["first"] * wins + ["tie"] * ties + ["second"] * (1000 - wins - ties)
        rows += [(first, second, outcome, f"p{number}") for number, outcome in enumerate(outcomes)]
    ranking = rank(pd.DataFrame(rows, columns=["first", "second", "outcome", "prompt"]))
    rates = {row.system: 100 * row.win_rate for row in ranking.systems}
    assert rates == pytest.approx({"a": 79.65, "b": 60.0, "c": 10.35}, abs=1e-9)
