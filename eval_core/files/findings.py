"""What is odd about a file that can be read: said before it is loaded, and no reason to refuse it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from eval_core.files.columns import prompt_keys
from eval_core.files.source import ROWS_SHOWN
from eval_core.files.standards import guess_standard

Oddity = Literal[
    "one_system",  # `names` has it: there is nothing to compare
    "no_comparison",  # no prompt has responses of two systems
    "few_systems",  # prompts that fewer systems answer than others do; `most` is how many do elsewhere
    "identical_texts",  # responses that are the same as another one to the same prompt
    "reference_is_response",  # responses that are the reference itself
    "empty_response",
    "other_standard",  # texts that seem to be in the other written standard; `looked` were looked at
    "same_prompt",  # prompts whose text has another id in an earlier row
]
_LOOKED_AT = 2000  # texts whose written standard is guessed: half a second


@dataclass(frozen=True)
class Finding:
    """Something odd, how many times, and where it is first.

    Attributes:
        code: what it is.
        count: how many rows or prompts it concerns; 1 for what concerns the whole file.
        rows: the first of these rows in the file, at most ROWS_SHOWN.
        names: systems that it concerns, where it is about systems.
        most: of few_systems: how many systems answer other prompts.
        looked: of other_standard: how many texts were looked at.
    """

    code: Oddity
    count: int
    rows: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    most: int = 0
    looked: int = 0


def findings_in_responses(frame: pd.DataFrame) -> list[Finding]:
    """What is odd about responses, as `read_responses` gives them."""
    keys, texts = prompt_keys(frame), _stripped(frame["response"])
    answers = pd.DataFrame({"key": keys, "text": texts})
    return [
        *_few_systems(keys, frame["system"]),
        *_found("identical_texts", answers.duplicated() & (texts != "")),
        *_found("reference_is_response", (texts != "") & (texts == _stripped(frame["reference"]))),
        *_found("empty_response", texts == ""),
        *_other_standard(frame, ["response"]),
        *_same_prompt(frame),
    ]


def findings_in_pairs(frame: pd.DataFrame) -> list[Finding]:
    """What is odd about comparisons, gold comparisons or judgments, as their readers give them."""
    first, second = _stripped(frame["response_a"]), _stripped(frame["response_b"])
    known = frame["response_a"].notna() & frame["response_b"].notna()
    return [
        *_found("identical_texts", known & (first == second) & (first != "")),
        *_found("empty_response", known & ((first == "") | (second == ""))),
        *_other_standard(frame, ["response_a", "response_b"]),
        *_same_prompt(frame),
    ]


def finding_text(finding: Finding) -> str:
    """The finding as an English line for the command line."""
    count = finding.count
    texts = {
        "one_system": f"there is one system only ({', '.join(finding.names)}): nothing can be compared",
        "no_comparison": "no prompt has responses of two systems: nothing can be compared",
        "few_systems": f"prompts that fewer than {finding.most} systems answer: {count}",
        "identical_texts": f"texts that are the same as another one to the same prompt: {count}",
        "reference_is_response": f"responses that are the reference itself: {count}",
        "empty_response": f"empty responses: {count}",
        "other_standard": f"texts that seem to be in the other written standard: {count} of {finding.looked} looked at",
        "same_prompt": f"prompts whose text has another prompt_id before: {count}",
    }
    rows = ", ".join(map(str, finding.rows))
    return texts[finding.code] + (f" (rows {rows}{', …' if count > len(finding.rows) else ''})" if rows else "")


def _found(code: Oddity, rows: pd.Series[Any], **facts: Any) -> list[Finding]:
    """A finding for the rows where this holds, none without any."""
    where = rows.index[rows.fillna(False).to_numpy(dtype=bool)]
    return [Finding(code, len(where), tuple(map(int, where[:ROWS_SHOWN])), **facts)] if len(where) else []


def _stripped(texts: pd.Series[Any]) -> pd.Series[Any]:
    return texts.fillna("").astype("str").str.strip()


def _few_systems(keys: pd.Series[Any], systems: pd.Series[Any]) -> list[Finding]:
    counts = systems.groupby(keys, sort=False).nunique()
    most = int(counts.max()) if len(counts) else 0
    few = keys.isin(counts.index[counts < most]) & ~keys.duplicated()
    return _found("few_systems", few, most=most)


def _same_prompt(frame: pd.DataFrame) -> list[Finding]:
    known = frame.loc[frame["prompt_id"].notna() & frame["prompt"].notna(), ["prompt_id", "prompt", "written_standard"]]
    different = known.drop_duplicates("prompt_id")
    return _found("same_prompt", different.duplicated(["prompt", "written_standard"]))


def _other_standard(frame: pd.DataFrame, columns: Sequence[str]) -> list[Finding]:
    """Rows with a text that is surely in the other written standard, among an even sample of all."""
    texts = pd.concat([frame.loc[frame["written_standard"].notna(), ["written_standard", name]].set_axis(
        ["written_standard", "text"], axis=1) for name in columns])  # fmt: skip
    texts = texts[texts["text"].notna()]
    if texts.empty:
        return []
    sample = texts.iloc[:: -(-len(texts) // _LOOKED_AT)]
    pairs = zip(sample["text"], sample["written_standard"], strict=True)
    other = [guess_standard(str(text)) not in (None, standard) for text, standard in pairs]
    wrong = pd.Series(other, index=sample.index).groupby(level=0).any()
    return _found("other_standard", wrong, looked=len(sample))
