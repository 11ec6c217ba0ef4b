"""The scripts of data: whatever a text holds, it ends no script and reads back as it was."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from eval_core.campaigns.publishing.public_release import COLUMNS, Release
from eval_core.campaigns.publishing.release_facts import Facts
from eval_core.reports.site.pair_files import pair_files, script_json

HOSTILE = ("</script>", "<!--", "]]>", "\u2028\u2029", "&lt;", "'\"\\", "\U0001f600", "\x00", "${x}`")


def release(rows: list[dict[str, object]], *, texts: bool = True) -> Release:
    """A release of these judgments."""
    frame = pd.DataFrame(rows).reindex(columns=list(COLUMNS)).astype(object)
    return Release(
        slug="trial",
        title="Trial",
        is_demo=False,
        judgments=frame.where(frame.notna(), None),
        texts=texts,
        withheld=False,
        facts=Facts(),
        care={},
        annotators={},
        imported=0,
        protocols={},
        guideline_version="1",
        guidance=(),
        clarifications=(),
        faulty={},
    )


def row(model_a: str, model_b: str, choice: str, **more: object) -> dict[str, object]:
    facts = {"prompt": "P", "response_a": f"of {model_a}", "response_b": f"of {model_b}", "prompt_id": "p1"}
    return {**facts, "model_a": model_a, "model_b": model_b, "choice": choice, **more}


def given(files: dict[str, str], name: str) -> object:
    """What a file hands over."""
    text = files[name]
    start = min(place for sign in "[{" if (place := text.find(sign)) >= 0)
    return json.loads(text[start : text.rindex(")")])


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_ends_a_script(text: str) -> None:
    """Signs that mean something to HTML or to a script are escapes; JSON reads them as they were."""
    written = script_json({text: [text]})
    assert not set(written) & set("<>&\u2028\u2029")
    assert json.loads(written) == {text: [text]}


def test_counts_are_of_systems_not_of_sides() -> None:
    """Whichever was shown as A, a pair counts for the system; marks follow their text, and equal ones are counted."""
    marks = json.dumps([{"side": "A", "start": 0, "end": 2, "issue": "grammar"}])
    rows = [
        row("b", "a", "A is more fluent", marks=marks),
        row("b", "a", "A is more fluent", marks=marks),
        row("a", "b", "A is more fluent"),
        row("a", "b", "Equally fluent", tie_quality="both_well"),
        row(
            "a", "b", "B is more fluent", marks=json.dumps([{"side": "B", "start": None, "end": None, "issue": "flow"}])
        ),
    ]
    files = pair_files(release(rows))
    head = given(files, "pairs.js")
    assert isinstance(head, dict)
    assert head["systems"] == ["a", "b"]
    assert head["issues"] == ["grammar", "flow"]
    assert head["pairs"] == [[0, 0, 1, [1, 1, 3], [[1, 0, 0, 2, 2], [1, 1, -1, -1, 1]], [1, 0]]]
    assert given(files, "texts-0.js") == 0 or "texts(0,[[0," in files["texts-0.js"]
    assert '{"0":"of a","1":"of b"}' in files["texts-0.js"]


def test_prompts_come_as_people_count() -> None:
    """p2 is before p10; a prompt that has no name is one."""
    rows = [row("a", "b", "Equally fluent", prompt_id=name) for name in ("p10", "p2", None)]
    head = given(pair_files(release(rows)), "pairs.js")
    assert isinstance(head, dict)
    assert [prompt[0] for prompt in head["prompts"]] == [None, "p2", "p10"]


def test_without_texts_there_is_one_file() -> None:
    """Nothing but names and counts."""
    files = pair_files(release([row("a", "b", "Equally fluent")], texts=False))
    assert list(files) == ["pairs.js"]
    assert "of a" not in files["pairs.js"]


def test_texts_are_in_files_of_a_size() -> None:
    """A prompt's texts are in one file, and the head says in which."""
    rows = [row("a", "b", "Equally fluent", prompt_id=f"p{n}", response_a="x" * 90_000) for n in range(4)]
    head = given(files := pair_files(release(rows)), "pairs.js")
    assert isinstance(head, dict)
    assert (head["chunks"], head["chunk"]) == (2, [[0, 1], [2, 3]])
    assert all(len(text) < 400_000 for text in files.values())
