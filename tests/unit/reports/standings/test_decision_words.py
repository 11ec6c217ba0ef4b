"""What is said of a ranking's decisions, from a board of one decided pair to one of many systems."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

import pandas as pd
import pytest

from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.ranking.results import Ranking
from eval_core.reports.chance_words import chance_sentence
from eval_core.reports.figure_words import forest_words
from eval_core.reports.standings.decision_words import ahead, odds_sentence, out_of_ten, verdict
from eval_core.reports.standings.ranking_table import NAMES, ranking_table, table_notes

FRAME = pd.DataFrame(
    [("a", "b", "first"), ("b", "a", "first"), ("a", "b", "tie"), ("a", "b", "first")] * 6,
    columns=["first", "second", "outcome"],
)


def board(names: str, decided: Collection[str], **ranges: tuple[float, float]) -> Ranking:
    """A ranking in the order of `names` (one letter a system), in which the pairs `decided` ('ab') are decided.

    Rank ranges follow from the decisions; intervals of a system may be given, else all are alike.
    """
    plain = rank(FRAME)
    size, first = len(names), plain.systems[0]
    rows, pairs = [], []
    for place, name in enumerate(names):
        low, high = ranges.get(name, (-0.5, 0.5))
        rows.append(
            replace(
                first,
                system=name,
                rank=place + 1,
                rank_low=1 + sum(pair[1] == name for pair in decided),
                rank_high=size - sum(pair[0] == name for pair in decided),
                strength=float(size - place),
                low=low,
                high=high,
            )
        )
    for one, two in combinations(sorted(names), 2):
        pair = replace(plain.pairs[0], system=one, opponent=two, decided=one + two in decided or two + one in decided)
        pairs.append(pair)
    return replace(plain, systems=tuple(rows), pairs=tuple(pairs), components=(tuple(sorted(names)),))


@pytest.mark.parametrize(
    ("names", "decided", "expected"),
    [
        ("ab", ("ab",), "a ranks first. Every pair is decided."),
        ("abc", (), "No system can be ruled out as the first. No pair is decided yet."),
        ("abc", ("ab", "ac"), "a ranks first. Every pair is decided except b – c."),
        (
            "abcd",
            ("ad", "bd"),
            "The first is one of a, b and c. 2 of 6 pairs are decided: a ahead of d; b ahead of d.",
        ),
        ("abcd", ("ac", "ad"), "The first is one of a and b. 2 of 6 pairs are decided: a ahead of c and d."),
    ],
)
def test_who_leads_and_what_is_decided(names: str, decided: Collection[str], expected: str) -> None:
    """The leaders come first, then the decided pairs by name; where few are open, these."""
    assert verdict(board(names, decided)) == expected


def test_the_leader_and_the_last_row_are_not_one_set() -> None:
    """Who is undecided only because little is known is not listed with those in front of whom others are ruled out."""
    said = verdict(board("abcd", ("ac", "ab", "bc")))
    assert said.startswith("a leads, but that is not decided yet. Not ruled out either, though far less is known: d.")
    both = verdict(board("abcde", ("ac", "ad", "bc", "bd")))
    assert both.startswith("The first is one of a and b. Not ruled out either, though far less is known: e.")


def test_of_many_systems_the_decided_pairs_are_counted() -> None:
    """Beyond four names, or four systems with someone behind them, it is numbers; the table has the rest."""
    names = "abcdefgh"
    decided = [names[i] + names[j] for i, j in combinations(range(8), 2) if j - i > 1]
    said = verdict(board(names, decided))
    assert said.endswith(
        "21 of 28 pairs are decided: a ahead of 6 systems; b ahead of 5 systems; c ahead of 4 systems; "
        "d ahead of 3 systems; the others in the table."
    )
    assert verdict(board("abcdef", ["a" + name for name in "bcdef"])).endswith(": a ahead of 5 systems.")


def test_ahead_is_in_the_rankings_order() -> None:
    """Each system has those that it is decided to be ahead of, whatever the order of the pair's names."""
    assert ahead(board("cab", ("ca", "cb"))) == {"c": ["a", "b"], "a": [], "b": []}


@pytest.mark.parametrize(
    ("chance", "expected"),
    [(0.0, "0"), (0.001, "<\N{NO-BREAK SPACE}1"), (0.049, "<\N{NO-BREAK SPACE}1"), (0.06, "1"), (0.66, "7")],
)
def test_out_of_ten(chance: float, expected: str) -> None:
    """A whole number of ten; certainty is never feigned."""
    assert out_of_ten(chance) == expected
    assert out_of_ten(0.97) == ">\N{NO-BREAK SPACE}9"
    assert out_of_ten(1.0) == "10"


def test_what_a_difference_means() -> None:
    """The first against the second in ten judgments; nothing where unknown, or in groups never compared."""
    ranking = rank(FRAME)
    assert odds_sentence(ranking) == chance_sentence(ranking.pairs[0], "a")
    assert odds_sentence(ranking).startswith("a is preferred about 5 times in 10 to b")
    won = rank(pd.DataFrame([("a", "b", "first")] * 4, columns=["first", "second", "outcome"]))
    assert odds_sentence(won) == ""
    assert odds_sentence(replace(ranking, connected=False)) == ""


def test_the_table_has_a_column_for_each_head() -> None:
    """Ranges alone and together, intervals in brackets, counts of decisions, and the chance against the next row."""
    ranking = rank(FRAME)
    head, rows = ranking_table(ranking)
    assert [row[NAMES] for row in rows] == ["a", "b"]
    assert {len(row) for row in rows} == {len(head)}
    assert len(ranking_table(ranking, p_best=False)[0]) == len(head) - 1
    cells = dict(zip(head, rows[0], strict=True))
    assert cells["Interval"].startswith("[")
    assert cells["Of 10 against the next"] == "5, 2 equal"
    assert rows[1][head.index("Of 10 against the next")] == "–"
    assert "it would be a tie" in table_notes(ranking)
    assert "it would be a tie" not in table_notes(rank(FRAME, model="bradley-terry"))
    use_language("nb")
    assert "; " in ranking_table(ranking)[1][0][5]


def test_a_limit_on_one_side_is_written_as_one() -> None:
    """A system that won everything has 'more than' its limit in place of an interval."""
    rows = [("a", "b", "first", f"p{n}", f"q{n}") for n in range(12)]
    won = rank(pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"]))
    cells = ranking_table(won)[1]
    assert any(cell.startswith(">\N{NO-BREAK SPACE}") for cell in cells[0])


DOTTED = "Where it is dotted"
APART = "Two intervals that do not overlap"


def test_the_caption_explains_what_is_there() -> None:
    """Dotted brackets, and intervals apart within a bracket, are explained where there are some, and only there."""
    caption = forest_words(board("abc", ("ac", "bc")))["bracket"]
    assert caption == "A bracket joins systems of which no pair is decided."
    assert DOTTED in forest_words(board("abc", ("ab", "bc")))["bracket"]
    assert APART in forest_words(board("ab", (), a=(0.2, 0.4), b=(-0.4, 0.1)))["bracket"]
    assert APART not in forest_words(board("ab", ("ab",), a=(0.2, 0.4), b=(-0.4, 0.1)))["bracket"]
