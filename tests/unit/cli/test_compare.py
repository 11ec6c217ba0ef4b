"""`parvis compare` on a file and on a campaign."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.running import Run, Write


def contest(wins: int = 36, ties: int = 6, losses: int = 6, **more: Any) -> list[dict[str, Any]]:
    """Judgments of new against base by six annotators on eight prompts."""
    winners = ["left"] * wins + ["tie"] * ties + ["right"] * losses
    rows = []
    for n in range(len(winners)):
        winner = winners[n * 29 % len(winners)]  # mixed: no prompt and no annotator has all of one kind
        rows.append({"prompt": f"p{n // 6}", "left": "new", "right": "base", "winner": winner, "worker": f"w{n % 6}"})
    return [{**row, **more} for row in rows]


def test_verdicts_and_exit_codes(parvis: Run, done: Run, write: Write) -> None:
    """Better, worse and undecided are told apart; --require exits with 3 where it is not met, and still answers."""
    clear, even = write("clear.jsonl", contest()), write("even.jsonl", contest(16, 16, 16))
    assert done("compare", "new", "base", clear, "--format", "json").json["verdict"] == "better"
    assert done("compare", "base", "new", clear, "--format", "json").json["verdict"] == "worse"
    assert done("compare", "new", "base", even, "--format", "json").json["verdict"] == "undecided"
    assert "better" in done("compare", "new", "base", clear, "--require", "better").out
    refused = parvis("compare", "new", "base", even, "--require", "better", "--format", "json")
    assert (refused.code, refused.json["met"]) == (3, False)
    assert parvis("compare", "base", "new", clear, "--require", "not-worse").code == 3


@pytest.mark.parametrize(("annotators", "code"), [(10, 0), (5, 3)])
def test_a_total_victory_before_enough_people_is_better(parvis: Run, write: Write, annotators: int, code: int) -> None:
    """480 of 480 pass where ten people judged; where five did, chance alone agrees in one case of sixteen."""
    rows = [
        {"prompt": f"p{prompt}", "left": "new", "right": "base", "winner": "left", "worker": f"w{number}"}
        for number in range(annotators)
        for prompt in range(480 // annotators)
    ]
    ran = parvis("compare", "new", "base", write("all.jsonl", rows), "--require", "better", "--format", "json")
    assert (ran.code, ran.json["wins"], ran.json["difference"]) == (code, 480, None)
    said = parvis("compare", "new", "base", write("all.jsonl", rows)).out
    assert ("undecided" in said, "better, without a difference" in said) == (code == 3, code == 0)
    assert parvis("compare", "base", "new", write("all.jsonl", rows), "--require", "better").code == 3


def test_margin(parvis: Run, done: Run, write: Write) -> None:
    """Not worse means that the interval lies above minus the margin."""
    even = write("even.jsonl", contest(16, 16, 16))
    low = done("compare", "new", "base", even, "--format", "json").json["low"]
    assert low < 0
    words = ("compare", "new", "base", even, "--require", "not-worse", "--margin")
    assert done(*words, -low + 0.01, "--format", "json").json["not_worse"] is True
    assert parvis(*words, -low - 0.01).code == 3


def test_json_keys(done: Run, write: Write) -> None:
    """The document names both systems, the interval, the counts, the expected share and how it was computed."""
    document = done("compare", "new", "base", write("clear.jsonl", contest()), "--format", "json").json
    assert (document["new"], document["base"], document["wins"], document["ties"], document["losses"]) == (
        "new",
        "base",
        36,
        6,
        6,
    )
    assert document["low"] < document["difference"] < document["high"]
    assert 0.5 < document["win_share"] < 1
    assert (document["cluster"], document["n_judgments"], document["met"]) == ("both", 48, None)


def test_everything_won_is_undecided(done: Run, write: Write) -> None:
    """A system that won every judgment has no finite strength: undecided, with the reason in words."""
    ran = done("compare", "new", "base", write("swept.jsonl", contest(20, 0, 0)))
    assert "undecided" in ran.out
    assert "no finite strength" in ran.out


@pytest.mark.parametrize(
    ("column", "name"),
    [("protocol_hash", "protocol"), ("guideline_version", "guidelines"), ("text_view", "text view")],
)
def test_unlike_files_are_refused(parvis: Run, done: Run, write: Write, column: str, name: str) -> None:
    """Judgments that differ in protocol, guidelines or text view are refused naming it; of other systems they may."""
    rows = contest(**{column: "one"})
    done("compare", "new", "base", write("same.jsonl", rows))
    other = [{**row, "left": "x", "right": "y", column: "two"} for row in contest()]
    done("compare", "new", "base", write("others.jsonl", rows + other))
    mixed = [{**row, column: "two" if n % 2 else "one"} for n, row in enumerate(rows)]
    assert f"differ in {name}" in parvis("compare", "new", "base", write("unlike.jsonl", mixed)).complaint
    rows[0].pop(column)
    assert "unknown" in parvis("compare", "new", "base", write("partly.jsonl", rows)).complaint


def test_other_prompts_are_refused(parvis: Run, done: Run, write: Write) -> None:
    """Systems judged on different prompts are refused; where every judgment has its own prompt that says nothing."""
    rows = contest() + [{**row, "left": "x", "prompt": "p9"} for row in contest()[:6]]
    path = write("prompts.jsonl", rows)
    assert "differ in prompts" in parvis("compare", "new", "base", path).complaint
    own = [{**row, "prompt": f"q{n}"} for n, row in enumerate(rows)]
    done("compare", "new", "base", write("own.jsonl", own))


def test_bad_input(parvis: Run, write: Write) -> None:
    """Unknown systems, a system against itself, a negative margin and a missing source are refused."""
    path = write("clear.jsonl", contest())
    assert "'nobody'" in parvis("compare", "nobody", "base", path).complaint
    assert "'nobody'" in parvis("compare", "new", "nobody", path).complaint
    assert "itself" in parvis("compare", "new", "new", path).complaint
    assert "margin" in parvis("compare", "new", "base", path, "--margin", "-1").complaint
    assert "level" in parvis("compare", "new", "base", path, "--level", "2").complaint
    assert "--campaign" in parvis("compare", "new", "base").complaint
    assert "no judgments" in parvis("compare", "new", "base", path, "--where", "annotator=nobody").complaint


def test_campaign(done: Run, parvis: Run, trial: str, write: Write, tmp_path: Path) -> None:
    """A campaign answers as the file imported into it, and refuses by the columns of its judgments and responses."""
    path = write("clear.jsonl", contest(written_standard="nb"))
    done("import", "judgments", path, "--campaign", trial)
    of_file = done("compare", "new", "base", path, "--format", "json").json
    words = ("compare", "new", "base", "--campaign", trial)
    of_campaign = done(*words, "--format", "json").json
    assert of_campaign.pop("n_clusters") == of_file.pop("n_clusters") == {"annotator": 6, "prompt": 8}
    assert of_campaign.pop("warnings") == of_file.pop("warnings") == []
    assert of_campaign.pop("choices") == of_file.pop("choices") | {"n_common_prompts": 8}
    assert of_campaign == pytest.approx(of_file)
    assert done(*words).err.count("database: ") == 1
    assert "'colour=red'" in parvis(*words, "--where", "colour=red").complaint
    for column, name in (
        ("protocol_hash", "protocol"),
        ("guideline_version", "guidelines"),
        ("text_view", "text view"),
    ):
        change(tmp_path, column, "'x'")
        assert f"differ in {name}" in parvis(*words).complaint
        change(tmp_path, column, "NULL")
    more = write(
        "more.jsonl", [{**row, "right": "third", "prompt": "p9", "written_standard": "nn"} for row in contest()[:2]]
    )
    done("import", "judgments", more, "--campaign", trial)
    assert "differ in prompts" in parvis(*words).complaint
    assert done(*words, "--where", "written_standard=nb", "--format", "json").json["verdict"] == "better"


def change(folder: Path, column: str, value: str) -> None:
    """Set a column of the first judgment in the database of the working directory."""
    with closing(sqlite3.connect(folder / "parvis.db")) as database:
        database.execute(f"UPDATE judgment SET {column} = {value} WHERE id = (SELECT min(id) FROM judgment)")  # noqa: S608
        database.commit()


def test_equivalent(parvis: Run, done: Run, write: Write) -> None:
    """Equal systems that many judged are equivalent within a wide margin, unequal ones are not, and few judgments show
    nothing; without a margin there is nothing to ask."""
    even, clear = write("even.jsonl", contest(16, 16, 16)), write("clear.jsonl", contest())
    asked = ("--require", "equivalent", "--margin", "2", "--format", "json")
    found = done("compare", "new", "base", even, *asked).json
    assert (found["met"], found["equivalent"]) == (True, True)
    assert found["equal_within"] < 2
    refused = parvis("compare", "new", "base", clear, "--require", "equivalent", "--margin", "0.5", "--format", "json")
    assert (refused.code, refused.json["met"]) == (3, False)
    narrow = parvis("compare", "new", "base", even, "--require", "equivalent", "--margin", "0.05")
    assert narrow.code == 3
    assert "equivalent within" in narrow.out
    without = parvis("compare", "new", "base", even, "--require", "equivalent")
    assert without.code == 2
    assert "margin above 0" in without.err


def ratings(write: Write, raters: int, prompts: int, name: str) -> str:
    """Ratings of `new`, a point better but for one prompt in five, and of `base`, by these raters."""
    lines = ["prompt_id,system,annotator_id,criterion,value,response"]
    for rater in range(raters):
        for prompt in range(prompts):
            low = 2 + (prompt + rater) % 2
            for system, value in (("new", low if prompt % 5 == rater % 5 else low + 1), ("base", low)):
                cells = f"r{rater},{{}},{value},{system} on {prompt}"
                lines += [f"p{prompt},{system},{cells.format(key)}" for key in ("adequacy", "fluency")]
    return write(name, "\n".join(lines) + "\n")


def test_a_campaign_of_ratings(parvis: Run, done: Run, write: Write) -> None:
    """Rated systems are compared by their scores: the same verdicts, keys and exit codes; one rater is not enough."""
    for slug, raters in (("many", 5), ("alone", 1)):
        done("campaign", "create", slug, "--protocol", "adequacy_fluency")
        done("import", "ratings", ratings(write, raters, 30, f"{slug}.csv"), "--campaign", slug)
    ran = done("compare", "new", "base", "--campaign", "many", "--require", "better", "--format", "json").json
    assert (ran["verdict"], ran["met"], ran["decided"], ran["protocol"]) == ("better", True, True, "adequacy_fluency")
    assert (ran["difference"], ran["wins"], ran["ties"], ran["losses"]) == (pytest.approx(0.8), 120, 30, 0)
    assert ran["n_clusters"] == {"annotator": 5, "prompt": 30}
    assert parvis("compare", "base", "new", "--campaign", "many", "--require", "not-worse").code == 3
    assert done("compare", "base", "new", "--campaign", "many", "--require", "not-worse", "--margin", 2).code == 0
    assert done("compare", "new", "base", "--campaign", "many", "--require", "equivalent", "--margin", 2).code == 0
    refused = parvis("compare", "new", "base", "--campaign", "alone", "--require", "better")
    assert (refused.code, "not enough annotators in common" in refused.out) == (3, True)
    assert "'nobody'" in parvis("compare", "nobody", "base", "--campaign", "many").complaint
    assert "itself" in parvis("compare", "new", "new", "--campaign", "many").complaint
    done("campaign", "create", "empty", "--protocol", "heval")
    assert "no ratings" in parvis("compare", "new", "base", "--campaign", "empty").complaint


def test_rated_systems_on_other_prompts_are_refused(parvis: Run, done: Run, write: Write) -> None:
    """As with judgments: a system that answered other prompts is not comparable."""
    done("campaign", "create", "rated", "--protocol", "adequacy_fluency")
    path = Path(ratings(write, 3, 10, "rated.csv"))
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("p9,base")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done("import", "ratings", path, "--campaign", "rated")
    assert "differ in prompts" in parvis("compare", "new", "base", "--campaign", "rated").complaint
