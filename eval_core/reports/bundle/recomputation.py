"""Computes each number of numbers.json again from judgments.parquet and controls.parquet in the same folder.

    pip install parvis
    python compute.py

It says how many numbers are the same, names those that are not, and then exits with 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.agreement import Agreement, agreement
from eval_core.errors import InputError
from eval_core.files.columns import UNKNOWN_PROMPTS
from eval_core.ranking import Ranking, rank
from eval_core.ranking.diagnostics.diagnosis import Diagnosis, diagnose
from eval_core.ranking.robustness import Robustness, robustness

# As `written_choices` writes them: under the Norwegian fluency protocol, and under any other.
OUTCOMES = {"A is more fluent": "first", "B is more fluent": "second", "Equally fluent": "tie"} | {
    "A": "first",
    "B": "second",
    "tie": "tie",
}
# Of the same versions on the same processor all digits are equal; on another the last ones may differ.
TOLERANCE = 1e-6
SHOWN = 20


@dataclass(frozen=True)
class Part:
    """The results of one written standard, or of all judgments.

    Attributes:
        counts: judgments, ties, annotators, prompts and systems.
        with_position, with_length: the ranking with that effect in the model, None where it cannot be estimated.
    """

    counts: Mapping[str, int]
    ranking: Ranking
    with_position: Ranking | None
    with_length: Ranking | None
    agreement: Agreement


@dataclass(frozen=True)
class Firmness:
    """What a part's ranking hangs on, and whether its model fits: None where the judgments measure no difference."""

    robustness: Robustness
    diagnosis: Diagnosis | None


@dataclass(frozen=True)
class Control:
    """First answers to gold comparisons, or to repeats: how many, and how many as expected (or as before)."""

    answers: int
    as_expected: int


def parts_of(judgments: pd.DataFrame, choices: Mapping[str, Any]) -> dict[str, Part]:
    """The results under the choices of numbers.json, by the names of the parts."""
    parts = {}
    for name in choices["parts"]:
        votes = votes_of(judgments, None if name == "all" else name)
        options = {"model": choices["model"], "level": choices["level"], "seed": choices["seed"]}
        counts = {
            "judgments": len(votes),
            "ties": int((votes["outcome"] == "tie").sum()),
            "annotators": votes["annotator"].nunique(),
            "prompts": votes["prompt"].nunique(),
            "systems": pd.concat([votes["first"], votes["second"]]).nunique(),
        }
        parts[name] = Part(
            counts,
            rank(votes, **options),
            with_effect(votes, position_effect=True, **options),
            with_effect(votes, length_covariate=True, **options),
            agreement(votes, level=choices["level"], seed=choices["seed"]),
        )
    return parts


def firmness_of(judgments: pd.DataFrame, parts: Mapping[str, Part]) -> dict[str, Firmness]:
    """How firm each part's ranking is."""
    firmness = {}
    for name, part in parts.items():
        votes = votes_of(judgments, None if name == "all" else name)
        firmness[name] = Firmness(robustness(part.ranking, votes), diagnose(part.ranking, votes))
    return firmness


def votes_of(judgments: pd.DataFrame, written_standard: str | None) -> pd.DataFrame:
    """The judgments that count, as `rank` and `agreement` take them."""
    kept = judgments[judgments["counts"]]
    if written_standard is not None:
        kept = kept[kept["written_standard"] == written_standard]
    return pd.DataFrame(
        {
            "first": kept["model_a"],
            "second": kept["model_b"],
            "outcome": kept["choice"].map(OUTCOMES),
            "annotator": kept["annotator_id"],
            "prompt": kept["prompt_id"].mask(kept["prompt_id"].isin(UNKNOWN_PROMPTS)),
            "order_known": kept["order_known"],
            "length_first": kept["length_a"].astype("Float64"),
            "length_second": kept["length_b"].astype("Float64"),
        }
    ).reset_index(drop=True)


def with_effect(votes: pd.DataFrame, **options: Any) -> Ranking | None:
    """The ranking with one more effect in the model."""
    asked = "length_first" if "length_covariate" in options else "order_known"
    if not (votes[asked].notna() if asked == "length_first" else votes[asked]).any():
        return None
    try:
        found = rank(votes, **options)
    except InputError:
        return None
    return found if (found.has_length if asked == "length_first" else found.has_position) else None


def controls_of(answers: pd.DataFrame) -> dict[str, Control]:
    """How gold comparisons and repeats were answered by those whose judgments count."""
    counted = answers[answers["counts"]]
    controls = {}
    for name, kind in (("gold", "gold"), ("repeats", "repeat")):
        as_expected = counted.loc[counted["kind"] == kind, "as_expected"]
        controls[name] = Control(len(as_expected), int(as_expected.sum()))
    return controls


def document(
    parts: Mapping[str, Part], firmness: Mapping[str, Firmness], controls: Mapping[str, Control]
) -> dict[str, Any]:
    """The results as they are in numbers.json."""
    return {
        "parts": {name: _of_part(part, firmness[name]) for name, part in parts.items()},
        "controls": {name: {"answers": of.answers, "as_expected": of.as_expected} for name, of in controls.items()},
    }


def _of_part(part: Part, firm: Firmness) -> dict[str, Any]:
    agreed = part.agreement.as_dict()
    del agreed["annotator_pairs"]  # parvis agreement judgments.parquet
    return {
        "counts": dict(part.counts),
        "ranking": part.ranking.as_dict(),
        **_effects(part.with_position, "position"),
        **_effects(part.with_length, "length"),
        "agreement": agreed,
        "robustness": asdict(firm.robustness),
        "diagnostics": firm.diagnosis.as_dict() if firm.diagnosis else None,
    }


def _effects(ranking: Ranking | None, name: str) -> dict[str, Any]:
    """The effect of the only component, and that of each."""
    found = ranking.as_dict() if ranking else {}
    return {name: found.get(name), f"{name}s": found.get(f"{name}s")}


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and text of a document with its place."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from leaves(inner, f"{place}/{key}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{place}/{number}")
    else:
        yield place, value


def differences(published: Any, again: Any) -> tuple[int, int, list[str]]:
    """How many values there are, how many are equal to the last digit, and those that differ by more than rounding."""
    before, after = dict(leaves(published)), dict(leaves(again))
    found, equal = [], 0
    for place in [*before, *(place for place in after if place not in before)]:
        old, new = before.get(place, "missing"), after.get(place, "missing")
        if old == new and type(old) is type(new):
            equal += 1
        elif not (
            isinstance(old, int | float)
            and isinstance(new, int | float)
            and abs(old - new) <= TOLERANCE * max(1.0, abs(old))
        ):
            found.append(f"{place}: published {old}, computed {new}")
    return len(before), equal, found


def main(folder: Path) -> int:
    """Compare what is published with what is computed; the exit code."""
    published = json.loads((folder / "numbers.json").read_text(encoding="utf-8"))
    judgments, answers = (pd.read_parquet(folder / f"{name}.parquet") for name in ("judgments", "controls"))
    parts = parts_of(judgments, published["choices"])
    again = document(parts, firmness_of(judgments, parts), controls_of(answers))
    number, equal, found = differences(published["results"], json.loads(json.dumps(again)))
    for line in found[:SHOWN]:
        print(line)
    if found:
        print(f"{len(found)} of {number} values differ from numbers.json")
        return 1
    print(f"{number} values computed again: all the same, {equal} of them to the last digit")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent))
