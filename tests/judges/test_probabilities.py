"""Log-probabilities: weighted scores and the response's own, next to the plain score; and a clear end without them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.results.judges_rating import rating_judge_reports
from eval_core.campaigns.results.ratings import export_ratings
from eval_core.cli import main
from eval_core.errors import InputError, ParvisError
from eval_core.judges.probabilities import mean_log_probability
from eval_core.protocols import load_protocol, read_protocol
from eval_core.store import Rating, RatingAssignment, Response, Store
from tests.judges.conftest import judge
from tests.judges.stub import Stub, log_of
from tests.support.building import Built, build_campaign

SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
LIKELIHOOD = 'likelihood = "Translate well ({{ criterion.label.en }}): {{ source }} = {{ response }}"\n'


def ratings(store: Store) -> list[Any]:
    """Every rating with its response's text."""
    with store.read() as db:
        query = (
            select(Rating.criterion, Rating.value, Rating.expected, Rating.log_probability, Response.text)
            .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
            .join(Response, Response.id == RatingAssignment.response_id)
        )
        return list(db.execute(query))


@SQLITE
@pytest.mark.parametrize("protocol", ["heval", "mt_qualitative", "gptscore_ko", "adequacy_fluency"])
def test_the_weighted_score_is_stored_next_to_the_plain_one(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], protocol: str
) -> None:
    """Two thirds of the score and a third of the one below, unless that is off the scale; N/A has none."""
    built, endpoint = to_judge(protocol), stub(protocol, logprobs=True)
    judge(built, endpoint, logprobs=True)
    lowest = {criterion.key: criterion.min for criterion in load_protocol(protocol).rated}
    found = ratings(built.store)
    assert found
    for criterion, value, expected, log, _text in found:
        wanted = None if value is None else value - (1 / 3 if value > lowest[criterion] else 0)
        assert expected == pytest.approx(wanted), (criterion, value)
        assert log is None
    table = export_ratings(built.store, built.slug)[1]
    assert list(table["expected"].dropna()) == [one.expected for one in found if one.expected is not None]
    assert "log_probability" not in table


@SQLITE
def test_without_asking_nothing_is_kept(to_judge: Callable[..., Built], stub: Callable[..., Stub]) -> None:
    """Neither in the database nor in the export."""
    built, endpoint = to_judge("heval"), stub("heval", logprobs=True)
    judge(built, endpoint)
    assert {one.expected for one in ratings(built.store)} == {None}
    assert "expected" not in export_ratings(built.store, built.slug)[1]


@SQLITE
def test_an_endpoint_without_log_probabilities_ends_the_run(
    to_judge: Callable[..., Built], stub: Callable[..., Stub]
) -> None:
    """It says how to go on; nothing is rated in another way than was asked."""
    built, endpoint = to_judge("heval"), stub("heval")
    with pytest.raises(ParvisError, match="run without --logprobs"):
        judge(built, endpoint, logprobs=True)
    assert ratings(built.store) == []


@pytest.fixture
def likely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The built-in protocol of adequacy and fluency with a likelihood, as a protocol of one's own."""
    source = (Path(__file__).parents[2] / "data" / "protocols" / "adequacy_fluency.toml").read_text(encoding="utf-8")
    changed = source.replace('key = "adequacy_fluency"', 'key = "likely"', 1)
    changed = changed.replace("[judge]\n", f"[judge]\n{LIKELIHOOD}", 1)
    path = tmp_path / "likely.toml"
    path.write_text(changed, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(tmp_path))
    return path


@SQLITE
def test_the_mean_log_probability_of_the_response(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], likely: Path
) -> None:
    """The mean over the response's own words, of the echoed text that names the criterion; judged by hand."""
    built, endpoint = to_judge("likely"), stub("adequacy_fluency", logprobs=True)
    judge(built, endpoint, logprobs=True)
    found = ratings(built.store)
    assert found
    for one in found:
        words = re.findall(r"\s*\S+|\s+", f" {one.text}")
        assert one.log_probability == pytest.approx(fmean(log_of(word) for word in words))
        assert one.expected is not None
    assert len(endpoint.echoed) == len(set(endpoint.echoed)) == len(found)
    assert {"expected", "log_probability"} <= set(export_ratings(built.store, built.slug)[1])


