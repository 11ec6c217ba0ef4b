"""Tables of ratings: what is written reads back to the same ratings."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.files import RatedScale, ratings_table, read_ratings, read_table, write_table
from eval_core.files.names import tidy
from tests.support.selection import examples

# Two criteria without N/A, one with it; the third begins at 0.
SCALES = (RatedScale("adequacy", 1, 5), RatedScale("fluency", 1, 5), RatedScale("style", 0, 4, na=True))
WHO = {"prompt_id": "p1", "system": "s", "annotator_id": "ann"}
LONG = {**WHO, "criterion": "fluency", "value": "3"}
WIDE = {**WHO, "adequacy": "4", "fluency": "3", "style": "0"}


@pytest.fixture
def ratings(write):
    """The ratings in these records."""

    def _ratings(*records, scales=SCALES, name="t.jsonl"):
        return read_ratings(write(name, list(records)), scales)

    return _ratings


def values(frame):
    """Criterion and value of each rating, None for N/A."""
    assert frame["na"].tolist() == frame["value"].isna().tolist()
    found = frame["value"].astype(object).where(~frame["na"], None)
    return list(zip(frame["criterion"], found, strict=True))


CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
NAMES = (
    st.one_of(st.sampled_from(["NA", "N/A", "a", "b", "1"]), st.text(CHARACTERS, min_size=1, max_size=5))
    .map(tidy)
    .filter(bool)
)
TEXTS = st.one_of(st.none(), st.text("\",\n\r' NA=åx", min_size=1, max_size=5))
FACTS = st.fixed_dictionaries(
    dict.fromkeys(("document", "prompt", "reference", "source_language", "target_language", "category"), TEXTS)
    | {"written_standard": st.sampled_from(["nb", "nn", None])}
)
KINDS = st.sampled_from(["human", "judge", "simulated", None])
COLUMNS = ["prompt_id", "system", "annotator", "criterion", "value", "na", "explanation"]
COLUMNS += ["document", "prompt", "response", "reference", "source_language", "target_language"]
COLUMNS += ["written_standard", "category", "annotator_kind"]


def values_of(scale):
    """What may be given on a scale; None is N/A."""
    numbers = st.integers(scale.min, scale.max)
    return st.one_of(st.none(), numbers) if scale.na else numbers


@st.composite
def rated(draw, complete=False):
    """Ratings as `read_ratings` gives them; if complete, each annotator of a response rated the same criteria."""
    records = draw(st.lists(st.tuples(NAMES, NAMES, NAMES), min_size=1, max_size=5, unique=True))
    facts = {prompt: draw(FACTS) for prompt, _, _ in records}
    kinds = {annotator: draw(KINDS) for _, _, annotator in records}
    responses = {record[:2]: draw(TEXTS) for record in records}
    chosen = st.lists(st.sampled_from(SCALES), min_size=1, unique=True).map(
        lambda found: sorted(found, key=SCALES.index)
    )
    common = draw(chosen)
    rows = []
    for prompt, system, annotator in records:
        for scale in common if complete else draw(chosen):
            value = draw(values_of(scale))
            rows.append(
                {"prompt_id": prompt, "system": system, "annotator": annotator, "criterion": scale.key}
                | {"value": value, "na": value is None, "explanation": draw(TEXTS)}
                | {**facts[prompt], "response": responses[prompt, system], "annotator_kind": kinds[annotator]}
            )
    frame = pd.DataFrame(rows, columns=COLUMNS)
    frame["value"] = pd.array([row["value"] for row in rows], dtype="Int64")
    texts = [name for name in COLUMNS if name not in ("value", "na")]
    return frame.astype(dict.fromkeys(texts, "str"))


def written_and_read(frame, suffix, **options):
    """The ratings of a file that these were written to."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        write_table(ratings_table(frame, SCALES, **options), path)
        return read_ratings(path, SCALES).reset_index(drop=True)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@given(frame=rated())
@settings(max_examples=examples(50))
def test_long_tables_read_back(suffix, frame):
    """Any ratings, N/A and criteria that were not rated among them, survive the long table in each format."""
    pd.testing.assert_frame_equal(written_and_read(frame, suffix), frame)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
@given(frame=rated(complete=True))
@settings(max_examples=examples(50))
def test_complete_wide_tables_read_back(suffix, frame):
    """Ratings of every annotator on the same criteria survive the wide table in each format."""
    pd.testing.assert_frame_equal(written_and_read(frame, suffix, wide=True), frame)


def test_tables_have_their_columns_in_order(ratings):
    """Both tables begin with prompt, document, system and annotator; explanations have columns where there are any."""
    frame = ratings(
        {**WIDE, "response": "r", "style": "NA", "style_explanation": "tom"},
        {**WHO, "annotator_id": "b", "fluency": 1, "adequacy": 2, "style": 3, "document": "d"},
    )
    wide = ratings_table(frame, SCALES, wide=True)
    first = ["prompt_id", "document", "system", "annotator_id"]
    assert list(wide.columns) == [*first, "adequacy", "fluency", "style", "style_explanation", "response"]
    assert wide["style"].tolist() == ["NA", 3]
    assert wide["fluency"].tolist() == [3, 1]
    long = ratings_table(frame.assign(round=2), SCALES)
    assert list(long.columns) == [*first, "criterion", "value", "explanation", "response", "round"]
    assert long["value"].tolist() == [4, 3, "NA", 2, 1, 3]
    bare = frame[["prompt_id", "system", "annotator", "criterion", "value", "na", "explanation"]]
    assert list(ratings_table(bare, SCALES).columns) == [*first, "criterion", "value", "explanation"]


def test_a_wide_table_leaves_the_unrated_empty(ratings, tmp_path):
    """A criterion that somebody did not rate is an empty cell, which does not read as the same."""
    frame = ratings({**LONG, "criterion": "style"}, {**LONG, "system": "t", "value": 5}, LONG)
    write_table(ratings_table(frame, SCALES, wide=True), tmp_path / "t.csv")
    assert read_table(tmp_path / "t.csv").fillna("-")[["system", "fluency", "style"]].to_numpy().tolist() == [
        ["s", "3", "3"],
        ["t", "5", "-"],
    ]
    assert len(read_ratings(tmp_path / "t.csv", SCALES)) == len(frame) + 1


def test_a_wide_table_keeps_what_a_later_rating_tells(ratings):
    """A text that only one of a record's ratings comes with stands in its row; no ratings are no rows."""
    frame = ratings(LONG, {**LONG, "criterion": "adequacy", "response": "r", "document": "d"})
    assert ratings_table(frame, SCALES, wide=True)[["document", "response"]].to_numpy().tolist() == [["d", "r"]]
    assert ratings_table(frame[:0], SCALES, wide=True).empty
    assert ratings_table(frame[:0], SCALES).empty


def test_a_wide_table_has_one_place_for_a_rating(ratings):
    """Two ratings for one cell, and a criterion of another protocol, are the caller's mistakes."""
    frame = ratings(LONG)
    with pytest.raises(ValueError, match="two ratings"):
        ratings_table(pd.concat([frame, frame]), SCALES, wide=True)
    with pytest.raises(ValueError, match="no criterion is called 'fluency'"):
        ratings_table(frame, SCALES[:1], wide=True)
