"""Sentences on scores: who leads, what is separated, why intervals are wide, in every language."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.scores import RatingResults
from eval_core.locales import use_language
from eval_core.protocols import load_protocol
from eval_core.reports import rating_words as said
from eval_core.scoring import (
    LevelScore,
    Mean,
    document_scores,
    highest_ranks,
    item_scores,
    rating_agreement,
    system_scores,
)

COLUMNS = ["item", "document", "system", "annotator", "criterion", "value"]


def results(*annotators: str, systems: tuple[str, ...] = ("a", "b"), key: str = "adequacy_fluency") -> RatingResults:
    """Four prompts with these systems, rated by these annotators: the first system best."""
    protocol = load_protocol(key)
    rows = [
        (f"p{i}", None, system, who, criterion.key, max(criterion.min, criterion.max - k - (i + w) % 2))
        for i in range(4)
        for k, system in enumerate(systems)
        for w, who in enumerate(annotators)
        for criterion in protocol.rated
    ]
    scores = item_scores(pd.DataFrame(rows, columns=COLUMNS), rule_of(protocol))
    return RatingResults(
        protocol,
        scores,
        system_scores(scores),
        document_scores(scores),
        highest_ranks(scores),
        rating_agreement(scores),
    )


def level(system: str, score: float, low: float | None = None, high: float | None = None) -> LevelScore:
    return LevelScore(None, system, None, Mean(score, 4, 0.1, low, high, 3, "item and annotator"), {})


def verdict(*rows: LevelScore) -> str:
    return said.rating_verdict(replace(results("Kari"), systems=rows))


def test_a_leader_is_one_whose_interval_lies_apart() -> None:
    """Only a system whose interval overlaps no other has the highest score without a but."""
    a, b, c = level("a", 4.5, 4.2, 4.8), level("b", 3.5, 3.2, 4.1), level("c", 3.0, 2.5, 3.3)
    assert verdict(c, a, b) == "a has the highest score. 2 of 3 pairs are separated."
    assert verdict(a, c) == "a has the highest score. All systems are separated."


def test_what_overlaps_is_not_told_apart() -> None:
    """Systems whose intervals overlap the leader's are named; touching counts as overlapping."""
    a, b, c = level("a", 4.5, 4.2, 4.8), level("b", 4.0, 3.8, 4.2), level("c", 2.0, 1.5, 2.5)
    assert verdict(a, b, c) == "a has the highest score, but is not separated from b. 2 of 3 pairs are separated."
    same = replace(b, score=replace(b.score, value=4.5))
    assert verdict(a, same, c).startswith("The highest score belongs to one of a and b.")
    assert verdict(a, b) == "The highest score: a. No two systems are separated."
    wide = level("a", 4.5, 1.0, 5.0)
    assert verdict(wide, level("b", 3.5, 3.2, 4.1), level("c", 2.0, 1.5, 2.5)) == (
        "No system is separated from the one with the highest score. 1 of 3 pairs are separated."
    )


def test_without_intervals_nothing_is_claimed() -> None:
    """A score without an interval, a system alone, and no score at all are said to be that."""
    assert "The uncertainty is not known yet" in verdict(level("a", 4.5, 4.2, 4.8), level("b", 3.0))
    assert verdict(level("a", 4.5)) == "Only a was rated: there is nothing to compare it with."
    assert verdict() == "There is nothing to score yet: no ratings here."


@pytest.mark.parametrize(("annotators", "caution"), [(1, "All scores come from one"), (4, "only 4"), (5, None)])
def test_few_annotators_are_why_intervals_are_wide(annotators: int, caution: str | None) -> None:
    """One annotator, or fewer than five that intervals are clustered by, are named; five are not."""
    cautions = said.rating_cautions(results(*"abcde"[:annotators]))
    assert [caution in sentence for sentence in cautions] == [True] if caution else cautions == []


def test_agreement_is_that_of_the_results() -> None:
    """The sentences hold alpha and the share of the same highest score; with one annotator there is none to tell."""
    result = results("Kari", "Ola", "Per")
    alpha, same = result.agreement.score.alpha_ordinal, result.highest.highest
    first, second = said.rating_agreement_sentences(result)
    assert alpha.value is not None
    assert f"is {alpha.value:.2f}".replace("-", "−") in first.replace("-", "−")
    assert f"in {same.agree} of {same.n} cases" in second
    assert said.rating_agreement_sentences(results("Kari")) == [
        "Agreement not known yet: no response has been rated twice."
    ]


def test_tables_fit_their_headers() -> None:
    """Every row has a cell for each head, and what does not exist is a dash."""
    result = results("Kari", "Ola")
    for header, rows in (
        (
            said.rating_header(result.protocol),
            [said.rating_cells(level, result.protocol) for level in said.overall(result)],
        ),
        (said.highest_header(result), said.highest_rows(result)),
        (said.agreement_header(), said.agreement_rows(result.agreement, result.protocol)),
    ):
        assert {len(row) for row in rows} == {len(header)}
    assert said.agreement_rows(result.agreement, result.protocol)[0][-1] == "–"
    assert [row[0] for row in said.highest_rows(result)] == ["a", "b"]


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
@pytest.mark.parametrize("key", ["heval", "hindi_english", "mt_qualitative", "gptscore_ko"])
def test_every_protocol_has_its_words(language: str, key: str) -> None:
    """Each rule of scoring and each label is put into words, a Korean label where there is no other."""
    use_language(language)
    result = results("Kari", "Ola", key=key)
    assert said.rating_method_line(result).startswith(said.in_words(result.protocol.title))
    assert all(said.criterion_names(result.protocol).values())
    assert len(said.rating_header(result.protocol)) == 5 + len(result.protocol.rated)


def test_the_scale_stands_under_the_axis() -> None:
    """The axis says from where to where scores go."""
    assert said.rating_forest_words((0.0, 1.0))["axis"] == "score, on a scale from 0 to 1"
