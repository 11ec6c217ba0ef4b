"""Sentences on scores: who leads, what is separated, why intervals are wide, in every language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from eval_core.campaigns.results.ratings import rule_of
from eval_core.campaigns.results.scores import RatingResults
from eval_core.locales import current_language, use_language
from eval_core.protocols import load_protocol
from eval_core.reports import rating_words as said
from eval_core.scoring import (
    Rule,
    document_scores,
    highest_ranks,
    item_scores,
    rating_agreement,
    score_differences,
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
        score_differences(scores),
    )


def rated(means: dict[str, float], raters: int = 6, prompts: int = 12, noise: float = 1.0) -> RatingResults:
    """Systems with these means on a scale from 0 to 100; what nothing decides is noise of plus or minus 1."""
    rule, sign = Rule((("score", 0, 100),), "mean"), (1, -1)
    rows = [
        (f"p{i}", None, system, f"r{w}", "score", round(mean + 6 * noise * sign[(i * (k + 2) + w * (k + 1)) // 2 % 2]))
        for i in range(prompts)
        for k, (system, mean) in enumerate(means.items())
        for w in range(raters)
    ]
    scores = item_scores(pd.DataFrame(rows, columns=COLUMNS), rule)
    return replace(results("Kari"), scores=scores, systems=system_scores(scores), differences=score_differences(scores))


def verdict(means: dict[str, float], **size: Any) -> str:
    return said.rating_verdict(rated(means, **size))


def test_what_the_test_of_all_pairs_separates_is_separated() -> None:
    """Only a system that is separated from every other has the highest score without a but."""
    assert verdict({"c": 30, "a": 90, "b": 60}) == "a has the highest score. All systems are separated."
    assert verdict({"a": 81, "b": 80, "c": 40}) == (
        "a has the highest score, but is not separated from b. 2 of 3 pairs are separated."
    )
    assert verdict({"a": 80, "b": 80, "c": 40}).startswith("The highest score belongs to one of a and b.")
    assert verdict({"a": 51, "b": 50}) == "The highest score: a. No two systems are separated."


def test_not_enough_is_said_in_words() -> None:
    """One rater, one prompt and ratings without any variation separate nothing, and each is named."""
    wide = {"a": 90.0, "b": 10.0}
    assert "One annotator is not enough" in verdict(wide, raters=1)
    assert "One prompt is not enough" in verdict(wide, prompts=1)
    assert "all annotators gave the same everywhere" in verdict(wide, noise=0)
    assert verdict({"a": 90.0}) == "Only a was rated: there is nothing to compare it with."
    nothing = replace(results("Kari"), systems=())
    assert said.rating_verdict(nothing) == "There is nothing to score yet: no ratings here."


def test_differences_as_a_table() -> None:
    """A row a pair with the better system first, and words where there is no interval."""
    rows = said.difference_rows(rated({"c": 30, "a": 90, "b": 60}).differences)
    assert [(row[0], row[1], row[-1]) for row in rows] == [("a", "c", "yes"), ("a", "b", "yes"), ("b", "c", "yes")]
    assert {len(row) for row in rows} == {len(said.difference_header())}
    [alone] = said.difference_rows(rated({"a": 90, "b": 10}, raters=1).differences)
    assert alone == ["a", "b", "80.00", "–", "–", "too few annotators"]


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
    assert said.rating_method_line(result).startswith(result.protocol.title[current_language()])
    assert all(said.criterion_names(result.protocol).values())
    assert len(said.rating_header(result.protocol)) == 5 + len(result.protocol.rated)


def test_the_scale_stands_under_the_axis() -> None:
    """The axis says from where to where scores go."""
    assert said.rating_forest_words((0.0, 1.0))["axis"] == "score, on a scale from 0 to 1"