@SQLITE
def test_the_report_sets_each_next_to_people(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], tmp_path: Path
) -> None:
    """Where people gave what the judge gave, both scores correlate; the kinds are on the same responses."""
    built, endpoint = to_judge("adequacy_fluency", prompts=6), stub("adequacy_fluency", logprobs=True)
    judge(built, endpoint, logprobs=True)
    people = export_ratings(built.store, built.slug)[1].assign(annotator="Per")
    path = tmp_path / "people.csv"
    columns = ["prompt_id", "system", "annotator", "criterion", "value"]
    people[columns].rename(columns={"annotator": "annotator_id"}).to_csv(path, index=False)
    import_ratings(built.store, path, built.slug)
    (report,) = rating_judge_reports(built.store, built.slug)
    assert set(report.probabilities) == {criterion.key for criterion in load_protocol("adequacy_fluency").rated}
    for kinds in report.probabilities.values():
        assert set(kinds) == {"value", "expected"}
        assert kinds["value"].pearson.value == pytest.approx(1)
        assert kinds["expected"].spearman.value == pytest.approx(1, abs=0.05)
        assert kinds["value"].n == kinds["expected"].n > 2
    assert report.as_dict()["probabilities"]["fluency"]["expected"]["n"] > 2


@pytest.mark.parametrize(("protocol", "code"), [("heval", 0), ("norwegian_fluency", 2)])
def test_the_command(
    migrated_sqlite: Path,
    tmp_path: Path,
    stub: Callable[..., Stub],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    protocol: str,
    code: int,
) -> None:
    """`--logprobs` rates with weighted scores, and is refused where nothing is rated; the report prints a row each."""
    path, endpoint = tmp_path / "parvis.db", stub(protocol, logprobs=True)
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    build_campaign(store, slug="here", prompts=2, protocol=protocol)
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{path}")
    words = ["--campaign", "here", "--base-url", endpoint.url, "--model", "robot", "--logprobs"]
    monkeypatch.setattr(sys, "argv", ["parvis", "judge", "run", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert int(ended.value.code or 0) == code
    assert any(one.expected is not None for one in ratings(store)) == (code == 0)
    assert (endpoint.requests > 0) == (code == 0)
    assert ("has no scores" in capsys.readouterr().err) == (code == 2)
    store.dispose()


@pytest.mark.parametrize("ending", ["{{ response }} Yes?", "{{ source }}", "{{ response | upper }}", "{{ nothing }}"])
def test_a_likelihood_ends_with_the_response(likely: Path, ending: str) -> None:
    """The check of a protocol says so."""
    likely.write_text(likely.read_text("utf-8").replace('{{ response }}"\n', f'{ending}"\n', 1), encoding="utf-8")
    with pytest.raises(InputError, match="likelihood"):
        read_protocol(likely)


@pytest.mark.parametrize(
    ("given", "mean"),
    [
        ({"tokens": ["ab", " cd", " ef"], "token_logprobs": [None, -1.0, -3.0], "text_offset": [0, 2, 5]}, -1.0),
        ({"tokens": ["ab", " cd"], "token_logprobs": [None, None], "text_offset": [0, 2]}, None),
        ({"tokens": ["ab"], "token_logprobs": [-1.0, -2.0], "text_offset": [0]}, None),
        ({"tokens": ["ab", "c"], "token_logprobs": [-1.0, -2.0], "text_offset": [2, 0]}, None),
        ({"tokens": ["ab", " cd"], "token_logprobs": [None, True], "text_offset": [0, 2]}, None),
        (None, None),
    ],
)
def test_tokens_of_the_response_alone_count(given: Any, mean: float | None) -> None:
    """Of "ab cd" the end from the third character; what was generated after it does not count."""
    assert mean_log_probability({"choices": [{"logprobs": given}]}, 3, 5) == mean


def test_nothing_is_stored_of_other_answers() -> None:
    """An answer of any shape is none."""
    others: list[Any] = [None, [], {}, {"choices": []}, {"choices": [{}]}, "text"]
    for sent in others:
        assert mean_log_probability(sent, 0, 1) is None
