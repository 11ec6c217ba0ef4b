"""`parvis rank` on a file and on a campaign."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Ran, Run, Write, verdicts

KEYS = [
    "model",
    "engine",
    "n_judgments",
    "n_ties",
    "scale",
    "level",
    "seed",
    "reference",
    "cluster",
    "n_clusters",
    "df",
    "corrected",
    "method",
    "connected",
    "components",
    "systems",
    "pairs",
    "tie",
    "position",
    "length",
    "judge",
    "warnings",
    "choices",
    "diagnostics",
]
SYSTEM_KEYS = [
    "system",
    "component",
    "rank",
    "rank_low",
    "rank_high",
    "strength",
    "se",
    "low",
    "high",
    "win_rate",
    "p_best",
    "judgments",
    "bounded",
    "rank_low_alone",
    "rank_high_alone",
]


@pytest.fixture
def judged(write: Write) -> str:
    """A file of judgments by two annotators on three prompts."""
    return write("judged.jsonl", verdicts())


def systems(ran: Ran) -> dict[str, dict[str, Any]]:
    """The systems of a JSON ranking by name."""
    return {row["system"]: row for row in ran.json["systems"]}


def test_published_scores(done: Run, shared_data: Path) -> None:
    """The softmax of the strengths on the real crowd judgments is the published Bradley-Terry score, to 1e-6."""
    with (shared_data / "llmfao" / "expected_scores.csv").open(encoding="utf-8") as file:
        published = {
            row["item"]: float(row["score"]) for row in csv.DictReader(file) if row["algorithm"] == "bradley_terry"
        }
    file_of_judgments = shared_data / "llmfao" / "crowd-comparisons.csv"
    for engine in ("newton", "choix"):
        ran = done("rank", file_of_judgments, "--model", "bradley-terry", "--engine", engine, "--format", "json")
        weights = {name: math.exp(row["strength"]) for name, row in systems(ran).items()}
        total = sum(weights.values())
        assert {name: weight / total for name, weight in weights.items()} == pytest.approx(published, abs=1e-6)


def test_json_shape(done: Run, judged: str) -> None:
    """The JSON document has the contract's keys in its order, others among them, and the defaults in its values."""
    document = done("rank", judged, "--format", "json").json
    assert [key for key in document if key in KEYS] == KEYS
    assert all([key for key in row if key in SYSTEM_KEYS] == SYSTEM_KEYS for row in document["systems"])
    assert {"pairs", "method"} <= set(document)
    assert {"win_rate_low", "win_rate_high"} <= set(document["systems"][0])
    said = {name: document[name] for name in ("model", "engine", "scale", "level", "seed", "reference", "position")}
    assert said == {
        "model": "davidson",
        "engine": "newton",
        "scale": "log",
        "level": 0.95,
        "seed": 0,
        "reference": None,
        "position": None,
    }
    assert document["n_judgments"] == 18
    assert list(document["tie"]) == ["log_nu", "nu", "se"]
    assert document["cluster"] == "both"
    assert document["n_clusters"] == {"annotator": 2, "prompt": 3}
    assert document["df"] == 1


def test_csv_keys(done: Run, judged: str) -> None:
    """CSV has the keys of the systems as columns, in order, and the same values."""
    rows = list(csv.reader(io.StringIO(done("rank", judged, "--format", "csv").out)))
    assert rows[0][: len(SYSTEM_KEYS)] == SYSTEM_KEYS
    found = systems(done("rank", judged, "--format", "json"))
    for row in rows[1:]:
        assert float(row[5]) == found[row[0]]["strength"]


def test_pairs_as_csv_and_table(done: Run, judged: str) -> None:
    """With --pairs every pair is a row, with the values of the JSON document."""
    document = done("rank", judged, "--format", "json").json
    rows = list(csv.DictReader(io.StringIO(done("rank", judged, "--pairs", "--format", "csv").out)))
    assert [list(row) for row in rows] == [list(pair) for pair in document["pairs"]]
    for row, pair in zip(rows, document["pairs"], strict=True):
        assert (row["system"], row["opponent"]) == (pair["system"], pair["opponent"])
        assert float(row["difference"]) == pair["difference"]
        assert float(row["p"]) == pair["p"]
    said = done("rank", judged, "--pairs").out
    assert "opponent" in said
    assert document["pairs"][0]["system"] in said


