"""The blind classifier: it finds what is planted, finds nothing in chance, and does not praise itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.planting.recognition import GROUPS, LEAST, Recognition, area, chosen_alike, features_of, recognise

COLUMNS = 1 + max(column for columns in GROUPS.values() for column in columns)


def sample(gold: int, regular: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Features that tell nothing, which of them are gold, and a prompt for each."""
    draws = np.random.default_rng(seed)
    is_gold = np.arange(gold + regular) < gold
    return draws.normal(size=(gold + regular, COLUMNS)), is_gold, [f"p{number}" for number in range(gold + regular)]


@pytest.mark.parametrize("group", GROUPS)
def test_what_gives_gold_away_is_named(group: str) -> None:
    """A difference in one group of features is found, by that group alone, and by no other."""
    features, gold, prompts = sample(60, 200)
    features[gold, GROUPS[group][0]] += 3
    found = recognise(features, gold, prompts)
    assert found.auc is not None
    assert found.auc > 0.9
    assert found.verdict == "clearly"
    assert found.telling == (group,)


def test_what_lies_in_the_middle_is_found_too() -> None:
    """Gold of one and the same length between shorter and longer ones is no less conspicuous."""
    features, gold, prompts = sample(60, 200)
    features[gold, 1] *= 0.05
    features[:, 2] = 0
    found = recognise(features, gold, prompts)
    assert found.auc is not None
    assert found.auc > 0.75
    assert found.telling[0] == "length"


@pytest.mark.parametrize("seed", range(5))
def test_chance_is_called_chance(seed: int) -> None:
    """Where nothing differs, nothing is told: the model is asked about comparisons that it has not seen."""
    features, gold, prompts = sample(60, 200, seed)
    found = recognise(features, gold, prompts)
    assert found.auc is not None
    assert found.verdict == "hardly"
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.5 < found.high
    assert [round(auc, 1) for _, auc in found.by] == sorted((round(auc, 1) for _, auc in found.by), reverse=True)


def test_a_prompt_is_never_on_both_sides() -> None:
    """Features that name the prompt tell nothing of other prompts; with prompts torn apart they seem to (planted)."""
    draws = np.random.default_rng(3)
    number = np.arange(240) // 6
    names = draws.normal(size=(40, COLUMNS))
    features, gold = names[number], draws.permutation(40)[number] < 20
    honest = recognise(features, gold, [f"p{one}" for one in number])
    torn = recognise(features, gold, [f"q{one}" for one in range(240)])
    assert honest.auc is not None
    assert torn.auc is not None
    assert torn.auc > honest.auc + 0.15


def test_little_gold_is_not_judged() -> None:
    """With fewer than ten of either kind there is no figure."""
    features, gold, prompts = sample(LEAST - 1, 50)
    assert recognise(features, gold, prompts) == Recognition(LEAST - 1, 50)
    assert recognise(features, gold, prompts).verdict == "unknown"
    assert recognise(features, ~gold, prompts).auc is None


def test_the_area_is_the_share_of_pairs() -> None:
    """By hand: of three gold and two regular ones."""
    assert area(np.array([3.0, 1.0, 2.0, 2.0, 0.0]), np.array([True, True, True, False, False])) == (2 + 1 + 1.5) / 6


def test_features_are_the_same_in_either_order() -> None:
    """What is seen does not depend on which text is first; twins are alike, strangers are not."""
    assert features_of("Q", "en to tre", "fire") == features_of("Q", "fire", "en to tre")
    prompt, _words, difference, tokens, grams, *_bytes = features_of(" ", "en to tre", "en to tre")
    assert (prompt, difference, tokens, grams) == (0, 0, 1, 1)
    assert features_of("Q", "abc def", "uvw xyz")[3:5] == (0, 0)


@given(st.text(max_size=50), st.text(max_size=50), st.text(max_size=50))
def test_any_texts_have_features(prompt: str, first: str, second: str) -> None:
    """Empty, odd and half characters have finite features."""
    assert len(features_of(prompt, first, second)) == COLUMNS - 1
    assert np.isfinite(features_of(prompt, first, second)).all()


def test_what_is_chosen_looks_like_the_models() -> None:
    """From candidates of every length, those are taken that mirror the models, each once; a blind draw would not."""
    draws = np.random.default_rng(2)
    candidates, models = draws.uniform(0, 100, size=(400, 1)), draws.normal(30, 5, size=(200, 1))
    chosen = chosen_alike(candidates, models, 60, draws)
    assert len(set(chosen)) == 60
    assert abs(candidates[chosen].mean() - 30) < 3
    assert candidates[chosen].std() < 12 < candidates[draws.permutation(400)[:60]].std()
    assert sorted(chosen_alike(candidates[:5], models, 60, draws)) == [0, 1, 2, 3, 4]
    assert chosen_alike(candidates[:0], models, 60, draws) == []
