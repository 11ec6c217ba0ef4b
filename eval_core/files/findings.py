"""What is odd about a file that can be read: said before it is loaded, and no reason to refuse it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pandas as pd

from eval_core.errors import InputError
from eval_core.files.columns import prompt_keys
from eval_core.files.dialogue import spoken
from eval_core.files.escapes import has_escapes
from eval_core.files.health import ills_of
from eval_core.files.receipt import receipt_of, without
from eval_core.files.source import ROWS_SHOWN
from eval_core.files.standards import guess_standard, is_other_language
from eval_core.files.system_names import SystemNames

Oddity = Literal[
    "one_system",  # `names` has it: there is nothing to compare
    "no_comparison",  # no prompt has responses of two systems
    "few_systems",  # prompts that fewer systems answer than others do; `most` is how many do elsewhere
    "identical_texts",  # responses that are the same as another one to the same prompt
    "reference_is_response",  # responses that are the reference itself
    "empty_response",
    "other_standard",  # texts that seem to be in the other written standard; `looked` were looked at
    "same_prompt",  # prompts whose text has another id in an earlier row
    "names_system",  # responses with the name of a system of the file; `names` has what they write
    "api_error",  # an error of a program in place of a response
    "refusal",
    "special_tokens",  # what a model writes for itself, such as <|im_end|>
    "loop",
    "cut_text",
    "other_language",  # texts that seem to be in no Norwegian, where that is asked; `looked` were looked at
    "escapes",  # rows with a text in which escapes such as \\n and &amp; stand as characters
]
LEAVE_OUT = ("names_system", "api_error", "empty_response")
"""What can be left out, with its prompt. The guidelines judge the others."""
_ILLS: tuple[Oddity, ...] = ("api_error", "refusal", "special_tokens", "loop", "cut_text")
_LOOKED_AT = 2000  # texts whose written standard or language is guessed: half a second


@dataclass(frozen=True)
class Finding:
    """Something odd, how many times, and where it is first.

    Attributes:
        code: what it is.
        count: how many rows or prompts it concerns; 1 for what concerns the whole file.
        rows: the first of these rows in the file, at most ROWS_SHOWN.
        names: systems that it concerns, where it is about systems, or names that texts have.
        most: of few_systems: how many systems answer other prompts.
        looked: of other_standard and other_language: how many texts were looked at.
        systems: system -> how many of its texts, where it is about single texts.
    """

    code: Oddity
    count: int
    rows: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    most: int = 0
    looked: int = 0
    systems: Mapping[str, int] = field(default_factory=dict)


def findings_in_responses(frame: pd.DataFrame, *, norwegian: bool = False) -> list[Finding]:
    """What is odd about responses, as `read_responses` gives them.

    Args:
        norwegian: texts without a written standard should be Norwegian too.
    """
    keys, texts = prompt_keys(frame), _stripped(frame["response"])
    answers = pd.DataFrame({"key": keys, "text": texts})
    return [
        *_few_systems(keys, frame["system"]),
        *_found("identical_texts", answers.duplicated() & (texts != "")),
        *_found("reference_is_response", (texts != "") & (texts == _stripped(frame["reference"]))),
        *findings_in_texts(frame, norwegian=norwegian),
        *_other_standard(frame, ["response"]),
        *_same_prompt(frame),
    ]


def findings_in_pairs(frame: pd.DataFrame, *, norwegian: bool = False) -> list[Finding]:
    """What is odd about comparisons or gold comparisons, as their readers give them."""
    first, second = _stripped(frame["response_a"]), _stripped(frame["response_b"])
    known = frame["response_a"].notna() & frame["response_b"].notna()
    return [
        *_found("identical_texts", known & (first == second) & (first != "")),
        *findings_in_texts(frame, norwegian=norwegian),
        *_other_standard(frame, ["response_a", "response_b"]),
        *_same_prompt(frame),
    ]


def findings_in_judgments(frame: pd.DataFrame, *, norwegian: bool = False) -> list[Finding]:
    """What is odd about the texts of judgments; the same pair comes in many rows of them."""
    standard = _other_standard(frame, ["response_a", "response_b"])
    return [*findings_in_texts(frame, norwegian=norwegian), *standard]


def findings_in_texts(frame: pd.DataFrame, *, norwegian: bool = False) -> list[Finding]:
    """What is odd about single texts of responses, comparisons or judgments, each counted once."""
    texts = _texts(frame)
    if texts.empty:
        return []
    ills = texts["text"].map({text: ills_of(text) for text in texts["text"].unique()})
    named, names = _naming(texts)
    found = [replace(one, names=names) for one in _found("names_system", named, texts["system"])]
    for code in _ILLS:
        found += _found(code, ills.map(lambda ill, code=code: code in ill), texts["system"])
    found += _found("empty_response", texts["text"].map(_is_empty), texts["system"])
    # The language of an error or a loop says nothing about the system's.
    asked = texts[(norwegian | texts["standard"].notna()) & ~ills.map(lambda ill: bool(ill & {"api_error", "loop"}))]
    sample = _sample(asked)
    foreign = sample["text"].map(lambda text: is_other_language(spoken(text)))
    found += _found("other_language", foreign, sample["system"], looked=len(sample))
    return found + _found("escapes", _row_has_escapes(frame, texts))


def leave_out(frame: pd.DataFrame, kinds: Iterable[str]) -> pd.DataFrame:
    """The table without the prompts that have a faulty response, for all systems: else the failing one would gain.

    Raises:
        InputError: 'unknown_fault' for a kind that is none of LEAVE_OUT.
    """
    for kind in dict.fromkeys(kinds):
        if kind not in LEAVE_OUT:
            raise InputError("unknown_fault", kind=kind, known=", ".join(LEAVE_OUT))
        frame = _without_prompts(frame, kind)
    return frame


def _without_prompts(frame: pd.DataFrame, kind: str) -> pd.DataFrame:
    texts = _texts(frame)
    if kind == "names_system":
        bad, _names = _naming(texts)
    else:
        bad = texts["text"].map(_is_empty if kind == "empty_response" else lambda text: kind in ills_of(text))
    faulty = texts[bad.astype(bool)]
    keys = prompt_keys(frame)
    left = without(frame, keys.isin(faulty["key"].dropna()) | frame.index.isin(faulty.index), kind)
    if left is not frame:
        prompts = {str(key): tuple(map(str, names)) for key, names in faulty.groupby("key")["system"]}
        left.attrs["receipt"] = receipt_of(left).of_texts(kind, prompts)
    return left


def _texts(frame: pd.DataFrame) -> pd.DataFrame:
    """Each response once: key and text of its prompt, standard, system and text; index the first row that has it."""
    sides = ("",) if "response" in frame else ("_a", "_b")
    keys, parts = prompt_keys(frame), []
    for side in sides:
        text = frame[f"response{side}"] if side else frame["response"].fillna("")
        one = {"key": keys, "prompt": frame["prompt"], "standard": frame["written_standard"]}
        parts.append(pd.DataFrame({**one, "system": frame[f"system{side}"], "text": text}))
    texts = pd.concat(parts)
    texts = texts[texts["text"].notna()].astype({"text": object})
    return texts[~texts.duplicated(["key", "system", "text"])].sort_index(kind="stable")


def _naming(texts: pd.DataFrame) -> tuple[pd.Series[Any], tuple[str, ...]]:
    """Which texts have a name of a system, and the names that are there, the most frequent first."""
    names = SystemNames(texts["system"].dropna().unique())
    prompts = texts["prompt"].astype(object).where(texts["prompt"].notna(), "")
    found = [names.in_text(text, prompt) for text, prompt in zip(texts["text"], prompts, strict=True)]
    often = Counter(name for one in found for name in one).most_common(ROWS_SHOWN)
    return pd.Series([bool(one) for one in found], index=texts.index), tuple(name for name, _times in often)


def _is_empty(text: str) -> bool:
    return not spoken(text).strip()


def _row_has_escapes(frame: pd.DataFrame, texts: pd.DataFrame) -> pd.Series[Any]:
    """Which rows have a prompt or a response with escapes; each text counts where it stands first."""
    said = frame["prompt"].dropna().astype(object)
    both = pd.concat([said[~said.duplicated()], texts["text"]])
    rows: pd.Series[Any] = both.map(has_escapes).groupby(level=0).any()
    return rows


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
        "names_system": f"responses that name a system of the file ({', '.join(finding.names)}): {count}",
        "api_error": f"responses that seem to be an error of a program: {count}",
        "refusal": f"responses that seem to be a refusal: {count}",
        "special_tokens": f"responses with tokens that a model writes for itself, such as <|im_end|>: {count}",
        "loop": f"responses that say the same again and again: {count}",
        "cut_text": f"responses that seem to be cut short: {count}",
        "other_language": f"responses that seem to be in another language than Norwegian: {count} of {finding.looked}"
        " looked at",
        "escapes": f"texts in which escapes such as \\n and &amp; stand as characters: {count}; --decode decodes them",
    }
    rows = ", ".join(map(str, finding.rows))
    said = texts[finding.code] + (f" (rows {rows}{', …' if count > len(finding.rows) else ''})" if rows else "")
    if finding.systems:
        said += ": " + ", ".join(f"{system} {number}" for system, number in finding.systems.items())
    return said + (f"; --leave-out {finding.code} leaves out their prompts" if finding.code in LEAVE_OUT else "")


def _found(code: Oddity, rows: pd.Series[Any], systems: pd.Series[Any] | None = None, **facts: Any) -> list[Finding]:
    """A finding for the rows where this holds, none without any; `systems` says whose text a row has."""
    holds = rows.fillna(False).to_numpy(dtype=bool)
    where = rows.index[holds]
    if not len(where):
        return []
    whose = {} if systems is None else _per_system(systems[holds])
    return [Finding(code, len(where), tuple(map(int, where.unique()[:ROWS_SHOWN])), systems=whose, **facts)]


def _per_system(systems: pd.Series[Any]) -> dict[str, int]:
    return {str(name): int(number) for name, number in systems.value_counts().items() if number}


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
    sample = _sample(texts)
    pairs = zip(sample["text"], sample["written_standard"], strict=True)
    other = [guess_standard(spoken(str(text))) not in (None, standard) for text, standard in pairs]
    wrong = pd.Series(other, index=sample.index).groupby(level=0).any()
    return _found("other_standard", wrong, looked=len(sample))


def _sample(texts: pd.DataFrame) -> pd.DataFrame:
    """At most `_LOOKED_AT` of the texts, from the whole file."""
    return texts.iloc[:: max(1, -(-len(texts) // _LOOKED_AT))]
