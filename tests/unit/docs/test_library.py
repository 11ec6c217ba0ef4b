"""The guide to the library does what it says: its code runs, prints what stands there, and its SQL counts."""

from __future__ import annotations

import inspect
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pandas as pd
from sqlalchemy import select, text, update

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.ranking import rank, rank_counts
from eval_core.store import Comparison, Person, Store
from tests.support.reading import ROOT, Block, blocks, first_cells, text_of
from tests.support.running import verdicts

PAGE = text_of(ROOT / "docs" / "library.md")


def disagreements(found: list[Block]) -> list[tuple[str, str]]:
    """What blocks of Python print and what the block of text under each says, where these differ."""
    names: dict[str, Any] = {}
    wrong = []
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block.language != "python":
            continue
        said = io.StringIO()
        with redirect_stdout(said):
            exec(compile(block.body, f"docs/library.md, {block.heading}", "exec"), names)  # noqa: S102
        expected = after.body if after is not None and after.language == "text" else ""
        if said.getvalue() != expected:
            wrong.append((said.getvalue(), expected))
    return wrong


def test_every_block_runs_and_prints_what_stands_under_it() -> None:
    """A reader who pastes the blocks one after the other sees the output of the page."""
    assert disagreements(blocks(PAGE)) == []


def test_a_wrong_output_is_caught() -> None:
    """Another output, and an output that the page does not show, are seen."""
    block = Block("python", "", "x", "print(1)\n")
    assert disagreements([block, Block("text", "", "x", "2\n")]) == [("1\n", "2\n")]
    assert disagreements([block]) == [("1\n", "")]


def test_the_table_names_every_argument() -> None:
    """No argument of `rank` is left out of the table, and none is invented."""
    named = [name for cell in first_cells(PAGE, "argument") for name in re.findall(r"`(\w+)`", cell)]
    arguments = list(inspect.signature(rank).parameters)
    assert sorted(named) == sorted(arguments[1:])
    assert set(inspect.signature(rank_counts).parameters) <= {"counts", *arguments}


def test_the_statement_for_our_database_counts_what_a_ranking_counts(store: Store, tmp_path: Path) -> None:
    """Its counts are those of the votes that a ranking reads, turned pairs, judges and identical responses included."""
    rows = verdicts() + [{**row, "left": row["right"], "right": row["left"], "worker": "Liv"} for row in verdicts()[:7]]
    file = tmp_path / "judged.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    create_campaign(store, "trial")
    import_judgments(store, file, "trial")
    with store.write() as db:
        db.execute(update(Person).where(Person.name == "Ola").values(kind="judge"))
        db.scalars(select(Comparison)).first().identical = True  # type: ignore[union-attr]
    (statement,) = (block.body for block in blocks(PAGE) if (block.language, block.kind) == ("sql", "parvis"))
    with store.read() as db:
        counts = pd.DataFrame(db.execute(text(statement)).mappings().all())
    votes = read_votes(store, "trial")
    assert 5 < len(votes) == counts["n"].sum() < len(rows)
    columns = ["first", "second", "outcome", "order_known"]
    expected = votes.groupby(columns).size()
    found = counts.astype({"order_known": bool}).set_index(columns)["n"]
    assert found.to_dict() == expected.to_dict()
    assert rank_counts(counts, position_effect=True) == rank(votes[columns], position_effect=True, cluster="none")