def test_table(done: Run, judged: str) -> None:
    """People read the systems, strongest first, and how the figures were made."""
    said = done("rank", judged).out
    assert said.index("\n1") < said.index("davidson (newton), 18 judgments")
    assert "2 annotators, 3 prompts" in said
    assert "natural log scale, centred on the mean;" in said


def test_unbounded_is_json(done: Run, write: Write) -> None:
    """A system that won everything has a limit on one side, and the document still has neither NaN nor Infinity."""
    file = write("a.jsonl", [{"left": "best", "right": other, "winner": "left"} for other in ("a", "b")])
    ran = done("rank", file, "--format", "json")
    assert [row["system"] for row in ran.json["systems"] if row["low"] is None]
    limits = [row for row in ran.json["systems"] if (row["low"] is None) != (row["high"] is None)]
    assert limits
    assert any(word in done("rank", file).out for word in ("above ", "below "))
    done("rank", file, "--format", "csv")


def test_between_two_others(done: Run, write: Write) -> None:
    """Who lost all to one and won all against another has not only wins, nor only losses; who won all has."""
    winners = [("p", "q"), ("q", "r"), ("p", "r")]
    file = write("a.jsonl", [{"left": best, "right": other, "winner": "left"} for best, other in winners * 5])
    said = done("rank", file).err
    assert "no finite strength for p: only wins, or only losses\n" in said
    assert "no finite strength for q: the judgments give it no upper limit, or no lower one" in said


def test_no_database(done: Run, judged: str, tmp_path: Path) -> None:
    """Ranking a file opens, names and creates no database."""
    assert "database" not in done("rank", judged).err
    assert not list(tmp_path.glob("*.db*"))


def test_reference(done: Run, parvis: Run, judged: str) -> None:
    """Strengths are relative to the reference, whose own error is 0; an unknown one is refused."""
    ran = done("rank", judged, "--reference", "b", "--format", "json")
    assert ran.json["reference"] == "b"
    assert (systems(ran)["b"]["strength"], systems(ran)["b"]["se"]) == (0, 0)
    assert "'d'" in parvis("rank", judged, "--reference", "d").complaint


def test_unbounded_reference(parvis: Run, write: Write) -> None:
    """A reference without a finite strength is refused."""
    rows = [{"left": one, "right": two, "winner": "left"} for one, two in ("ab", "ba", "ac", "bc")]
    assert "'c'" in parvis("rank", write("r.jsonl", rows), "--reference", "c").complaint


def test_systems(done: Run, parvis: Run, judged: str) -> None:
    """Only the named systems are ranked, on the judgments between them; an unknown or single one is refused."""
    ran = done("rank", judged, "--systems", "a, c", "--format", "json")
    assert systems(ran).keys() == {"a", "c"}
    assert ran.json["n_judgments"] == 6
    assert "'d'" in parvis("rank", judged, "--systems", "a,d").complaint
    for too_few in ("a", "a,a", ""):
        assert "--systems" in parvis("rank", judged, "--systems", too_few).complaint


def test_cluster(done: Run, parvis: Run, judged: str, write: Write) -> None:
    """The answer names the clustering that was used; one without its column is refused."""
    for name, sizes in (
        ("none", {}),
        ("annotator", {"annotator": 2}),
        ("prompt", {"prompt": 3}),
        ("both", {"annotator": 2, "prompt": 3}),
    ):
        document = done("rank", judged, "--cluster", name, "--format", "json").json
        assert (document["cluster"], document["n_clusters"]) == (name, sizes)
    plain = write("plain.jsonl", [{key: row[key] for key in ("left", "right", "winner")} for row in verdicts()])
    assert done("rank", plain, "--format", "json").json["cluster"] == "none"
    for name, lacking in (("annotator", "annotator"), ("prompt", "prompt"), ("both", "annotator")):
        assert lacking in parvis("rank", plain, "--cluster", name).complaint


