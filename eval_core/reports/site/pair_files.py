"""Every compared pair as scripts that hold nothing but data: a page that is opened from disk can read no other files.

Texts come from outside. In these files no character ends a script or begins a tag, so they stay texts in any browser.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pandas as pd

from eval_core.campaigns.publishing.public_release import Release
from eval_core.files.dialogue import told
from eval_core.locales import natural
from eval_core.reports.bundle.recomputation import OUTCOMES

_CHUNK = 150_000  # characters of texts in one file, about
_UNSAFE = {character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_ESCAPES = str.maketrans(_UNSAFE)


def pair_files(release: Release) -> dict[str, str]:
    """The files by name: `pairs.js` with all but the texts, and `texts-0.js` and so on where there are texts."""
    systems = sorted({*release.judgments["model_a"], *release.judgments["model_b"]})
    place = {name: index for index, name in enumerate(systems)}
    issues: dict[str, int] = {}
    prompts: list[list[Any]] = []
    pairs: list[list[Any]] = []
    texts: list[list[Any]] = []
    by_prompt = release.judgments.groupby("prompt_id", sort=False, dropna=False)
    for name, of in sorted(by_prompt, key=lambda group: natural(str(group[0]))):
        number = len(prompts)
        first = of.iloc[0]
        prompts.append([_known(name), _known(first["written_standard"]), _known(first["category"])])
        for (one, two), rows in of.groupby(_sides(of), sort=True):
            pairs.append([number, place[one], place[two], *_judged(rows, str(one), issues)])
        if release.texts:
            texts.append([number, told(first["prompt"] or ""), _responses(of, place)])
    chunks = _chunks(texts)
    head = {
        "systems": systems,
        "issues": list(issues),
        "prompts": prompts,
        "pairs": pairs,
        "chunks": len(chunks),
        "chunk": [[chunk[0][0], chunk[-1][0]] for chunk in chunks],
    }
    files = {"pairs.js": f"parvis.start({script_json(head)});\n"}
    files |= {f"texts-{i}.js": f"parvis.texts({i},{script_json(chunk)});\n" for i, chunk in enumerate(chunks)}
    return files


def script_json(value: Any) -> str:
    """JSON that can be put into a script: no '<', '>' or '&', and no sign that ends a line of a script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(_ESCAPES)


def _sides(rows: pd.DataFrame) -> list[pd.Series[str]]:
    """The two systems of each row, in canonical order."""
    sides = rows[["model_a", "model_b"]]
    return [sides.min(axis=1).rename("one"), sides.max(axis=1).rename("two")]


def _judged(rows: pd.DataFrame, one: str, issues: dict[str, int]) -> list[Any]:
    """How often each was preferred; what was found, as [side, issue, start, end, times]; and of ties which kind."""
    counts: Counter[str] = Counter()
    found: Counter[tuple[int, int, int, int]] = Counter()
    for row in rows.to_dict("records"):
        straight = row["model_a"] == one
        outcome = OUTCOMES[row["choice"]]
        counts[outcome if straight or outcome == "tie" else "second" if outcome == "first" else "first"] += 1
        for mark in json.loads(row["marks"]) if row["marks"] else ():
            side = 0 if (mark["side"] == "A") == straight else 1
            issue = issues.setdefault(mark["issue"], len(issues))
            start, end = (-1, -1) if mark["start"] is None else (mark["start"], mark["end"])
            found[side, issue, start, end] += 1
    qualities = Counter(rows["tie_quality"].dropna())
    marks = [[*mark, times] for mark, times in sorted(found.items())]
    return [
        [counts[name] for name in ("first", "tie", "second")],
        marks,
        [qualities["both_well"], qualities["both_badly"]],
    ]


def _responses(rows: pd.DataFrame, place: Mapping[str, int]) -> dict[str, str]:
    """The texts of a prompt by the number of their system."""
    found = {}
    for side in ("a", "b"):
        for system, text in zip(rows[f"model_{side}"], rows[f"response_{side}"], strict=True):
            found[place[system]] = told(text or "")
    return {str(number): found[number] for number in sorted(found)}


def _chunks(texts: list[list[Any]]) -> list[list[list[Any]]]:
    """The prompts' texts in files of about the same size; a prompt is in one file."""
    chunks: list[list[list[Any]]] = []
    size = _CHUNK
    for prompt in texts:
        if size >= _CHUNK:
            chunks.append([])
            size = 0
        chunks[-1].append(prompt)
        size += len(prompt[1]) + sum(map(len, prompt[2].values()))
    return chunks


def _known(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
