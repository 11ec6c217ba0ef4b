"""What is said of agreement, for every degree of it and every reason why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from eval_core.agreement import Agreement, AgreementWarning, Measures, agreement
from eval_core.locales import use_language
from eval_core.reports.agreement_words import (
    CROWD_ALPHA,
    agreement_cells,
    agreement_header,
    agreement_notes,
    agreement_verdict,
    ties_note,
)

SHARE = "Two annotators give the same answer 71% of the time, on 40 comparisons that both judged."
NO_INTERVALS: Measures[Any] = Measures(None, None, None, None, None)


def found(
    alpha: float | None, *warnings: AgreementWarning, items: int = 40, intervals: Measures[Any] = NO_INTERVALS
) -> Agreement:
    """Two annotators who agreed on 71% of some comparisons, with this ordinal alpha."""
    return Agreement(items, 2, Measures(0.714, 0.3, alpha, 0.6, 0.85), intervals, 0.95, 1000, 0, (), warnings)


def nothing(*codes: str) -> Agreement:
    """No agreement at all, for these reasons."""
    warnings = tuple(AgreementWarning(code, "") for code in codes)
    return Agreement(0, 0, NO_INTERVALS, NO_INTERVALS, 0.95, 1000, 0, (), warnings)


def test_no_degree_without_a_comparable_study() -> None:
    """Agreement is not called good or bad: next to α is that of a published study."""
    said = agreement_verdict(found(0.41))
    assert said == (
        f"{SHARE} Krippendorff's α is 0.41; it was 0.29 among crowd workers who compared answers by language models "
        "(llmfao, Ustalov 2023)."
    )


@pytest.mark.parametrize(
    ("alpha", "low", "sentence"),
    [
        (-0.3, None, "That is no more than chance: read the guidelines together."),
        (0.0, -0.1, "That is no more than chance: read the guidelines together."),
        (0.3, -0.1, "That may be no more than chance: there are too few judgments to say."),
    ],
)
def test_no_more_than_chance(alpha: float, low: float | None, sentence: str) -> None:
    """An interval that reaches 0 is said, and no study is next to it."""
    intervals: Measures[Any] = Measures(None, None, None if low is None else (low, 0.6), None, None)
    assert agreement_verdict(found(alpha, intervals=intervals)) == f"{SHARE} {sentence}"


def test_agreement_without_ties_is_next_to_what_others_report() -> None:
    """With its source, and what guessing gives; nothing where there are only ties."""
    said = ties_note(found(0.3))
    assert "agree in 85% of them here; 81% was reported for people on MT-Bench (Zheng et al. 2023)" in said
    assert ties_note(nothing()) == ""


def test_the_crowd_is_that_of_the_published_data(shared_data: Path) -> None:
    """α of the study next to ours is computed from its judgments."""
    raw = pd.read_csv(shared_data / "llmfao" / "crowd-comparisons.csv")
    outcome = raw["winner"].map({"left": "first", "right": "second", "tie": "tie"})
    columns = {"first": raw["left"], "second": raw["right"], "outcome": outcome}
    crowd = agreement(pd.DataFrame({**columns, "annotator": raw["worker"], "prompt": raw["prompt"]}), resamples=0)
    assert crowd.estimates.alpha_ordinal == pytest.approx(CROWD_ALPHA, abs=5e-4)


def test_without_alpha_no_degree() -> None:
    """Where alpha is not defined, only the share is given; the note says why."""
    same = found(None, AgreementWarning("one_category", ""))
    assert agreement_verdict(same) == SHARE
    assert agreement_notes(same) == [
        "All judgments of shared comparisons are the same, so that α is not defined.",
    ]


def test_one_shared_comparison() -> None:
    """A single comparison is in the singular, and the note says that there are no intervals."""
    single = found(None, AgreementWarning("one_item", ""), items=1)
    assert agreement_verdict(single).endswith("71% of the time, on 1 comparison that both judged.")
    assert agreement_notes(single) == ["Only one comparison is shared, so there are no intervals."]


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (("one_annotator",), "Agreement needs at least two annotators."),
        (("no_shared_item",), "No comparison has been judged by two annotators yet."),
        (("unplaced", "one_annotator"), "Agreement needs at least two annotators."),
        ((), "No comparison has been judged by two annotators yet."),
    ],
)
def test_nothing_shared(codes: tuple[str, ...], expected: str) -> None:
    """Without shared comparisons the verdict is the reason, whatever else is warned of."""
    assert agreement_verdict(nothing(*codes)) == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (("one_annotator",), "There are no judgments yet."),
        (("unplaced", "one_annotator"), "It is not known who judged what, so agreement cannot be computed."),
    ],
)
def test_no_annotator_at_all(codes: tuple[str, ...], expected: str) -> None:
    """Without any known annotator nobody is asked to find a second one."""
    warnings = tuple(AgreementWarning(code, "", {"annotators": 0, "count": 3}) for code in codes)
    none = Agreement(0, 0, NO_INTERVALS, NO_INTERVALS, 0.95, 1000, 0, (), warnings)
    assert agreement_verdict(none) == expected
    left_out = ["3 judgments are left out: their annotators or prompts are not known."]
    assert agreement_notes(none) == (left_out if "unplaced" in codes else [])


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((), []),
        ((1,), ["1 judgment is left out: its annotator or its prompt is not known."]),
        ((2, 3), ["5 judgments are left out: their annotators or prompts are not known."]),
    ],
)
def test_judgments_left_out_are_counted_once(counts: tuple[int, ...], expected: list[str]) -> None:
    """All that could not be placed are one note with their sum."""
    warnings = [AgreementWarning("unplaced", "", {"count": count}) for count in counts]
    assert agreement_notes(found(0.3, *warnings)) == expected


def test_the_table_has_a_dash_for_what_does_not_exist() -> None:
    """Value and both ends of the interval per measure, with two decimals; a missing one is a dash, a minus is one."""
    intervals: Measures[Any] = Measures((0.6, 0.8), None, (-0.101, 0.31), (0.5, 0.7), None)
    assert agreement_header() == ["Measure", "Value", "From", "To"]
    assert agreement_cells(found(None, intervals=intervals)) == [
        ["Share of equal judgments", "0.71", "0.60", "0.80"],
        ["The same without ties", "0.85", "–", "–"],
        ["Krippendorff's α, ordinal", "–", "−0.10", "0.31"],
        ["Krippendorff's α, nominal", "0.30", "–", "–"],
        ["Gwet's AC1", "0.60", "0.50", "0.70"],
    ]


@pytest.mark.parametrize(
    ("language", "verdict", "measure"),
    [
        (
            "nb",
            (
                "To vurderere svarer det samme i 71\N{NO-BREAK SPACE}% av tilfellene, på 40 sammenligninger begge har vurdert."
                " Krippendorffs α er 0,30. Blant innleide vurderere som sammenlignet svar fra språkmodeller, var den 0,29 (llmfao, Ustalov 2023)."
            ),
            ["Andel like vurderinger", "0,71", "–", "–"],
        ),
        (
            "nn",
            (
                "To vurderarar svarar det same i 71\N{NO-BREAK SPACE}% av tilfella, på 40 samanlikningar begge har vurdert."
                " Krippendorffs α er 0,30. Blant innleigde vurderarar som samanlikna svar frå språkmodellar, var han 0,29 (llmfao, Ustalov 2023)."
            ),
            ["Andel like vurderingar", "0,71", "–", "–"],
        ),
    ],
)
def test_in_norwegian(language: str, verdict: str, measure: list[str]) -> None:
    """Sentences, measures and decimals are the reader's."""
    use_language(language)
    assert agreement_verdict(found(0.3)) == verdict
    assert agreement_cells(found(0.3))[0] == measure