def test_where(done: Run, parvis: Run, judged: str) -> None:
    """Conditions narrow the judgments, several on one field are alternatives, and an empty selection is refused."""

    def counted(*conditions: str) -> int:
        words = [word for condition in conditions for word in ("--where", condition)]
        return int(done("rank", judged, *words, "--format", "json").json["n_judgments"])

    assert counted("annotator=Kari") == 9
    assert counted("annotator=Kari", "prompt=p1") == 3
    assert counted("prompt=p0", "prompt=p1") == 12
    assert counted("kind=all") == 18
    assert "no judgments" in parvis("rank", judged, "--where", "annotator=Nobody").complaint
    assert "'colour'" in parvis("rank", judged, "--where", "colour=red").complaint
    assert "FIELD=VALUE" in parvis("rank", judged, "--where", "annotator").complaint


def test_kinds_of_annotators(done: Run, parvis: Run, write: Write) -> None:
    """Judges in a file count only where asked for; a file that names no judges has none."""
    rows = [row | {"annotator_kind": "judge" if row["worker"] == "Ola" else "human"} for row in verdicts()]
    file = write("kinds.jsonl", rows)
    for words, number in (((), 9), (("--where", "kind=judge"), 9), (("--where", "kind=all"), 18)):
        assert done("rank", file, *words, "--format", "json").json["n_judgments"] == number
    assert "left out: 9" in done("rank", file).err
    assert "annotator_kind" in parvis("rank", write("v.jsonl", verdicts()), "--where", "kind=judge").complaint


def test_repeated_and_identical(done: Run, write: Write) -> None:
    """An annotator's first judgment of a comparison counts; identical responses never, unless as ties."""
    one = {"prompt": "p", "left": "a", "right": "b", "winner": "left", "worker": "Kari"}
    again = {**one, "winner": "right"}
    same = {**one, "prompt": "q", "response_a": "Hei", "response_b": "Hei"}
    file = write("again.jsonl", [one, again, same])
    ran = done("rank", file, "--format", "json")
    assert (ran.json["n_judgments"], ran.json["n_ties"]) == (1, 0)
    assert "left out: 1 judgment by an annotator who" in ran.err
    ran = done("rank", file, "--identical-as-ties", "--format", "json")
    assert (ran.json["n_judgments"], ran.json["n_ties"]) == (2, 1)


def test_position_effect(done: Run, write: Write) -> None:
    """The advantage of standing as A is reported where it is asked for."""
    turned = [
        row | {"left": row["right"], "right": row["left"], "prompt": f"q{number}"}
        for number, row in enumerate(verdicts())
    ]
    file = write("turned.jsonl", verdicts() + turned)
    effect = done("rank", file, "--position-effect", "--format", "json").json["position"]
    assert list(effect) == ["log_odds", "se"]
    line = (
        f"position effect estimated: being shown first adds {effect['log_odds']:+.3f} to the log odds,"
        f" standard error {effect['se']:.3f}"
    )
    assert line in done("rank", file, "--position-effect").out.splitlines()
    assert "position effect" not in done("rank", file).out


def test_length_covariate(done: Run, write: Write, trial: str) -> None:
    """Length is held equal by the texts of a file or of a campaign, characters counted, and the table says so too."""
    texts = {"a": "kort", "b": "et mye lengre svar på ære og en øy", "c": "middels langt"}
    rows = [
        {
            "prompt": f"p{turn % 4}",
            "model_a": one,
            "model_b": two,
            "response_a": texts[one] * (1 + turn % 4),
            "response_b": texts[two],
            "choice": ("A is more fluent", "B is more fluent", "Equally fluent")[turn * turn % 7 % 3],
            "annotator_id": f"person {turn % 3}",
        }
        for turn, (one, two) in enumerate([("a", "b"), ("b", "c"), ("c", "a"), ("a", "c")] * 4)
    ]
    # One response for each prompt and system, as a campaign has it.
    said: dict[tuple[str, str], str] = {}
    for row in rows:
        for side in "ab":
            key = (row["prompt"], row[f"model_{side}"])
            row[f"response_{side}"] = said.setdefault(key, row[f"response_{side}"])
    file = write("texts.jsonl", rows)
    found = done("rank", file, "--length-covariate", "--format", "json").json
    assert list(found["length"]) == ["log_odds", "se", "sd", "judgments"]
    ratios = [math.log(len(row["response_a"]) / len(row["response_b"])) for row in rows]
    kept = {
        (row["annotator_id"], row["prompt"], *sorted((row["model_a"], row["model_b"]))): ratio
        for row, ratio in zip(rows, ratios, strict=True)
    }
    assert found["length"]["judgments"] == found["n_judgments"] == len(kept)
    assert found["length"]["sd"] == pytest.approx(math.sqrt(sum(ratio**2 for ratio in kept.values()) / len(kept)))
    assert "controlled for length" in done("rank", file, "--length-covariate").out
    done("import", "judgments", file, "--campaign", trial)
    again = done("rank", "--campaign", trial, "--length-covariate", "--format", "json").json
    assert again["length"] == pytest.approx(found["length"])
    assert again["systems"][0]["strength"] == pytest.approx(found["systems"][0]["strength"])


def test_length_without_texts(done: Run, judged: str) -> None:
    """Where no text is known, the ranking is that without length, and a note says why."""
    ran = done("rank", judged, "--length-covariate", "--format", "json")
    assert ran.json["length"] is None
    assert "18 of the 18 judgments" in ran.err
    assert systems(ran) == systems(done("rank", judged, "--format", "json"))


def test_bootstrap_is_repeatable(done: Run, judged: str) -> None:
    """The same seed gives the same intervals, another seed others."""

    def lows(seed: int) -> list[float]:
        ran = done("rank", judged, "--bootstrap", 9, "--cluster", "none", "--seed", seed, "--format", "json")
        return [row["low"] for row in ran.json["systems"]]

    assert lows(1) == lows(1) != lows(2)


def test_bootstrap_is_said(done: Run, judged: str) -> None:
    """The method line and JSON name the fits whose percentiles are the systems' intervals; pairs have others."""
    assert "from percentiles of 9 bootstrap fits" in done("rank", judged, "--bootstrap", 9).out
    assert "bootstrap" not in done("rank", judged, "--bootstrap", 9, "--pairs").out
    assert done("rank", judged, "--bootstrap", 9, "--format", "json").json["bootstrap"] == 9


@pytest.mark.parametrize(
    "words",
    [
        ("--engine", "choix"),
        ("--engine", "choix", "--model", "bradley-terry", "--position-effect"),
        ("--level", "1.5"),
        ("--level", "0"),
        ("--level", "nan"),
        ("--level", "high"),
        ("--seed", "-1"),
        ("--bootstrap", "-1"),
        ("--length-covariate", "--engine", "choix", "--model", "bradley-terry"),
        ("--campaign", "trial"),
    ],
)
def test_refused_settings(parvis: Run, judged: str, words: tuple[str, ...]) -> None:
    """Settings that do not fit together, or lie outside their range, are refused."""
    assert parvis("rank", judged, *words).complaint


def test_nothing_to_rank(parvis: Run) -> None:
    """Neither a file nor a campaign, or a file that is not there, is refused."""
    assert "--campaign" in parvis("rank").complaint
    assert "missing.csv" in parvis("rank", "missing.csv").complaint


def test_campaign_as_file(done: Run, parvis: Run, trial: str, judged: str) -> None:
    """A campaign gives the ranking of the file that was imported into it, and takes the same conditions."""
    done("import", "judgments", judged, "--campaign", trial)
    for words in ((), ("--where", "annotator=Kari"), ("--systems", "a,b"), ("--reference", "a")):
        of_file = systems(done("rank", judged, *words, "--format", "json"))
        of_campaign = systems(done("rank", "--campaign", trial, *words, "--format", "json"))
        assert of_file.keys() == of_campaign.keys()
        for name, row in of_file.items():
            assert row == pytest.approx(of_campaign[name], abs=1e-9)
    for words in (
        ("annotator=Nobody",),
        ("written_standard=nb",),
        ("kind=judge",),
        ("round=9",),
        ("since=2100-01-01",),
    ):
        complaint = parvis("rank", "--campaign", trial, "--where", *words).complaint
        assert "no judgments" in complaint
    assert "'colour=red'" in parvis("rank", "--campaign", trial, "--where", "colour=red").complaint
    assert "'d'" in parvis("rank", "--campaign", trial, "--systems", "a,d").complaint
